package provider

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// What happens later by itself.
const (
	taskExpire     = "expire_session"
	taskRefund     = "refund_succeeds"
	taskRefundFail = "refund_fails"
	taskSettle     = "intent_settles"
)

// later queues a task for the object with id ref.
func (u *unit) later(ctx context.Context, kind, ref string, wait time.Duration) error {
	_, err := u.tx.ExecContext(ctx, `INSERT INTO sandbox.task (kind, ref, due_at) VALUES ($1, $2, $3)`, kind, ref, u.after(wait))
	if err != nil {
		return fmt.Errorf("queue task: %w", err)
	}
	return nil
}

// runTask does one due task and reports whether there was one.
func (p *Provider) runTask(ctx context.Context) (bool, error) {
	err := p.atomically(ctx, nil, func(ctx context.Context, u *unit) error {
		u.requestID = ""
		var kind, ref string
		err := u.tx.QueryRowContext(ctx, `DELETE FROM sandbox.task WHERE id = (SELECT id FROM sandbox.task WHERE due_at <= $1
			ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING kind, ref`, u.now).Scan(&kind, &ref)
		if errors.Is(err, sql.ErrNoRows) {
			return errIdle
		}
		if err != nil {
			return fmt.Errorf("take task: %w", err)
		}
		switch kind {
		case taskExpire:
			return u.expireDue(ctx, ref)
		case taskRefund:
			return u.settleRefund(ctx, ref, true)
		case taskRefundFail:
			return u.settleRefund(ctx, ref, false)
		}
		return u.settleIntent(ctx, ref)
	})
	if errors.Is(err, errIdle) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, nil
}

// errIdle rolls a transaction back that found nothing to do: its commit would wake the loop that asked, without end.
var errIdle = errors.New("provider: nothing is due")

// settleIntent ends the processing of an intent; by then the control API may have ended it already.
func (u *unit) settleIntent(ctx context.Context, id string) error {
	in, err := lock[intent](ctx, u, id, "intent")
	if err != nil || in.Status != statusProcessing {
		return err
	}
	m, err := find[method](ctx, u, *in.PaymentMethod, "payment_method")
	if err != nil {
		return err
	}
	return u.succeed(ctx, in, m, in.Amount)
}
