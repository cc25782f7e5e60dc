package shipping_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/shipping"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

const hongKong = 21

var (
	mei = audit.By{Actor: "staff:mei@example.com", Author: "Mei"}
	bo  = audit.By{Actor: "staff:bo@example.com", Author: "Bo"}
)

// table is a small one for Hong Kong.
func table() []shipping.ZoneInput {
	return []shipping.ZoneInput{
		{Code: "hong-kong", Countries: "hk", Methods: []shipping.MethodInput{
			{Code: "standard", NameEn: "Standard delivery", NameZh: "标准配送", Amount: "0", DaysMin: "2", DaysMax: "4"},
			{Code: "express", NameEn: "Same-city courier", NameZh: "同城速递", Amount: "45.50", DaysMin: "1", DaysMax: "1", TrackingURL: "https://post.example/{number}"},
		}},
		{Code: "world", Methods: []shipping.MethodInput{{Code: "standard", NameEn: "Standard delivery", NameZh: "标准配送", Amount: "60", DaysMin: "7", DaysMax: "15"}}},
	}
}

func TestATableIsChangedAtOneSite(t *testing.T) {
	t.Parallel()
	db := seeded.New(t)
	s := shipping.New(db, clock.NewFake(seeded.Day))
	_, err := db.SQL.Exec(`delete from change_log`)
	require.NoError(t, err)
	require.NoError(t, s.Set(t.Context(), mei, hongKong, 0, table()))
	got, err := s.Get(t.Context(), hongKong)
	require.NoError(t, err)
	require.Equal(t, []any{int64(1), "Mei", 2}, []any{got.Revision, got.Author, len(got.Zones)})
	require.Equal(t, shipping.Zone{Code: "hong-kong", Countries: []string{"HK"}, Methods: []shipping.Method{
		{Code: "standard", NameEn: "Standard delivery", NameZh: "标准配送", DaysMin: 2, DaysMax: 4},
		{Code: "express", NameEn: "Same-city courier", NameZh: "同城速递", Amount: 4550, DaysMin: 1, DaysMax: 1, TrackingURL: "https://post.example/{number}"},
	}}, got.Zones[0])
	require.Empty(t, got.Zones[1].Countries)
	require.Equal(t, "6", pgtest.Text(t, db, `select count(*)::text from shipping_method where tenant_id = 22`), "another site")
	require.Equal(t, "shipping:21", pgtest.Text(t, db, `select min(tag) from change_log where tag like 'shipping:%'`), "pages follow")
	require.Equal(t, "2 | Same-city courier | 同城速递 | HK$40.00 | 1–1 | HK | ", pgtest.Text(t, db,
		`select detail -> 'hong-kong/express' ->> 0 from audit_log where entity = 'shipping' and actor = 'staff:mei@example.com'`))
	require.Equal(t, "", pgtest.Text(t, db, `select detail -> 'mainland-macao-taiwan/express' ->> 1 from audit_log where entity = 'shipping'`))

	require.Equal(t, "details_same", fault.Code(s.Set(t.Context(), mei, hongKong, 1, table())))
	var told *fault.Error
	require.True(t, errors.As(s.Set(t.Context(), bo, hongKong, 0, table()), &told))
	require.Equal(t, []any{"shipping_overtaken", "Mei"}, []any{told.Code, told.Params["author"]})
	require.Equal(t, "not_found", fault.Code(s.Set(t.Context(), bo, 99, 0, table())))
}

func TestTablesThatARuleRefuses(t *testing.T) {
	t.Parallel()
	s := shipping.New(seeded.New(t), clock.NewFake(seeded.Day))
	for _, c := range []struct {
		field, key string
		change     func(z []shipping.ZoneInput)
	}{
		{"zones.1.code", "shipping_code_twice", func(z []shipping.ZoneInput) { z[1].Code = "Hong-Kong" }},
		{"zones.0.code", "shipping_code", func(z []shipping.ZoneInput) { z[0].Code = "" }},
		{"zones.1.countries", "shipping_country_twice", func(z []shipping.ZoneInput) { z[1].Countries = "CN, HK" }},
		{"zones.1.countries", "shipping_elsewhere_twice", func(z []shipping.ZoneInput) { z[0].Countries = " " }},
		{"zones.0.countries", "shipping_country", func(z []shipping.ZoneInput) { z[0].Countries = "XX" }},
		{"zones.1.methods", "shipping_methods", func(z []shipping.ZoneInput) { z[1].Methods = nil }},
		{"zones.0.methods.1.code", "shipping_code_twice", func(z []shipping.ZoneInput) { z[0].Methods[1].Code = "standard" }},
		{"zones.0.methods.0.nameEn", "details_markup", func(z []shipping.ZoneInput) { z[0].Methods[0].NameEn = "<b>Fast" }},
		{"zones.0.methods.0.nameZh", "details_name", func(z []shipping.ZoneInput) { z[0].Methods[0].NameZh = "" }},
		{"zones.0.methods.0.amount", "shipping_amount", func(z []shipping.ZoneInput) { z[0].Methods[0].Amount = "-1" }},
		{"zones.0.methods.0.amount", "price_not_in_unit", func(z []shipping.ZoneInput) { z[0].Methods[0].Amount = "1.005" }},
		{"zones.0.methods.0.daysMin", "shipping_days", func(z []shipping.ZoneInput) { z[0].Methods[0].DaysMin = "0" }},
		{"zones.0.methods.0.daysMax", "shipping_days_order", func(z []shipping.ZoneInput) { z[0].Methods[0].DaysMin = "5" }},
		{"zones.0.methods.1.trackingUrl", "shipping_tracking", func(z []shipping.ZoneInput) { z[0].Methods[1].TrackingURL = "javascript:alert({number})" }},
	} {
		z := table()
		c.change(z)
		var told *fault.Error
		require.True(t, errors.As(s.Set(t.Context(), mei, hongKong, 0, z), &told), c.key)
		require.Equal(t, map[string]string{c.field: c.key}, told.Fields)
	}
	var told *fault.Error
	require.True(t, errors.As(s.Set(t.Context(), mei, hongKong, 0, nil), &told))
	require.Equal(t, map[string]string{"zones": "shipping_zones"}, told.Fields)
}
