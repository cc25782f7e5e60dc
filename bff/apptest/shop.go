// Package apptest opens a whole shop for tests: the real program on a free port, over a database and a Redis of its own,
// with the servers of a sandbox beside it, in the process of the test. Pages are left out: the renderer is one that answers nothing but its name.
package apptest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/redistest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const (
	appSecret = "ssssssssssssssssssssssssssssssss"
	rsaBits   = 2048
)

// filled are databases of shops that were opened before, which is the longest part of opening one.
var filled = pgtest.Copies{Kind: "shop", Fill: func(ctx context.Context, dsn string) error {
	err := app.Fill(ctx, config.Config{
		AppEnv: "development", AppSecret: appSecret, Database: config.Database{URL: dsn, MaxConns: 4}, Rules: config.Rules{RSABits: rsaBits},
	})
	if err != nil {
		return err
	}
	return trimPools(ctx, dsn)
}}

// pooled is how many eSIMs of each product are left in the shops of tests. The seed has 150 to 300, which every copy and every
// search through all tables would pay for.
const pooled = 40

// trimPools deletes the eSIMs beyond pooled and lowers the stock to match.
func trimPools(ctx context.Context, dsn string) error {
	db, err := pg.Open(ctx, dsn, pg.Options{MaxConns: 1})
	if err != nil {
		return err
	}
	_, err = db.SQL.ExecContext(ctx, fmt.Sprintf(`
		delete from esim_profile where id in (
			select id from (select id, row_number() over (partition by tenant_id, sku order by id) as n from esim_profile) p where n > %[1]d);
		update stock s set on_hand = %[1]d from (select tenant_id, sku from esim_profile group by 1, 2 having count(*) = %[1]d) p
		where p.tenant_id = s.tenant_id and p.sku = s.sku`, pooled))
	if err == nil {
		// Rewritten, because what is deleted would be copied, too.
		_, err = db.SQL.ExecContext(ctx, `vacuum full esim_profile`)
	}
	return errors.Join(err, db.Close())
}

// Shop is a running shop.
type Shop struct {
	// URL is its address on this machine, http://localhost:<port>.
	URL string
	// SandboxURL is where the servers of its sandbox are found, "" where they are found through the shop.
	SandboxURL string
	// Settings are those that it runs with; empty where it is a program.
	Settings config.Config
	// DB is a pool of the test's own on the shop's database.
	DB *pg.DB
	// Stop asks the shop to stop and does not wait for it; nil where the shop is a program.
	Stop func()
	t    testing.TB
}

// Options change a shop's settings.
type Options struct {
	// Config is applied last.
	Config func(*config.Config)
}

// Open starts a shop and stops it when the test ends.
func Open(t testing.TB, o Options) *Shop {
	t.Helper()
	dsn := filled.DSN(t)
	cfg := config.Config{
		AppEnv: "development", DataDir: t.TempDir(), AppSecret: appSecret,
		Server: config.Server{
			Port: waittest.FreePort(t), Host: "127.0.0.1", MetricsHost: "127.0.0.1", InternalTokens: []string{"internal"},
			InternalNetworks: []string{"127.0.0.0/8", "::1/128"}, SSRDir: emptyBuild(t), Call: 20 * time.Second, Shutdown: 10 * time.Second,
			LogFormat: "text", LogLevel: "error", Header: 10 * time.Second, Write: 30 * time.Second, MaxConns: 4096, ConnsPerNetwork: 512,
		},
		Database: config.Database{URL: dsn, RedisURL: redistest.Start(t).URL, MaxConns: 12, OnSecondConnection: func(statement string) {
			t.Errorf("a request or a job took a second connection for: %s", statement)
		}},
		Payment: config.Payment{Script: "https://js.stripe.com/endive/stripe.js"},
		Mail:    config.Mail{From: "no-reply@roamcart.example"},
		Carrier: config.Carrier{SLA: 70 * time.Minute, Fresh: 20 * time.Minute},
		SMS:     config.SMS{PerNumber: 20, PerNetwork: 50, PerCountry: 2000, PerDay: 5000},
		Rules: config.Rules{
			PaymentWindow: 24 * time.Hour, RSABits: rsaBits, TrackFor: 30 * time.Minute, CodeTTL: 10 * time.Minute, CodeResend: time.Minute,
			SessionIdle: 7 * 24 * time.Hour, SessionMax: 30 * 24 * time.Hour,
		},
	}
	renderer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "renderer") }))
	t.Cleanup(renderer.Close)
	cfg.Server.SSRURL = renderer.URL
	if o.Config != nil {
		o.Config(&cfg)
	}
	bringSandbox(t, &cfg)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- app.Run(ctx, cfg, io.Discard) }()
	s := &Shop{URL: fmt.Sprintf("http://localhost:%d", cfg.Server.Port), Settings: cfg, Stop: cancel, t: t}
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the shop stopped with: %v", err)
		}
	})
	s.waitReady(done)
	var err error
	if s.DB, err = pg.Open(ctx, dsn, pg.Options{MaxConns: 4}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.DB.Close() })
	return s
}

// Ready returns the status and the body of /readyz.
func (s *Shop) Ready() (status int, body string) {
	s.t.Helper()
	res, err := http.Get(s.URL + "/readyz")
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return res.StatusCode, string(content)
}

func (s *Shop) waitReady(done <-chan error) {
	s.t.Helper()
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-done:
			s.t.Fatalf("the shop did not start: %v", err)
		default:
		}
		if res, err := http.Get(s.URL + "/readyz"); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return
			}
		}
	}
	s.t.Fatal("the shop was not ready within a minute")
}

func emptyBuild(t testing.TB) string {
	dir := t.TempDir()
	builds := filepath.Join(dir, "client", "builds")
	if err := os.MkdirAll(builds, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(builds, "latest.json"), []byte(`{"id":"test"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}
