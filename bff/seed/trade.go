package seed

import (
	"fmt"
	"slices"
)

// numbers fills the pools from which a shopper picks a local number.
func (l *loader) numbers() error {
	l.o.Progress("phone numbers")
	var rows []row
	for _, t := range l.files.Tenants {
		for _, n := range l.files.Numbers {
			add := func(tail string, fee int64) {
				rows = append(rows, row{"tenant_id": t.ID, "goods_id": n.GoodsID, "number": n.Prefix + tail, "fee": fee, "state": "free"})
			}
			span := 1
			for range n.Digits {
				span *= 10
			}
			for i := range n.Count {
				add(fmt.Sprintf("%0*d", n.Digits, (n.First+i*n.Step)%span), 0)
			}
			for _, s := range n.Special {
				add(s.Tail, s.Fee[t.Currency])
			}
		}
	}
	return l.upsert(target{table: "phone_number", keys: []string{"tenant_id", "number"}, once: []string{"goods_id", "fee", "state"}}, rows)
}

// delivery writes shipping zones and tax rates. A zone without countries is every country no other zone names. Shipping tables that
// staff have changed stay.
func (l *loader) delivery() error {
	l.o.Progress("delivery and tax")
	edited, err := l.editedTables()
	if err != nil {
		return err
	}
	var methods, taxes []row
	for _, z := range l.files.Shipping {
		if slices.Contains(edited, z.Tenant) {
			continue
		}
		for i, m := range z.Methods {
			methods = append(methods, row{
				"tenant_id": z.Tenant, "zone": z.Zone, "code": m.Code, "countries": z.Countries, "name_en": m.Name.En,
				"name_zh": m.Name.Zh, "amount": m.Amount, "days_min": m.DaysMin, "days_max": m.DaysMax, "sort": i,
				"tracking_url": m.TrackingURL,
			})
		}
	}
	for _, t := range l.files.Taxes {
		taxes = append(taxes, row{"tenant_id": t.Tenant, "country": t.Country, "state": t.State, "rate_ppm": t.RatePpm})
	}
	sites := slices.DeleteFunc(l.files.tenantIDs(), func(id int64) bool { return slices.Contains(edited, id) })
	shipping := target{table: "shipping_method", keys: []string{"tenant_id", "zone", "code"}}
	if err := l.only(shipping, methods, `t.tenant_id = any($1)`, sites); err != nil {
		return err
	}
	return l.onlyAtSites("tax_rate", taxes, "country", "state")
}

// promotions writes the codes of the files, except those on which staff have decided, deleted ones among them.
func (l *loader) promotions() error {
	l.o.Progress("promotions")
	edited, err := l.editedCodes()
	if err != nil {
		return err
	}
	var rows []row
	for _, t := range l.files.Tenants {
		for _, p := range l.files.Promos {
			if edited[siteCode{t.ID, p.Code}] {
				continue
			}
			rows = append(rows, row{
				"tenant_id": t.ID, "code": p.Code, "kind": p.Kind, "value": p.Value[t.Currency], "group_code": orNull(p.Group),
				"min_subtotal": p.MinSubtotal[t.Currency], "starts_at": orNull(p.StartsAt), "ends_at": orNull(p.EndsAt),
				"max_uses": orNull(p.MaxUses), "max_per_customer": orNull(p.MaxPerCustomer), "used": p.Used,
				"grant_on": p.GrantOn,
			})
		}
	}
	return l.upsert(target{table: "promo_code", keys: []string{"tenant_id", "code"}, once: []string{"used"}}, rows)
}

// rewards writes what each site gives for orders and for friends.
func (l *loader) rewards() error {
	l.o.Progress("reward rules")
	var rows []row
	for _, t := range l.files.Tenants {
		f := l.files.Rewards
		rows = append(rows, row{
			"tenant_id": t.ID, "referral_discount": f.ReferralDiscount[t.Currency], "referral_min_subtotal": f.ReferralMinSubtotal[t.Currency],
			"referrer_points": f.ReferrerPoints, "friend_points": f.FriendPoints, "pending_days": f.PendingDays, "point_days": f.PointDays,
		})
	}
	return l.upsert(target{table: "reward_rule", keys: []string{"tenant_id"}}, rows)
}

// regimes writes what places ask of whoever uses one of their SIMs.
func (l *loader) regimes() error {
	l.o.Progress("real-name rules")
	rows := make([]row, len(l.files.Regimes))
	for i, f := range l.files.Regimes {
		rows[i] = row{
			"regime": f.Regime, "documents": f.Documents, "quota": orNull(f.Quota), "min_age": f.MinAge, "needed": f.Needed, "who": f.Who,
			"local_name": f.LocalName, "text_en": f.Text.En, "text_zh": f.Text.Zh,
		}
	}
	return l.upsert(target{table: "real_name_regime", keys: []string{"regime"}}, rows)
}

// orNull is nil for the zero value, which the files use for "none".
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
