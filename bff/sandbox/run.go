package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/startup"
	"github.com/roamcart/roamcart/bff/sandbox/embedded"
	"github.com/roamcart/roamcart/bff/sandbox/servers"
)

// run brings everything up, then runs the shop, or waits where there shall be none, until ctx ends or the shop has ended; then it
// stops everything. It returns the shop's exit code.
func (s *sandbox) run(ctx context.Context, out io.Writer, withShop bool) (code int, err error) {
	started := time.Now()
	say := startup.Progress(s.shop.Server.LogFormat, s.log, out, started)
	if withShop {
		if err := s.portIsFree(ctx); err != nil {
			return 1, err
		}
	}
	// What runs beside the shop outlives ctx: it is stopped when the shop has ended. A program that is stopped while it starts does not
	// wait until it is up.
	children, stopChildren := context.WithCancel(context.WithoutCancel(ctx))
	defer stopChildren()
	starting := context.AfterFunc(ctx, stopChildren)
	databases, err := s.startDatabases(children, say)
	defer databases.stop()
	if err != nil {
		return 0, startup.UnlessStopped(ctx, err)
	}
	outside, err := servers.Open(children, servers.Options{
		Parts: s.missingParts(), DSN: databases.dsn, Address: s.Address, SMTPAddress: s.SMTPAddress, ShopURL: s.ShopURL, PublicURL: s.publicURL(), Log: s.log,
	})
	if err != nil {
		return 0, startup.UnlessStopped(ctx, err)
	}
	defer outside.Close()
	if !starting() {
		return 0, nil
	}
	brought := outside.Settings()
	brought["DATABASE_URL"], brought["REDIS_URL"] = databases.dsn, databases.redisURL
	if s.studioBuilt() {
		brought["STUDIO"] = "true"
	}
	settings := s.settings(brought)
	if err := config.WriteShopFile(s.shop.DataDir, settings); err != nil {
		return 1, err
	}
	defer s.removeShopFile()

	answering, failed := make(chan struct{}), make(chan error, 1)
	go func() {
		defer close(answering)
		failed <- outside.Run(children)
	}()
	defer func() { stopChildren(); <-answering }()
	if !withShop {
		say("the sandbox answers at " + outside.URL())
		select {
		case <-ctx.Done():
			return 0, nil
		case err := <-failed:
			return 1, err
		}
	}
	return s.runShop(ctx, environment(settings, started), failed)
}

// portIsFree says at once what the shop would say when everything else is up.
func (s *sandbox) portIsFree(ctx context.Context) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(s.shop.Server.Host, fmt.Sprint(s.shop.Server.Port)))
	if err != nil {
		return fmt.Errorf("PORT %d cannot be used: %w", s.shop.Server.Port, err)
	}
	return l.Close()
}

func (s *sandbox) removeShopFile() {
	if err := os.Remove(filepath.Join(s.shop.DataDir, config.ShopFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.log.Warn("removing the shop's settings file failed", "error", err)
	}
}

// databases are the shop's.
type databases struct {
	dsn, redisURL string
	postgres      *embedded.Postgres
	redis         *embedded.Redis
}

// startDatabases starts those that were not set, both at once. What it returns is to be stopped in any case.
func (s *sandbox) startDatabases(ctx context.Context, say func(string)) (*databases, error) {
	d := &databases{dsn: s.shop.Database.URL, redisURL: s.shop.Database.RedisURL}
	root, err := filepath.Abs(filepath.Join(s.shop.Server.SSRDir, "..", ".."))
	if err != nil {
		return d, fmt.Errorf("SSR_DIR %q: %w", s.shop.Server.SSRDir, err)
	}
	if err := os.MkdirAll(s.shop.DataDir, 0o755); err != nil {
		return d, fmt.Errorf("DATA_DIR: %w", err)
	}
	o := embedded.Options{DataDir: s.shop.DataDir, BinDirs: []string{embedded.NodePostgresDir(root)}, Logger: s.log}
	var group errgroup.Group
	if d.dsn == "" {
		group.Go(func() (err error) {
			if d.postgres, err = embedded.StartPostgres(ctx, o); err == nil {
				d.dsn = d.postgres.DSN
				say("Postgres " + d.postgres.Version + " is up")
			}
			return err
		})
	}
	if d.redisURL == "" {
		group.Go(func() (err error) {
			if d.redis, err = embedded.StartRedis(ctx, o); err == nil {
				d.redisURL = d.redis.URL
				say(map[bool]string{false: "Redis is up", true: "Redis is up (in memory: install redis-server to keep sessions over a restart)"}[d.redis.Memory])
			}
			return err
		})
	}
	return d, group.Wait()
}

func (d *databases) stop() {
	if d.redis != nil {
		d.redis.Stop()
	}
	if d.postgres != nil {
		d.postgres.Stop()
	}
}
