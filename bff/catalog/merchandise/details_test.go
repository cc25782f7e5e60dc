package merchandise_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func (o office) details() merchandise.Details {
	o.t.Helper()
	all, err := o.DetailsOf(o.t.Context(), plan)
	require.NoError(o.t, err)
	require.Len(o.t, all, 3)
	return all[hongKong]
}

func (o office) says(d merchandise.Details) error {
	return o.SetDetails(o.t.Context(), mei, hongKong, plan, o.product().Revision, d)
}

func TestWhatAPlanSaysIsChangedAtOneSite(t *testing.T) {
	t.Parallel()
	o := open(t)
	d := o.details()
	require.Equal(t, "details_same", codeOf(o.says(d)))
	d.NameEn, d.NameZh, d.Visible, d.Popularity, d.Destinations = "  Japan, one week ", "日本 一周", false, 7, []string{"KR", "JP"}
	require.NoError(t, o.says(d))
	d.NameEn = "Japan, one week"
	require.Equal(t, d, o.details())
	require.Equal(t, "name_en,name_zh,visible,popularity,destinations", o.product().Fields)
	require.Equal(t, "2", o.text(`select count(*)::text from product where goods_id = 'jp-3g-7' and name_en = 'Japan 3GB 7 days' and visible`))
	require.Equal(t, `["Japan 3GB 7 days", "Japan, one week"] ["JP", "KR JP"]`, o.text(`
		select (detail -> 'name_en')::text || ' ' || (detail -> 'destinations')::text from audit_log where entity = 'product' and action = 'details'`))
	require.NotEmpty(t, o.text(`select tag from change_log where tag = 'place:21:KR' limit 1`))
	d.Destinations = []string{"JP"}
	require.NoError(t, o.says(d))
	require.Equal(t, []string{"JP"}, o.details().Destinations)

	// Whoever has seen what was there before is told who was first.
	d.NameEn = "Japan, seven days"
	err := o.SetDetails(t.Context(), bo, hongKong, plan, 1, d)
	var told *fault.Error
	require.True(t, errors.As(err, &told))
	require.Equal(t, []any{"price_overtaken_details", "Mei"}, []any{told.Text, told.Params["author"]})
}

// A plan that a new site has without a price is shown once it has one.
func TestAPlanWithoutAPriceIsNotShown(t *testing.T) {
	t.Parallel()
	o := open(t)
	d := o.details()
	o.text(`with p as (update product set price = 0, visible = false where tenant_id = 21 and goods_id = 'jp-3g-7' returning 1) select count(*)::text from p`)
	var told *fault.Error
	require.True(t, errors.As(o.says(d), &told))
	require.Equal(t, map[string]string{"visible": "details_no_price"}, told.Fields)
	d.Visible, d.NameEn = false, "Japan, one week"
	require.NoError(t, o.says(d))
}

func TestDetailsThatARuleRefuses(t *testing.T) {
	t.Parallel()
	o := open(t)
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
		d := o.details()
		tc.change(&d)
		err := o.says(d)
		var told *fault.Error
		require.True(t, errors.As(err, &told), "%v", err)
		require.Equal(t, map[string]string{tc.field: tc.key}, told.Fields)
	}
	require.EqualValues(t, 0, o.product().Revision)
}

const longName = "A name that is far too long for any list of plans, whatever it may say about data and days"
