package reward

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Summary is what a customer has.
type Summary struct {
	// Points can be spent now; Pending were earned and wait.
	Points  int64
	Pending int64
	// Owed are points that were taken back after they had been spent; points that come in pay them first.
	Owed         int64
	ReferralCode string
	// Expiring are the points that are lost next, at ExpiresAt; 0 when none are.
	Expiring  int64
	ExpiresAt time.Time
}

//go:embed summary.sql
var summarySQL string

// Summary returns what a customer has; the zero value for one who was never opened.
func (s *Service) Summary(ctx context.Context, tenantID, userID int64) (Summary, error) {
	var sum Summary
	err := s.db.Conn(ctx).Raw(fmt.Sprintf(summarySQL, spendable),
		map[string]any{"tenant": tenantID, "user": userID, "now": s.clock.Now()}).Scan(&sum).Error
	if err != nil {
		return Summary{}, fmt.Errorf("sum up rewards: %w", err)
	}
	return sum, nil
}

// Entry is one line of the ledger.
type Entry struct {
	ID     int64
	At     time.Time
	Kind   string
	Points int64
	// State says what has become of points that came in: pending, available (now or until they were spent) or void.
	State string
	// OrderNo is empty for what no order of the customer caused.
	OrderNo string
	// AvailableAt and ExpiresAt are nil for what was taken away.
	AvailableAt *time.Time
	ExpiresAt   *time.Time
}

//go:embed ledger.sql
var ledgerSQL string

// Ledger returns a page of a customer's ledger, newest first, and how many entries there are. page counts from 1.
func (s *Service) Ledger(ctx context.Context, tenantID, userID int64, page, size int) ([]Entry, int, error) {
	var rows []struct {
		Entry
		Total int
	}
	err := s.db.Conn(ctx).Raw(ledgerSQL,
		map[string]any{"tenant": tenantID, "user": userID, "now": s.clock.Now(), "skip": (page - 1) * size, "size": size}).Scan(&rows).Error
	if err != nil {
		return nil, 0, fmt.Errorf("read points ledger: %w", err)
	}
	list := []Entry{}
	for _, r := range rows {
		if r.ID != 0 {
			list = append(list, r.Entry)
		}
	}
	return list, rows[0].Total, nil
}

// Referral is a friend who came through a customer's code.
type Referral struct {
	At time.Time
	// State is pending, rewarded or void.
	State  string
	Points int64
}

// Referrals returns the newest hundred friends of a customer.
func (s *Service) Referrals(ctx context.Context, tenantID, userID int64) ([]Referral, error) {
	return pg.List[Referral](s.db.Conn(ctx), "read referrals", `
		select created_at as at, points,
		       case when state = 'void' then 'void' when pays_at <= @now then 'rewarded' else 'pending' end as state
		from referral where tenant_id = @tenant and referrer_id = @user order by id desc limit 100`,
		map[string]any{"tenant": tenantID, "user": userID, "now": s.clock.Now()})
}

// Promo is a promo code in a customer's wallet.
type Promo struct {
	Code        string
	Kind        string
	Value       int64
	MinSubtotal int64
	Group       string
	GroupEn     string
	GroupZh     string
	EndsAt      *time.Time
	// Reason says why the code cannot be used now; empty when it can.
	Reason string
}

//go:embed wallet.sql
var walletSQL string

// Wallet returns the promo codes that were given to a customer, those that can be used first.
func (s *Service) Wallet(ctx context.Context, tenantID, userID int64) ([]Promo, error) {
	return pg.List[Promo](s.db.Conn(ctx), "read promo wallet", walletSQL,
		map[string]any{"tenant": tenantID, "user": userID, "owner": fmt.Sprintf("u:%d", userID), "now": s.clock.Now()})
}
