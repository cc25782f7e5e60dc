package apptest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// PoolSize is how many connections a Pooler has to its database: fewer than a shop asks for, so that its transactions take turns.
const PoolSize = 4

// Pooler starts a PgBouncer in transaction mode before the database at dsn, and returns the address that leads through it. It ends with
// the test.
func Pooler(t testing.TB, dsn string) string {
	t.Helper()
	binary := ""
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer"} {
		if found, err := exec.LookPath(name); err == nil && binary == "" {
			binary = found
		}
	}
	if binary == "" {
		t.Fatal("apptest: there is no pgbouncer; make test installs it on Debian (apt-get install pgbouncer)")
	}
	to, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "rcpooler-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	password := ""
	if to.Password != "" {
		password = fmt.Sprintf(" password='%s'", to.Password)
	}
	port, file := waittest.FreePort(t), filepath.Join(dir, "pgbouncer.ini")
	settings := fmt.Sprintf(`[databases]
shop = host='%s' port=%d dbname='%s' user='%s'%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = %d
max_client_conn = 200
`, to.Host, to.Port, to.Database, to.User, password, port, PoolSize)
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, file)
	if os.Geteuid() == 0 { // it refuses to run as root, and only the server's own user reaches its socket
		own := serverUser(t, to.Host)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: own}
		for _, path := range []string{dir, file} {
			if err := os.Chown(path, int(own.Uid), int(own.Gid)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // at once
		<-ended
	})
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	waittest.Eventually(t, "the pooler accepts connections", func() bool {
		select {
		case <-ended:
			t.Fatalf("pgbouncer ended: %s", output.String())
		default:
		}
		conn, err := net.DialTimeout("tcp", address, time.Second)
		if err != nil {
			return false
		}
		return conn.Close() == nil
	})
	return fmt.Sprintf("postgres://%s@%s/shop?sslmode=disable", to.User, address)
}

// serverUser is whom the folder of a server's socket belongs to, nobody in particular where it has none.
func serverUser(t testing.TB, host string) *syscall.Credential {
	t.Helper()
	if info, err := os.Stat(host); err == nil && filepath.IsAbs(host) {
		if own, ok := info.Sys().(*syscall.Stat_t); ok && own.Uid != 0 {
			return &syscall.Credential{Uid: own.Uid, Gid: own.Gid}
		}
	}
	return &syscall.Credential{Uid: 65534, Gid: 65534}
}
