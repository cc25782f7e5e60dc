package order

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Submission is an order as it comes in.
type Submission struct {
	Selection
	Form
	Rules  Rules
	Locale string
	// ExpectedTotal is what the shopper saw; another total is refused with price_changed.
	ExpectedTotal int64
	// IdempotencyKey and RequestHash make a repeated submission the same order.
	IdempotencyKey string
	RequestHash    []byte
	RequestID      string
	// SignupCode is the friend's code of the sign-up. The checkout fills it in, and it keeps nobody from ordering where it does not count.
	SignupCode string
}

// Placed is the answer to a submission.
type Placed struct {
	ID        int64
	OrderNo   string
	Status    Status
	Total     int64
	Currency  string
	ExpiresAt time.Time
}

// Submit places an order: the row, its frozen lines, the promise of stock, promo code and points, and when the buyer is asked
// for a payment that has not come, all in one transaction. The same key and request give the same order again, however often
// and however parallel. Faults: idempotency_mismatch, price_changed, too_many_unpaid, too_many_numbers, sold_out, stock_unavailable, promo_used_up,
// promo_already_used, promo_not_usable, points_not_enough, referral_first_order, number_taken, number_hold_expired, start_date_over,
// login_required (the account was deleted meanwhile), topup_not_allowed (the SIM was erased meanwhile), and those of Budget.
func (s *Service) Submit(ctx context.Context, in Submission) (Placed, error) {
	placed, err := s.submit(ctx, in)
	if err == nil {
		return placed, nil
	}
	// Whatever stands in its way now, what was placed before has its order, also when it was placed beside this one.
	before, found, lost := s.placedBefore(ctx, in)
	if lost != nil || found {
		return before, lost
	}
	if pg.IsUnique(err, "orders_tenant_id_owner_idempotency_key_key") {
		err = fault.New("in_progress")
	}
	return Placed{}, s.addWaitingOrders(ctx, in, err)
}

func (s *Service) submit(ctx context.Context, in Submission) (Placed, error) {
	now := s.clock.Now()
	in.Email = in.Contact.Email
	if in.Address != nil {
		in.Country, in.State = in.Address.Country, in.Address.State
	}
	b, err := s.budget(ctx, s.db.Conn(ctx), in.Selection, now)
	if err != nil {
		return Placed{}, err
	}
	if err := in.Validate(in.Rules, b.NeedsAddress); err != nil {
		return Placed{}, err
	}
	if slices.ContainsFunc(b.Lines, func(l BudgetLine) bool { return l.Device.Refused(in.ForOther) }) {
		return Placed{}, fault.Fields(map[string]string{"forOtherDevice": "device_takes_no_esim"})
	}
	if err := b.orderable(in); err != nil {
		return Placed{}, err
	}
	var placed Placed
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if in.UserID != 0 {
			if err := s.privacy.Customers.Lock(ctx, tx, in.TenantID, in.UserID); err != nil {
				return err
			}
		}
		if err := s.holdSIMs(ctx, tx, b); err != nil {
			return err
		}
		if placed, err = s.place(tx, in, b, now); err != nil {
			return err
		}
		s.count(tx, Locked{TenantID: in.TenantID, Currency: placed.Currency}, StepPlaced, placed.Total)
		if err := s.redeem(tx, placed.ID, in, b); err != nil {
			return err
		}
		if err := s.holdRewards(ctx, tx, placed.ID, in, b); err != nil {
			return err
		}
		if b.OrderTotal == 0 {
			return s.settleFree(ctx, tx, &placed)
		}
		return nil
	})
	return placed, err
}

// placedBefore returns what the same key has placed already. Fault: idempotency_mismatch, when that was for another request.
func (s *Service) placedBefore(ctx context.Context, in Submission) (p Placed, found bool, err error) {
	var rows []struct {
		Placed
		RequestHash []byte
	}
	err = s.db.Conn(ctx).Raw(`
		select id, order_no, status, order_total as total, currency, expires_at, request_hash from orders
		where tenant_id = ? and owner = ? and idempotency_key = ?`, in.TenantID, in.Owner, in.IdempotencyKey).Scan(&rows).Error
	if err != nil {
		return Placed{}, false, fmt.Errorf("look up submission: %w", err)
	}
	if len(rows) == 0 {
		return Placed{}, false, nil
	}
	if !bytes.Equal(rows[0].RequestHash, in.RequestHash) {
		return Placed{}, false, fault.New("idempotency_mismatch")
	}
	// The answer is the one that was given, not what has become of the order since.
	p = rows[0].Placed
	if p.Status = WaitingPayment; p.Total == 0 {
		p.Status = Processing
	}
	return p, true, nil
}

// orderable holds every reason to refuse that is known before stock is touched.
func (b Budget) orderable(in Submission) error {
	if len(b.Missing) > 0 {
		gone := make([]string, len(b.Missing))
		for i, l := range b.Missing {
			gone[i] = l.GoodsID
		}
		switch l := b.Missing[0]; {
		case l.StartProblem != "":
			return fault.New("start_date_over").WithData(map[string]any{"goodsIds": gone})
		case l.SKU == "":
			return fault.New("sold_out").WithData(map[string]any{"goodsIds": gone})
		case l.NumberLost:
			return fault.New("number_hold_expired").WithData(map[string]any{"goodsId": l.GoodsID, "numberId": fmt.Sprint(l.NumberID)})
		default:
			return fault.New("stock_unavailable").WithData(map[string]any{"goodsIds": gone})
		}
	}
	fields := map[string]string{}
	for _, l := range b.Lines {
		if l.SimType == "esim" && !l.Confirmed {
			fields["compatibilityConfirmed"] = "compatibility_required"
		}
	}
	if len(fields) > 0 {
		return fault.Fields(fields)
	}
	if in.ExpectedTotal != b.OrderTotal {
		return fault.New("price_changed").WithData(map[string]any{"orderTotal": b.OrderTotal, "currency": b.Currency})
	}
	// Who typed what takes nothing off has not seen so yet where no script asked for the price again.
	for _, d := range b.Discounts {
		if !d.Applied && (d.Kind != "referral" || !strings.EqualFold(d.Code, in.SignupCode)) {
			fields[discountFields[d.Kind]] = d.Reason
		}
	}
	if len(fields) > 0 {
		return fault.Fields(fields)
	}
	return nil
}

// discountFields are the fields that name the kinds of discounts.
var discountFields = map[string]string{"promo": "coupon", "referral": "referral", "points": "points"}

// settleFree makes an order that costs nothing paid at once; there is no attempt and nothing to ask a provider.
func (s *Service) settleFree(ctx context.Context, tx *pg.Tx, p *Placed) error {
	o, err := s.Lock(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	moved, err := s.MarkPaid(ctx, tx, o, "discount covers the order", nil)
	if err == nil && !moved {
		err = errors.New("a new order was not waiting for payment")
	}
	p.Status = Processing
	return err
}
