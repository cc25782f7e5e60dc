package builds_test

import (
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/builds"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

const (
	oldName = "page-AAAA1111.js"
	newName = "page-BBBB2222.js"
)

type fixture struct {
	db    *pg.DB
	clock *clock.Fake
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	return fixture{pgtest.New(t), clock.NewFake(time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC))}
}

func (f fixture) newStore(assets fs.FS) *builds.Store {
	return builds.NewStore(f.db, f.clock, assets, slog.New(slog.DiscardHandler))
}

func TestFilesOfOtherBuildsAreFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	older := f.newStore(fstest.MapFS{oldName: {Data: []byte("old")}, "plain.txt": {Data: []byte("x")},
		"deep/" + oldName: {Data: []byte("deep")}})
	newer := f.newStore(fstest.MapFS{newName: {Data: []byte("new")}})
	require.NoError(t, older.Save(t.Context()))
	_, err := newer.Asset(t.Context(), newName)
	require.ErrorIs(t, err, fs.ErrNotExist, "nobody has noted it")
	require.NoError(t, newer.Save(t.Context()))
	require.NoError(t, newer.Save(t.Context()), "noting again changes nothing")

	for name, want := range map[string]string{oldName: "old", "deep/" + oldName: "deep"} {
		body, err := newer.Asset(t.Context(), name)
		require.NoError(t, err, name)
		require.Equal(t, want, string(body))
	}
	for _, name := range []string{"plain.txt", "page-CCCC3333.js", "../secret-AAAA1111.js"} {
		_, err := newer.Asset(t.Context(), name)
		require.ErrorIs(t, err, fs.ErrNotExist, name)
	}
	body, err := older.Asset(t.Context(), newName)
	require.NoError(t, err, "a page of the next build may come from another replica")
	require.Equal(t, "new", string(body))
}

func TestAFileThatComesLaterIsFoundInTwoSeconds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	here := f.newStore(fstest.MapFS{})
	_, err := here.Asset(t.Context(), newName)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoError(t, f.newStore(fstest.MapFS{newName: {Data: []byte("new")}}).Save(t.Context()))
	_, err = here.Asset(t.Context(), newName)
	require.ErrorIs(t, err, fs.ErrNotExist, "names are not read for each that asks")
	f.clock.Advance(2 * time.Second)
	_, err = here.Asset(t.Context(), newName)
	require.NoError(t, err)
}

func TestABuildIsKeptForAWeekAfterItsLastReplica(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	gone, runs := f.newStore(fstest.MapFS{oldName: {Data: []byte("old")}}), f.newStore(fstest.MapFS{newName: {Data: []byte("new")}})
	require.NoError(t, gone.Save(t.Context()))
	require.NoError(t, runs.Save(t.Context()))
	f.clock.Advance(7 * 24 * time.Hour)
	require.NoError(t, runs.Save(t.Context()))
	_, err := f.newStore(fstest.MapFS{}).Asset(t.Context(), oldName)
	require.NoError(t, err)
	f.clock.Advance(time.Second)
	require.NoError(t, runs.Save(t.Context()))
	_, err = f.newStore(fstest.MapFS{}).Asset(t.Context(), oldName)
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = f.newStore(fstest.MapFS{}).Asset(t.Context(), newName)
	require.NoError(t, err, "the one that is served stays")
}

// A page that was open when the build was replaced gets its script from the same address.
func TestAnOpenPageFindsItsScriptAfterADeployment(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	dir := t.TempDir()
	write := func(name, body string) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "assets"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "assets", name), []byte(body), 0o644))
	}
	write(oldName, "old")
	require.NoError(t, f.newStore(os.DirFS(filepath.Join(dir, "assets"))).Save(t.Context()))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "assets")))
	write(newName, "new")
	static, err := web.OpenStatic(web.StaticOptions{ClientDir: dir, Older: func(assets fs.FS) web.OlderBuilds { return f.newStore(assets) }})
	require.NoError(t, err)
	t.Cleanup(func() { _ = static.Close() })
	e := echo.New()
	e.Use(static.Middleware())
	for name, want := range map[string]string{oldName: "old", newName: "new"} {
		rec := httptest.NewRecorder()
		e.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/assets/"+name, nil))
		body, _ := io.ReadAll(rec.Body)
		require.Equal(t, 200, rec.Code, name)
		require.Equal(t, want, string(body))
		require.Equal(t, "public, max-age=31536000, immutable", rec.Header().Get("Cache-Control"))
		require.Equal(t, "text/javascript; charset=utf-8", rec.Header().Get("Content-Type"))
	}
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/assets/page-CCCC3333.js", nil))
	require.Equal(t, 404, rec.Code)
	require.Equal(t, "no-store", rec.Header().Get("Cache-Control"))
}

// Browsers with a page of the build before ask for all its files at once.
func TestFilesAreAskedForAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.NoError(t, f.newStore(fstest.MapFS{oldName: {Data: []byte("old")}}).Save(t.Context()))
	newer := f.newStore(fstest.MapFS{})
	var all sync.WaitGroup
	for n := range 16 {
		name := []string{oldName, newName}[n%2]
		all.Go(func() {
			body, err := newer.Asset(t.Context(), name)
			if name == oldName && (err != nil || string(body) != "old") {
				t.Errorf("%s: %q, %v", name, body, err)
			}
			if name == newName && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %q, %v", name, body, err)
			}
		})
	}
	all.Wait()
}
