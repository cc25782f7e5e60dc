package device_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/shared"
)

var ctx = context.Background()

const eid = "89049032021008881300304741158317"

// The table is the seed's, for all of these: seeding takes longer than they do.
func TestChecks(t *testing.T) {
	t.Parallel()
	db, now := seeded.New(t), clock.NewFake(seeded.Day)
	s := device.NewService(db, now)
	t.Run("verdicts", func(t *testing.T) { testVerdicts(t, s) })
	t.Run("what is no question", func(t *testing.T) { testNoQuestion(t, s) })
	t.Run("every verdict has its words", func(t *testing.T) { testTexts(t, s) })
	t.Run("the table", func(t *testing.T) { testTable(t, s) })
}

func testVerdicts(t *testing.T, s *device.Service) {
	t.Helper()
	for name, c := range map[string]struct {
		ask             device.Query
		verdict, reason string
	}{
		"like everywhere":            {device.Query{Model: "Google Pixel 5", SoldIn: "GB"}, device.Yes, device.ByModel},
		"sold where it is lacking":   {device.Query{Model: "Apple iPhone 12", SoldIn: "HK"}, device.No, device.BySale},
		"sold elsewhere":             {device.Query{Model: "Apple iPhone 12", SoldIn: "GB"}, device.Yes, device.ByModel},
		"lower case, without brand":  {device.Query{Model: "iphone  12", SoldIn: "hk"}, device.No, device.BySale},
		"Chinese name":               {device.Query{Model: "Apple iPhone SE（第 2 代）", SoldIn: "CN"}, device.No, device.BySale},
		"Chinese brand":              {device.Query{Model: "三星 Galaxy S20 FE", SoldIn: "DE"}, device.No, device.ByModel},
		"not said where":             {device.Query{Model: "Apple iPhone 12"}, device.Unsure, device.SaleUnknown},
		"only sold with eSIM":        {device.Query{Model: "Apple iPhone 17", SoldIn: "US"}, device.Yes, device.BySale},
		"often without":              {device.Query{Model: "Samsung Galaxy S20", SoldIn: "TW"}, device.Unsure, device.SaleVaries},
		"never":                      {device.Query{Model: "Samsung Galaxy S20 FE", SoldIn: "DE"}, device.No, device.ByModel},
		"unknown":                    {device.Query{Model: "Nokia 3310", SoldIn: "DE"}, device.Unsure, device.ModelUnknown},
		"proved":                     {device.Query{Model: "Nokia 3310", EID: eid}, device.Yes, device.ByEID},
		"proved against the table":   {device.Query{Model: "Apple iPhone 12", SoldIn: "HK", EID: "8904 9032 0210 0888 1300 3047 4115 8317"}, device.Yes, device.ByEID},
		"an EID without any model":   {device.Query{EID: eid}, device.Yes, device.ByEID},
		"mainland, in person abroad": {device.Query{Model: "Apple iPhone Air", SoldIn: "CN"}, device.Yes, device.BySale},
	} {
		got, _, err := s.Check(ctx, "en", c.ask)
		require.NoError(t, err, name)
		require.Equal(t, c.verdict+" "+c.reason, got.Verdict+" "+got.Reason, name)
	}
}

func testNoQuestion(t *testing.T, s *device.Service) {
	t.Helper()
	for field, ask := range map[string]device.Query{
		"model":  {},
		"soldIn": {Model: "iPhone 12", SoldIn: "Hong Kong"},
		"eid":    {EID: "89049032021008881300304741158318"},
	} {
		_, _, err := s.Check(ctx, "en", ask)
		var f *fault.Error
		require.ErrorAs(t, err, &f, field)
		require.Contains(t, f.Fields, field)
	}
}

// A verdict that no sentence is written for would be shown as its key.
func testTexts(t *testing.T, s *device.Service) {
	t.Helper()
	models, err := s.Models(ctx, "zh")
	require.NoError(t, err)
	keys := map[string]bool{"device.eid": true, "device.unsure.model_unknown": true}
	for _, m := range models {
		places := []string{"", "ZZ"}
		for _, e := range m.Exceptions {
			places = append(places, e.SoldIn...)
			for _, code := range e.SoldIn {
				keys["device.places."+code] = true
			}
		}
		for _, place := range places {
			c, _, err := s.Check(ctx, "zh", device.Query{Model: m.Brand + " " + m.Name, SoldIn: place})
			require.NoError(t, err)
			require.Equal(t, m.BrandName+" "+m.Name, c.Name("zh"))
			keys["device."+c.Verdict+"."+c.Reason] = true
		}
	}
	for key := range keys {
		for _, lang := range []string{"en", "zh"} {
			require.NotEqual(t, key, shared.Text(lang, "server", key, nil), "%s has no words for %s", lang, key)
		}
	}
}

func TestACheckIsKeptForItsOwner(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	s := device.NewService(f.DB, f.Clock)
	store := func(tenant int64, owner, model string) {
		t.Helper()
		c, _, err := s.Check(ctx, "en", device.Query{EID: eid})
		require.NoError(t, err)
		c.Model = model
		require.NoError(t, s.Store(ctx, tenant, owner, c))
		f.Clock.Advance(time.Second)
	}
	store(20, "v:a", "Apple iPhone 12")
	store(20, "v:a", "Apple iPhone 13")
	store(20, "u:1", "Google Pixel 8")
	store(21, "v:b", "Apple iPhone 14")
	model := func(owners ...string) string {
		t.Helper()
		c, err := s.Latest(ctx, 20, owners...)
		require.NoError(t, err)
		if c == nil {
			return ""
		}
		return c.Model
	}
	require.Equal(t, "Apple iPhone 13", model("v:a"))
	require.Equal(t, "Google Pixel 8", model("u:1", "v:a"), "the newest of both")
	require.Empty(t, model("v:b"), "of another site")
	var kept string
	require.NoError(t, f.DB.Gorm.Raw(`select string_agg(body::text, ' ') from device_check`).Scan(&kept).Error)
	require.NotContains(t, kept, eid[:20])
	require.Contains(t, kept, `"eidLast4": "8317"`)

	f.Clock.Advance(device.KeepFor)
	require.Empty(t, model("u:1", "v:a"))
	store(20, "v:c", "Apple iPhone 12")
	require.NoError(t, s.Purge(ctx))
	require.Equal(t, 1, f.Count(t, `select count(*) from device_check`), "what is too old is deleted")
}
