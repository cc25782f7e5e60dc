package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

// Whoever looks at the settings sees how old each secret is, and never the secret.
func TestTheAgeOfSecretsIsShown(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	cfg := config.Config{AppSecret: "hush-new,hush-old", Payment: config.Payment{SecretKey: "sk_hush"}, Database: config.Database{URL: dsn}}
	var out bytes.Buffer
	show := func() string {
		t.Helper()
		out.Reset()
		require.NoError(t, ShowConfig(t.Context(), cfg, &out))
		if strings.Contains(out.String(), "hush") {
			t.Fatal("a secret is shown")
		}
		return out.String()
	}
	if said := show(); strings.Count(said, "no shop has started with it") != 3 {
		t.Errorf("before a start: %s", said)
	}
	note := func(at time.Time, appSecret string) {
		t.Helper()
		now := cfg
		now.AppSecret = appSecret
		r := &modules{cfg: now, clock: clock.NewFake(at), log: slog.New(slog.DiscardHandler)}
		require.NoError(t, r.connect(t.Context()))
		defer r.close()
		r.recordSecretAges(t.Context())
	}
	note(time.Now().Add(-380*24*time.Hour), "hush-old")
	note(time.Now().Add(-10*24*time.Hour), "hush-new,hush-old")
	said := show()
	for _, want := range []string{", 10 days\n# APP_SECRET (former): in use since ", ", 380 days: exchange it\n# STRIPE_SECRET_KEY: in use since ", "APP_SECRET=(set)\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
	cfg.Database.URL = "postgres://nobody:hush@127.0.0.1:1/none"
	if said := show(); !strings.Contains(said, "which does not tell: DATABASE_URL: no connection") {
		t.Errorf("without a database: %s", said)
	}
}
