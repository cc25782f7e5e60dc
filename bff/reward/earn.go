package reward

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// earned returns the points for an amount that was paid, in minor units.
func earned(paid int64, currency string) int64 {
	return paid / money.Unit(currency) * int64(shared.Constants().PointsEarnedPerUnitPaid)
}

// Fulfilled gives the customer the points of delivered lines, once per line, and both sides the points of a referral once
// nothing of the order waits for delivery. All of them wait for the end of the refund window, which begins with the
// delivery also where they are claimed later.
func (s *Service) Fulfilled(_ context.Context, tx *pg.Tx, o order.RewardedOrder, lines []order.RewardedLine) error {
	rules, err := rules(tx.DB, o.TenantID)
	if err != nil {
		return err
	}
	if err := s.open(tx, Customer{TenantID: o.TenantID, UserID: o.UserID}); err != nil {
		return err
	}
	if err := s.lock(tx, o.TenantID, o.UserID, o.ID); err != nil {
		return err
	}
	lots := make([]lot, len(lines))
	for i, l := range lines {
		lots[i] = lot{UserID: o.UserID, Kind: "earn", SourceType: "order_line", SourceID: fmt.Sprint(l.ID), Points: earned(l.Paid, o.Currency)}
	}
	since := s.clock.Now()
	if o.DeliveredAt != nil {
		since = *o.DeliveredAt
	}
	if err := s.add(tx, o, rules, lots, since); err != nil {
		return err
	}
	return s.keep(tx, o, rules)
}

// lot is points that come in.
type lot struct {
	UserID     int64  `json:"user_id"`
	Kind       string `json:"kind"`
	SourceType string `json:"source_type"`
	SourceID   string `json:"source_id"`
	Points     int64  `json:"points"`
}

//go:embed add.sql
var addSQL string

// add writes lots as of a moment, and their ledger entries; a source that has had its lot gets no second one, and what
// would have expired by now none.
func (s *Service) add(tx *pg.Tx, o order.RewardedOrder, r Rules, lots []lot, since time.Time) error {
	now := s.clock.Now()
	available, expires := r.lot(since)
	if len(lots) == 0 || !expires.After(now) {
		return nil
	}
	return pg.Exec(tx, "add points", addSQL,
		map[string]any{"tenant": o.TenantID, "order": o.ID, "now": now, "available": available, "expires": expires, "lots": pg.AsJSON(lots)})
}
