package embedded

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPostgresKeepsDataOverRestart(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	pg := startPostgres(t, dir)
	run(t, pg.DSN, "CREATE TABLE t (n int)", "INSERT INTO t VALUES (7)", "SELECT 1")
	pg.Stop()
	if _, alive := postmasterOf(filepath.Join(dir, "postgres", "data")); alive {
		t.Fatal("the server still runs after Stop")
	}
	began := time.Now()
	pg = startPostgres(t, dir)
	t.Logf("second start took %s", time.Since(began))
	if n := run(t, pg.DSN, "SELECT n FROM t"); n != 7 {
		t.Fatalf("read %d, want 7", n)
	}
}

func TestPostgresIsDurable(t *testing.T) {
	t.Parallel()
	pg := startPostgres(t, dataDir(t))
	if n := run(t, pg.DSN, "SELECT count(*) FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums') AND setting = 'on'"); n != 4 {
		t.Fatalf("%d of 4 durable settings are on", n)
	}
}

func TestPostgresSideBySide(t *testing.T) {
	t.Parallel()
	a, b := startPostgres(t, dataDir(t)), startPostgres(t, dataDir(t))
	run(t, a.DSN, "CREATE TABLE only_a (n int)", "SELECT 1")
	if n := run(t, b.DSN, "SELECT count(*) FROM pg_tables WHERE tablename = 'only_a'"); n != 0 {
		t.Fatal("two shops share one database")
	}
}

func TestPostgresRefusesFolderInUse(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	pg := startPostgres(t, dir)
	if _, err := StartPostgres(t.Context(), Options{DataDir: dir, BinDirs: []string{nodeDir(t)}}); !errors.Is(err, ErrInUse) {
		t.Fatalf("a second shop got %v, want ErrInUse", err)
	}
	run(t, pg.DSN, "SELECT 1") // and the first one is not disturbed
}

func TestPostgresStopsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	pg, err := StartPostgres(ctx, Options{DataDir: dataDir(t), BinDirs: []string{nodeDir(t)}})
	require.NoError(t, err)
	cancel()
	select {
	case <-pg.Done():
	case <-time.After(15 * time.Second):
		t.Fatal("still running 15 s after its context ended")
	}
}

func TestPostgresAfterKilledShop(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	shop, dsn := startShop(t, "postgres", dir)
	run(t, dsn, "CREATE TABLE t (n int)", "INSERT INTO t VALUES (9)", "SELECT 1")
	require.NoError(t, shop.Process.Signal(syscall.SIGKILL))
	_ = shop.Wait()
	pg := startPostgres(t, dir)
	if n := run(t, pg.DSN, "SELECT n FROM t"); n != 9 {
		t.Fatalf("read %d, want 9", n)
	}
}

func TestPostgresReturnsAfterCrash(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	pg := startPostgres(t, dir)
	before, alive := postmasterOf(filepath.Join(dir, "postgres", "data"))
	if !alive {
		t.Fatal("no server process found")
	}
	require.NoError(t, syscall.Kill(before, syscall.SIGKILL))
	eventually(t, func() error {
		if now, alive := postmasterOf(filepath.Join(dir, "postgres", "data")); !alive || now == before {
			return errors.New("not started again")
		}
		_, err := tryRun(t.Context(), pg.DSN, "SELECT 1")
		return err
	})
}

func TestPostgresStopsWhatAnotherShopLeft(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: dataDir(t), BinDirs: []string{nodeDir(t)}}
	if _, err := SharedPostgres(t.Context(), o); err != nil { // detached: nobody will stop it
		t.Fatal(err)
	}
	orphan, alive := postmasterOf(filepath.Join(o.DataDir, "postgres", "data"))
	if !alive {
		t.Fatal("no server process found")
	}
	startPostgres(t, o.DataDir)
	if now, _ := postmasterOf(filepath.Join(o.DataDir, "postgres", "data")); now == orphan {
		t.Fatal("the orphan was not replaced")
	}
}

func TestPostgresBelowPrivateFolder(t *testing.T) {
	t.Parallel()
	home := dataDir(t)
	require.NoError(t, os.Chmod(home, 0o700))
	dir := filepath.Join(home, "data")
	pg := startPostgres(t, dir)
	run(t, pg.DSN, "CREATE TABLE t (n int)", "INSERT INTO t VALUES (5)", "SELECT 1")
	pg.Stop()
	real, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	require.NoError(t, err)
	if strings.HasPrefix(real, systemDir) {
		t.Cleanup(func() { _ = os.RemoveAll(real); _ = os.Remove(real + ownerSuffix) })
	}
	if n := run(t, startPostgres(t, dir).DSN, "SELECT n FROM t"); n != 5 {
		t.Fatalf("read %d, want 5", n)
	}
}

func TestPostgresOfAnotherVersion(t *testing.T) {
	t.Parallel()
	_, err := findPostgres([]string{nodeDir(t)}, identity{drop: os.Geteuid() == 0, uid: 65534, gid: 65534}, "7")
	if err == nil || !strings.Contains(err.Error(), "written by PostgreSQL 7") {
		t.Fatalf("got %v", err)
	}
}

func TestSharedPostgresStartsOnce(t *testing.T) {
	t.Parallel()
	o := Options{DataDir: dataDir(t), BinDirs: []string{nodeDir(t)}}
	t.Cleanup(func() { _ = stopOrphan(filepath.Join(o.DataDir, "postgres", "data")) })
	found := make(chan string, 4)
	for range cap(found) {
		go func() {
			dsn, err := SharedPostgres(context.Background(), o)
			if err != nil {
				dsn = err.Error()
			}
			found <- dsn
		}()
	}
	first := <-found
	run(t, first, "SELECT 1")
	for range cap(found) - 1 {
		if dsn := <-found; dsn != first {
			t.Fatalf("got %s and %s", first, dsn)
		}
	}
}
