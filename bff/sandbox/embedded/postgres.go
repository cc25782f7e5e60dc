package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/bff/platform/child"
)

const (
	databaseUser = "roamcart"
	databaseName = "roamcart"
	postgresPort = "5432" // only part of the socket's file name
)

// postgresSignals stop a Postgres: fast shutdown (open transactions are rolled
// back), then at once.
var postgresSignals = []child.Signal{
	{Signal: syscall.SIGINT, Patience: 10 * time.Second}, {Signal: syscall.SIGQUIT, Patience: 3 * time.Second},
}

// Postgres is a running embedded server. It stops when the context it was
// started with ends, or by Stop.
type Postgres struct {
	*child.Child
	// DSN is a connection URL for the shop's database, over a Unix socket.
	DSN string
	// Version is the server's major version, for example "18".
	Version string
}

// StartPostgres starts the database server on DataDir/postgres, makes the data
// and the shop's database when they are missing, and returns once it answers.
// It returns an error that wraps ErrInUse when another shop holds the folder and
// ErrNoPostgres when there is no server program.
func StartPostgres(ctx context.Context, o Options) (*Postgres, error) {
	o, err := o.absolute()
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(filepath.Join(o.DataDir, "postgres.lock"), o.DataDir)
	if err != nil {
		return nil, err
	}
	pg, err := startLocked(ctx, o, lock)
	if err != nil {
		lock.release()
		return nil, err
	}
	return pg, nil
}

func startLocked(ctx context.Context, o Options, lock *dirLock) (*Postgres, error) {
	c, err := openCluster(ctx, filepath.Join(o.DataDir, "postgres"), o.BinDirs, "--data-checksums")
	if err != nil {
		return nil, err
	}
	sockets, err := c.sockets()
	if err != nil {
		return nil, err
	}
	spec := c.childSpec(sockets)
	spec.Ended, spec.Logger = lock.release, o.logger()
	server, err := child.Start(ctx, spec)
	if err != nil {
		return nil, err
	}
	pg := &Postgres{Child: server, DSN: socketDSN(sockets, databaseName), Version: c.binaries.major}
	if err := ensureDatabase(ctx, sockets); err != nil {
		server.Stop()
		return nil, err
	}
	return pg, nil
}

func (c cluster) sockets() (string, error) {
	return socketDir(filepath.Join(c.home, "run"), ".s.PGSQL."+postgresPort, c.identity)
}

func (c cluster) childSpec(sockets string) child.Spec {
	return child.Spec{
		Name:         "postgres",
		Command:      func() *exec.Cmd { return c.server(sockets) },
		Attributes:   c.identity.attributes,
		Before:       func() error { return stopOrphan(c.data()) },
		Ready:        func(ctx context.Context) error { return ping(ctx, socketDSN(sockets, "postgres")) },
		ReadyTimeout: time.Minute, // crash recovery of a busy shop takes its time
		FirstTries:   4,
		Signals:      postgresSignals,
		Level:        postgresLevel,
	}
}

// server is the command line of the database server. Statements and row values
// stay out of its log: they hold what customers typed.
func (c cluster) server(sockets string, settings ...string) *exec.Cmd {
	args := []string{"-D", c.data(), "-k", sockets, "-p", postgresPort}
	for _, s := range append([]string{
		"listen_addresses=", "unix_socket_permissions=0700", "timezone=UTC", "log_timezone=UTC",
		"max_connections=100", "shared_buffers=128MB",
		"log_min_messages=log", "log_min_error_statement=panic", "log_error_verbosity=terse",
		"log_checkpoints=off", "logging_collector=off",
	}, settings...) {
		args = append(args, "-c", s)
	}
	cmd := exec.Command(filepath.Join(c.binaries.dir, "postgres"), args...)
	cmd.Dir, cmd.Env = c.home, c.environment()
	return cmd
}

// postgresLevel keeps the server's chatter at debug level.
func postgresLevel(line string) slog.Level {
	for _, word := range []string{"FATAL:", "PANIC:", "ERROR:"} {
		if strings.Contains(line, word) && !strings.Contains(line, "the database system is starting up") {
			return slog.LevelWarn
		}
	}
	return slog.LevelDebug
}

func socketDSN(sockets, database string) string {
	q := url.Values{"host": {sockets}, "port": {postgresPort}, "sslmode": {"disable"}}
	// The driver takes a plus for a plus, and a folder's name may have a space.
	query := strings.ReplaceAll(q.Encode(), "+", "%20")
	return (&url.URL{Scheme: "postgres", User: url.User(databaseUser), Path: "/" + database, RawQuery: query}).String()
}

func ping(ctx context.Context, dsn string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

func ensureDatabase(ctx context.Context, sockets string) error {
	conn, err := pgx.Connect(ctx, socketDSN(sockets, "postgres"))
	if err != nil {
		return fmt.Errorf("embedded: postgres: %w", err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", databaseName).Scan(&exists); err != nil {
		return fmt.Errorf("embedded: look for the shop's database: %w", err)
	}
	if exists {
		return nil
	}
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+databaseName); err != nil {
		return fmt.Errorf("embedded: create the shop's database: %w", err)
	}
	return nil
}
