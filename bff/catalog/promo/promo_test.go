package promo_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/promo"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

const (
	global   = 20
	hongKong = 21
	london   = 22
)

var (
	mei = audit.By{Actor: "staff:mei@example.com", Author: "Mei", RequestID: "r1"}
	bo  = audit.By{Actor: "staff:bo@example.com", Author: "Bo"}
)

// fixture is the service of promo codes of the seeded shop.
type fixture struct {
	*promo.Service
	t     *testing.T
	db    *pg.DB
	clock *clock.Fake
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	return fixture{promo.New(db, clk), t, db, clk}
}

func (f fixture) readCode(site int64, name string) promo.Code {
	f.t.Helper()
	list, err := f.Get(f.t.Context(), name)
	require.NoError(f.t, err)
	for _, c := range list {
		if c.TenantID == site {
			return c
		}
	}
	f.t.Fatalf("%s is not at site %d", name, site)
	return promo.Code{}
}

// tenPercent returns a code of ten percent.
func tenPercent() promo.CodeInput { return promo.CodeInput{Kind: promo.Percent, Value: "10"} }

var everywhere = []promo.AtSite{{TenantID: global, Value: "5", MinSubtotal: "30"}, {TenantID: hongKong, Value: "40.5", MinSubtotal: "230"}}

func fieldsOf(err error) map[string]string {
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return refused.Fields
	}
	return nil
}

func TestACodeIsMadeAtSitesByTheirClocks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	w := promo.CodeInput{Kind: promo.Amount, GroupCode: "europe", Starts: "2026-12-01T00:00", Ends: "2027-01-01 00:00", MaxUses: "500", MaxPerCustomer: "１"}
	sites := append([]promo.AtSite{{TenantID: london, Value: "4", MinSubtotal: "24"}}, everywhere...)
	require.NoError(t, f.Create(t.Context(), mei, " winter5 ", sites, w))
	hk, uk := f.readCode(hongKong, "WINTER5"), f.readCode(london, "WINTER5")
	require.Equal(t, []any{int64(4050), int64(23000), "europe", 500, 1, int64(1), "Mei", promo.Scheduled},
		[]any{hk.Value, hk.MinSubtotal, hk.GroupCode, *hk.MaxUses, *hk.MaxPerCustomer, hk.Revision, hk.Author, hk.State(f.Now())})
	require.Equal(t, "2026-11-30T16:00:00Z", hk.StartsAt.UTC().Format(time.RFC3339), "midnight in Hong Kong")
	require.Equal(t, "2026-12-01T00:00:00Z", uk.StartsAt.UTC().Format(time.RFC3339), "midnight in London")
	require.Equal(t, "3", pgtest.Text(f.t, f.db, `select count(*)::text from audit_log where entity = 'promo' and entity_id = 'WINTER5' and action = 'create' and actor = 'staff:mei@example.com'`))

	// All or nothing: one of the sites has it already.
	err := f.Create(t.Context(), bo, "save5", everywhere, w)
	require.Equal(t, map[string]string{"code": "promo_exists"}, fieldsOf(err))
	require.NoError(t, f.Create(t.Context(), bo, "ELSEWHERE", everywhere[:1], w))
	require.Equal(t, map[string]string{"code": "promo_exists"}, fieldsOf(f.Create(t.Context(), bo, "elsewhere", []promo.AtSite{everywhere[1], everywhere[0]}, w)))
	require.Equal(t, "1", pgtest.Text(f.t, f.db, `select count(*)::text from promo_code where code = 'ELSEWHERE'`))
}

// The answer to the first request was lost: what is there is what is sent again.
func TestACodeThatIsSentAgainIsMadeOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	w := promo.CodeInput{Kind: promo.Amount, Starts: "2026-12-01T00:00", MaxUses: "500"}
	for range 2 {
		require.NoError(t, f.Create(t.Context(), mei, "AGAIN", everywhere, w))
	}
	require.Equal(t, "2", pgtest.Text(f.t, f.db, `select count(*)::text from audit_log where entity = 'promo' and entity_id = 'AGAIN' and action = 'create'`))
	require.Equal(t, int64(1), f.readCode(hongKong, "AGAIN").Revision)
	refused := map[string]string{"code": "promo_exists"}
	require.Equal(t, refused, fieldsOf(f.Create(t.Context(), bo, "AGAIN", everywhere, w)), "somebody else's")
	other := w
	other.MaxUses = "501"
	require.Equal(t, refused, fieldsOf(f.Create(t.Context(), mei, "AGAIN", everywhere, other)), "another one")
	require.Equal(t, refused, fieldsOf(f.Create(t.Context(), mei, "AGAIN", append([]promo.AtSite{{TenantID: london, Value: "4", MinSubtotal: "24"}}, everywhere...), w)))
	require.Equal(t, "2", pgtest.Text(f.t, f.db, `select count(*)::text from promo_code where code = 'AGAIN'`))
}

func TestCodesThatARuleRefuses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
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
		w, name, at := tenPercent(), "NEW", promo.AtSite{TenantID: global, Value: "10"}
		c.change(&w, &name, &at)
		err := f.Create(t.Context(), mei, name, []promo.AtSite{at}, w)
		require.Equal(t, map[string]string{field: c.key}, fieldsOf(err), "%v", err)
	}
	w := tenPercent()
	w.Starts, w.Ends = "2026-12-02T00:00", "2026-12-01T00:00"
	require.Equal(t, map[string]string{"ends": "promo_time_order", "sites": "promo_sites"}, func() map[string]string {
		all := fieldsOf(f.Create(t.Context(), mei, "NEW", []promo.AtSite{{TenantID: global, Value: "10"}}, w))
		all["sites"] = fieldsOf(f.Create(t.Context(), mei, "NEW", nil, w))["sites"]
		return all
	}())
	for _, value := range []string{"0", "-5", "100000000", "five", ""} {
		err := f.Create(t.Context(), mei, "NEW", []promo.AtSite{{TenantID: global, Value: value}}, promo.CodeInput{Kind: promo.Amount})
		require.Equal(t, map[string]string{"value.20": "promo_amount"}, fieldsOf(err), value)
	}
	require.Equal(t, "0", pgtest.Text(f.t, f.db, `select count(*)::text from promo_code where code = 'NEW'`))
	require.Equal(t, "not_found", fault.Code(f.Change(t.Context(), mei, global, "NEW", 0, tenPercent())))
}

// What makes an order free, or leaves less than the smallest charge, is said before the code is made.
func TestACodeThatLeavesLessThanTheSmallestChargeIsConfirmed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	requireConfirmText := func(kind, value, min string) string {
		err := f.Create(t.Context(), mei, "DEEP", []promo.AtSite{{TenantID: hongKong, Value: value, MinSubtotal: min}}, promo.CodeInput{Kind: kind})
		var refused *fault.Error
		require.True(t, errors.As(err, &refused), "%s %s is taken", kind, value)
		require.Equal(t, "promo_confirm", refused.Code)
		return refused.Text + " " + refused.Params["order"].(string) + " " + refused.Params["left"].(string)
	}
	require.Equal(t, "promo_confirm_free HK$200.00 HK$0.00", requireConfirmText(promo.Percent, "100", "200"))
	require.Equal(t, "promo_confirm_free HK$51.00 HK$0.00", requireConfirmText(promo.Amount, "60", "50"))
	require.Equal(t, "promo_confirm_small HK$51.00 HK$3.99", requireConfirmText(promo.Amount, "47.01", "50"))
	require.Equal(t, "promo_confirm_small HK$200.00 HK$2.00", requireConfirmText(promo.Percent, "99", "200"))
	require.NoError(t, f.Create(t.Context(), mei, "EDGE", []promo.AtSite{{TenantID: hongKong, Value: "47", MinSubtotal: "50"}}, promo.CodeInput{Kind: promo.Amount}))
	require.NoError(t, f.Create(t.Context(), mei, "FREE", []promo.AtSite{{TenantID: hongKong, Value: "100"}}, promo.CodeInput{Kind: promo.Percent, Confirmed: true}))

	// It is asked again only when what the code gives is changed.
	w := promo.CodeInput{Kind: promo.Percent, Value: "100", MaxUses: "5"}
	require.NoError(t, f.Change(t.Context(), mei, hongKong, "FREE", 1, w))
	w.MinSubtotal = "300"
	require.Equal(t, "promo_confirm", fault.Code(f.Change(t.Context(), mei, hongKong, "FREE", 2, w)))
}

func TestTwoMerchandisersAndOneCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	w := promo.CodeInput{Kind: promo.Percent, Value: "12", MaxPerCustomer: "1"}
	require.NoError(t, f.Change(t.Context(), mei, hongKong, "WELCOME10", 0, w))
	w.Value = "15"
	err := f.Change(t.Context(), bo, hongKong, "WELCOME10", 0, w)
	var refused *fault.Error
	require.True(t, errors.As(err, &refused))
	require.Equal(t, []any{"promo_overtaken", "Mei"}, []any{refused.Code, refused.Params["author"]})
	require.Equal(t, "promo_overtaken", fault.Code(f.End(t.Context(), bo, hongKong, "WELCOME10", 0)))
	require.Equal(t, "promo_overtaken", fault.Code(f.Delete(t.Context(), bo, hongKong, "WELCOME10", 0)))
	require.EqualValues(t, 12, f.readCode(hongKong, "WELCOME10").Value)
	require.EqualValues(t, 10, f.readCode(global, "WELCOME10").Value, "another site")
	w.Value = "12"
	require.Equal(t, "details_same", fault.Code(f.Change(t.Context(), bo, hongKong, "WELCOME10", 1, w)))
	require.Equal(t, `["10%", "12%"]`,
		pgtest.Text(f.t, f.db, `select (detail -> 'value')::text from audit_log where entity = 'promo' and action = 'change'`))
}

func TestACodeEndsAndOneThatWasUsedIsNotDeleted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.NoError(t, f.End(t.Context(), mei, global, "EU15", 0))
	require.Equal(t, promo.Ended, f.readCode(global, "EU15").State(f.Now()))
	require.Equal(t, "promo_over", fault.Code(f.End(t.Context(), mei, global, "EU15", 1)))
	require.Equal(t, promo.UsedUp, f.readCode(global, "FIRST100").State(f.Now()))
	require.Equal(t, "promo_was_used", fault.Code(f.Delete(t.Context(), mei, global, "FIRST100", 0)))
	require.Equal(t, map[string]string{"maxUses": "promo_limit_below_used"},
		fieldsOf(f.Change(t.Context(), mei, global, "FIRST100", 0, promo.CodeInput{Kind: promo.Percent, Value: "20", MaxUses: "99"})))

	// One that was given to a customer stays, too.
	_, err := f.db.SQL.Exec(`insert into promo_grant (tenant_id, user_id, promo_id, granted_at) select 20, 7, id, now() from promo_code where tenant_id = 20 and code = 'SORRY5'`)
	require.NoError(t, err)
	require.Equal(t, "promo_was_used", fault.Code(f.Delete(t.Context(), mei, global, "SORRY5", 0)))
	require.NoError(t, f.Delete(t.Context(), mei, hongKong, "SORRY5", 0))
	require.Equal(t, "2", pgtest.Text(f.t, f.db, `select count(*)::text from promo_code where code = 'SORRY5'`))

	// A code of the same name is made again, and goes on with the revisions.
	require.NoError(t, f.Create(t.Context(), bo, "SORRY5", []promo.AtSite{{TenantID: hongKong, Value: "10"}}, tenPercent()))
	require.EqualValues(t, 2, f.readCode(hongKong, "SORRY5").Revision)
}

// A code that was ended before it began has one moment for both, which is no mistake of whoever changes its value.
func TestACodeThatWasEndedBeforeItBeganIsChanged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	w := tenPercent()
	w.Starts = "2026-12-02T00:00"
	require.NoError(t, f.Create(t.Context(), mei, "LATER", []promo.AtSite{{TenantID: global, Value: "10"}}, w))
	require.NoError(t, f.End(t.Context(), mei, global, "LATER", f.readCode(global, "LATER").Revision))
	ended := f.readCode(global, "LATER")
	zone, err := ended.Location()
	require.NoError(t, err)
	w = promo.CodeInput{
		Kind: promo.Percent, Value: "11",
		Starts: ended.StartsAt.In(zone).Format("2006-01-02T15:04"), Ends: ended.EndsAt.In(zone).Format("2006-01-02T15:04"),
	}
	require.NoError(t, f.Change(t.Context(), mei, global, "LATER", ended.Revision, w))
	require.Equal(t, promo.Ended, f.readCode(global, "LATER").State(f.Now()))
	w.Ends = "2026-11-20T00:00"
	require.Equal(t, map[string]string{"ends": "promo_time_order"}, fieldsOf(f.Change(t.Context(), mei, global, "LATER", ended.Revision+1, w)))
}

func TestPromoUsesCountTheirDiscounts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := f.db.SQL.Exec(`
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
	costs, uses, err := f.Uses(t.Context(), f.readCode(global, "EU15"))
	require.NoError(t, err)
	require.Equal(t, []promo.Cost{{Currency: "USD", Paid: 2, Waiting: 1, Given: 203, Held: 103}}, costs)
	require.Len(t, uses, 3)
	require.Equal(t, []any{"R3", "held", int64(103)}, []any{uses[0].OrderNo, uses[0].State, uses[0].Amount})
	require.Equal(t, "promo_was_used", fault.Code(f.Delete(t.Context(), mei, global, "EU15", 0)))
}
