package tenant_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/tenant"
)

func newRegistry(t *testing.T, o tenant.Options) (*tenant.Registry, *pg.DB) {
	t.Helper()
	db := seeded.New(t)
	r, err := tenant.Open(context.Background(), db, o)
	require.NoError(t, err)
	return r, db
}

func TestTheHostDecides(t *testing.T) {
	t.Parallel()
	r, db := newRegistry(t, tenant.Options{Hosts: map[string]int64{"Shop.Example": 22, "[::1]:9000": 20}, Ports: []string{"8080"}})
	for host, want := range map[string]int64{
		"localhost": 20, "localhost:8080": 20, "LOCALHOST.": 20, "127.0.0.1:9000": 20, "hk.localhost:8080": 21, "uk.localhost": 22,
		"shop.example": 22, "[::1]:9000": 20,
	} {
		got, ok := r.ByHost(host)
		require.True(t, ok, host)
		require.Equal(t, want, got.ID, host)
	}
	for _, host := range []string{"", ":8080", "example.com", "localhost.example.com", "xhk.localhost", "hk.localhost@evil.example", "[::2]:8080",
		"localhost:", "localhost:0", "localhost:08080", "localhost:65536", "localhost:8080.evil.example", "localhost:+80", "localhost:x@evil.example",
		"localhost:9", "shop.example:8081", "hk.localhost:7443"} {
		_, ok := r.ByHost(host)
		require.False(t, ok, "host %q belongs to nobody", host)
	}
	_, err := db.SQL.Exec(`update tenant set web_site = 'https://hk.example:7443/' where id = 21`)
	require.NoError(t, err)
	require.NoError(t, r.Reload(context.Background()))
	_, ok := r.ByHost("hk.localhost:7443")
	require.True(t, ok, "the port of a site's address")
}

func TestLocalHostsAreFoundAtAnyPort(t *testing.T) {
	t.Parallel()
	r, _ := newRegistry(t, tenant.Options{Hosts: map[string]int64{"shop.example": 22}, Ports: []string{"8080"}, AnyLocalPort: true})
	for host, want := range map[string]bool{
		"localhost:9": true, "uk.localhost:50123": true, "127.0.0.1:1": true, "shop.example:8080": true,
		"shop.example:9": false, "localhost:0": false, "other.localhost:9": false,
	} {
		_, ok := r.ByHost(host)
		require.Equal(t, want, ok, host)
	}
}

func TestNamesOfThisMachineCanBeLeftOut(t *testing.T) {
	t.Parallel()
	r, db := newRegistry(t, tenant.Options{
		NoLocal: true, Hosts: map[string]int64{"shop.example": 20}, WebSites: map[int64]string{20: "https://shop.example/", 22: "https://uk.example/"},
		Log: slog.New(slog.DiscardHandler),
	})
	exec := func(statement string) {
		t.Helper()
		_, err := db.SQL.Exec(statement)
		require.NoError(t, err)
		require.NoError(t, r.Reload(context.Background()))
	}
	exec(`update tenant set hosts = '{uk.localhost,uk.shop.example,LOCALHOST.}', web_site = 'https://uk.shop.example/' where id = 22`)
	for host, want := range map[string]int64{
		"shop.example": 20, "uk.shop.example": 22, "localhost": 0, "127.0.0.1": 0, "hk.localhost": 0, "uk.localhost": 0, "LOCALHOST.": 0,
	} {
		got, _ := r.ByHost(host)
		require.Equal(t, want, got.ID, host)
	}
	// Nobody is led to a site that nobody can open.
	addresses := map[int64]string{}
	for _, s := range r.Sites("en", "https", "shop.example") {
		addresses[s.TenantID] = s.WebSite
	}
	require.Equal(t, map[int64]string{20: "https://shop.example/", 22: "https://uk.shop.example/"}, addresses)
	exec(`update tenant set web_site = '' where id = 22`)
	require.Equal(t, "https://uk.example/", r.Sites("en", "https", "shop.example")[1].WebSite)
}

func TestAHostIsWrittenInOneWay(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"https Shop.EXAMPLE": "shop.example", "https shop.example.": "shop.example", "https shop.example:443": "shop.example",
		"http shop.example:80": "shop.example", "http shop.example:443": "shop.example:443", "https shop.example:80": "shop.example:80",
		"http LOCALHOST.:8080": "localhost:8080", "http [::1]:8080": "[::1]:8080", "http [::1]": "[::1]", "http ": "",
		"http localhost:x@evil.example": "localhost:x@evil.example",
	} {
		proto, host, _ := strings.Cut(given, " ")
		require.Equal(t, want, tenant.NormalHost(host, proto), given)
	}
}

func TestASiteIsWhole(t *testing.T) {
	t.Parallel()
	r, _ := newRegistry(t, tenant.Options{})
	uk, ok := r.ByID(22)
	require.True(t, ok)
	require.Equal(t, "GBP", uk.Currency)
	require.Equal(t, "£", uk.CurrencySymbol)
	require.Equal(t, "Europe/London", uk.Location.String())
	require.Equal(t, uk.Location, r.Zone(22))
	require.Nil(t, r.Zone(99))
	require.Equal(t, []string{"card", "alipay"}, uk.PaymentMethods)
	require.Contains(t, uk.Hotline, "+852")
	require.False(t, uk.Settings.Touch.BlockMultiTouch)
	require.Equal(t, "周一至周六 09:00–18:00（英国时间）", uk.Settings.Support.Hours.In("zh"))
	require.Equal(t, "Roamcart UK Ltd", uk.Settings.Legal.Name)
	require.Contains(t, uk.Settings.Legal.Address.In("en"), "United Kingdom")
	hk, _ := r.ByID(21)
	require.True(t, hk.Settings.Touch.BlockMultiTouch)
	require.Equal(t, "关注微信客服", hk.Settings.WeChat.Title.In("zh"))
	require.Equal(t, "Roamcart 中国香港站", hk.Name.In("zh"))
	require.Len(t, r.All(), 3)
}

func TestMenusCarryTheLanguage(t *testing.T) {
	t.Parallel()
	r, _ := newRegistry(t, tenant.Options{})
	site, _ := r.ByID(20)
	zh := site.Menus("zh", 1)
	require.Len(t, zh, 6)
	require.Equal(t, tenant.Menu{Name: "出境流量套餐", Icon: "sim", RedirectURL: "/zh/travel-card/listing"}, zh[0])
	en := site.Menus("en", 1)
	require.Equal(t, tenant.Menu{Name: "Install guide", Icon: "guide", RedirectURL: "/en/services/activation"}, en[3])
	require.Equal(t, 1, en[5].Version)
	require.NotNil(t, site.Menus("en", 7))
	require.Empty(t, site.Menus("en", 7))
}

func TestSitesAreFoundWhereTheRequestCameTo(t *testing.T) {
	t.Parallel()
	r, db := newRegistry(t, tenant.Options{})
	require.Equal(t, []tenant.Site{
		{TenantID: 20, Name: "Roamcart 全球站", Icon: "/pc-static/globe.svg", WebSite: "http://localhost:8090/"},
		{TenantID: 21, Name: "Roamcart 中国香港站", Icon: "/assets/flags/hk.svg", WebSite: "http://hk.localhost:8090/"},
		{TenantID: 22, Name: "Roamcart 英国站", Icon: "/assets/flags/gb.svg", WebSite: "http://uk.localhost:8090/"},
	}, r.Sites("zh", "http", "hk.localhost:8090"))
	_, err := db.SQL.Exec(`update tenant set web_site = 'https://hk.roamcart.example/' where id = 21`)
	require.NoError(t, err)
	require.NoError(t, r.Reload(context.Background()))
	require.Equal(t, "https://hk.roamcart.example/", r.Sites("en", "https", "localhost")[1].WebSite)
}

func TestAReloadThatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	r, db := newRegistry(t, tenant.Options{})
	for statement, complaint := range map[string]string{
		`update tenant set hosts = '{hk.localhost}' where id = 22`:   "belongs to site",
		`update tenant set time_zone = 'Mars/Olympus' where id = 22`: "Mars/Olympus",
	} {
		_, err := db.SQL.Exec(statement)
		require.NoError(t, err)
		err = r.Reload(context.Background())
		require.ErrorContains(t, err, complaint)
		require.ErrorIs(t, err, tenant.ErrRow)
		_, err = db.SQL.Exec(`update tenant set hosts = '{uk.localhost}', time_zone = 'Europe/London' where id = 22`)
		require.NoError(t, err)
	}
	require.NoError(t, db.Close())
	err := r.Reload(context.Background())
	require.Error(t, err)
	require.NotErrorIs(t, err, tenant.ErrRow, "it may work the next time")
	uk, ok := r.ByHost("uk.localhost")
	require.True(t, ok)
	require.EqualValues(t, 22, uk.ID)
}

func TestOpenRefusesWhatCannotWork(t *testing.T) {
	t.Parallel()
	_, err := tenant.Open(context.Background(), pgtest.New(t), tenant.Options{})
	require.ErrorContains(t, err, "seeded")
	_, db := newRegistry(t, tenant.Options{})
	_, err = tenant.Open(context.Background(), db, tenant.Options{Hosts: map[string]int64{"x.example": 77}})
	require.ErrorContains(t, err, "site 77")
}

func TestRunStops(t *testing.T) {
	t.Parallel()
	r, _ := newRegistry(t, tenant.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); r.Run(ctx) }()
	cancel()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("Run goes on after its context ended")
	}
}
