package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// startTime and warmTime bound the start of the shop and the first round of rendering; stopTime is how long it may take to
// stop before it is killed.
const (
	startTime = 2 * time.Minute
	warmTime  = 10 * time.Minute
	stopTime  = 40 * time.Second
)

// Shop is a running shop with everything that belongs to it.
type Shop struct {
	// URL is its address, http://localhost:<port>.
	URL string
	// Dir is a folder that goes with it.
	Dir string
	// Token is the secret between the front door and the renderer.
	Token string

	command *exec.Cmd
	done    chan error
	log     string
}

// OpenShop starts bin/sandbox with data of its own and waits until its pages are rendered. Close stops it.
func OpenShop(ctx context.Context) (*Shop, error) {
	dir, err := os.MkdirTemp("", "roamcart-bench-")
	if err != nil {
		return nil, err
	}
	s := &Shop{Dir: dir, Token: "between-front-door-and-renderer", done: make(chan error, 1), log: filepath.Join(dir, "shop.log")}
	if err := s.start(ctx); err != nil {
		said, _ := os.ReadFile(s.log)
		s.Close()
		return nil, fmt.Errorf("start the shop: %w\n%s", err, said)
	}
	return s, nil
}

func (s *Shop) start(ctx context.Context) error {
	// The database may run as another user, as may nginx.
	if err := os.Chmod(s.Dir, 0o755); err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	s.URL = "http://localhost:" + port
	log, err := os.Create(s.log)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	s.command = exec.Command("bin/sandbox")
	s.command.Stdout, s.command.Stderr = log, log
	// One machine plays many shoppers: the front door believes the addresses that they say they come from.
	s.command.Env = append(os.Environ(), "PORT="+port, "DATA_DIR="+filepath.Join(s.Dir, "data"), "INTERNAL_TOKEN="+s.Token,
		"TRUSTED_PROXIES=127.0.0.0/8,::1/128", "DATABASE_URL=", "REDIS_URL=", "SSR_URL=", "STRIPE_SECRET_KEY=", "CARRIER_URL=", "SMTP_URL=", "SMS_URL=")
	// A signal from the terminal is for the bench, which stops the shop in its own time.
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := s.command.Start(); err != nil {
		s.command = nil
		return err
	}
	go func() { s.done <- s.command.Wait() }()
	if err := s.wait(ctx, startTime, s.ready); err != nil {
		return err
	}
	return s.wait(ctx, warmTime, s.warm)
}

// wait asks again and again until a condition holds.
func (s *Shop) wait(ctx context.Context, most time.Duration, holds func() bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, most, fmt.Errorf("still waiting after %s", most))
	defer cancel()
	for !holds() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case err := <-s.done:
			s.done <- err
			return fmt.Errorf("it has stopped: %w", err)
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil
}

func (s *Shop) ready() bool {
	res, err := http.Get(s.URL + "/readyz")
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

func (s *Shop) warm() bool {
	said, err := os.ReadFile(s.log)
	return err == nil && bytes.Contains(said, []byte("pages are warm"))
}

// Close stops the shop and deletes its folder.
func (s *Shop) Close() {
	if s.command != nil {
		_ = s.command.Process.Signal(syscall.SIGTERM)
		select {
		case <-s.done:
		case <-time.After(stopTime):
			_ = s.command.Process.Kill()
			<-s.done
		}
	}
	_ = os.RemoveAll(s.Dir)
}

// FrontDoor returns the process id of the shop's program, 0 when it is not found. What the sandbox costs is not the shop's.
func (s *Shop) FrontDoor() int { return s.child("roamcart") }

// Renderer returns the process id of the Node program, 0 when it is not found.
func (s *Shop) Renderer() int { return s.child("node") }

// Redis returns the process id of the Redis server, 0 when it is not found.
func (s *Shop) Redis() int { return s.child("redis-server", "redis-check-rdb") } // Debian: one file with many names

func (s *Shop) child(programs ...string) int {
	for _, pid := range children(s.command.Process.Pid) {
		if slices.Contains(programs, programName(pid)) {
			return pid
		}
	}
	return 0
}

// Database returns the process ids of the database server and its workers.
func (s *Shop) Database() []int {
	return slices.DeleteFunc(children(s.command.Process.Pid), func(pid int) bool { return programName(pid) != "postgres" })
}

// RendererURL returns the renderer's own address.
func (s *Shop) RendererURL() (string, error) {
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", s.Renderer()))
	if err != nil {
		return "", fmt.Errorf("find the renderer's port: %w", err)
	}
	for variable := range strings.SplitSeq(string(env), "\x00") {
		if port, ok := strings.CutPrefix(variable, "SSR_PORT="); ok {
			return "http://127.0.0.1:" + port, nil
		}
	}
	return "", errors.New("the renderer has no SSR_PORT")
}

// sockets returns the folder of the database's socket, and its port.
func (s *Shop) sockets() (dir, port string, err error) {
	text, err := os.ReadFile(filepath.Join(s.Dir, "data/postgres/data/postmaster.pid"))
	lines := strings.Split(string(text), "\n")
	if err != nil || len(lines) < 5 {
		return "", "", fmt.Errorf("the database server does not say where it listens: %w", err)
	}
	return lines[4], lines[3], nil
}

// Connect opens a connection to a database of the shop's server.
func (s *Shop) Connect(ctx context.Context, database string) (*pgx.Conn, error) {
	dir, port, err := s.sockets()
	if err != nil {
		return nil, err
	}
	query := url.Values{"host": {dir}, "port": {port}, "sslmode": {"disable"}}
	return pgx.Connect(ctx, "postgres://roamcart@/"+database+"?"+query.Encode())
}

func (s *Shop) databaseVersion(ctx context.Context) (version string, err error) {
	conn, err := s.Connect(ctx, "postgres")
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, "show server_version").Scan(&version)
	return version, err
}

// freePort asks the system for a port.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = l.Close() }()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}
