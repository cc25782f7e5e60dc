package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// SharedPostgres returns the connection URL of a server that outlives this
// process and is shared by every process that asks for the same folder: the
// first starts it, the others wait for it. It is for tests only: it trades
// durability for speed, and a power cut may lose its data.
func SharedPostgres(ctx context.Context, o Options) (dsn string, err error) {
	o, err = o.absolute()
	if err != nil {
		return "", err
	}
	lock, err := waitLock(ctx, filepath.Join(o.DataDir, "postgres.lock"), o.DataDir)
	if err != nil {
		return "", err
	}
	defer lock.release()
	c, err := openCluster(ctx, filepath.Join(o.DataDir, "postgres"), o.BinDirs, "--no-data-checksums")
	if err != nil {
		return "", err
	}
	sockets, err := c.sockets()
	if err != nil {
		return "", err
	}
	dsn = socketDSN(sockets, "postgres")
	if pid, alive := postmasterOf(c.data()); alive && programExists(pid) && ping(ctx, dsn) == nil {
		return dsn, nil
	}
	if err := stopOrphan(c.data()); err != nil {
		return "", fmt.Errorf("embedded: shared postgres: %w", err)
	}
	return dsn, c.startDetached(ctx, sockets, filepath.Join(o.DataDir, "postgres.log"))
}

// startDetached starts a server in a session of its own and waits until it
// answers.
func (c cluster) startDetached(ctx context.Context, sockets, logFile string) error {
	out, err := os.OpenFile(logFile, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return fmt.Errorf("embedded: shared postgres: %w", err)
	}
	defer func() { _ = out.Close() }()
	cmd := c.server(sockets,
		"fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0",
		"max_connections=400", "shared_buffers=64MB", "autovacuum=off", "checkpoint_timeout=1h")
	cmd.SysProcAttr = c.identity.attributes()
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Setsid = false, true
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("embedded: shared postgres: %w", err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		err := ping(ctx, socketDSN(sockets, "postgres"))
		if err == nil {
			return nil
		}
		select {
		case werr := <-exited:
			return fmt.Errorf("embedded: shared postgres ended at once (%v), see %s", werr, logFile)
		case <-ctx.Done():
			_ = cmd.Process.Signal(syscall.SIGQUIT)
			return fmt.Errorf("embedded: shared postgres not ready: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// programExists reports whether the server's program is still on disk. A server
// started from a clone that has been deleted since cannot load its own parts.
func programExists(pid int) bool {
	program, _, _ := strings.Cut(commandLine(pid), " -D ")
	_, err := os.Stat(program)
	return err == nil
}

func waitLock(ctx context.Context, path, what string) (*dirLock, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for {
		lock, err := lockFile(path, what)
		if !errors.Is(err, ErrInUse) {
			return lock, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(25 * time.Millisecond):
		}
	}
}
