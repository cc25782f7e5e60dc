package app_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// outside are addresses at which nobody answers. No start comes so far that it would ask.
var outside = config.Config{
	Mail: config.Mail{SMTPURL: "smtp://127.0.0.1:1", From: "no-reply@roamcart.example"}, Payment: config.Payment{SecretKey: "sk_test_1"},
}

// A program that is not told where everything is says what it needs, and who has it.
func TestAStartWithoutSettings(t *testing.T) {
	t.Parallel()
	err := app.Run(t.Context(), config.Config{AppEnv: "development", Server: config.Server{LogLevel: "error"}}, io.Discard)
	if want := "run needs DATABASE_URL, REDIS_URL, SMTP_URL, STRIPE_SECRET_KEY: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("the start ends with: %v", err)
	}
}

// Whoever stops the program before it is up has not met a fault.
func TestAStartThatIsStoppedIsNoFault(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	cfg := config.Config{
		AppEnv: "development", DataDir: t.TempDir(),
		Server:   config.Server{Port: waittest.FreePort(t), Host: "127.0.0.1", SSRURL: "http://127.0.0.1:1", LogLevel: "error"},
		Database: config.Database{URL: "postgres://me@127.0.0.1:1/shop", RedisURL: "redis://127.0.0.1:1"},
		Mail:     outside.Mail, Payment: outside.Payment,
	}
	if err := app.Run(ctx, cfg, io.Discard); err != nil {
		t.Errorf("a stopped start ends with: %v", err)
	}
	if err := app.Run(t.Context(), cfg, io.Discard); err == nil {
		t.Error("a start without a database ends with no fault")
	}
}

// A program that may not change the schema says what to do about one that is behind.
func TestAStartThatMayNotMigrate(t *testing.T) {
	t.Parallel()
	empty := pgtest.DSN(t)
	db, err := pg.Open(t.Context(), empty, pg.Options{MaxConns: 1})
	require.NoError(t, err)
	_, err = db.SQL.Exec(`delete from goose_db_version where version_id > 20`)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	err = app.Run(t.Context(), config.Config{
		AppEnv: "development", AppSecret: strings.Repeat("s", 32), DataDir: t.TempDir(),
		Server:   config.Server{Port: waittest.FreePort(t), Host: "127.0.0.1", InternalTokens: []string{"internal"}, SSRURL: "http://127.0.0.1:1", LogLevel: "error"},
		Database: config.Database{URL: empty, RedisURL: "redis://127.0.0.1:1", MaxConns: 4, Migrate: "false"},
		Mail:     outside.Mail, Payment: outside.Payment,
	}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), `run "roamcart migrate" first`) {
		t.Fatalf("started: %v", err)
	}
}

// A production shop whose Redis cannot be reached is not opened, and says which setting is meant; elsewhere one is.
func TestProductionNeedsRedisToStart(t *testing.T) {
	t.Parallel()
	cfg := config.Config{
		AppEnv: "production", DataDir: t.TempDir(), AppSecret: strings.Repeat("s", 32),
		Server: config.Server{
			Port: waittest.FreePort(t), Host: "127.0.0.1", InternalTokens: []string{"internal"}, SSRURL: "http://127.0.0.1:1", LogLevel: "error",
		},
		Database: config.Database{URL: pgtest.DSN(t), RedisURL: fmt.Sprintf("redis://:hush@127.0.0.1:%d", waittest.FreePort(t)), MaxConns: 4},
		Mail:     outside.Mail, Payment: outside.Payment,
	}
	err := app.Run(t.Context(), cfg, io.Discard)
	if err == nil || !strings.HasPrefix(err.Error(), "REDIS_URL: Redis does not answer: ") || strings.Contains(err.Error(), "hush") {
		t.Errorf("the start ends with: %v", err)
	}
	apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Database.RedisURL = cfg.Database.RedisURL }})
}

// Ctrl-C works also while a part does not come up.
func TestAStartThatHangsCanBeStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, began := filepath.Join(dir, "ssr", "dist", "server"), filepath.Join(dir, "began")
	require.NoError(t, os.MkdirAll(server, 0o755))
	hangs := fmt.Sprintf("require('fs').writeFileSync(%q, ''); setInterval(() => {}, 1000);", began)
	require.NoError(t, os.WriteFile(filepath.Join(server, "main.js"), []byte(hangs), 0o600))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- app.Run(ctx, config.Config{
			AppEnv: "development", DataDir: t.TempDir(),
			Server:   config.Server{Port: waittest.FreePort(t), Host: "127.0.0.1", SSRDir: filepath.Dir(server), LogLevel: "error"},
			Database: config.Database{URL: "postgres://me@127.0.0.1:1/shop", RedisURL: "redis://127.0.0.1:1"},
			Mail:     outside.Mail, Payment: outside.Payment,
		}, io.Discard)
	}()
	waittest.Eventually(t, "the renderer begins", func() bool {
		_, err := os.Stat(began)
		return err == nil
	})
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("ended with: %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("still starting")
	}
}
