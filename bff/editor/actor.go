package editor

import (
	"encoding/json"
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Actor is who does something.
type Actor struct {
	// ID is how the audit log calls the actor, "staff:mei@shop.example".
	ID string
	// Name is what others read.
	Name string
	// RequestID is that of the request, "" outside of one.
	RequestID string
}

// Refused says in an editor's words why something is not done.
type Refused struct {
	// Code names the reason for programs, Params are what its message is filled with.
	Code   string
	Params map[string]any
	Why    string
}

// Error is the reason.
func (r *Refused) Error() string { return r.Why }

func refuse(code string, params map[string]any, format string, args ...any) error {
	return &Refused{code, params, fmt.Sprintf(format, args...)}
}

// audit notes what somebody did with a text, in the transaction that does it.
func (s *Service) audit(tx *pg.Tx, t Text, by Actor, action, from, to string, detail map[string]any) error {
	raw, err := json.Marshal(detail)
	if err != nil {
		return fmt.Errorf("note in the audit log: %w", err)
	}
	if detail == nil {
		raw = []byte("{}")
	}
	return pg.Exec(tx, "note in the audit log", `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
		values (?, ?, ?, 'text', ?, ?, ?, ?, ?::jsonb, ?)`,
		t.Tenant, s.clock.Now(), by.ID, t.String(), action, from, to, string(raw), by.RequestID)
}
