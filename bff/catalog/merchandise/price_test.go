package merchandise_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

const (
	hongKong = 21
	plan     = "jp-3g-7"
)

var (
	mei = audit.By{Actor: "staff:mei@example.com", Author: "Mei", RequestID: "r1"}
	bo  = audit.By{Actor: "staff:bo@example.com", Author: "Bo"}
)

// fixture is the merchandise service of the seeded shop.
type fixture struct {
	*merchandise.Service
	t     *testing.T
	db    *pg.DB
	clock *clock.Fake
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	return fixture{merchandise.New(db, clk, queue), t, db, clk}
}

func (f fixture) readProduct() merchandise.Product {
	f.t.Helper()
	list, err := f.Get(f.t.Context(), plan)
	require.NoError(f.t, err)
	require.Equal(f.t, int64(hongKong), list[1].TenantID)
	return list[1]
}

// newPrice is the form of a new price, based on the current revision.
func (f fixture) newPrice(typed, at string) merchandise.NewPrice {
	p := f.readProduct()
	return merchandise.NewPrice{TenantID: hongKong, GoodsID: plan, Typed: typed, Currency: "HKD", At: at, Revision: p.Revision, Was: p.Price}
}

func (f fixture) setPrice(typed, at string) merchandise.Verdict {
	f.t.Helper()
	v, err := f.SetPrice(f.t.Context(), mei, f.newPrice(typed, at))
	require.NoError(f.t, err)
	return v
}

func codeOf(err error) string { return fault.Code(err) }

func TestAPriceIsChangedAtOneSite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	v, err := f.Preview(t.Context(), f.newPrice("45.9", ""))
	require.NoError(t, err)
	require.Equal(t, []int64{5100, 4590, -100}, []int64{v.From, v.To, v.Permille})
	require.EqualValues(t, 5100, f.readProduct().Price, "a preview changes nothing")
	f.setPrice("45.9", "")
	p := f.readProduct()
	require.Equal(t, []any{int64(4590), int64(1), "Mei", "price", "price"}, []any{p.Price, p.Revision, p.Author, p.Action, p.Fields})
	require.Equal(t, "650 490", pgtest.Text(f.t, f.db, `select string_agg(price::text, ' ' order by tenant_id) from product where goods_id = 'jp-3g-7' and tenant_id <> 21`))
	require.Equal(t, "staff:mei@example.com 21 price HK$51.00 HK$45.90 r1", pgtest.Text(f.t, f.db, `
		select concat_ws(' ', actor, tenant_id, action, detail ->> 'was', detail ->> 'is', request_id) from audit_log where entity = 'product'`))
	require.Equal(t, "5100 4590 applied", pgtest.Text(f.t, f.db, `select was || ' ' || price || ' ' || state from price_change`))
	require.NotEmpty(t, pgtest.Text(f.t, f.db, `select tag from change_log where tag = 'goods:21:jp-3g-7' limit 1`))
}

func TestPricesThatARuleRefuses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	refused := map[string]func(*merchandise.NewPrice){
		"price_invalid":      func(n *merchandise.NewPrice) { n.Typed = "HK$45" },
		"price_not_in_unit":  func(n *merchandise.NewPrice) { n.Typed = "45.905" },
		"price_currency":     func(n *merchandise.NewPrice) { n.Currency = "USD" },
		"price_too_small":    func(n *merchandise.NewPrice) { n.Typed = "3.99" },
		"price_too_large":    func(n *merchandise.NewPrice) { n.Typed = "1000000" },
		"price_same":         func(n *merchandise.NewPrice) { n.Typed = "51.00" },
		"price_confirm":      func(n *merchandise.NewPrice) { n.Typed = "25.49" },
		"price_time_invalid": func(n *merchandise.NewPrice) { n.At = "tomorrow" },
		"price_time_past":    func(n *merchandise.NewPrice) { n.At = "2026-11-21T16:00" },
		"price_time_far":     func(n *merchandise.NewPrice) { n.At = "2027-12-01T00:00" },
		"not_found":          func(n *merchandise.NewPrice) { n.GoodsID = "nothing" },
		"price_overtaken":    func(n *merchandise.NewPrice) { n.Was = 5000 },
	}
	for code, change := range refused {
		n := f.newPrice("45", "")
		change(&n)
		_, err := f.SetPrice(t.Context(), mei, n)
		require.Equal(t, code, codeOf(err), "%v", err)
	}
	for _, typed := range []string{"0", "-5"} {
		_, err := f.SetPrice(t.Context(), mei, f.newPrice(typed, ""))
		require.Equal(t, "price_too_small", codeOf(err))
	}
	require.EqualValues(t, 5100, f.readProduct().Price)
	require.Equal(t, "0", pgtest.Text(f.t, f.db, `select count(*)::text from audit_log where entity = 'product'`))

	half := f.newPrice("25.50", "") // exactly half needs no confirmation
	_, err := f.SetPrice(t.Context(), mei, half)
	require.NoError(t, err)
	less := f.newPrice("12", "")
	less.Confirmed = true
	_, err = f.SetPrice(t.Context(), mei, less)
	require.NoError(t, err)
}

func TestPlansThatHaveNoPrice(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, tc := range []struct{ set, code string }{
		{`unlimited = true, data_mb = 0, speed_after_kbps = 384`, "plan_unlimited_incomplete"},
		{`unlimited = true, data_mb = 1024, speed_after_kbps = 0`, "plan_unlimited_incomplete"},
		{`unlimited = false, data_mb = 0, voice_minutes = 0`, "plan_without_rate"},
		{`unlimited = false, data_mb = 0, voice_minutes = 60`, ""},
		{`unlimited = true, data_mb = 1024, speed_after_kbps = 384`, ""},
		{`unlimited = false, currency = 'USD'`, "price_currency"},
	} {
		_, err := f.db.SQL.Exec(`update product set ` + tc.set + ` where tenant_id = 21 and goods_id = 'jp-3g-7'`)
		require.NoError(t, err)
		_, err = f.Preview(t.Context(), f.newPrice("45", ""))
		require.Equal(t, tc.code, codeOf(err), tc.set)
	}
}

func TestTwoMerchandisersAndOnePrice(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	n := f.newPrice("45", "")
	var group sync.WaitGroup
	var errs [2]error
	for i, by := range []audit.By{mei, bo} {
		group.Go(func() {
			mine := n
			mine.Typed = []string{"45", "46"}[i]
			_, errs[i] = f.SetPrice(t.Context(), by, mine)
		})
	}
	group.Wait()
	first, second := 0, 1
	if errs[0] != nil {
		first, second = 1, 0
	}
	require.NoError(t, errs[first])
	var told *fault.Error
	require.True(t, errors.As(errs[second], &told))
	require.Equal(t, []any{"price_overtaken", "price_overtaken_price"}, []any{told.Code, told.Text})
	require.Equal(t, []any{[]string{"Mei", "Bo"}[first], []string{"HK$45.00", "HK$46.00"}[first]}, []any{told.Params["author"], told.Params["price"]})

	// Whoever has not seen a scheduled price is told of it, too.
	n = f.newPrice("47", "")
	f.setPrice("44", "2026-12-01T00:00")
	_, err := f.SetPrice(t.Context(), bo, n)
	require.True(t, errors.As(err, &told))
	require.Equal(t, "price_overtaken_schedule", told.Text)
	_, err = f.db.SQL.Exec(`update product set price = 5200 where tenant_id = 20 and goods_id = 'jp-3g-7'`)
	require.NoError(t, err)
	_, err = f.SetPrice(t.Context(), bo, merchandise.NewPrice{TenantID: 20, GoodsID: plan, Typed: "6", Currency: "USD", Was: 650})
	require.True(t, errors.As(err, &told))
	require.Equal(t, "price_overtaken_by_files", told.Text)
}

func TestAPriceBeginsAtMidnightThere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	v := f.setPrice("45", "2026-12-01T00:00")
	require.Equal(t, time.Date(2026, 11, 30, 16, 0, 0, 0, time.UTC), v.StartsAt.UTC())
	require.Equal(t, "2026-11-30 16:00:00+00", pgtest.Text(f.t, f.db, `select (scheduled_at at time zone 'UTC')::text || '+00' from river_job where kind = 'apply_price'`))
	second := f.setPrice("55", "2026-12-08T00:00")
	require.EqualValues(t, 4500, second.From, "it replaces what holds then")
	_, err := f.SetPrice(t.Context(), mei, f.newPrice("46", "2026-12-01T00:00"))
	require.Equal(t, "price_scheduled_then", codeOf(err))

	require.True(t, jobs.IsSnoozed(f.Apply(t.Context(), v.ChangeID)), "not before")
	f.clock.Advance(v.StartsAt.Sub(f.clock.Now()))
	var group sync.WaitGroup
	var errs [6]error
	for i := range errs {
		group.Go(func() {
			if i%2 == 0 {
				errs[i] = f.Apply(t.Context(), v.ChangeID)
			} else {
				errs[i] = f.ApplyDue(t.Context())
			}
		})
	}
	group.Wait()
	require.NoError(t, errors.Join(errs[:]...))
	require.EqualValues(t, 4500, f.readProduct().Price)
	require.Equal(t, "1", pgtest.Text(f.t, f.db, `select count(*)::text from audit_log where entity = 'product' and action = 'price'`))
	require.Equal(t, "5100 applied, waiting", pgtest.Text(f.t, f.db, `select string_agg(concat_ws(' ', was, state), ', ' order by id) from price_change`))
}

// A program that was down for two moments applies both, in their order, and one that is against a rule by then is held.
func TestMissedScheduledPricesAreApplied(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	later := f.setPrice("55", "2026-12-08T00:00")
	f.setPrice("45", "2026-12-01T00:00")
	f.setPrice("66", "2026-12-09T00:00")
	_, err := f.db.SQL.Exec(`update price_change set currency = 'USD' where price = 6600`)
	require.NoError(t, err)
	f.clock.Advance(30 * 24 * time.Hour)
	require.NoError(t, f.Apply(t.Context(), later.ChangeID))
	require.EqualValues(t, 5500, f.readProduct().Price)
	require.Equal(t, "4500 5100 applied, 5500 4500 applied, 6600 5500 held price_currency",
		pgtest.Text(f.t, f.db, `select string_agg(concat_ws(' ', price, was, state, nullif(why, '')), ', ' order by starts_at) from price_change`))
	require.Equal(t, "hold", f.readProduct().Action)
	require.NoError(t, f.ApplyDue(t.Context()))
	waiting, err := f.Scheduled(t.Context())
	require.NoError(t, err)
	require.Empty(t, waiting)
}

func TestAScheduledPriceIsWithdrawn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	v := f.setPrice("45", "2026-12-01T00:00")
	require.Equal(t, "not_found", codeOf(f.Withdraw(t.Context(), bo, hongKong, "nothing", v.ChangeID)))
	require.Equal(t, "price_not_waiting", codeOf(f.Withdraw(t.Context(), bo, 20, plan, v.ChangeID)), "of another site")
	require.NoError(t, f.Withdraw(t.Context(), bo, hongKong, plan, v.ChangeID))
	require.Equal(t, "price_not_waiting", codeOf(f.Withdraw(t.Context(), bo, hongKong, plan, v.ChangeID)))
	f.clock.Advance(30 * 24 * time.Hour)
	require.NoError(t, f.Apply(t.Context(), v.ChangeID))
	require.EqualValues(t, 5100, f.readProduct().Price)
	list, err := f.Changes(t.Context(), plan)
	require.NoError(t, err)
	require.Equal(t, []any{merchandise.Withdrawn, "Bo"}, []any{list[0].State, list[0].EndedBy})

	// What is due cannot be taken back any more, even when nobody has applied it yet.
	v = f.setPrice("45", "2027-01-01T00:00")
	f.clock.Advance(30 * 24 * time.Hour)
	require.Equal(t, "price_not_waiting", codeOf(f.Withdraw(t.Context(), bo, hongKong, plan, v.ChangeID)))
}

func TestLocalTimes(t *testing.T) {
	t.Parallel()
	london, err := time.LoadLocation("Europe/London")
	require.NoError(t, err)
	for text, want := range map[string]string{
		"2026-12-01T00:00": "2026-12-01T00:00:00Z", "2026-07-01 00:00": "2026-06-30T23:00:00Z", "2026-10-25T01:30": "2026-10-25T00:30:00Z",
	} {
		at, err := merchandise.Moment(text, london)
		require.NoError(t, err)
		require.Equal(t, want, at.UTC().Format(time.RFC3339), text)
	}
	for text, code := range map[string]string{
		"2026-03-29T01:30": "price_no_such_time", "2026-02-30T00:00": "price_time_invalid", "": "price_time_invalid", "2026-12-01": "price_time_invalid",
	} {
		_, err := merchandise.Moment(text, london)
		require.Equal(t, code, codeOf(err), text)
	}
}
