package embedded

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/child"
)

func TestRedisKeepsDataOverRestart(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	r := startRedis(t, dir)
	require.NoError(t, client(t, r.URL).Set(t.Context(), "k", "v", 0).Err())
	r.Stop()
	if v, err := client(t, startRedis(t, dir).URL).Get(t.Context(), "k").Result(); err != nil || v != "v" {
		t.Fatalf("read %q, error %v", v, err)
	}
}

func TestRedisRefusesFolderInUse(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	startRedis(t, dir)
	if _, err := StartRedis(t.Context(), Options{DataDir: dir}); !errors.Is(err, ErrInUse) {
		t.Fatalf("a second shop got %v, want ErrInUse", err)
	}
}

func TestRedisAfterKilledShop(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	shop, address := startShop(t, "redis", dir)
	c := client(t, address)
	require.NoError(t, c.Set(t.Context(), "k", "v", 0).Err())
	time.Sleep(1100 * time.Millisecond) // the file is written once a second
	require.NoError(t, shop.Process.Signal(syscall.SIGKILL))
	_ = shop.Wait()
	if v, err := client(t, startRedis(t, dir).URL).Get(t.Context(), "k").Result(); err != nil || v != "v" {
		t.Fatalf("read %q, error %v", v, err)
	}
}

// A full disk leaves half a command, and when there is room again whole ones come after it.
func TestRedisStartsWithADamagedFile(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	r := startRedis(t, dir)
	require.NoError(t, client(t, r.URL).Set(t.Context(), "before", "v", 0).Err())
	r.Stop()
	files, err := filepath.Glob(filepath.Join(dir, "redis", "appendonlydir", "*.incr.aof"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, error %v", files, err)
	}
	file, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString("*3\r\n$3\r\nSET\r\n$4\r\nh*3\r\n$3\r\nSET\r\n$5\r\nafter\r\n$1\r\nv\r\n")
	require.NoError(t, errors.Join(err, file.Close()))
	c := client(t, startRedis(t, dir).URL)
	if v, err := c.Get(t.Context(), "before").Result(); err != nil || v != "v" {
		t.Fatalf("read %q, error %v", v, err)
	}
	if n, err := c.DBSize(t.Context()).Result(); err != nil || n != 1 {
		t.Fatalf("%d keys, error %v", n, err)
	}
}

func TestRedisReturnsAfterCrash(t *testing.T) {
	t.Parallel()
	r := startRedis(t, dataDir(t))
	c := client(t, r.URL)
	before := redisProcess(t, c)
	require.NoError(t, syscall.Kill(before, syscall.SIGKILL))
	eventually(t, func() error { return c.Ping(t.Context()).Err() })
	if redisProcess(t, c) == before {
		t.Fatal("the killed server answered")
	}
}

func TestRedisStopsWhatAnotherShopLeft(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	r := startRedis(t, dir)
	r.Stop()
	socket := strings.TrimPrefix(r.URL, "unix://")
	orphan := redisServer(child.FindProgram("redis-server", nil), filepath.Dir(socket), socket)
	require.NoError(t, orphan.Start())
	ended := make(chan error, 1)
	go func() { ended <- orphan.Wait() }()
	eventually(t, func() error { return pingRedis(t.Context(), socket) })
	r = startRedis(t, dir)
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		_ = orphan.Process.Kill()
		t.Fatal("the orphan still runs")
	}
	require.NoError(t, client(t, r.URL).Ping(t.Context()).Err())
}

func TestMemoryKeysExpireByTheClock(t *testing.T) {
	t.Parallel()
	r, err := startMemory(t.Context(), nil)
	require.NoError(t, err)
	defer r.Stop()
	c := client(t, r.URL)
	require.NoError(t, c.Set(t.Context(), "short", "v", time.Second).Err())
	require.NoError(t, c.Set(t.Context(), "long", "v", time.Hour).Err())
	eventually(t, func() error {
		if n, err := c.Exists(t.Context(), "short").Result(); err != nil || n > 0 {
			return errors.New("has not expired")
		}
		return nil
	})
	if n, err := c.Exists(t.Context(), "long").Result(); err != nil || n != 1 {
		t.Fatalf("a key of an hour is gone, error %v", err)
	}
}

func startRedis(t *testing.T, dir string) *Redis {
	t.Helper()
	r, err := StartRedis(context.Background(), Options{DataDir: dir})
	require.NoError(t, err)
	t.Cleanup(r.Stop)
	if r.Memory {
		t.Fatal("these tests need redis-server on PATH (Debian: apt-get install redis-server)")
	}
	return r
}

func client(t *testing.T, address string) *redis.Client {
	t.Helper()
	o, err := redis.ParseURL(address)
	require.NoError(t, err)
	o.DisableIdentity = true
	c := redis.NewClient(o)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func redisProcess(t *testing.T, c *redis.Client) int {
	t.Helper()
	info, err := c.Info(t.Context(), "server").Result()
	require.NoError(t, err)
	_, rest, _ := strings.Cut(info, "process_id:")
	line, _, _ := strings.Cut(rest, "\r\n")
	pid, err := strconv.Atoi(line)
	require.NoError(t, err)
	return pid
}
