package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// parkFor is how long an event about something that nobody knows, here or at the provider, is tried again before somebody is notified.
const parkFor = time.Hour

// Receive verifies a webhook and stores it, with the job that will process it where something is to be done; only then may it be
// answered. A message that was received before is stored once, and that an intent was created not at all. Errors: ErrSignature, or
// that storing failed, upon which the provider must retry.
func (s *Service) Receive(ctx context.Context, payload []byte, signature string) error {
	ev, err := s.provider.ParseWebhook(payload, signature)
	if err != nil {
		return err
	}
	if ev.Type == createdHere {
		return nil
	}
	// Nobody needs to know here whose card it was: a message that comes after an account was erased brings nothing back.
	if payload, err = impersonal(payload); err != nil {
		return fmt.Errorf("read payment event %s: %w", ev.ID, err)
	}
	if !ev.isActedOn() {
		now := s.clock.Now()
		store := storeEvent(ev, payload, now, &now, outcomeStored)
		return pg.Exec(s.db.Conn(ctx), "store payment event", store.SQL, store.Args)
	}
	// Both in one statement, which is a transaction: an event that was received before inserts nothing, and asks for no job.
	store := storeEvent(ev, payload, s.clock.Now(), nil, "")
	err = s.db.WithRetry(ctx, func(c pg.Conn) error {
		_, err := s.queue.EnqueueWith(ctx, c, pg.Fragment{SQL: `stored as (` + store.SQL + `), `, Args: store.Args},
			`exists (select from stored)`, jobs.Job{Args: EventArgs{EventID: ev.ID, IntentID: ev.paidIntent()}})
		return err
	})
	if err == nil {
		s.at("event stored")
	}
	return err
}

// storeEvent is a statement that stores an event, and returns its id unless it was stored before.
func storeEvent(ev Event, payload []byte, received time.Time, processed *time.Time, outcome string) pg.Fragment {
	return pg.Fragment{SQL: `
		insert into payment_event (id, type, api_version, intent_id, session_id, raw, received_at, processed_at, outcome)
		values (@event, @type, @version, @intent, @session, @raw, @received, @processed, @outcome) on conflict (id) do nothing returning id`,
		Args: map[string]any{
			"event": ev.ID, "type": ev.Type, "version": ev.APIVersion, "intent": ev.IntentID, "session": ev.SessionID,
			"raw": pg.Bytes(payload), "received": received, "processed": processed, "outcome": outcome,
		}}
}

// ProcessEventJob is ProcessEvent for the job of an event. An event about an intent of ours need not be read: the intent is retrieved
// anew.
func (s *Service) ProcessEventJob(ctx context.Context, a EventArgs) error {
	if a.IntentID != "" {
		_, noted, err := s.processIntent(ctx, a.EventID, a.IntentID)
		if noted || err != nil && !errors.Is(err, ErrUnknown) {
			return err
		}
	}
	return s.ProcessEvent(ctx, a.EventID)
}

// ProcessEvent processes a stored event. An event that was processed before changes nothing, but is processed again.
func (s *Service) ProcessEvent(ctx context.Context, eventID string) error {
	var rows []struct {
		Type       string
		Raw        []byte
		ReceivedAt time.Time
	}
	err := s.db.Conn(ctx).Raw(`select type, raw, received_at from payment_event where id = ?`, eventID).Scan(&rows).Error
	if err != nil {
		return fmt.Errorf("read payment event: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	ev, err := s.provider.ReadEvent(rows[0].Raw)
	if err != nil {
		return s.note(s.db.Conn(ctx), eventID, "unreadable: "+err.Error())
	}
	ev.ID = eventID
	outcome, noted, err := s.process(ctx, ev)
	if errors.Is(err, ErrUnknown) {
		outcome, err = OutcomeUnknown, nil
	}
	if err != nil || noted {
		return err
	}
	if outcome == OutcomeUnknown {
		if age := s.clock.Now().Sub(rows[0].ReceivedAt); age < parkFor {
			// As long again as it has waited: after 5, 10, 20 ... seconds, at most ten minutes apart.
			return jobs.Snooze(min(max(age, 5*time.Second), 10*time.Minute, parkFor-age))
		}
		s.log.ErrorContext(ctx, "payment event refers to no known payment", "event", ev.ID, "type", ev.Type, "intent", ev.IntentID)
	}
	return s.note(s.db.Conn(ctx), eventID, outcome)
}

// process does what an event asks for. It reports noted when the outcome was noted in the transaction that brought it about, which is so of
// what becomes of an intent.
func (s *Service) process(ctx context.Context, ev Event) (outcome string, noted bool, err error) {
	if intent := ev.paidIntent(); intent != "" {
		return s.processIntent(ctx, ev.ID, intent)
	}
	outcome, err = s.processOther(ctx, ev)
	return outcome, false, err
}

// processIntent applies the state of an event's intent, as it is at the provider now.
func (s *Service) processIntent(ctx context.Context, eventID, intentID string) (outcome string, noted bool, err error) {
	in, err := s.provider.Intent(ctx, intentID)
	if err != nil {
		return "", false, err
	}
	return s.apply(ctx, in, eventID)
}

// processOther processes events that are about no intent.
func (s *Service) processOther(ctx context.Context, ev Event) (string, error) {
	switch {
	case !ev.isActedOn():
		return outcomeStored, nil
	case ev.DisputeID != "":
		return s.disputed(ctx, ev.DisputeID)
	case ev.RefundID != "":
		pr, err := s.provider.GetRefund(ctx, ev.RefundID)
		if err != nil {
			return "", err
		}
		return s.refunded(ctx, pr)
	case ev.SessionID != "":
		found, err := attempts(ctx, s.db.Conn(ctx), `session_id = ?`, ev.SessionID)
		if err != nil {
			return "", err
		}
		if len(found) == 0 {
			return OutcomeUnknown, nil
		}
		if found[0].settled() {
			return OutcomeNothing, nil
		}
		_, err = s.check(ctx, found[0])
		return OutcomeMoved, err
	}
	return s.refundedAll(ctx, ev.IntentID)
}

// Replay works a stored event again, as an operator asks; it changes nothing that has been booked. Fault: event_not_found.
func (s *Service) Replay(ctx context.Context, eventID string) (outcome string, err error) {
	known, err := pg.List[string](s.db.Conn(ctx), "find payment event", `select id from payment_event where id = ?`, eventID)
	if err != nil {
		return "", err
	}
	if len(known) == 0 {
		return "", fault.New("event_not_found")
	}
	if err := s.ProcessEvent(ctx, eventID); err != nil && !jobs.IsSnoozed(err) {
		return "", err
	}
	err = s.db.Conn(ctx).Raw(`select outcome from payment_event where id = ?`, eventID).Scan(&outcome).Error
	if err != nil {
		return "", fmt.Errorf("read payment event: %w", err)
	}
	if outcome == "" {
		outcome = OutcomeUnknown
	}
	return outcome, nil
}

func (s *Service) note(c pg.Conn, eventID, outcome string) error {
	return pg.Exec(c, "note payment event", `update payment_event set processed_at = ?, outcome = ? where id = ?`,
		s.clock.Now(), outcome, eventID)
}
