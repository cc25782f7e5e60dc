package reward

import (
	"context"
	"fmt"
	"time"
)

// Summary is what a customer has.
type Summary struct {
	// Points can be spent now; Pending were earned and wait.
	Points       int64
	Pending      int64
	ReferralCode string
	// Expiring are the points that are lost next, at ExpiresAt; 0 when none are.
	Expiring  int64
	ExpiresAt time.Time
}

// Summary returns what a customer has; the zero value for one who was never opened.
func (s *Service) Summary(ctx context.Context, tenantID, userID int64) (Summary, error) {
	var sum Summary
	err := s.db.Conn(ctx).Raw(`
		with open as (
		    select remaining, expires_at from point_lot where `+spendable+`
		), next as (
		    select sum(remaining) as points, expires_at from open group by expires_at order by expires_at limit 1
		), total as (
		    select coalesce((select sum(remaining) from open), 0) - a.owed as points,
		           coalesce((select sum(remaining) from point_lot where tenant_id = @tenant and user_id = @user and remaining > 0
		                     and (available_at > @now or frozen_at is not null)), 0) as pending,
		           a.referral_code
		    from reward_account a where a.tenant_id = @tenant and a.user_id = @user
		)
		select cast(greatest(0, t.points) as bigint) as points, cast(t.pending as bigint) as pending, t.referral_code,
		       cast(least(greatest(0, t.points), coalesce(n.points, 0)) as bigint) as expiring, coalesce(n.expires_at, @now) as expires_at
		from total t left join next n on true`,
		map[string]any{"tenant": tenantID, "user": userID, "now": s.clock.Now()}).Scan(&sum).Error
	if err != nil {
		return Summary{}, fmt.Errorf("sum up rewards: %w", err)
	}
	return sum, nil
}

// Entry states.
const (
	StatePending   = "pending"
	StateAvailable = "available"
	StateVoid      = "void"
)

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

// Ledger returns a page of a customer's ledger, newest first, and how many entries there are. page counts from 1.
func (s *Service) Ledger(ctx context.Context, tenantID, userID int64, page, size int) ([]Entry, int, error) {
	var rows []struct {
		Entry
		Total int
	}
	err := s.db.Conn(ctx).Raw(`
		with own as (select * from point_entry where tenant_id = @tenant and user_id = @user),
		page as (select * from own order by id desc offset @skip limit @size)
		select e.id, e.at, e.kind, e.points, coalesce(o.order_no, '') as order_no, l.available_at, l.expires_at,
		       case when l.reversed = l.points then 'void' when l.available_at > @now or l.frozen_at is not null then 'pending' else 'available' end as state,
		       n.total
		from (select count(*) as total from own) n
		left join page e on true
		left join point_lot l on l.id = e.lot_id and e.points > 0
		left join orders o on o.id = e.order_id and o.tenant_id = @tenant and coalesce(o.user_id, o.earner_id) = @user
		order by e.id desc`,
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

// Referral states.
const (
	ReferralPending  = "pending"
	ReferralRewarded = "rewarded"
	ReferralVoid     = "void"
)

// Referral is a friend who came through a customer's code.
type Referral struct {
	At     time.Time
	State  string
	Points int64
}

// Referrals returns the newest hundred friends of a customer.
func (s *Service) Referrals(ctx context.Context, tenantID, userID int64) ([]Referral, error) {
	list := []Referral{}
	err := s.db.Conn(ctx).Raw(`
		select created_at as at, points,
		       case when state = 'void' then 'void' when pays_at <= @now then 'rewarded' else 'pending' end as state
		from referral where tenant_id = @tenant and referrer_id = @user order by id desc limit 100`,
		map[string]any{"tenant": tenantID, "user": userID, "now": s.clock.Now()}).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("read referrals: %w", err)
	}
	return list, nil
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

// Wallet returns the promo codes that were given to a customer, those that can be used first.
func (s *Service) Wallet(ctx context.Context, tenantID, userID int64) ([]Promo, error) {
	list := []Promo{}
	err := s.db.Conn(ctx).Raw(`
		select * from (
		select p.code, p.kind, p.value, p.min_subtotal, coalesce(p.group_code, '') as "group", coalesce(g.name_en, '') as group_en,
		       coalesce(g.name_zh, '') as group_zh, p.ends_at,
		       case when p.starts_at > @now then 'promo_not_started'
		            when p.ends_at <= @now then 'promo_ended'
		            when (select count(distinct r.order_id) from promo_redemption r where r.tenant_id = p.tenant_id and r.promo_id = p.id
		                  and r.state <> 'released' and r.customer = @owner) >= p.max_per_customer then 'promo_already_used'
		            when p.used >= p.max_uses then 'promo_used_up'
		            else '' end as reason
		from promo_grant w
		join promo_code p on p.tenant_id = w.tenant_id and p.id = w.promo_id
		left join product_group g on g.tenant_id = p.tenant_id and g.code = p.group_code
		where w.tenant_id = @tenant and w.user_id = @user
		) held order by reason <> '', ends_at, code`,
		map[string]any{"tenant": tenantID, "user": userID, "owner": fmt.Sprintf("u:%d", userID), "now": s.clock.Now()}).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("read promo wallet: %w", err)
	}
	return list, nil
}
