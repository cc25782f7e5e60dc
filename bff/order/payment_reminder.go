package order

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// UnpaidArgs asks to do what is due for an order that waits for its payment.
type UnpaidArgs struct {
	OrderID int64 `json:"orderId"`
}

// Kind names the worker.
func (UnpaidArgs) Kind() string { return "order_unpaid" }

// askAfter is how long after an order its buyer is asked by mail to pay: most have paid by then. In a window that is short it is
// the first quarter.
func askAfter(window time.Duration) time.Duration { return min(15*time.Minute, window/4) }

// RemindBefore is how long before the end of its window an unpaid order is reminded of: two hours, or the last quarter of
// a window that is short.
func RemindBefore(window time.Duration) time.Duration { return min(2*time.Hour, window/4) }

// AskForPayment has the buyer of an order that waits for its payment written to when that is due: once to ask for it, once to remind
// of it. It returns how long nothing is due after that, or over when the window has ended and the order is to be ended. Both are zero
// for an order that does not wait, or is held.
func (s *Service) AskForPayment(ctx context.Context, orderID int64) (again time.Duration, over bool, err error) {
	waiting, err := pg.List[struct{ CreatedAt, ExpiresAt time.Time }](s.db.Conn(ctx), "read payment window",
		`select created_at, expires_at from orders where id = ? and status = 'waiting_payment' and hold_reason = ''`, orderID)
	if err != nil || len(waiting) == 0 {
		return 0, false, err
	}
	now, begin, end := s.clock.Now(), waiting[0].CreatedAt, waiting[0].ExpiresAt
	ask, remind := begin.Add(askAfter(end.Sub(begin))), end.Add(-RemindBefore(end.Sub(begin)))
	mail, next := MailReminder, end
	switch {
	case !now.Before(end):
		return 0, true, nil
	case now.Before(ask): // the database's clock is ahead of the shop's
		return ask.Sub(now), false, nil
	case now.Before(remind):
		mail, next = MailPlaced, remind
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: MailArgs{OrderID: orderID, Template: mail}, Once: true})
	})
	return next.Sub(now), false, err
}

// askedAtOnce is how many orders a round of EnqueueUnpaid is for.
const askedAtOnce = 1000

// EnqueueUnpaid asks for the jobs of orders that wait for their payment and whose buyers are to be asked for it by now. Most are paid
// before, and never have one.
func (s *Service) EnqueueUnpaid(ctx context.Context) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		due, err := pg.List[int64](tx, "find unpaid orders", `
			update orders set ask_at = null where id in (
			    select id from orders where status = 'waiting_payment' and ask_at <= ? order by ask_at limit ? for no key update skip locked)
			returning id`, s.clock.Now(), askedAtOnce)
		if err != nil {
			return err
		}
		list := make([]jobs.Job, len(due))
		for i, id := range due {
			list[i] = jobs.Job{Args: UnpaidArgs{id}, Once: true}
		}
		return s.queue.Enqueue(ctx, tx, list...)
	})
}

// UnpaidWith counts the orders of a site that wait for their payment and hold a product. They keep the price that they were placed at.
func (s *Service) UnpaidWith(ctx context.Context, tenantID int64, goodsID string) (int64, error) {
	list, err := pg.List[int64](s.db.Conn(ctx), "count unpaid orders", `
		select count(*) from orders o where o.tenant_id = ? and o.status = 'waiting_payment'
		    and exists (select 1 from order_line l where l.order_id = o.id and l.goods_id = ?)`, tenantID, goodsID)
	if err != nil {
		return 0, err
	}
	return list[0], nil
}
