package view

import (
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// SupportSummary returns what a shopper hands to support about the eSIMs of an order, in both languages, that of the page first: the
// order, each eSIM with the last digits of its number and how it stands, and the result of the check of the device. It has no code and no
// address.
func SupportSummary(o order.Order, kits []gen.Install, sims []owned.SIM, t tenant.Tenant, now time.Time, locale string) []gen.SupportSummary {
	var out []gen.SupportSummary
	for _, in := range localesFrom(locale) {
		words := func(key string, params map[string]any) string {
			return shared.Text(in, "server", "support."+key, params)
		}
		lines := []string{
			words("order", map[string]any{"orderNo": o.OrderNo, "brand": t.Brand, "status": shared.Text(in, "order", "status."+string(o.Status), nil)}),
			words("times", map[string]any{"placed": notify.Time(in, o.CreatedAt, t.Location), "now": notify.Time(in, now, t.Location)}),
		}
		for _, k := range kits {
			parts := []string{shared.Text(in, "order", "install.unit", map[string]any{"name": lineOf(o, k).Name(in), "unit": k.Unit})}
			if k.IccidLast4 != "" {
				parts = append(parts, shared.Text(in, "order", "install.iccid", map[string]any{"last4": k.IccidLast4}))
			}
			lines = append(lines, strings.Join(append(parts, kitState(o, k, sims, in)), " · "))
		}
		for _, l := range o.Lines {
			if d := DeviceCheck(l.Device(), in, nil); d != nil && !slices.Contains(lines, d.Message) {
				lines = append(lines, d.Message)
			}
		}
		out = append(out, gen.SupportSummary{Lang: gen.Locale(in), Text: strings.Join(lines, "\n")})
	}
	return out
}

// localesFrom returns the languages of the shop, a given one first.
func localesFrom(first string) []string {
	out := []string{first}
	for _, other := range shared.Constants().Locales {
		if other != first {
			out = append(out, other)
		}
	}
	return out
}

func kitState(o order.Order, k gen.Install, sims []owned.SIM, locale string) string {
	standing := ""
	for _, s := range sims {
		if s.Ref == k.SimId && !inOtherAccount(o, s) {
			standing = stateText(s, locale)
		}
	}
	return installState(string(k.State), k.ErasedAt != nil, standing, locale)
}
