package reward

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/crockford"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// refer writes down who brought the friend. Of parallel orders of one friend, or of two accounts with one mailbox, one
// gets the row.
func (s *Service) refer(ctx context.Context, tx *pg.Tx, h order.RewardHold) error {
	quote, err := s.Quote(ctx, tx.DB, h.RewardRequest)
	if err != nil {
		return err
	}
	if quote.Reason != "" {
		return fault.New(quote.Reason)
	}
	stored := []string{}
	for _, mailbox := range input.Mailboxes(h.Email) {
		stored = append(stored, s.prints.All(byMailbox, h.TenantID, mailbox)...)
	}
	changed, err := pg.Changed(tx, "write referral", `
		insert into referral (tenant_id, referrer_id, friend_id, friend_mailbox, order_id, points, created_at)
		select @tenant, a.user_id, @friend, @mailbox, @order, r.referrer_points, @now
		from reward_account a join reward_rule r on r.tenant_id = a.tenant_id
		where a.tenant_id = @tenant and a.referral_code = @code and not exists (
		    select 1 from referral where tenant_id = @tenant and state <> 'void'
		      and friend_mailbox in (select jsonb_array_elements_text(cast(@stored as jsonb))))
		on conflict do nothing`,
		map[string]any{
			"tenant": h.TenantID, "friend": h.UserID, "mailbox": s.prints.Of(byMailbox, h.TenantID, input.Mailbox(h.Email)),
			"order": h.OrderID, "stored": pg.AsJSON(stored), "code": crockford.Normal(h.Code), "now": s.clock.Now(),
		})
	if err == nil && !changed {
		err = fault.New("referral_first_order")
	}
	return err
}

//go:embed referral.sql
var referralSQL string

// payReferral makes an order's referral due and returns the points of both sides; none when it has been due before, or
// when both turn out to be one person.
func (s *Service) payReferral(tx *pg.Tx, o order.RewardedOrder, r Rules) ([]lot, error) {
	available, _ := r.lot(s.clock.Now())
	var due []struct {
		ID, ReferrerID, FriendID, Points int64
	}
	err := tx.Raw(referralSQL,
		map[string]any{"order": o.ID, "available": available}).Scan(&due).Error
	if err != nil {
		return nil, fmt.Errorf("pay referral: %w", err)
	}
	var lots []lot
	for _, d := range due {
		lots = append(lots,
			lot{UserID: d.ReferrerID, Kind: "referral", SourceType: "referral", SourceID: fmt.Sprintf("%d:referrer", d.ID), Points: d.Points},
			lot{UserID: d.FriendID, Kind: "referral", SourceType: "referral", SourceID: fmt.Sprintf("%d:friend", d.ID), Points: r.FriendPoints})
	}
	return lots, nil
}

// voidReferral takes a referral and the points of both sides back.
func (s *Service) voidReferral(tx *pg.Tx, orderID int64) error {
	if err := pg.Exec(tx, "void referral", `update referral set state = 'void' where order_id = ? and state = 'open'`, orderID); err != nil {
		return err
	}
	return s.reverse(tx, orderID, "referral", 0)
}
