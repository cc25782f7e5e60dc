// Package audit says who changes something, as the audit log and colleagues read it.
package audit

import (
	"strings"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// By is who changes something.
type By struct {
	// Actor is how the audit log calls them, "staff:mei@shop.example"; Author is how colleagues read the name, "" where none is shown.
	Actor, Author string
	// RequestID is that of the request, "" outside of one.
	RequestID string
}

// Author returns the name of an actor without what kind of actor it is.
func Author(actor string) string { return strings.TrimPrefix(actor, "staff:") }

// Changes says how often somebody did something to an entity, and who did it last, "" for nobody.
func Changes(c pg.Conn, entity, id, action string) (times int64, author string, err error) {
	actors, err := pg.List[string](c, "find who has changed something", `
		select actor from audit_log where entity = ? and entity_id = ? and action = ? order by id desc`, entity, id, action)
	if len(actors) > 0 {
		author = Author(actors[0])
	}
	return int64(len(actors)), author, err
}
