package order

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Delay is a delivery that takes longer than it should.
type Delay struct {
	// Since is when the buyer was notified; at RefundAt the shop gives back what is not there by then.
	Since, RefundAt time.Time
}

// Delay returns how late an order is; ok is false as long as it is not, and when nothing is waited for any more.
func (o Order) Delay() (d Delay, ok bool) {
	if o.DelayedAt == nil || o.HoldReason != "" || (o.Status != Processing && o.Status != PartiallyRefunded) {
		return Delay{}, false
	}
	for _, l := range o.Lines {
		if l.Awaited() {
			return Delay{Since: *o.DelayedAt, RefundAt: *o.RefundDueAt}, true
		}
	}
	return Delay{}, false
}

// Awaited reports whether the line is still to be delivered, and not by parcel.
func (l Line) Awaited() bool {
	return l.State == LinePreparing && (l.SimType == "esim" || l.TopUp())
}

// MarkDelayed notes that an order is delayed until refundAt at most, and has its buyer written to. A later call changes nothing, because
// the first date is a promise.
func (s *Service) MarkDelayed(ctx context.Context, tx *pg.Tx, o Locked, refundAt time.Time) error {
	changed, err := pg.Changed(tx, "note delay",
		`update orders set delayed_at = ?, refund_due_at = ? where id = ? and delayed_at is null`, s.clock.Now(), refundAt, o.ID)
	if err != nil || !changed {
		return err
	}
	detail := map[string]any{"refundAt": refundAt}
	if err := s.Audit(tx, o, BySystem, "delay", string(o.Status), string(o.Status), detail); err != nil {
		return err
	}
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: MailArgs{OrderID: o.ID, Template: MailDelayed}})
}
