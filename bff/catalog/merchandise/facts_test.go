package merchandise_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

func (o office) knows(f merchandise.Facts) error {
	o.t.Helper()
	return o.SetFacts(o.t.Context(), mei, hongKong, plan, o.product().Revision, f)
}

func TestFactsAreChangedAtOneSite(t *testing.T) {
	t.Parallel()
	o := open(t)
	was := o.product().Facts()
	require.Equal(t, merchandise.Facts{NetworkType: "5G", Hotspot: "yes", RefundDays: 30}, was)
	require.Equal(t, "details_same", codeOf(o.knows(was)))
	is := merchandise.Facts{Unlimited: true, SpeedAfterKbps: 512, NetworkType: "4G", Hotspot: "2", RefundDays: 0}
	require.NoError(t, o.knows(is))
	require.Equal(t, is, o.product().Facts())
	require.Equal(t, "none", o.product().RefundPolicy)
	require.Equal(t, "unlimited,speed_after_kbps,network_type,hotspot,refund_policy", o.product().Fields)
	require.Equal(t, "2", o.text(`select count(*)::text from product where goods_id = 'jp-3g-7' and hotspot = 'yes'`))
	require.Equal(t, `["5G", "4G"] ["unused_30_days", "none"]`, o.text(`
		select (detail -> 'network_type')::text || ' ' || (detail -> 'refund_policy')::text from audit_log where entity = 'product' and action = 'facts'`))
	require.NotEmpty(t, o.text(`select tag from change_log where tag = 'goods:21:jp-3g-7' limit 1`))

	// Whoever has seen what was there before is told who was first.
	err := o.SetFacts(t.Context(), bo, hongKong, plan, 0, was)
	var told *fault.Error
	require.True(t, errors.As(err, &told))
	require.Equal(t, []any{"price_overtaken_facts", "Mei"}, []any{told.Text, told.Params["author"]})
}

func TestFactsThatARuleRefuses(t *testing.T) {
	t.Parallel()
	o := open(t)
	was := o.product().Facts()
	for field, change := range map[string]func(*merchandise.Facts){
		"speedAfterKbps": func(f *merchandise.Facts) { f.SpeedAfterKbps = -1 },
		"networkType":    func(f *merchandise.Facts) { f.NetworkType = "6G" },
		"hotspot":        func(f *merchandise.Facts) { f.Hotspot = "4" }, // of 3 GB
		"refundDays":     func(f *merchandise.Facts) { f.RefundDays = 366 },
	} {
		f := was
		change(&f)
		var refused *fault.Error
		require.True(t, errors.As(o.knows(f), &refused), field)
		require.Contains(t, refused.Fields, field)
	}
	// Unlimited needs the speed after the full-speed allowance, and so does a text that promises it.
	endless := was
	endless.Unlimited, endless.SpeedAfterKbps = true, 0
	require.Equal(t, "plan_unlimited_incomplete", codeOf(o.knows(endless)))
	slows, ends := was, was
	slows.SpeedAfterKbps = 384
	require.NoError(t, o.knows(slows))
	d := o.details()
	d.NameEn = "Japan with unlimited data"
	require.NoError(t, o.says(d))
	require.Equal(t, "plan_unlimited_incomplete", codeOf(o.knows(ends)))
	d.NameEn = "Japan"
	require.NoError(t, o.says(d))
	require.NoError(t, pg.Exec(o.db.Conn(t.Context()), "title", `insert into page_title values
		(0, 'product', 'jp-3g-7', 'Unlimited data for Japan', '日本流量不限', '', '', 1, '', '', now())`))
	require.Equal(t, "plan_unlimited_incomplete", codeOf(o.knows(ends)))
	require.NoError(t, pg.Exec(o.db.Conn(t.Context()), "no title", `delete from page_title`))
	require.NoError(t, o.knows(ends))
}
