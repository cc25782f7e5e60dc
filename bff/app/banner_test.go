package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A running shop shows a banner at its moment and takes it away at the other one, within two seconds each.
func TestABannerIsShownInTime(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	var starts, ends time.Time
	require.NoError(t, shop.DB.SQL.QueryRow(`insert into site_block (tenant_id, kind, body, version, starts_at, ends_at, shows) values
		(20, 'banner', '{"banner": {"text": {"en": "Early bird", "zh": "早鸟优惠"}, "link": "/faq"}}', 0,
			clock_timestamp() + interval '2 seconds', clock_timestamp() + interval '5 seconds', false)
		returning starts_at, ends_at`).Scan(&starts, &ends))
	isShown := func() bool {
		t.Helper()
		res, err := http.Get(shop.URL + "/gw/page/query?path=/zh/home")
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%d %v: %.300s", res.StatusCode, err, body)
		}
		return strings.Contains(string(body), "早鸟优惠")
	}
	if isShown() && time.Now().Before(starts) {
		t.Error("it is shown before its moment")
	}
	waittest.Within(t, time.Until(starts)+2*time.Second, "the banner is shown", isShown)
	if now := time.Now(); now.Before(starts) {
		t.Errorf("it was shown %s too early", starts.Sub(now))
	}
	waittest.Within(t, time.Until(ends)+2*time.Second, "the banner is gone", func() bool { return !isShown() })
	if now := time.Now(); now.Before(ends) {
		t.Errorf("it was gone %s too early", ends.Sub(now))
	}
}
