package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/child"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/startup"
	"github.com/roamcart/roamcart/bff/platform/tracing"
)

// Run starts the shop and serves until ctx is done. Progress and the address go to out. The error says in one line what
// stands in the way of starting.
func Run(ctx context.Context, cfg config.Config, out io.Writer) error {
	setGCPercent()
	log := logger(cfg)
	defer standardError().flush()
	console := newAsyncWriter(out, nil)
	defer console.close()
	out = console
	// For the few libraries that log by themselves.
	slog.SetDefault(log)
	redis.SetLogger(redisLog{log})
	tracing.LogErrors(log)
	if missing := cfg.MissingToRun(); len(missing) > 0 {
		return fmt.Errorf("run needs %s: make run starts the sandbox, which has all of them", strings.Join(missing, ", "))
	}
	started := cfg.Server.StartedAt
	if started.IsZero() {
		started = time.Now()
	}
	say := startup.Progress(cfg.Server.LogFormat, log, out, started)

	listener, err := net.Listen("tcp", net.JoinHostPort(cfg.Server.Host, fmt.Sprint(cfg.Server.Port)))
	if err != nil {
		return fmt.Errorf("PORT %d cannot be used: %w", cfg.Server.Port, err)
	}
	defer func() { _ = listener.Close() }()
	if err := secrets(&cfg); err != nil {
		return err
	}

	rendererURL, restarts, stopRenderer, err := startRenderer(ctx, cfg, log, say)
	if err != nil {
		return startup.UnlessStopped(ctx, err)
	}
	defer stopRenderer()
	r, err := open(ctx, cfg, log, say)
	if err != nil {
		return startup.UnlessStopped(ctx, err)
	}
	defer r.close()
	r.rendererRestarts = restarts
	return r.serve(ctx, listener, rendererURL, func() { printAddress(out, cfg, log, time.Since(started), r.studioEntrance(ctx)) })
}

// serve runs the listener and the workers until ctx is done, then stops them in order.
func (r *modules) serve(ctx context.Context, listener net.Listener, rendererURL string, up func()) error {
	renderer, err := web.NewRenderer(rendererURL, r.cfg.Server.InternalTokens[0])
	if err != nil {
		return err
	}
	defer renderer.Close()
	renderer.WrapTransport(func(t http.RoundTripper) http.RoundTripper { return r.dependencyTransport("renderer", t) })
	who, err := newCallers(r.cfg, r.log)
	if err != nil {
		return err
	}
	figures := r.registerMetrics()
	e, err := r.server(renderer, who, figures)
	if err != nil {
		return err
	}
	closeMetrics, err := r.openMetrics(figures)
	if err != nil {
		return err
	}
	defer closeMetrics()
	srv := r.newServer(r.traced(e, who))
	listener = r.frontDoor(listener, who, figures)

	background, stopBackground := context.WithCancel(context.WithoutCancel(ctx))
	defer stopBackground()
	loops := r.runBackground(background)
	runner, err := jobs.Start(ctx, r.cfg.Database.Direct(), r.workers(),
		jobs.Options{OnStatement: r.cfg.Database.OnStatement, Tracing: r.tracing, Log: warningsOnly(r.log)})
	if err != nil {
		return startup.UnlessStopped(ctx, err)
	}
	figures.JobPool(runner.PoolStat)
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(listener) }()
	r.ready.Store(true)
	up()

	select {
	case <-ctx.Done():
		err = nil
	case err = <-failed:
	}
	r.ready.Store(false)
	if err == nil && r.cfg.Server.ShutdownDelay > 0 {
		// Balancers learn from /readyz that this replica goes; until they have, requests still come.
		select {
		case <-time.After(r.cfg.Server.ShutdownDelay):
		case err = <-failed:
		}
	}
	err = errors.Join(err, r.stop(ctx, srv, runner))
	stopBackground()
	loops.Wait()
	r.pageCache.Close()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// stop ends the jobs and what is being answered, and waits for both as long as the configuration says.
func (r *modules) stop(ctx context.Context, srv *http.Server, runner *jobs.Runner) error {
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.cfg.Server.Shutdown)
	defer cancel()
	// Calls may wait for jobs, and no job waits for a call.
	if err := runner.Stop(deadline); err != nil {
		r.log.Warn("stopping jobs timed out; they are retried later", "error", err)
	}
	if srv.Shutdown(deadline) != nil {
		return srv.Close()
	}
	return nil
}

// runBackground runs what follows the clock and the database beside the requests. Each runs until ctx is done; the group is done when all
// of it has stopped.
func (r *modules) runBackground(ctx context.Context) *sync.WaitGroup {
	ctx = pg.Background(ctx)
	var loops sync.WaitGroup
	runs := []func(context.Context){r.sites.Run, r.feed.Run, r.builds.Run, r.pageCache.Recompress, r.sims.Run, r.followBanners}
	if r.warmer != nil {
		runs = append(runs, r.warmer.Run)
	}
	for _, run := range runs {
		loops.Go(func() { run(ctx) })
	}
	return &loops
}

// startRenderer starts the renderer as a child, unless the settings name one, and returns its address, how often it was started again,
// and what stops it.
func startRenderer(
	ctx context.Context,
	cfg config.Config,
	log *slog.Logger,
	say func(string),
) (url string, restarts func() int64, stop func(), err error) {
	if cfg.Server.SSRURL != "" {
		return cfg.Server.SSRURL, func() int64 { return 0 }, func() {}, nil
	}
	if cfg.Production() {
		log.Info("SSR_URL is not set; the renderer runs as a child of this program")
	}
	root, err := projectRoot(cfg.Server.SSRDir)
	if err != nil {
		return "", nil, nil, err
	}
	// It outlives ctx: it is stopped when everything that uses it has been closed. A program that is stopped while it starts does not
	// wait until it is up.
	children, stopChildren := context.WithCancel(context.WithoutCancel(ctx))
	starting := context.AfterFunc(ctx, stopChildren)
	renderer, err := child.StartRenderer(children, child.RendererOptions{
		Script: filepath.Join(cfg.Server.SSRDir, "server", "main.js"), Dir: root, Logger: log,
		Env: []string{
			fmt.Sprintf("BFF_URL=http://127.0.0.1:%d", cfg.Server.Port), "INTERNAL_TOKEN=" + strings.Join(cfg.Server.InternalTokens, ","),
		},
	})
	if err != nil {
		stopChildren()
		return "", nil, nil, err
	}
	stop = func() { renderer.Stop(); stopChildren() }
	if !starting() {
		stop()
		return "", nil, nil, ctx.Err()
	}
	say("the renderer is up")
	return renderer.URL, renderer.Restarts, stop, nil
}

// projectRoot is the folder that holds ssr and node_modules.
func projectRoot(ssrDir string) (string, error) {
	abs, err := filepath.Abs(ssrDir)
	if err != nil {
		return "", fmt.Errorf("SSR_DIR %q: %w", ssrDir, err)
	}
	return filepath.Dir(filepath.Dir(abs)), nil
}

// printAddress says that the shop is open, and in the sandbox what there is to try; studio is how to get into the Studio, "" where it is
// off.
func printAddress(out io.Writer, cfg config.Config, log *slog.Logger, took time.Duration, studio string) {
	base := fmt.Sprintf("http://localhost:%d", cfg.Server.Port)
	if cfg.Server.LogFormat == "json" {
		log.Info("open", "address", base, "seconds", took.Seconds())
		return
	}
	fmt.Fprintf(out, "\nRoamcart is open after %.1f s:  %s\n", took.Seconds(), base)
	if cfg.Sandbox.URL == "" {
		return
	}
	fmt.Fprintf(out, `
  English      %[1]s/en/home
  简体中文     %[1]s/zh/home
  Other sites  http://hk.localhost:%[2]d  http://uk.localhost:%[2]d
  Mails        %[1]s/sandbox/outbox
  Carrier      %[1]s/sandbox/carrier (plays the phone and the network)
  Pay with     4242 4242 4242 4242 (accepted), 4000 0000 0000 0002 (declined), any future date and CVC
`, base, cfg.Server.Port)
	if studio != "" {
		fmt.Fprintf(out, "  Studio       %s\n", studio)
	}
	fmt.Fprint(out, "  Stop with    Ctrl-C\n\n")
}
