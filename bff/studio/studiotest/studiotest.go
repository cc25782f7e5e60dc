// Package studiotest puts areas of the Studio behind an HTTP handler, for the tests of the areas.
package studiotest

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
)

// Origin is where the Studio is.
const Origin = "http://shop.example"

// Key is the secret of whatever needs one.
var Key = []byte(strings.Repeat("k", 32))

// Served is a Studio with one area.
type Served struct {
	Handler http.Handler
	Staff   *staff.Service
	Routes  []studio.Route
	// Lang is the language of the calls, English from the start.
	Lang string
	t    *testing.T
}

// Serve returns the Studio with an area, on a database and by a clock. It is closed when the test ends.
func Serve(t *testing.T, db *pg.DB, clk clock.Clock, area studio.Area) Served {
	t.Helper()
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	box, err := secret.NewBox(Key)
	require.NoError(t, err)
	prints, err := secret.NewFingerprinter(Key)
	require.NoError(t, err)
	members := staff.New(staff.Deps{DB: db, Clock: clk, Queue: queue, Box: box, Prints: prints, Site: 20, Address: Origin + "/studio"})
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "index.html"), []byte("<title>Studio</title>"), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "assets"), 0o755))
	s, err := studio.New(studio.Deps{
		Staff: members, Areas: []studio.Area{area}, Dir: dir, Allowed: func(string) bool { return true }, IP: echo.ExtractIPDirect(),
		Proto: func(*http.Request) string { return "http" }, Limiter: ratelimit.New(nil, clk), Wider: 1, Call: time.Minute,
		Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	e := echo.New()
	e.Use(guard.RequestID(), s.Serve)
	return Served{e, members, s.Routes(), "en", t}
}
