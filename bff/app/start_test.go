package app_test

import (
	"context"
	"io"
	"testing"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// Whoever stops the program before it is up has not met a fault.
func TestAStartThatIsStoppedIsNoFault(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	cfg := config.Config{
		AppEnv: "sandbox", DataDir: t.TempDir(),
		Server:   config.Server{Port: apptest.FreePort(t), Host: "127.0.0.1", SSRURL: "http://127.0.0.1:1", LogLevel: "error"},
		Database: config.Database{URL: "postgres://me@127.0.0.1:1/shop", RedisURL: "redis://127.0.0.1:1"},
	}
	if err := app.Run(ctx, cfg, io.Discard); err != nil {
		t.Errorf("a stopped start ends with: %v", err)
	}
	if err := app.Run(t.Context(), cfg, io.Discard); err == nil {
		t.Error("a start without a database ends with no fault")
	}
}
