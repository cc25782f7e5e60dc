package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Claimed is a note that its holder may send for a while, or one that needs no sending any more, or that another worker has.
type Claimed struct {
	stored
	busy bool
	// Last says that AfterDelivery runs once this note is sent, or failed for good.
	Last bool
}

// AfterDelivery runs one statement that has to follow the delivery of a note. The statement begins with cte, a common table expression
// "name as (...), " that records what was sent; it is empty when that was recorded before. AfterDelivery may run more than once.
type AfterDelivery func(c pg.Conn, cte pg.Fragment) error

// ClaimAll writes notes as Enqueue does, if a query returns a row, and makes them the caller's to send, in one statement.
func (s *Service) ClaimAll(ctx context.Context, allowed pg.Fragment, notes ...Note) ([]Claimed, error) {
	rows := make([]map[string]any, len(notes))
	for i, n := range notes {
		row, err := n.row()
		if err != nil {
			return nil, err
		}
		row["data"] = json.RawMessage(row["data"].(string))
		rows[i] = row
	}
	now := s.cfg.Clock.Now()
	args := map[string]any{"notes": pg.AsJSON(rows), "now": now, "until": now.Add(leaseFor)}
	maps.Copy(args, allowed.Args)
	var found []stored
	err := s.cfg.DB.WithRetry(ctx, func(c pg.Conn) (err error) {
		found, err = pg.List[stored](c, "claim note "+notes[0].Key, `
			with allowed as materialized (`+allowed.SQL+`)
			insert into notification (tenant_id, key, channel, recipient, locale, template, data, created_at, leased_until, attempts)
			select n.tenant, n.key, n.channel, n."to", n.locale, n.template, n.data, coalesce(n.at, now()), @until, 1
			from jsonb_to_recordset(@notes) as n(tenant bigint, key text, channel text, "to" text, locale text, template text, data jsonb,
			    at timestamptz)
			where exists (select from allowed)
			on conflict (tenant_id, key) do update set leased_until = @until, attempts = notification.attempts + 1
			where notification.state = 'queued' and `+leaseOver+`
			returning `+storedColumns, args)
		return err
	})
	if err != nil {
		return nil, err
	}
	list := make([]Claimed, len(notes))
	for i, n := range notes {
		for _, r := range found {
			if r.Key == n.Key {
				list[i].stored = r
			}
		}
		if list[i].ID != 0 {
			continue
		}
		r, err := state(s.cfg.DB.Conn(ctx), `tenant_id = ? and key = ?`, n.TenantID, n.Key)
		if list[i] = (Claimed{stored: r, busy: errors.Is(err, ErrBusy)}); err != nil && !list[i].busy {
			return nil, err
		}
	}
	return list, nil
}

// DeliverAll sends notes that ClaimAll has returned, and records in one statement those that were sent. One that cannot be sent now keeps
// none of the others back. All of them together have SendTimeout, so that none is sent after its claim has run out. Errors are those of
// Deliver.
func (s *Service) DeliverAll(ctx context.Context, list []Claimed, then AfterDelivery) error {
	within, cancel := context.WithTimeout(ctx, SendTimeout)
	defer cancel()
	var sent []stored
	var errs []error
	over := false
	for _, n := range list {
		switch {
		case n.busy:
			errs = append(errs, ErrBusy)
			continue
		case n.State == stateQueued:
			failure := s.sendWithin(within, n.stored)
			if failure == nil {
				sent = append(sent, n.stored)
				break
			}
			err := s.record(ctx, n.stored, failure)
			if err == nil {
				err = s.final(ctx, n.stored, failure)
			}
			if err != nil {
				errs = append(errs, err)
				continue
			}
		}
		over = over || n.Last
	}
	if !over {
		then = recordWithoutMore
	}
	if over || len(sent) > 0 {
		errs = append(errs, s.recordAll(ctx, sent, then))
	}
	return errors.Join(errs...)
}

// recordWithoutMore is the AfterDelivery that only records what was sent.
func recordWithoutMore(c pg.Conn, cte pg.Fragment) error {
	return pg.Exec(c, "record notes", `with `+cte.SQL+`done as (select) select from done`, cte.Args)
}

// recordAll records notes that were sent as record does, together with what is to happen then.
func (s *Service) recordAll(ctx context.Context, sent []stored, then AfterDelivery) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	var cte pg.Fragment
	if len(sent) > 0 {
		ids, attempts := make([]int64, len(sent)), make([]int64, len(sent))
		for i, r := range sent {
			ids[i], attempts[i] = r.ID, int64(r.Attempts)
		}
		cte = pg.Fragment{SQL: `recorded as (
			update notification n set leased_until = null, state = 'sent', sent_at = @sent_at, last_error = '', data = '{}'
			from unnest(cast(@sent_ids as bigint[]), cast(@sent_attempts as bigint[])) as mine(id, attempts)
			where n.id = mine.id and n.state = 'queued' and n.attempts = mine.attempts
		), `, Args: map[string]any{"sent_at": s.cfg.Clock.Now(), "sent_ids": pg.Array(ids), "sent_attempts": pg.Array(attempts)}}
	}
	if err := s.cfg.DB.WithRetry(ctx, func(c pg.Conn) error { return then(c, cte) }); err != nil {
		return fmt.Errorf("record %d notes: %w", len(sent), err)
	}
	return nil
}
