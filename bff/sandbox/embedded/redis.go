package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/roamcart/roamcart/bff/platform/child"
)

// Redis is a running embedded Redis. It stops when the context it was started
// with ends, or by Stop.
type Redis struct {
	// URL is what redis.ParseURL of go-redis takes: unix://... or redis://...
	URL string
	// Memory is true when no redis-server was found: what is stored is gone
	// after the next stop.
	Memory bool

	stop func()
}

// Stop stops the server and returns when it is gone. It may be called more than once.
func (r *Redis) Stop() { r.stop() }

// StartRedis starts redis-server on DataDir/redis and returns once it answers.
// Without a redis-server in BinDirs or on PATH it serves from this process's
// memory and says so. It returns an error that wraps ErrInUse when another shop
// holds the folder.
func StartRedis(ctx context.Context, o Options) (*Redis, error) {
	o, err := o.absolute()
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(filepath.Join(o.DataDir, "redis.lock"), o.DataDir)
	if err != nil {
		return nil, err
	}
	r, err := startRedisLocked(ctx, o, lock)
	if err != nil {
		lock.release()
		return nil, err
	}
	return r, nil
}

func startRedisLocked(ctx context.Context, o Options, lock *dirLock) (*Redis, error) {
	program := child.FindProgram("redis-server", o.BinDirs)
	if program == "" {
		o.logger().Warn(
			"no redis-server found: sessions and caches are kept in memory and end with this process; install redis-server, or set REDIS_URL",
			"child",
			"redis",
		)
		return startMemory(ctx, lock)
	}
	home := filepath.Join(o.DataDir, "redis")
	if err := (identity{}).mkdir(home); err != nil {
		return nil, fmt.Errorf("embedded: redis data: %w", err)
	}
	sockets, err := socketDir(home, "redis.sock", identity{})
	if err != nil {
		return nil, err
	}
	socket := filepath.Join(sockets, "redis.sock")
	file := appendOnlyFile{program: program, home: home}
	server, err := child.Start(ctx, child.Spec{
		Name:    "redis",
		Command: func() *exec.Cmd { return redisServer(program, home, socket) },
		Before: func() error {
			if err := stopOrphanRedis(socket); err != nil {
				return err
			}
			return file.repair(o.logger())
		},
		Ready:        func(ctx context.Context) error { return pingRedis(ctx, socket) },
		ReadyTimeout: 30 * time.Second, // a long append-only file is read first
		FirstTries:   3,
		Signals:      []child.Signal{{Signal: syscall.SIGTERM, Patience: 5 * time.Second}},
		Ended:        lock.release,
		Logger:       o.logger(),
		Level: func(line string) slog.Level {
			file.notice(line)
			return redisLevel(line)
		},
	})
	if err != nil {
		return nil, err
	}
	return &Redis{URL: redisURL(socket), stop: server.Stop}, nil
}

// redisServer is the command line of the server: a socket instead of a port, and
// an append-only file, so that a restart logs nobody out.
func redisServer(program, home, socket string) *exec.Cmd {
	cmd := exec.Command(program,
		"--port", "0", "--unixsocket", socket, "--unixsocketperm", "700",
		"--dir", home, "--appendonly", "yes", "--appendfsync", "everysec", "--save", "",
		"--daemonize", "no", "--loglevel", "warning", "--databases", "16")
	cmd.Dir = home
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + home, "TZ=UTC"}
	return cmd
}

// stopOrphanRedis stops a server that a killed shop left behind on the socket.
func stopOrphanRedis(socket string) error {
	for end := time.Now().Add(8 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.DialTimeout("unix", socket, time.Second)
		if err != nil { // nobody listens
			if err := os.Remove(socket); err != nil && !os.IsNotExist(err) {
				return fmt.Errorf("remove stale socket: %w", err)
			}
			return nil
		}
		_ = conn.SetDeadline(time.Now().Add(time.Second))
		_, _ = conn.Write([]byte("SHUTDOWN\r\n"))
		_, _ = conn.Read(make([]byte, 128)) // an answer, or the end of the connection
		_ = conn.Close()
		if time.Now().After(end) {
			return fmt.Errorf("a server still answers on %s", socket)
		}
	}
}

func redisURL(socket string) string {
	return (&url.URL{Scheme: "unix", Path: socket}).String()
}

// pingRedis reports whether the server answers. While it reads its file it answers with an error.
func pingRedis(ctx context.Context, socket string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", socket)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return err
	}
	answer := make([]byte, 64)
	n, err := conn.Read(answer)
	if err != nil {
		return err
	}
	if reply := string(answer[:n]); !strings.HasPrefix(reply, "+PONG") {
		return fmt.Errorf("redis answers %q", reply)
	}
	return nil
}

// redisLevel turns the mark in the server's lines ("." debug, "-" verbose, "*"
// notice, "#" warning) into a level. Its advice about kernel settings is for
// servers under load.
func redisLevel(line string) slog.Level {
	if strings.Contains(line, " # ") && !strings.Contains(line, "WARNING") && !strings.Contains(line, "oO0OoO0OoO0Oo") {
		return slog.LevelInfo
	}
	return slog.LevelDebug
}
