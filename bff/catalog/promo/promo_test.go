package promo_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/catalog/promo"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

const (
	global   = 20
	hongKong = 21
	london   = 22
)

var (
	mei = merchandise.By{Actor: "staff:mei@example.com", Author: "Mei", RequestID: "r1"}
	bo  = merchandise.By{Actor: "staff:bo@example.com", Author: "Bo"}
)

// office is a shop with somebody who makes promo codes.
type office struct {
	*promo.Service
	t     *testing.T
	db    *pg.DB
	clock *clock.Fake
}

func open(t *testing.T) office {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	return office{promo.New(db, clk), t, db, clk}
}

func (o office) code(site int64, name string) promo.Code {
	o.t.Helper()
	list, err := o.Get(o.t.Context(), name)
	require.NoError(o.t, err)
	for _, c := range list {
		if c.TenantID == site {
			return c
		}
	}
	o.t.Fatalf("%s is not at site %d", name, site)
	return promo.Code{}
}

func (o office) text(query string) (out string) {
	o.t.Helper()
	require.NoError(o.t, o.db.SQL.QueryRow(query).Scan(&out), query)
	return out
}

// tenth is a code of ten percent.
func tenth() promo.CodeInput { return promo.CodeInput{Kind: promo.Percent, Value: "10"} }

var everywhere = []promo.AtSite{{TenantID: global, Value: "5", MinSubtotal: "30"}, {TenantID: hongKong, Value: "40.5", MinSubtotal: "230"}}

func fieldsOf(err error) map[string]string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Fields
	}
	return nil
}

func TestACodeIsMadeAtSitesByTheirClocks(t *testing.T) {
	t.Parallel()
	o := open(t)
	w := promo.CodeInput{Kind: promo.Amount, GroupCode: "europe", Starts: "2026-12-01T00:00", Ends: "2027-01-01 00:00", MaxUses: "500", MaxPerCustomer: "１"}
	sites := append([]promo.AtSite{{TenantID: london, Value: "4", MinSubtotal: "24"}}, everywhere...)
	require.NoError(t, o.Create(t.Context(), mei, " winter5 ", sites, w))
	hk, uk := o.code(hongKong, "WINTER5"), o.code(london, "WINTER5")
	require.Equal(t, []any{int64(4050), int64(23000), "europe", 500, 1, int64(1), "Mei", promo.Scheduled},
		[]any{hk.Value, hk.MinSubtotal, hk.GroupCode, *hk.MaxUses, *hk.MaxPerCustomer, hk.Revision, hk.Author, hk.State(o.Now())})
	require.Equal(t, "2026-11-30T16:00:00Z", hk.StartsAt.UTC().Format(time.RFC3339), "midnight in Hong Kong")
	require.Equal(t, "2026-12-01T00:00:00Z", uk.StartsAt.UTC().Format(time.RFC3339), "midnight in London")
	require.Equal(t, "3", o.text(`select count(*)::text from audit_log where entity = 'promo' and entity_id = 'WINTER5' and action = 'create' and actor = 'staff:mei@example.com'`))

	// All or nothing: one of the sites has it already.
	err := o.Create(t.Context(), bo, "save5", everywhere, w)
	require.Equal(t, map[string]string{"code": "promo_exists"}, fieldsOf(err))
	require.NoError(t, o.Create(t.Context(), bo, "ELSEWHERE", everywhere[:1], w))
	require.Equal(t, map[string]string{"code": "promo_exists"}, fieldsOf(o.Create(t.Context(), bo, "elsewhere", []promo.AtSite{everywhere[1], everywhere[0]}, w)))
	require.Equal(t, "1", o.text(`select count(*)::text from promo_code where code = 'ELSEWHERE'`))
}

func TestCodesThatARuleRefuses(t *testing.T) {
	t.Parallel()
	o := open(t)
	for field, c := range map[string]struct {
		key    string
		change func(w *promo.CodeInput, name *string, at *promo.AtSite)
	}{
		"code":           {"promo_code_form", func(_ *promo.CodeInput, name *string, _ *promo.AtSite) { *name = "<b>" }},
		"kind":           {"promo_kind", func(w *promo.CodeInput, _ *string, _ *promo.AtSite) { w.Kind = "gift" }},
		"group":          {"promo_group", func(w *promo.CodeInput, _ *string, _ *promo.AtSite) { w.GroupCode = "mars" }},
		"grantOn":        {"promo_grant", func(w *promo.CodeInput, _ *string, _ *promo.AtSite) { w.GrantOn = "friends" }},
		"value.20":       {"promo_percent", func(_ *promo.CodeInput, _ *string, at *promo.AtSite) { at.Value = "101" }},
		"minSubtotal.20": {"price_not_in_unit", func(_ *promo.CodeInput, _ *string, at *promo.AtSite) { at.MinSubtotal = "1.005" }},
		"maxUses":        {"promo_limit", func(w *promo.CodeInput, _ *string, _ *promo.AtSite) { w.MaxUses = "0" }},
		"maxPerCustomer": {"promo_limit", func(w *promo.CodeInput, _ *string, _ *promo.AtSite) { w.MaxPerCustomer = "many" }},
		"starts":         {"promo_time_invalid", func(w *promo.CodeInput, _ *string, _ *promo.AtSite) { w.Starts = "tomorrow" }},
		"ends":           {"promo_time_past", func(w *promo.CodeInput, _ *string, _ *promo.AtSite) { w.Ends = "2026-11-21T15:59" }},
	} {
		w, name, at := tenth(), "NEW", promo.AtSite{TenantID: global, Value: "10"}
		c.change(&w, &name, &at)
		err := o.Create(t.Context(), mei, name, []promo.AtSite{at}, w)
		require.Equal(t, map[string]string{field: c.key}, fieldsOf(err), "%v", err)
	}
	w := tenth()
	w.Starts, w.Ends = "2026-12-02T00:00", "2026-12-01T00:00"
	require.Equal(t, map[string]string{"ends": "promo_time_order", "sites": "promo_sites"}, func() map[string]string {
		all := fieldsOf(o.Create(t.Context(), mei, "NEW", []promo.AtSite{{TenantID: global, Value: "10"}}, w))
		all["sites"] = fieldsOf(o.Create(t.Context(), mei, "NEW", nil, w))["sites"]
		return all
	}())
	for _, value := range []string{"0", "-5", "100000000", "five", ""} {
		err := o.Create(t.Context(), mei, "NEW", []promo.AtSite{{TenantID: global, Value: value}}, promo.CodeInput{Kind: promo.Amount})
		require.Equal(t, map[string]string{"value.20": "promo_amount"}, fieldsOf(err), value)
	}
	require.Equal(t, "0", o.text(`select count(*)::text from promo_code where code = 'NEW'`))
	require.Equal(t, "not_found", fault.Code(o.Change(t.Context(), mei, global, "NEW", 0, tenth())))
}

// What makes an order free, or leaves less than the smallest charge, is said before the code is made.
func TestACodeThatLeavesLessThanTheSmallestChargeIsConfirmed(t *testing.T) {
	t.Parallel()
	o := open(t)
	told := func(kind, value, min string) string {
		err := o.Create(t.Context(), mei, "DEEP", []promo.AtSite{{TenantID: hongKong, Value: value, MinSubtotal: min}}, promo.CodeInput{Kind: kind})
		var f *fault.Error
		require.True(t, errors.As(err, &f), "%s %s is taken", kind, value)
		require.Equal(t, "promo_confirm", f.Code)
		return f.Text + " " + f.Params["order"].(string) + " " + f.Params["left"].(string)
	}
	require.Equal(t, "promo_confirm_free HK$200.00 HK$0.00", told(promo.Percent, "100", "200"))
	require.Equal(t, "promo_confirm_free HK$51.00 HK$0.00", told(promo.Amount, "60", "50"))
	require.Equal(t, "promo_confirm_small HK$51.00 HK$3.99", told(promo.Amount, "47.01", "50"))
	require.Equal(t, "promo_confirm_small HK$200.00 HK$2.00", told(promo.Percent, "99", "200"))
	require.NoError(t, o.Create(t.Context(), mei, "EDGE", []promo.AtSite{{TenantID: hongKong, Value: "47", MinSubtotal: "50"}}, promo.CodeInput{Kind: promo.Amount}))
	require.NoError(t, o.Create(t.Context(), mei, "FREE", []promo.AtSite{{TenantID: hongKong, Value: "100"}}, promo.CodeInput{Kind: promo.Percent, Confirmed: true}))

	// It is asked again only when what the code gives is changed.
	w := promo.CodeInput{Kind: promo.Percent, Value: "100", MaxUses: "5"}
	require.NoError(t, o.Change(t.Context(), mei, hongKong, "FREE", 1, w))
	w.MinSubtotal = "300"
	require.Equal(t, "promo_confirm", fault.Code(o.Change(t.Context(), mei, hongKong, "FREE", 2, w)))
}

func TestTwoMerchandisersAndOneCode(t *testing.T) {
	t.Parallel()
	o := open(t)
	w := promo.CodeInput{Kind: promo.Percent, Value: "12", MaxPerCustomer: "1"}
	require.NoError(t, o.Change(t.Context(), mei, hongKong, "WELCOME10", 0, w))
	w.Value = "15"
	err := o.Change(t.Context(), bo, hongKong, "WELCOME10", 0, w)
	var f *fault.Error
	require.True(t, errors.As(err, &f))
	require.Equal(t, []any{"promo_overtaken", "Mei"}, []any{f.Code, f.Params["author"]})
	require.Equal(t, "promo_overtaken", fault.Code(o.End(t.Context(), bo, hongKong, "WELCOME10", 0)))
	require.Equal(t, "promo_overtaken", fault.Code(o.Delete(t.Context(), bo, hongKong, "WELCOME10", 0)))
	require.EqualValues(t, 12, o.code(hongKong, "WELCOME10").Value)
	require.EqualValues(t, 10, o.code(global, "WELCOME10").Value, "another site")
	w.Value = "12"
	require.Equal(t, "details_same", fault.Code(o.Change(t.Context(), bo, hongKong, "WELCOME10", 1, w)))
	require.Equal(t, `["10%", "12%"]`, o.text(`select (detail -> 'value')::text from audit_log where entity = 'promo' and action = 'change'`))
}

func TestACodeEndsAndOneThatWasUsedIsNotDeleted(t *testing.T) {
	t.Parallel()
	o := open(t)
	require.NoError(t, o.End(t.Context(), mei, global, "EU15", 0))
	require.Equal(t, promo.Ended, o.code(global, "EU15").State(o.Now()))
	require.Equal(t, "promo_over", fault.Code(o.End(t.Context(), mei, global, "EU15", 1)))
	require.Equal(t, promo.UsedUp, o.code(global, "FIRST100").State(o.Now()))
	require.Equal(t, "promo_was_used", fault.Code(o.Delete(t.Context(), mei, global, "FIRST100", 0)))
	require.Equal(t, map[string]string{"maxUses": "promo_limit_below_used"},
		fieldsOf(o.Change(t.Context(), mei, global, "FIRST100", 0, promo.CodeInput{Kind: promo.Percent, Value: "20", MaxUses: "99"})))

	// One that was given to a customer stays, too.
	_, err := o.db.SQL.Exec(`insert into promo_grant (tenant_id, user_id, promo_id, granted_at) select 20, 7, id, now() from promo_code where tenant_id = 20 and code = 'SORRY5'`)
	require.NoError(t, err)
	require.Equal(t, "promo_was_used", fault.Code(o.Delete(t.Context(), mei, global, "SORRY5", 0)))
	require.NoError(t, o.Delete(t.Context(), mei, hongKong, "SORRY5", 0))
	require.Equal(t, "2", o.text(`select count(*)::text from promo_code where code = 'SORRY5'`))

	// A code of the same name is made again, and goes on with the revisions.
	require.NoError(t, o.Create(t.Context(), bo, "SORRY5", []promo.AtSite{{TenantID: hongKong, Value: "10"}}, tenth()))
	require.EqualValues(t, 2, o.code(hongKong, "SORRY5").Revision)
}

func TestWhatUsesCost(t *testing.T) {
	t.Parallel()
	o := open(t)
	_, err := o.db.SQL.Exec(`
		with placed as (
		    insert into orders (tenant_id, order_no, owner, idempotency_key, request_hash, locale, status, currency, subtotal, discount_amount,
		        discounts, freight_amount, tax, order_total, payment_method, email, email_normal, first_name, last_name, phone, created_at, expires_at)
		    select 20, 'R' || n, 'v:a', 'k' || n, '', 'en', 'processing', 'USD', 1000, 150,
		        jsonb_build_array(jsonb_build_object('kind', 'promo', 'code', 'EU15', 'amount', 100 + n, 'applied', true), jsonb_build_object('kind', 'points', 'amount', 7)),
		        0, 0, 850, 'card', '', '', '', '', '', now() + n * interval '1 minute', now()
		    from generate_series(1, 4) n returning id, order_no
		)
		insert into promo_redemption (tenant_id, promo_id, order_id, customer, use_no, state)
		select 20, p.id, placed.id, c, right(order_no, 1)::int, (array['used', 'used', 'held', 'released'])[right(order_no, 1)::int]
		from placed, promo_code p, unnest(array['e:1', 'e:2']) c where p.tenant_id = 20 and p.code = 'EU15'`)
	require.NoError(t, err)
	costs, uses, err := o.Uses(t.Context(), o.code(global, "EU15"))
	require.NoError(t, err)
	require.Equal(t, []promo.Cost{{Currency: "USD", Paid: 2, Waiting: 1, Given: 203, Held: 103}}, costs)
	require.Len(t, uses, 3)
	require.Equal(t, []any{"R3", "held", int64(103)}, []any{uses[0].OrderNo, uses[0].State, uses[0].Amount})
	require.Equal(t, "promo_was_used", fault.Code(o.Delete(t.Context(), mei, global, "EU15", 0)))
}
