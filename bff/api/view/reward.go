package view

import (
	"net/url"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/shared"
)

// RewardsExtras is what the view of a customer's rewards shows besides their sums.
type RewardsExtras struct {
	Currency string
	// Worth is what the points pay for, in minor units.
	Worth     int64
	Rules     reward.Rules
	Ledger    []reward.Entry
	Total     int
	Page      int
	PageSize  int
	Referrals []reward.Referral
	Wallet    []reward.Promo
	SignupURL string
}

// Rewards returns the contract's rewards.
func Rewards(s reward.Summary, b RewardsExtras, locale string) gen.Rewards {
	out := gen.Rewards{
		Points: s.Points, Pending: s.Pending, Worth: &b.Worth, Currency: b.Currency, ReferralCode: s.ReferralCode,
		ReferralUrl: b.SignupURL + "?" + url.Values{"referral": {s.ReferralCode}}.Encode(),
		Ledger: gen.Ledger{Total: b.Total, Page: b.Page, PageSize: b.PageSize, Items: each(b.Ledger, func(e reward.Entry) gen.LedgerEntry {
			return gen.LedgerEntry{
				EntryId: id(e.ID), At: e.At, Kind: e.Kind, Points: e.Points, State: e.State, OrderNo: e.OrderNo,
				AvailableAt: e.AvailableAt, ExpiresAt: e.ExpiresAt,
			}
		})},
		Referrals: each(b.Referrals, func(r reward.Referral) gen.Referral {
			return gen.Referral{At: r.At, State: r.State, Points: r.Points}
		}),
		Wallet: each(b.Wallet, func(p reward.Promo) gen.WalletPromo { return walletPromo(p, locale) }),
		Rules: &gen.RewardRules{
			PointsPerUnit: shared.Constants().PointsPerCurrencyUnit, EarnedPerUnit: shared.Constants().PointsEarnedPerUnitPaid,
			PendingDays: b.Rules.PendingDays, PointDays: b.Rules.PointDays, ReferralDiscount: b.Rules.ReferralDiscount,
			ReferralMinSubtotal: b.Rules.ReferralMinSubtotal, ReferrerPoints: b.Rules.ReferrerPoints, FriendPoints: b.Rules.FriendPoints,
		},
	}
	if s.Expiring > 0 {
		out.Expiring = &gen.ExpiringPoints{Points: s.Expiring, At: s.ExpiresAt}
	}
	return out
}

func walletPromo(p reward.Promo, locale string) gen.WalletPromo {
	out := gen.WalletPromo{
		Code: p.Code, Kind: p.Kind, Value: p.Value, MinSubtotal: p.MinSubtotal, Group: p.Group, GroupName: shared.In(locale, p.GroupEn, p.GroupZh), EndsAt: p.EndsAt,
		Personal: true, Usable: p.Reason == "", Reason: p.Reason,
	}
	if p.Reason != "" {
		out.Message = message(locale, p.Reason)
	}
	return out
}

// RewardsSummary returns what is shown of the rewards with the customer.
func RewardsSummary(s reward.Summary) *gen.RewardsSummary {
	return &gen.RewardsSummary{Points: s.Points, Pending: s.Pending, ReferralCode: s.ReferralCode}
}
