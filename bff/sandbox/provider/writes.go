package provider

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// writes are the objects and deliveries of a unit that are not stored yet. A payment has ten of them, which go into the database
// in one statement.
type writes struct {
	// ids, kinds, parents, created and bodies have the same length: one of each for an object. index says where an id is.
	ids, kinds, parents, bodies []string
	created                     []int64
	index                       map[string]int
	// events, types, endpoints and owners have the same length: one of each for a delivery.
	events, types, endpoints, owners []string
	state                            string
	due                              time.Time
}

// put stores o under its id, new or again.
func (u *unit) put(o record) error {
	kind, id, parent, created := o.key()
	body, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("encode %s: %w", kind, err)
	}
	w := &u.writes
	if i, ok := w.index[id]; ok {
		w.parents[i], w.bodies[i] = parent, string(body)
		return nil
	}
	if w.index == nil {
		w.index = map[string]int{}
	}
	w.index[id] = len(w.ids)
	w.ids, w.kinds, w.parents = append(w.ids, id), append(w.kinds, kind), append(w.parents, parent)
	w.created, w.bodies = append(w.created, created), append(w.bodies, string(body))
	return nil
}

// send queues an event for an endpoint.
func (w *writes) send(e *event, endpoint, owner string) {
	w.events, w.types = append(w.events, e.ID), append(w.types, e.Type)
	w.endpoints, w.owners = append(w.endpoints, endpoint), append(w.owners, owner)
}

// stored returns the transaction once everything that was put and queued is in the database. Whatever reads or changes objects and
// deliveries other than by put asks for it.
func (u *unit) stored(ctx context.Context) (*sql.Tx, error) {
	w := u.writes
	if len(w.ids) == 0 && len(w.events) == 0 {
		return u.tx, nil
	}
	u.writes = writes{}
	_, err := u.tx.ExecContext(ctx, `WITH objects AS (
			INSERT INTO sandbox.object (id, kind, parent, created, body)
			SELECT id, kind, parent, created, body::jsonb
			FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) WITH ORDINALITY AS o(id, kind, parent, created, body, place)
			ORDER BY place
			ON CONFLICT (id) DO UPDATE SET parent = excluded.parent, body = excluded.body
		)
		INSERT INTO sandbox.delivery (event, type, endpoint, parent, state, created_at, due_at)
		SELECT event, type, endpoint, parent, $10, $11::timestamptz, $12::timestamptz
		FROM unnest($6::text[], $7::text[], $8::text[], $9::text[]) WITH ORDINALITY AS d(event, type, endpoint, parent, place)
		ORDER BY place`,
		w.ids, w.kinds, w.parents, w.created, w.bodies, w.events, w.types, w.endpoints, w.owners, w.state, u.now, w.due)
	if err != nil {
		return nil, fmt.Errorf("store objects and deliveries: %w", err)
	}
	return u.tx, nil
}
