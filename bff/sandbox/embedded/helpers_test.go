package embedded

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// TestMain lets the test program play a shop that tests can kill: told so by the
// environment, it starts one server, prints its address and waits.
func TestMain(m *testing.M) {
	dir := os.Getenv("EMBEDDED_TEST_SHOP")
	if dir == "" {
		os.Exit(m.Run())
	}
	o := Options{DataDir: dir, BinDirs: []string{os.Getenv("EMBEDDED_TEST_BIN")}}
	var address string
	var err error
	if os.Getenv("EMBEDDED_TEST_SERVER") == "redis" {
		var r *Redis
		if r, err = StartRedis(context.Background(), o); err == nil {
			address = r.URL
		}
	} else {
		var pg *Postgres
		if pg, err = StartPostgres(context.Background(), o); err == nil {
			address = pg.DSN
		}
	}
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	fmt.Println(address)
	select {}
}

// startShop runs another process that owns a server and returns the process and
// the server's address.
func startShop(t *testing.T, server, dir string) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "EMBEDDED_TEST_SHOP="+dir, "EMBEDDED_TEST_SERVER="+server, "EMBEDDED_TEST_BIN="+nodeDir(t))
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || strings.HasPrefix(line, "error:") {
		t.Fatalf("the other shop does not start: %q, error %v", line, err)
	}
	return cmd, strings.TrimSpace(line)
}

// dataDir returns a short, empty folder that any user may enter.
func dataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rcemb-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	return dir
}

func nodeDir(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	return NodePostgresDir(root)
}

func startPostgres(t *testing.T, dir string) *Postgres {
	t.Helper()
	pg, err := StartPostgres(context.Background(), Options{DataDir: dir, BinDirs: []string{nodeDir(t)}})
	require.NoError(t, err)
	t.Cleanup(pg.Stop)
	return pg
}

// run executes statements and returns the single number the last one gives.
func run(t *testing.T, dsn string, statements ...string) int {
	t.Helper()
	n, err := tryRun(t.Context(), dsn, statements...)
	require.NoError(t, err)
	return n
}

func tryRun(ctx context.Context, dsn string, statements ...string) (int, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, s := range statements[:len(statements)-1] {
		if _, err := conn.Exec(ctx, s); err != nil {
			return 0, err
		}
	}
	var n int
	err = conn.QueryRow(ctx, statements[len(statements)-1]).Scan(&n)
	return n, err
}

// eventually waits until f returns nil.
func eventually(t *testing.T, f func() error) {
	t.Helper()
	var err error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if err = f(); err == nil {
			return
		}
	}
	t.Fatalf("still not after 20 s: %v", err)
}
