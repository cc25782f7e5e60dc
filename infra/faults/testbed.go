package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

// startTime bounds how long a program may take to start.
const startTime = 2 * time.Minute

// testbed is a running shop with its dependencies.
type testbed struct {
	client.Shop
	dir      string
	settings map[string]string
	sandbox  *process.Program
	// sandboxBounds selects the sandbox's limits for unpaid orders and numbers, not those of production.
	sandboxBounds bool
	proxies       proxies
	// keepFiles says that the journal and the logs are not deleted.
	keepFiles bool
	replicas  []*replica
	balancer  *balancer
	// haproxy is before the front doors in rolling and failover runs, in place of balancer.
	haproxy *haproxy
	// cluster and sentinels are set when Postgres and Redis are replicated.
	cluster   *patroni
	sentinels *sentinels
	// db is a connection to the database that no fault affects.
	db        *pgxpool.Pool
	directDSN string
	// hasDisk says that the databases have a disk of their own.
	hasDisk bool
	journal *journal
	closers []func()
}

// open prepares a testbed and runs start, which returns when the shop is ready.
func open(ctx context.Context, o options, start func(tb *testbed, ctx context.Context, o options) error) (*testbed, error) {
	if o.keep != "" {
		if err := os.MkdirAll(o.keep, 0o755); err != nil {
			return nil, err
		}
	}
	dir, err := os.MkdirTemp(o.keep, fmt.Sprintf("roamcart-faults-%d-", o.seed))
	if err != nil {
		return nil, err
	}
	tb := &testbed{dir: dir, keepFiles: o.keep != ""}
	tb.closers = append(tb.closers, func() {
		if !tb.keepFiles {
			_ = os.RemoveAll(dir)
		}
	})
	err = tb.prepare()
	if err == nil {
		err = start(tb, ctx, o)
	}
	if err != nil {
		tb.keepFiles = true
		tb.close()
		return nil, fmt.Errorf("open the shop: %w (logs in %s)", err, tb.dir)
	}
	return tb, nil
}

// openWithStock opens a testbed, reads its plans, limits the scarce one, and counts the stock.
func openWithStock(
	ctx context.Context, o options, start func(tb *testbed, ctx context.Context, o options) error,
) (tb *testbed, goods assortment, stock map[string]int64, err error) {
	if tb, err = open(ctx, o, start); err != nil {
		return nil, goods, nil, err
	}
	if goods, err = tb.limitScarcePlan(ctx); err == nil {
		stock, err = tb.countStock(ctx)
	}
	if err != nil {
		tb.close()
		return nil, goods, nil, err
	}
	return tb, goods, stock, nil
}

// prepare sets the settings of all processes.
func (tb *testbed) prepare() error {
	if err := os.Chmod(tb.dir, 0o755); err != nil { // the database may run as another user
		return err
	}
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	tb.URL = "http://localhost:" + port
	tb.settings = map[string]string{
		"PORT": port, "DATA_DIR": filepath.Join(tb.dir, "data"), "PUBLIC_URL": tb.URL, "INTERNAL_TOKEN": "between-front-door-and-renderer",
		"APP_SECRET": strings.Repeat("s", 32), "IMAGE_DIR": filepath.Join(tb.dir, "images"),
		// One machine plays many shoppers: the front door believes the addresses that they say they come from.
		"TRUSTED_PROXIES": "127.0.0.0/8,::1/128", "LOG_LEVEL": "warn",
	}
	return nil
}

// startFaulty starts two front doors with a renderer each behind a balancer, with a proxy before each of their parts.
func (tb *testbed) startFaulty(ctx context.Context, o options) error {
	if err := tb.startSandbox(ctx); err != nil {
		return err
	}
	if err := tb.startProxies(ctx, o); err != nil {
		return err
	}
	if err := tb.openJournal(); err != nil {
		return err
	}
	addresses := []string{}
	for n := range 2 {
		r, err := tb.newReplica(ctx, n)
		if err != nil {
			return err
		}
		tb.replicas = append(tb.replicas, r)
		tb.closers = append(tb.closers, r.stop)
		addresses = append(addresses, r.url)
		// The first one brings the database to its schema, and fills it.
		if err := r.start(ctx); err != nil {
			return err
		}
	}
	balancing, cancel := context.WithCancel(ctx)
	tb.closers = append(tb.closers, cancel)
	var err error
	if tb.balancer, err = balance(balancing, tb.settings["PORT"], addresses...); err != nil {
		return err
	}
	return wait(ctx, startTime, "the balancer has a front door", tb.balancer.isReady)
}

// startSandbox starts the sandbox: Postgres, Redis, the provider, the carrier and the mail server.
func (tb *testbed) startSandbox(ctx context.Context) (err error) {
	tb.mountDisk()
	log := filepath.Join(tb.dir, "sandbox.log")
	if tb.sandbox, err = process.Start(log, environment(tb.settings), "bin/sandbox", "serve"); err != nil {
		return err
	}
	tb.closers = append(tb.closers, tb.sandbox.Stop)
	file := filepath.Join(tb.settings["DATA_DIR"], "shop.env")
	if err := wait(ctx, startTime, "the sandbox answers", func() bool {
		output, _ := os.ReadFile(log)
		return strings.Contains(string(output), "the sandbox answers")
	}); err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		name, value, found := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		// What bounds orders that wait for a payment is as in production: each shopper has a mailbox and a network.
		bound := strings.HasPrefix(name, "UNPAID_") || strings.HasPrefix(name, "NUMBERS_")
		if found && (tb.sandboxBounds || !bound) && name != "PORT" && name != "DATA_DIR" {
			tb.settings[name] = value
		}
	}
	tb.SandboxURL = tb.settings["SANDBOX_URL"]
	tb.directDSN = tb.settings["DATABASE_URL"]
	tb.db, err = pgxpool.New(ctx, tb.directDSN+"&pool_max_conns=4")
	if err == nil {
		tb.closers = append(tb.closers, tb.db.Close)
	}
	return err
}

// startProxies starts toxiproxy with a proxy before each dependency of the shop.
func (tb *testbed) startProxies(ctx context.Context, o options) error {
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	server, err := process.Start(filepath.Join(tb.dir, "toxiproxy.log"), append(os.Environ(), "LOG_LEVEL=error"), o.toxiproxy, "-host", "127.0.0.1", "-port", port, "-seed", fmt.Sprint(o.seed))
	if err != nil {
		return err
	}
	tb.closers = append(tb.closers, server.Stop)
	tb.proxies = proxies{"http://127.0.0.1:" + port}
	if err := wait(ctx, startTime, "toxiproxy answers", func() bool { return answers(tb.proxies.url + "/version") }); err != nil {
		return err
	}
	for _, part := range []struct{ name, setting string }{
		{"postgres", "DATABASE_URL"}, {"redis", "REDIS_URL"}, {"provider", "STRIPE_API_BASE"}, {"carrier", "CARRIER_URL"}, {"mail", "SMTP_URL"},
	} {
		if tb.settings[part.setting], err = tb.proxied(ctx, part.name, tb.settings[part.setting]); err != nil {
			return fmt.Errorf("%s: %w", part.setting, err)
		}
	}
	return nil
}

// proxied adds a proxy before a server and returns its address.
func (tb *testbed) proxied(ctx context.Context, name, address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	upstream := u.Host
	query := u.Query()
	switch folder := query.Get("host"); {
	case strings.HasPrefix(folder, "/"):
		upstream, err = tcpToUnix(ctx, folder+"/.s.PGSQL."+query.Get("port"))
		query.Del("host")
		query.Del("port")
		u.RawQuery = query.Encode()
	case u.Scheme == "unix":
		upstream, err = tcpToUnix(ctx, u.Path)
		u = &url.URL{Scheme: "redis", Path: "/0"}
	}
	if err != nil {
		return "", err
	}
	u.Host, err = tb.proxies.add(ctx, name, upstream)
	return u.String(), err
}

func (tb *testbed) close() {
	for n := len(tb.closers) - 1; n >= 0; n-- {
		tb.closers[n]()
	}
}

// environment returns this program's environment with settings added; later ones win.
func environment(settings ...map[string]string) []string {
	all := os.Environ()
	for _, some := range settings {
		for name, value := range some {
			all = append(all, name+"="+value)
		}
	}
	return all
}

// errWaitTimeout is the error of a wait whose condition did not hold in time.
var errWaitTimeout = errors.New("waited in vain")

// wait polls until a condition holds, for at most so long.
func wait(ctx context.Context, most time.Duration, what string, holds func() bool) error {
	for end := time.Now().Add(most); !holds(); {
		if time.Now().After(end) {
			return fmt.Errorf("%w for %s: %s", errWaitTimeout, most, what)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil
}
