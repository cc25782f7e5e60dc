package merchandise_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

func (f fixture) readDetails() merchandise.Details {
	f.t.Helper()
	all, err := f.DetailsOf(f.t.Context(), plan)
	require.NoError(f.t, err)
	require.Len(f.t, all, 3)
	return all[hongKong]
}

func (f fixture) setDetails(d merchandise.Details) error {
	return f.SetDetails(f.t.Context(), mei, hongKong, plan, f.readProduct().Revision, d)
}

func TestDetailsAreChangedAtOneSite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.readDetails()
	require.Equal(t, "details_same", codeOf(f.setDetails(d)))
	d.NameEn, d.NameZh, d.Visible, d.Popularity, d.Destinations = "  Japan, one week ", "日本 一周", false, 7, []string{"KR", "JP"}
	require.NoError(t, f.setDetails(d))
	d.NameEn = "Japan, one week"
	require.Equal(t, d, f.readDetails())
	require.Equal(t, "name_en,name_zh,visible,popularity,destinations", f.readProduct().Fields)
	require.Equal(t, "2",
		pgtest.Text(f.t, f.db, `select count(*)::text from product where goods_id = 'jp-3g-7' and name_en = 'Japan 3GB 7 days' and visible`))
	require.Equal(t, `["Japan 3GB 7 days", "Japan, one week"] ["JP", "KR JP"]`, pgtest.Text(f.t, f.db, `
		select (detail -> 'name_en')::text || ' ' || (detail -> 'destinations')::text from audit_log where entity = 'product' and action = 'details'`))
	require.NotEmpty(t, pgtest.Text(f.t, f.db, `select tag from change_log where tag = 'place:21:KR' limit 1`))
	d.Destinations = []string{"JP"}
	require.NoError(t, f.setDetails(d))
	require.Equal(t, []string{"JP"}, f.readDetails().Destinations)

	// Whoever has seen what was there before is told who was first.
	d.NameEn = "Japan, seven days"
	err := f.SetDetails(t.Context(), bo, hongKong, plan, 1, d)
	var told *fault.Error
	require.True(t, errors.As(err, &told))
	require.Equal(t, []any{"price_overtaken_details", "Mei"}, []any{told.Text, told.Params["author"]})
}

// A plan that a new site has without a price is shown once it has one.
func TestAPlanWithoutAPriceIsNotShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.readDetails()
	pgtest.Text(f.t, f.db, `with p as (update product set price = 0, visible = false where tenant_id = 21 and goods_id = 'jp-3g-7' returning 1) select count(*)::text from p`)
	var told *fault.Error
	require.True(t, errors.As(f.setDetails(d), &told))
	require.Equal(t, map[string]string{"visible": "details_no_price"}, told.Fields)
	d.Visible, d.NameEn = false, "Japan, one week"
	require.NoError(t, f.setDetails(d))
}

func TestDetailsThatARuleRefuses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, tc := range []struct {
		field, key string
		change     func(*merchandise.Details)
	}{
		{"nameZh", "details_name", func(d *merchandise.Details) { d.NameZh = " \u200b" }},
		{"nameEn", "too_long", func(d *merchandise.Details) { d.NameEn = longName }},
		{"nameEn", "details_markup", func(d *merchandise.Details) { d.NameEn = "<script>alert(1)</script>" }},
		{"nameEn", "details_rule_en", func(d *merchandise.Details) { d.NameEn = "日本三千兆字节七天套餐" }},
		{"descriptionZh", "details_rule_zh", func(d *merchandise.Details) { d.DescriptionZh = "日本流量,七天" }},
		{"descriptionEn", "plan_unlimited_incomplete", func(d *merchandise.Details) { d.DescriptionEn = "Unlimited data in Japan." }},
		{"nameZh", "plan_unlimited_incomplete", func(d *merchandise.Details) { d.NameZh = "日本不限量流量" }},
		{"descriptionEn", "description_required", func(d *merchandise.Details) { d.DescriptionEn = "" }},
		{"popularity", "details_order", func(d *merchandise.Details) { d.Popularity = -1 }},
		{"destinations", "details_destinations", func(d *merchandise.Details) { d.Destinations = nil }},
		{"destinations", "details_destinations", func(d *merchandise.Details) { d.Destinations = []string{"JP", "XX"} }},
		{"destinations", "details_destinations", func(d *merchandise.Details) { d.Destinations = []string{"JP", "JP"} }},
	} {
		d := f.readDetails()
		tc.change(&d)
		err := f.setDetails(d)
		var told *fault.Error
		require.True(t, errors.As(err, &told), "%v", err)
		require.Equal(t, map[string]string{tc.field: tc.key}, told.Fields)
	}
	require.EqualValues(t, 0, f.readProduct().Revision)
}

const longName = "A name that is far too long for any list of plans, whatever it may say about data and days"
