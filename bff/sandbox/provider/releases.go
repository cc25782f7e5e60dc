package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// deliveryView is one delivery as the control API shows it.
type deliveryView struct {
	Attempts   int       `json:"attempts"`
	DueAt      time.Time `json:"dueAt"`
	Endpoint   string    `json:"endpoint"`
	Event      string    `json:"event"`
	ID         int64     `json:"id"`
	LastError  string    `json:"lastError"`
	LastStatus int       `json:"lastStatus"`
	Intent     string    `json:"intent"`
	State      string    `json:"state"`
	Type       string    `json:"type"`
}

// listDeliveries returns the newest deliveries, at most 200; ?intent= and ?state= narrow them.
func listDeliveries(ctx context.Context, u *unit, _ json.RawMessage) (any, error) {
	q := u.r.URL.Query()
	tx, err := u.stored(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT attempts, due_at, endpoint, event, id, last_error, last_status, parent, state, type
		FROM sandbox.delivery WHERE ($1 = '' OR parent = $1) AND ($2 = '' OR state = $2) ORDER BY id DESC LIMIT 200`,
		q.Get("intent"), q.Get("state"))
	if err != nil {
		return nil, fmt.Errorf("list deliveries: %w", err)
	}
	defer func() { _ = rows.Close() }()
	items := []deliveryView{}
	for rows.Next() {
		var d deliveryView
		if err := rows.Scan(&d.Attempts, &d.DueAt, &d.Endpoint, &d.Event, &d.ID, &d.LastError, &d.LastStatus, &d.Intent,
			&d.State, &d.Type); err != nil {
			return nil, fmt.Errorf("list deliveries: %w", err)
		}
		items = append(items, d)
	}
	return map[string]any{"items": items}, rows.Err()
}

// releaseDeliveries lets go of what is held: {"order": "fifo" | "reverse" | "shuffle", "duplicate": n, "intent": id}.
// It ends the hold too, unless an intent is named.
func releaseDeliveries(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
	in := struct {
		Duplicate int    `json:"duplicate"`
		Intent    string `json:"intent"`
		Order     string `json:"order"`
	}{Order: "fifo"}
	if err := decodeControl(body, &in); err != nil {
		return nil, err
	}
	sort, ok := map[string]string{"fifo": "id", orderReverse: "id DESC", orderShuffle: "random()"}[in.Order]
	if !ok || in.Duplicate < 0 || in.Duplicate > 20 {
		return nil, invalid("", "order", "order must be fifo, reverse or shuffle, and duplicate between 0 and 20.")
	}
	// Fresh rows in the wanted order: deliveries go out by their ids.
	tx, err := u.stored(ctx)
	if err != nil {
		return nil, err
	}
	res, err := tx.ExecContext(ctx, `WITH held AS (
			DELETE FROM sandbox.delivery WHERE state = 'held' AND ($3 = '' OR parent = $3)
			RETURNING id, event, type, endpoint, parent)
		INSERT INTO sandbox.delivery (event, type, endpoint, parent, state, created_at, due_at)
		SELECT event, type, endpoint, CASE WHEN $4 THEN parent ELSE '' END, 'pending', $1, $1
		FROM (SELECT held.* FROM held, generate_series(0, $2::int) ORDER BY `+sort+`) AS sorted`,
		u.now, in.Duplicate, in.Intent, in.Order == "fifo")
	if err != nil {
		return nil, fmt.Errorf("release deliveries: %w", err)
	}
	if in.Intent == "" {
		f := u.faults
		f.WebhookHold = false
		if err := writeFaults(ctx, u.tx, f); err != nil {
			return nil, err
		}
	}
	n, err := res.RowsAffected()
	return map[string]any{"released": n}, err
}

// redeliver sends an event again to every endpoint it went to: {"event": id}.
func redeliver(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
	var in struct {
		Event string `json:"event"`
	}
	if err := decodeControl(body, &in); err != nil {
		return nil, err
	}
	if _, err := find[event](ctx, u, in.Event, "event"); err != nil {
		return nil, err
	}
	tx, err := u.stored(ctx)
	if err != nil {
		return nil, err
	}
	res, err := tx.ExecContext(ctx, `INSERT INTO sandbox.delivery (event, type, endpoint, parent, state, created_at, due_at)
		SELECT DISTINCT event, type, endpoint, parent, 'pending', $2::timestamptz, $2::timestamptz FROM sandbox.delivery
		WHERE event = $1`, in.Event, u.now)
	if err != nil {
		return nil, fmt.Errorf("redeliver: %w", err)
	}
	n, err := res.RowsAffected()
	return map[string]any{"queued": n}, err
}
