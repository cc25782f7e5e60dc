package sim

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const (
	// emptyPoolRetry is how long a delivery waits that found too few profiles, before it looks again.
	emptyPoolRetry = time.Minute
	// busyPoolRetry is how long it waits when there are enough, but others hold them.
	busyPoolRetry = time.Second
)

// Fulfil delivers what a paid order holds: a profile for each unit of each eSIM line, from the pool or from the carrier of
// the goods. It may run any number of times; an order that is held, refunded or delivered is left alone. A line is handed
// over as soon as all of it is there. Of a line with too few profiles in the pool nothing is, staff are notified, and the job
// comes back. A buyer who waits longer than normal is notified; what is not there in the end is given back. What a carrier was not asked for
// because the order was held is asked for now.
func (s *Service) Fulfil(ctx context.Context, orderID int64) error {
	again, err := s.fulfil(ctx, orderID, s.resumeRequests)
	if err == nil && again > 0 {
		return jobs.Snooze(again)
	}
	return err
}

// fulfil delivers what can be delivered of an order now, and does what else is to be done with it.
func (s *Service) fulfil(
	ctx context.Context,
	orderID int64,
	also func(context.Context, *pg.Tx, order.Locked) error,
) (again time.Duration, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if again, err = s.deliverAndEnqueueMails(ctx, tx, o); err != nil || also == nil {
			return err
		}
		return also(ctx, tx, o)
	})
	return again, err
}

// deliverAndEnqueueMails delivers and asks for the mails that are due with it. It returns how soon to look again, 0 when the pool had enough.
func (s *Service) deliverAndEnqueueMails(ctx context.Context, tx *pg.Tx, o order.Locked) (again time.Duration, err error) {
	mails, again, err := s.deliver(ctx, tx, o)
	if err != nil || len(mails) == 0 {
		return again, err
	}
	return again, s.queue.Enqueue(ctx, tx, order.MailJob(mails...))
}

// DeliverNow does for an order that the transaction has just marked paid what Fulfil would do a moment later, but for asking for the
// mails, which it returns. done is false with a pool that has too little, and after a failure, which undoes what it did and nothing
// else: a job has to go on.
func (s *Service) DeliverNow(ctx context.Context, tx *pg.Tx, o order.Locked) (mails []order.MailArgs, done bool, err error) {
	var again time.Duration
	failure, err := tx.InSavepoint(func() (err error) {
		mails, again, err = s.deliver(ctx, tx, o)
		return err
	})
	if failure != nil {
		s.log.ErrorContext(ctx, "immediate delivery failed; the delivery job retries", "order", o.OrderNo, "error", failure)
		mails = nil
	}
	return mails, failure == nil && again == 0, err
}

// pendingLine is a line that has not been handed over, and how far it is; or one that was, without all of its units.
type pendingLine struct {
	ID int64
	// HandedOver says that nothing more comes of it.
	HandedOver bool
	SKU        string
	GoodsID    string
	Number     string
	Quantity   int
	// ESIMLines is how many lines of the order have an eSIM of their own.
	ESIMLines int
	// Carrier delivers it, under PlanRef; SIMID is the SIM that a top-up is for, 0 for a new one.
	Carrier string
	PlanRef string
	SIMID   int64
	// Asked, Issued and Failed are units that a carrier was to be asked for, has delivered, and will not deliver.
	Asked, Issued, Failed int
	// Begun is when its delivery began, Deadline when the shop gives it up.
	Begun, Deadline time.Time
}

// pooled reports whether the line is filled from imported profiles.
func (w pendingLine) pooled() bool { return w.Carrier == carrier.Pool && w.SIMID == 0 }

// settled reports whether the carrier has nothing more to say about the line.
func (w pendingLine) settled() bool { return w.Issued+w.Failed == w.Quantity }

// deliver does what can be done for an order that is held by the transaction. It returns the mails that are due with it, and how
// soon to look again for what the pool could not give now. What will not come, of whichever line, is given back once nothing else of
// the order is waited for.
func (s *Service) deliver(ctx context.Context, tx *pg.Tx, o order.Locked) (mails []order.MailArgs, again time.Duration, err error) {
	if ok, err := s.orders.StartReview(ctx, tx, o); err != nil || !ok {
		return nil, 0, err
	}
	lines, err := s.toDeliver(tx, o.ID)
	if err != nil {
		return nil, 0, err
	}
	ready, mailed, of, missing, open := []int64{}, []int64{}, 0, map[int64]int{}, []pendingLine{}
	for _, l := range lines {
		of = l.ESIMLines
		if l.HandedOver {
			missing[l.ID] = l.Failed
			continue
		}
		done, lost, wait, err := s.deliverLine(ctx, tx, o, l)
		if err != nil {
			return nil, 0, err
		}
		if lost > 0 {
			missing[l.ID] = lost
		}
		if done {
			ready = append(ready, l.ID)
		} else if lost < l.Quantity {
			open = append(open, l)
			if again == 0 || wait > 0 && wait < again {
				again = wait
			}
		}
		if done && l.SIMID == 0 {
			mailed = append(mailed, l.ID)
		}
	}
	if len(open) == 0 || len(ready) > 0 {
		if mails, err = s.orders.MarkDelivered(ctx, tx, o, ready, mailed, of); err != nil {
			return nil, 0, err
		}
	}
	s.callHook("profiles assigned")
	if len(open) > 0 {
		return mails, again, s.notifyLate(ctx, tx, o, open)
	}
	if len(missing) == 0 {
		return mails, 0, nil
	}
	if o, err = s.orders.Lock(ctx, tx, o.ID); err != nil { // it may just have been shipped
		return nil, 0, err
	}
	return mails, 0, s.refunds.Undelivered(ctx, tx, o, missing)
}

// deliverLine delivers as many units of a line as it can now. It reports whether the line can be handed over, how many of its units
// will not come, and how soon to look into the pool again.
func (s *Service) deliverLine(ctx context.Context, tx *pg.Tx, o order.Locked, l pendingLine) (done bool, lost int, again time.Duration, err error) {
	if !l.pooled() {
		return l.settled() && l.Issued > 0, l.Failed, 0, s.request(ctx, tx, o, l)
	}
	if again, err = s.assign(ctx, tx, o, l); err != nil || again == 0 {
		return again == 0, 0, 0, err
	}
	if again == emptyPoolRetry && !s.clock.Now().Before(l.Deadline) {
		lost = l.Quantity
	}
	return false, lost, again, nil
}

// notifyLate has the buyer notified when lines that are waited for take longer than normal, as long as there is time left to promise.
func (s *Service) notifyLate(ctx context.Context, tx *pg.Tx, o order.Locked, open []pendingLine) error {
	now, late, until := s.clock.Now(), false, time.Time{}
	for _, l := range open {
		late = late || !now.Before(l.Begun.Add(s.normal))
		if l.Deadline.After(until) {
			until = l.Deadline
		}
	}
	if !late || !now.Before(until) {
		return nil
	}
	return s.orders.MarkDelayed(ctx, tx, o, until)
}

//go:embed to_deliver.sql
var toDeliverSQL string

// toDeliver reads an order's lines that are still being prepared and are no parcel, and those that were handed over without units that
// their carrier did not deliver. What a carrier was asked for stays with it, whoever delivers the goods by now.
func (s *Service) toDeliver(tx *pg.Tx, orderID int64) ([]pendingLine, error) {
	return pg.List[pendingLine](tx, "read lines to deliver", toDeliverSQL,
		map[string]any{"order": orderID, "patience": s.patience.Seconds()})
}

//go:embed assign.sql
var assignSQL string

// assign gives a line its profiles, all of them or none, each with the SIM that it becomes and its own of the line's numbers. It
// returns 0 when the line has what it needs, and otherwise how soon to look again.
func (s *Service) assign(ctx context.Context, tx *pg.Tx, o order.Locked, l pendingLine) (again time.Duration, err error) {
	now := s.clock.Now()
	given, err := pg.List[int64](tx, "assign eSIM profiles", assignSQL,
		map[string]any{
			"quantity": l.Quantity, "line": l.ID, "tenant": o.TenantID, "sku": l.SKU, "now": now, "plan": l.PlanRef,
			"goods": l.GoodsID, "number": l.Number, "sync": s.firstSync(now), "kept": RetentionAfterEnd.Seconds(),
		})
	if err != nil || len(given) == l.Quantity {
		return 0, err
	}
	var pool struct{ Given, Available int }
	err = tx.Raw(`
		select (select count(*) from esim_profile where order_line_id = @line) as given,
		       (select count(*) from esim_profile where tenant_id = @tenant and sku = @sku and state = 'available') as available`,
		map[string]any{"line": l.ID, "tenant": o.TenantID, "sku": l.SKU}).Scan(&pool).Error
	missing := l.Quantity - pool.Given
	switch {
	case err != nil:
		return 0, fmt.Errorf("count eSIM profiles: %w", err)
	case missing <= 0:
		return 0, nil
	case missing <= pool.Available:
		s.log.WarnContext(ctx, "eSIM profiles are locked by other transactions", "sku", l.SKU, "order", o.OrderNo, "missing", missing)
		return busyPoolRetry, nil
	}
	s.log.ErrorContext(ctx, "too few eSIM profiles in the pool", "sku", l.SKU, "order", o.OrderNo, "missing", missing)
	return emptyPoolRetry, nil
}

// firstSync is when a new line of the pool is read at the carrier that stands behind it for the first time, nil where there is none.
// Reading makes it known there. Whoever needs it sooner, because the buyer looks at it, reads it then.
func (s *Service) firstSync(now time.Time) *time.Time {
	if _, ok := s.carriers[carrier.Pool]; !ok {
		return nil
	}
	return &now
}

// Sweep delivers paid orders whose job was lost, and goes on with what carriers were asked for, SIMs that are issued again too.
func (s *Service) Sweep(ctx context.Context) error {
	ids, err := s.orders.Undelivered(ctx, 100)
	if err != nil {
		return err
	}
	for _, id := range ids {
		// Requests have a sweep of their own.
		if _, err := s.fulfil(ctx, id, nil); err != nil {
			s.log.WarnContext(ctx, "delivery failed in sweep", "order", id, "error", err)
		}
	}
	return errors.Join(s.sweepRequests(ctx), s.sweepReissues(ctx))
}
