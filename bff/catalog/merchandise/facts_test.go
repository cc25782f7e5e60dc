package merchandise_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

func (f fixture) setFacts(facts merchandise.Facts) error {
	f.t.Helper()
	return f.SetFacts(f.t.Context(), mei, hongKong, plan, f.readProduct().Revision, facts)
}

func TestFactsAreChangedAtOneSite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	was := f.readProduct().Facts()
	require.Equal(t, merchandise.Facts{NetworkType: "5G", Hotspot: "yes", RefundDays: 30}, was)
	require.Equal(t, "details_same", codeOf(f.setFacts(was)))
	is := merchandise.Facts{Unlimited: true, SpeedAfterKbps: 512, NetworkType: "4G", Hotspot: "2", RefundDays: 0}
	require.NoError(t, f.setFacts(is))
	require.Equal(t, is, f.readProduct().Facts())
	require.Equal(t, "none", f.readProduct().RefundPolicy)
	require.Equal(t, "unlimited,speed_after_kbps,network_type,hotspot,refund_policy", f.readProduct().Fields)
	require.Equal(t, "2", pgtest.Text(f.t, f.db, `select count(*)::text from product where goods_id = 'jp-3g-7' and hotspot = 'yes'`))
	require.Equal(t, `["5G", "4G"] ["unused_30_days", "none"]`, pgtest.Text(f.t, f.db, `
		select (detail -> 'network_type')::text || ' ' || (detail -> 'refund_policy')::text from audit_log where entity = 'product' and action = 'facts'`))
	require.NotEmpty(t, pgtest.Text(f.t, f.db, `select tag from change_log where tag = 'goods:21:jp-3g-7' limit 1`))

	// Whoever has seen what was there before is told who was first.
	err := f.SetFacts(t.Context(), bo, hongKong, plan, 0, was)
	var told *fault.Error
	require.True(t, errors.As(err, &told))
	require.Equal(t, []any{"price_overtaken_facts", "Mei"}, []any{told.Text, told.Params["author"]})
}

func TestFactsThatARuleRefuses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	was := f.readProduct().Facts()
	for field, change := range map[string]func(*merchandise.Facts){
		"speedAfterKbps": func(facts *merchandise.Facts) { facts.SpeedAfterKbps = -1 },
		"networkType":    func(facts *merchandise.Facts) { facts.NetworkType = "6G" },
		"hotspot":        func(facts *merchandise.Facts) { facts.Hotspot = "4" }, // of 3 GB
		"refundDays":     func(facts *merchandise.Facts) { facts.RefundDays = 366 },
	} {
		facts := was
		change(&facts)
		var refused *fault.Error
		require.True(t, errors.As(f.setFacts(facts), &refused), field)
		require.Contains(t, refused.Fields, field)
	}
	// Unlimited needs the speed after the full-speed allowance, and so does a text that promises it.
	endless := was
	endless.Unlimited, endless.SpeedAfterKbps = true, 0
	require.Equal(t, "plan_unlimited_incomplete", codeOf(f.setFacts(endless)))
	slows, ends := was, was
	slows.SpeedAfterKbps = 384
	require.NoError(t, f.setFacts(slows))
	d := f.readDetails()
	d.NameEn = "Japan with unlimited data"
	require.NoError(t, f.setDetails(d))
	require.Equal(t, "plan_unlimited_incomplete", codeOf(f.setFacts(ends)))
	d.NameEn = "Japan"
	require.NoError(t, f.setDetails(d))
	require.NoError(t, pg.Exec(f.db.Conn(t.Context()), "title", `insert into page_title values
		(0, 'product', 'jp-3g-7', 'Unlimited data for Japan', '日本流量不限', '', '', 1, '', '', now())`))
	require.Equal(t, "plan_unlimited_incomplete", codeOf(f.setFacts(ends)))
	require.NoError(t, pg.Exec(f.db.Conn(t.Context()), "no title", `delete from page_title`))
	require.NoError(t, f.setFacts(ends))
}
