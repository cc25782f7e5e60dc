package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim"
)

const (
	keyLife = 90 * 24 * time.Hour
	// forgotten is how long a mail waits before the sweep asks for it again: longer than it may take to send.
	forgotten = 2 * time.Minute
	// askAgain is how long a worker leaves a mail to another one.
	askAgain = 2 * time.Second
)

// queues keep apart what waits for different partners: whatever hangs, money, delivery and mails go on without it. Each has
// workers and times of its own. What comes by the clock is in the queue that every version knows, so that it comes whichever
// version is the leader.
var queues = jobs.Queues{
	{Name: "money", Workers: 8, RetryWithin: 5 * time.Minute,
		Kinds: []string{"payment_event", "payment_check", "payment_give_up", "payment_refund", "payment_end_free", "order_unpaid", "order_expire"}},
	{Name: "delivery", Workers: 4, RetryWithin: time.Minute, Kinds: []string{"order_fulfil"}},
	{
		Name:        "carrier",
		Workers:     8,
		RetryWithin: 5 * time.Minute,
		Kinds:       []string{"sim_issue", "sim_cancel", "sim_event", "sim_refresh", "sim_reissue", "sim_reissue_cancel"},
	},
	{
		Name:    "mail",
		Workers: 8,
		Timeout: notify.SendTimeout + 15*time.Second,
		Kinds:   []string{"order_mail", "order_mails", "notify_deliver", "account_locked", "staff_code"},
	},
	{Name: jobs.DefaultQueue, Workers: 4, Timeout: 2 * time.Minute,
		Kinds: []string{"sweep", "payment_sweep", "sim_sync", "payment_reconcile", "reward_daily", "purge"}},
}

// purgeArgs asks to delete what has served its time.
type purgeArgs struct{}

// Kind names the worker.
func (purgeArgs) Kind() string { return "purge" }

// sweepArgs asks for one of the sweeps beside that of payments. Each is a job of its own, so that a partner who keeps one
// waiting holds up no other.
type sweepArgs struct {
	What string `json:"what"`
}

// Kind names the worker.
func (sweepArgs) Kind() string { return "sweep" }

// workers registers what happens behind the requests. Every one of them may run any number of times.
func (r *modules) workers() *jobs.Workers {
	w := jobs.NewWorkers(queues)
	r.handleOrderJobs(w)
	r.handlePaymentJobs(w)
	r.handleSIMJobs(w)
	jobs.Handle(w, func(ctx context.Context, a editor.PublishArgs) error {
		return r.publishing.PublishScheduled(ctx, a.ScheduleID)
	})
	jobs.Handle(w, func(ctx context.Context, a editor.ExpireArgs) error {
		return r.publishing.ExpireScheduled(ctx, a.ScheduleID)
	})
	jobs.Handle(w, func(ctx context.Context, a merchandise.ApplyArgs) error { return r.merchandise.Apply(ctx, a.ChangeID) })
	jobs.Handle(w, func(ctx context.Context, a notify.Job) error {
		return snoozeIfBusy(r.notes.Deliver(ctx, a.NotificationID))
	})
	jobs.Handle(w, r.accounts.Warn)
	jobs.Handle(w, r.staff.Mail)
	jobs.Handle(w, func(ctx context.Context, _ reward.DailyArgs) error { return r.rewards.Daily(ctx) })
	jobs.Handle(w, func(ctx context.Context, _ purgeArgs) error { return r.purge(ctx) })
	every := sweepEvery(r.cfg.Rules.PaymentWindow)
	r.handleSweeps(w, every)
	w.Every(every, payment.SweepArgs{})
	w.Every(time.Minute, sim.SyncArgs{})
	w.Every(time.Hour, purgeArgs{})
	w.Every(24*time.Hour, reward.DailyArgs{})
	w.Every(time.Hour, payment.ReconcileArgs{})
	return w
}

func (r *modules) handleOrderJobs(w *jobs.Workers) {
	mails := orderMails{
		clock: r.clock, orders: r.orders, payments: r.payments, goods: r.catalog, notes: r.notes,
		ownedSIMs: r.ownedSIMs, sims: r.sims, rewards: r.rewards, at: crashPoint,
	}
	jobs.Handle(w, func(ctx context.Context, a order.UnpaidArgs) error { return r.awaitPayment(ctx, a.OrderID) })
	jobs.Handle(w, func(ctx context.Context, a order.MailArgs) error { return r.mailOf(ctx, mails, a.OrderID, a) })
	jobs.Handle(w, func(ctx context.Context, a order.MailsArgs) error { return r.mailOf(ctx, mails, a.OrderID, a.Mails...) })
}

func (r *modules) handlePaymentJobs(w *jobs.Workers) {
	jobs.Handle(w, func(ctx context.Context, a order.ExpireArgs) error { return r.payments.Expire(ctx, a.OrderID) })
	jobs.Handle(w, func(ctx context.Context, a payment.CheckArgs) error { return r.payments.Check(ctx, a.AttemptID) })
	jobs.Handle(w, func(ctx context.Context, a payment.EventArgs) error { return r.payments.ProcessEventJob(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a payment.CancelAttemptArgs) error {
		return r.payments.CancelAttempt(ctx, a.AttemptID)
	})
	jobs.Handle(w, func(ctx context.Context, _ payment.ReconcileArgs) error { return r.payments.ReconcileDue(ctx) })
	jobs.Handle(w, func(ctx context.Context, a payment.RefundArgs) error { return r.payments.Refund(ctx, a.RefundID) })
	jobs.Handle(w, r.payments.EndFree)
	jobs.Handle(w, func(ctx context.Context, _ payment.SweepArgs) error { return r.payments.Sweep(ctx) })
}

func (r *modules) handleSIMJobs(w *jobs.Workers) {
	jobs.Handle(w, func(ctx context.Context, a order.FulfilArgs) error { return r.sims.Fulfil(ctx, a.OrderID) })
	jobs.Handle(w, func(ctx context.Context, a sim.IssueArgs) error { return r.sims.Issue(ctx, a.RequestID) })
	jobs.Handle(w, func(ctx context.Context, a sim.CancelArgs) error { return r.sims.Cancel(ctx, a.RequestID) })
	jobs.Handle(w, func(ctx context.Context, a sim.ReissueArgs) error { return r.sims.Reissue(ctx, a.ReissueID) })
	jobs.Handle(w, func(ctx context.Context, a sim.CancelReissueArgs) error {
		return r.sims.CancelReissue(ctx, a.ReissueID)
	})
	jobs.Handle(w, func(ctx context.Context, a sim.EventArgs) error { return r.sims.ProcessEvent(ctx, a.EventID) })
	jobs.Handle(w, func(ctx context.Context, a sim.RefreshArgs) error { return r.sims.RefreshForJob(ctx, a.SIMID) })
	jobs.Handle(w, func(ctx context.Context, _ sim.SyncArgs) error { return r.sims.Sync(ctx) })
}

// handleSweeps registers the sweeps beside that of payments, and begins each at an interval.
func (r *modules) handleSweeps(w *jobs.Workers, every time.Duration) {
	sweeps := map[string]func(context.Context) error{
		"deliveries": r.sims.Sweep,
		"mails":      r.sweepMails,
		"parcels":    r.sweepParcels,
		"prices":     r.merchandise.ApplyDue,
		"reviews":    func(ctx context.Context) error { return r.reviews.Ask(ctx, 100) },
	}
	jobs.Handle(w, func(ctx context.Context, a sweepArgs) error {
		sweep, known := sweeps[a.What]
		if !known { // it is a newer replica's
			return fmt.Errorf("no sweep of %q in this version", a.What)
		}
		return sweep(ctx)
	})
	for what := range sweeps {
		w.Every(every, sweepArgs{what})
	}
}

// mailOf sends mails of an order. The SIMs of an eSIM mail were just delivered: their carrier is notified now.
func (r *modules) mailOf(ctx context.Context, mails orderMails, orderID int64, list ...order.MailArgs) error {
	if slices.ContainsFunc(list, func(a order.MailArgs) bool { return a.Template == order.MailESIM }) {
		r.sims.SyncSoon()
	}
	return snoozeIfBusy(mails.sendAll(ctx, orderID, list...))
}

// awaitPayment does what is due for an order that waits for its payment, and comes back for what comes next.
func (r *modules) awaitPayment(ctx context.Context, orderID int64) error {
	again, over, err := r.orders.AskForPayment(ctx, orderID)
	switch {
	case err != nil:
		return err
	case over:
		return r.payments.Expire(ctx, orderID)
	case again > 0:
		return jobs.Snooze(again)
	}
	return nil
}

// sweepEvery follows the payment window, so that a short one is kept as exactly as a long one.
func sweepEvery(window time.Duration) time.Duration {
	return min(max(window/4, time.Second), 30*time.Second)
}

// sweepParcels completes orders whose parcels have had time to arrive.
func (r *modules) sweepParcels(ctx context.Context) error {
	_, err := r.orders.CompleteArrived(ctx, 100)
	return err
}

// sweepMails asks again for mails whose job was lost.
func (r *modules) sweepMails(ctx context.Context) error {
	waiting, err := r.notes.Waiting(ctx, r.clock.Now().Add(-forgotten), 100)
	if err != nil || len(waiting) == 0 {
		return err
	}
	again := make([]jobs.Job, len(waiting))
	for i, id := range waiting {
		again[i] = jobs.Job{Args: notify.Job{NotificationID: id}, Once: true}
	}
	return r.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return r.queue.Enqueue(ctx, tx, again...) })
}

// snoozeIfBusy comes back to a mail that another worker is sending.
func snoozeIfBusy(err error) error {
	if errors.Is(err, notify.ErrBusy) {
		return jobs.Snooze(askAgain)
	}
	return err
}

// purge deletes what has served its time, each thing after the time that docs/decisions/057 gives it, and renews the
// gateway's key when it is old. The files of images, whose bucket may hang, come last.
func (r *modules) purge(ctx context.Context) error {
	return jobs.InShares(
		ctx,
		func(ctx context.Context) error {
			_, err := envelope.NewPostgresSeen(r.db.SQL).Purge(ctx, r.clock.Now())
			return err
		},
		func(ctx context.Context) error {
			_, err := r.answers().Purge(ctx)
			return err
		},
		func(ctx context.Context) error {
			_, err := r.keys.RotateIfOlder(ctx, keyLife)
			return err
		},
		func(ctx context.Context) error { return r.feed.Purge(ctx, r.clock.Now()) },
		r.orders.PurgeDeliveries, r.accounts.Purge, r.carts.Purge, r.contact.Purge, r.devices.Purge, r.notes.Purge, r.payments.Purge,
		r.sims.Purge, r.staff.Purge, r.images.Sweep,
	)
}

// warningsOnly passes the job queue's warnings and errors on and drops its chatter.
func warningsOnly(log *slog.Logger) *slog.Logger {
	return slog.New(levelHandler{log.Handler(), slog.LevelWarn})
}

type levelHandler struct {
	slog.Handler
	min slog.Level
}

// Enabled reports whether the level is high enough.
func (h levelHandler) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= h.min && h.Handler.Enabled(ctx, l)
}

// Handle drops what the queue says of its own stopping: that its statements were cancelled and their connections closed is
// no news then.
func (h levelHandler) Handle(ctx context.Context, r slog.Record) error {
	stopping := ctx.Err() != nil
	r.Attrs(func(a slog.Attr) bool {
		stopping = stopping || strings.Contains(a.Value.String(), context.Canceled.Error())
		return !stopping
	})
	if stopping {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the level.
func (h levelHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return levelHandler{h.Handler.WithAttrs(attrs), h.min}
}

// WithGroup keeps the level.
func (h levelHandler) WithGroup(name string) slog.Handler {
	return levelHandler{h.Handler.WithGroup(name), h.min}
}
