package provider

import "context"

// The outcomes of a dispute.
const (
	disputeLost = "lost"
	disputeOpen = "needs_response"
	disputeWon  = "won"
)

func (p *Provider) routeDisputes() {
	p.api("GET /v1/disputes", list("dispute", "/v1/disputes", "charge", "payment_intent"))
	p.api("GET /v1/disputes/{id}", route{do: func(ctx context.Context, c *call) (any, error) {
		return find[dispute](ctx, c.unit, c.r.PathValue("id"), "dispute")
	}})
}

// disputeIntent opens a dispute of the charge that paid an intent.
func (u *unit) disputeIntent(ctx context.Context, id, reason string) (*dispute, error) {
	in, err := lock[intent](ctx, u, id, "intent")
	if err != nil {
		return nil, err
	}
	if in.Status != statusSucceeded {
		return nil, unexpected(in, "Only a succeeded PaymentIntent can be disputed.")
	}
	ch, err := lock[charge](ctx, u, *in.LatestCharge, "charge")
	if err != nil {
		return nil, err
	}
	return u.disputeCharge(ctx, ch, reason)
}

// disputeCharge takes the money of a held charge out of the balance until the dispute is closed.
func (u *unit) disputeCharge(ctx context.Context, ch *charge, reason string) (*dispute, error) {
	if ch.Disputed {
		return nil, invalid("charge_disputed", "", "Charge "+ch.ID+" is disputed already.")
	}
	if reason == "" {
		reason = "fraudulent"
	}
	d := &dispute{
		Amount: ch.Amount - ch.AmountRefunded, Charge: ch.ID, Created: u.unix(), Currency: ch.Currency, ID: newID("dp_1", 23),
		Metadata: map[string]string{}, Object: "dispute", PaymentIntent: ch.PaymentIntent, Reason: reason, Status: disputeOpen,
	}
	bt, err := u.book(ctx, "adjustment", d.ID, -d.Amount, d.Currency)
	if err != nil {
		return nil, err
	}
	d.BalanceTransactions = []any{bt}
	ch.Disputed = true
	if err := u.put(ch); err != nil {
		return nil, err
	}
	if err := u.put(d); err != nil {
		return nil, err
	}
	if err := u.emit(ctx, "charge.dispute.created", d, nil); err != nil {
		return nil, err
	}
	return d, u.emit(ctx, "charge.dispute.funds_withdrawn", d, nil)
}

// closeDispute ends a dispute; a won one brings the money back.
func (u *unit) closeDispute(ctx context.Context, id, status string) (*dispute, error) {
	d, err := find[dispute](ctx, u, id, "dispute")
	if err != nil {
		return nil, err
	}
	if _, err := lock[intent](ctx, u, d.PaymentIntent, "payment_intent"); err != nil {
		return nil, err
	}
	if d, err = lock[dispute](ctx, u, id, "dispute"); err != nil {
		return nil, err
	}
	if d.Status != disputeOpen {
		return nil, invalid("", "", "This dispute is closed already.")
	}
	d.Status = status
	if status == disputeWon {
		bt, err := u.book(ctx, "adjustment", d.ID, d.Amount, d.Currency)
		if err != nil {
			return nil, err
		}
		d.BalanceTransactions = append(d.BalanceTransactions, bt)
		if err := u.emit(ctx, "charge.dispute.funds_reinstated", d, nil); err != nil {
			return nil, err
		}
	}
	if err := u.put(d); err != nil {
		return nil, err
	}
	return d, u.emit(ctx, "charge.dispute.closed", d, map[string]any{"status": disputeOpen})
}
