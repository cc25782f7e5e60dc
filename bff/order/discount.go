package order

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/money"
)

type promo struct {
	ID             int64
	Code           string
	Kind           string
	Value          int64
	GroupCode      *string
	MinSubtotal    int64
	StartsAt       *time.Time
	EndsAt         *time.Time
	MaxUses        *int
	MaxPerCustomer *int
	Used           int
	UsedByCustomer int
}

// discount applies at most one promo code, referral and points, in this order, and never below zero. A discount that
// does not apply stays in the list with the reason.
func (s *Service) discount(ctx context.Context, db *gorm.DB, sel Selection, b *Budget, now time.Time) error {
	if code := strings.ToUpper(input.Plain(sel.Coupon)); code != "" {
		if err := s.promoCode(ctx, db, sel, b, code, now); err != nil {
			return err
		}
	}
	if err := s.rewardDiscounts(ctx, db, sel, b); err != nil {
		return err
	}
	for _, d := range b.Discounts {
		b.DiscountAmount += d.Amount
	}
	return nil
}

// promoCode applies a code. What was used under a mailbox that nobody has proved does not change the price: whoever may use
// it is looked at when it is ordered.
func (s *Service) promoCode(ctx context.Context, db *gorm.DB, sel Selection, b *Budget, code string, now time.Time) error {
	var found []promo
	args := s.proved(sel)
	args["code"], args["user"] = code, sel.UserID
	err := db.WithContext(ctx).Raw(`
		select p.id, p.code, p.kind, p.value, p.group_code, p.min_subtotal, p.starts_at, p.ends_at, p.max_uses,
		       p.max_per_customer, p.used, `+fmt.Sprintf(provedUses, "p.id")+` as used_by_customer
		from promo_code p where p.tenant_id = @tenant and p.code = @code and (p.grant_on = '' or exists (
		    select 1 from promo_grant g where g.tenant_id = p.tenant_id and g.promo_id = p.id and g.user_id = @user))`,
		args).Scan(&found).Error
	if err != nil {
		return fmt.Errorf("load promo code: %w", err)
	}
	d := Discount{Kind: "promo", Code: code}
	if len(found) == 0 {
		d.Reason = "promo_unknown"
	} else {
		d.Amount, d.Reason = b.apply(&found[0], now)
		d.Applied = d.Reason == ""
	}
	b.Discounts = append(b.Discounts, d)
	return nil
}

// apply returns the amount and spreads it over the lines the code is for, or returns why it does not apply.
func (b *Budget) apply(p *promo, now time.Time) (amount int64, reason string) {
	weights := make([]int64, len(b.Lines))
	var eligible int64
	for i, l := range b.Lines {
		if p.GroupCode == nil || l.GroupCode == *p.GroupCode {
			weights[i] = l.Total()
			eligible += l.Total()
		}
	}
	switch {
	case p.StartsAt != nil && now.Before(*p.StartsAt):
		return 0, "promo_not_started"
	case p.EndsAt != nil && !now.Before(*p.EndsAt):
		return 0, "promo_ended"
	case eligible == 0:
		return 0, "promo_not_applicable"
	case eligible < p.MinSubtotal:
		return 0, "promo_min_spend"
	case p.MaxUses != nil && p.Used >= *p.MaxUses:
		return 0, "promo_used_up"
	case p.MaxPerCustomer != nil && p.UsedByCustomer >= *p.MaxPerCustomer:
		return 0, "promo_already_used"
	}
	if amount = p.Value; p.Kind == "percent" {
		amount = money.Rate(eligible, p.Value*10_000)
	}
	amount = min(amount, eligible)
	b.spread(amount, weights)
	b.promo = p
	return amount, ""
}

func (b *Budget) spread(amount int64, weights []int64) {
	for i, share := range money.Split(amount, weights) {
		b.Lines[i].DiscountShare += share
	}
}

// NormalEmail returns the form in which two spellings of one address are equal.
func NormalEmail(email string) string { return strings.ToLower(input.Plain(email)) }
