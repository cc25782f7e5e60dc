package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// EventArgs asks to work a stored message of a carrier.
type EventArgs struct {
	EventID int64 `json:"eventId"`
}

// Kind names the worker.
func (EventArgs) Kind() string { return "sim_event" }

// unknownEventRetry is how long a message about something nobody knows is tried again: it may be faster than our own ledger.
const unknownEventRetry = time.Hour

// Receive verifies a carrier's message and stores it with the job that works it; only then may it be answered. A message that
// was received before is stored once. Errors: carrier.ErrSignature, or that storing failed, upon which the carrier must retry.
func (s *Service) Receive(ctx context.Context, carrierName string, payload []byte, signature string) error {
	c, err := s.carriers.ByName(carrierName)
	if err != nil {
		return carrier.ErrSignature
	}
	ev, err := c.ParseWebhook(payload, signature)
	if err != nil {
		return err
	}
	sealed, err := s.sealer.Seal(eventSealPurpose, payload)
	if err != nil {
		return fmt.Errorf("seal carrier event: %w", err)
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		ids, err := pg.List[int64](tx, "store carrier event", `
			insert into carrier_event (carrier, key, type, at, body, received_at) values (?, ?, ?, ?, ?, ?)
			on conflict (carrier, key) do nothing returning id`, carrierName, ev.Key, string(ev.Type), ev.At, pg.Bytes(sealed), s.clock.Now())
		if err != nil {
			return err
		}
		return s.queue.Enqueue(ctx, tx, jobsFor(ids, func(id int64) jobs.Job { return jobs.Job{Args: EventArgs{id}} })...)
	})
	if err == nil {
		s.callHook("carrier event stored")
	}
	return err
}

// ProcessEvent processes a stored message: whatever it is about is read again at the carrier. A replay changes nothing that is known.
func (s *Service) ProcessEvent(ctx context.Context, eventID int64) error {
	var rows []struct {
		Carrier    string
		Body       []byte
		ReceivedAt time.Time
	}
	err := s.db.Conn(ctx).Raw(`select carrier, body, received_at from carrier_event where id = ?`, eventID).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return err
	}
	c, err := s.carriers.ByName(rows[0].Carrier)
	if err != nil {
		return err
	}
	payload, err := s.sealer.Open(eventSealPurpose, rows[0].Body)
	if err != nil {
		return fmt.Errorf("open carrier event %d: %w", eventID, err)
	}
	ev, err := c.ReadEvent(payload)
	if err != nil {
		return s.noteEvent(ctx, eventID, subject{}, "unreadable")
	}
	about, outcome, err := s.handleEvent(ctx, rows[0].Carrier, ev)
	if err != nil {
		return err
	}
	if outcome == "unknown" {
		if age := s.clock.Now().Sub(rows[0].ReceivedAt); age < unknownEventRetry {
			return jobs.Snooze(min(max(age, 2*time.Second), 10*time.Minute))
		}
		s.log.ErrorContext(ctx, "carrier event refers to no known order or SIM", "event", eventID, "type", ev.Type)
	}
	return s.noteEvent(ctx, eventID, about, outcome)
}

// subject is what a message was about: a SIM, or a request for one; 0 where it was not.
type subject struct{ SIMID, RequestID int64 }

func (s *Service) handleEvent(ctx context.Context, carrierName string, ev carrier.Event) (about subject, outcome string, err error) {
	switch ev.Type {
	case carrier.BalanceLow:
		s.log.ErrorContext(ctx, "carrier account balance is low", "carrier", carrierName)
		return about, "logged", nil
	case carrier.OrderFulfilledEvent, carrier.OrderFailedEvent:
		ids, err := pg.List[int64](s.db.Conn(ctx), "find request of an event",
			`select id from carrier_order where carrier in (?, 'pool') and (client_ref = ? or (carrier_ref = ? and carrier_ref <> ''))`,
			carrierName, ev.ClientRef, ev.OrderRef)
		if err != nil {
			return about, "", err
		}
		if len(ids) == 0 {
			return s.handleReissueEvent(ctx, carrierName, ev)
		}
		if err := s.Issue(ctx, ids[0]); err != nil && !jobs.IsSnoozed(err) {
			return about, "", err
		}
		if ev.Type == carrier.OrderFulfilledEvent {
			if err := s.cancelGivenUp(ctx, ids[0], ev.OrderRef); err != nil {
				return about, "", err
			}
		}
		return subject{RequestID: ids[0]}, "looked up", nil
	}
	if ev.SIMRef == "" {
		return about, "stored", nil
	}
	var ids []int64
	names := append(s.prints.All(refPurpose, 0, ev.SIMRef), ev.SIMRef)
	err = s.db.Conn(ctx).Raw(`
		select id from sim_line where carrier in (?, 'pool') and carrier_ref <> '' and carrier_ref = any(cast(? as text[]))`,
		carrierName, pg.Array(names)).Scan(&ids).Error
	if err != nil {
		return about, "", fmt.Errorf("find SIM of an event: %w", err)
	}
	if len(ids) == 0 {
		return s.replacedSIM(ctx, carrierName, names)
	}
	about.SIMID = ids[0]
	if ev.Type == carrier.KycChanged {
		err := s.RefreshKyc(ctx, ids[0])
		if again, ok := retryLater(err); err != nil && ok {
			s.log.WarnContext(ctx, "registration not read", "line", ids[0], "error", err)
			err = again
		}
		return about, "looked up", err
	}
	return about, "looked up", s.RefreshForJob(ctx, ids[0])
}

// Replay works a stored message again, as an operator asks; the outcome of one about a SIM that was erased is that it is gone.
// Fault: event_not_found.
func (s *Service) Replay(ctx context.Context, eventID int64) (outcome string, err error) {
	outcome = "erased"
	var n int
	if err := s.db.Conn(ctx).Raw(`select count(*) from carrier_event where id = ?`, eventID).Scan(&n).Error; err != nil {
		return "", fmt.Errorf("find carrier event: %w", err)
	}
	if n == 0 {
		return "", fault.New("event_not_found")
	}
	if err := s.ProcessEvent(ctx, eventID); err != nil && !jobs.IsSnoozed(err) {
		return "", err
	}
	err = s.db.Conn(ctx).Raw(`select outcome from carrier_event where id = ?`, eventID).Scan(&outcome).Error
	if err != nil {
		return "", fmt.Errorf("read carrier event: %w", err)
	}
	return outcome, nil
}

// noteEvent writes what became of a message, and what it was about, so that it is erased with it. One that came after that is
// erased at once.
func (s *Service) noteEvent(ctx context.Context, eventID int64, about subject, outcome string) error {
	return pg.Exec(s.db.Conn(ctx), "note carrier event", `
		with held as (
		    select id, erased_at from sim_line where id in (select @sim union all
		        select coalesce(c.line_id, s.id) from carrier_order c left join sim_line s on s.order_line_id = c.order_line_id and s.unit = c.unit
		        where c.id = @request) for key share
		), gone as (
		    delete from carrier_event where id = @id and exists (select 1 from held where erased_at is not null)
		)
		update carrier_event set handled_at = @now, outcome = @outcome, line_id = nullif(@sim, 0), request_id = nullif(@request, 0)
		where id = @id and not exists (select 1 from held where erased_at is not null)`,
		map[string]any{"id": eventID, "sim": about.SIMID, "request": about.RequestID, "now": s.clock.Now(), "outcome": outcome})
}
