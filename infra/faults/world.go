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

// startTime bounds how long a program may take until it answers.
const startTime = 2 * time.Minute

// world is a shop with everything around it.
type world struct {
	client.Shop
	dir      string
	settings map[string]string
	sandbox  *process.Program
	// sandboxBounds says that unpaid orders and numbers are bounded as the sandbox wants it, and not as in production.
	sandboxBounds bool
	proxies       proxies
	// kept says that the journal and the logs stay.
	kept     bool
	replicas []*replica
	balancer *balancer
	// haproxy stands before everything where faults are not the question.
	haproxy *haproxy
	// cluster and sentinels are there where Postgres and Redis are replicated.
	cluster   *patroni
	sentinels *sentinels
	// db looks at the database past the shop and past the faults.
	db        *pgxpool.Pool
	directDSN string
	// hasDisk says that the databases have a disk of their own.
	hasDisk bool
	journal *journal
	closers []func()
}

// open starts what start does. It returns when the shop sells.
func open(ctx context.Context, o options, start func(w *world, ctx context.Context, o options) error) (*world, error) {
	if o.keep != "" {
		if err := os.MkdirAll(o.keep, 0o755); err != nil {
			return nil, err
		}
	}
	dir, err := os.MkdirTemp(o.keep, fmt.Sprintf("roamcart-faults-%d-", o.seed))
	if err != nil {
		return nil, err
	}
	w := &world{dir: dir, kept: o.keep != ""}
	w.closers = append(w.closers, func() {
		if !w.kept {
			_ = os.RemoveAll(dir)
		}
	})
	err = w.prepare()
	if err == nil {
		err = start(w, ctx, o)
	}
	if err != nil {
		w.kept = true
		w.close()
		return nil, fmt.Errorf("open the shop: %w (logs in %s)", err, w.dir)
	}
	return w, nil
}

// stocked opens a world, shelves what is for sale in it, and counts its stock.
func stocked(
	ctx context.Context, o options, start func(w *world, ctx context.Context, o options) error,
) (w *world, goods assortment, stock map[string]int64, err error) {
	if w, err = open(ctx, o, start); err != nil {
		return nil, goods, nil, err
	}
	if goods, err = w.shelve(ctx); err == nil {
		stock, err = w.countStock(ctx)
	}
	if err != nil {
		w.close()
		return nil, goods, nil, err
	}
	return w, goods, stock, nil
}

// prepare says what holds for all processes.
func (w *world) prepare() error {
	if err := os.Chmod(w.dir, 0o755); err != nil { // the database may run as another user
		return err
	}
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	w.URL = "http://localhost:" + port
	w.settings = map[string]string{
		"PORT": port, "DATA_DIR": filepath.Join(w.dir, "data"), "PUBLIC_URL": w.URL, "INTERNAL_TOKEN": "between-front-door-and-renderer",
		"APP_SECRET": strings.Repeat("s", 32), "IMAGE_DIR": filepath.Join(w.dir, "images"),
		// One machine plays many shoppers: the front door believes the addresses that they say they come from.
		"TRUSTED_PROXIES": "127.0.0.0/8,::1/128", "LOG_LEVEL": "warn",
	}
	return nil
}

// startFaulty starts two front doors with a renderer each behind a balancer, with a proxy before each of their parts.
func (w *world) startFaulty(ctx context.Context, o options) error {
	if err := w.startSandbox(ctx); err != nil {
		return err
	}
	if err := w.startProxies(ctx, o); err != nil {
		return err
	}
	if err := w.openJournal(); err != nil {
		return err
	}
	addresses := []string{}
	for n := range 2 {
		r, err := w.newReplica(ctx, n)
		if err != nil {
			return err
		}
		w.replicas = append(w.replicas, r)
		w.closers = append(w.closers, r.stop)
		addresses = append(addresses, r.url)
		// The first one brings the database to its schema, and fills it.
		if err := r.start(ctx); err != nil {
			return err
		}
	}
	balancing, cancel := context.WithCancel(ctx)
	w.closers = append(w.closers, cancel)
	var err error
	if w.balancer, err = balance(balancing, w.settings["PORT"], addresses...); err != nil {
		return err
	}
	return wait(ctx, startTime, "the balancer has a front door", w.balancer.isReady)
}

// startSandbox starts Postgres, Redis and what stands in for the outside world.
func (w *world) startSandbox(ctx context.Context) (err error) {
	w.mountDisk()
	log := filepath.Join(w.dir, "sandbox.log")
	if w.sandbox, err = process.Start(log, environment(w.settings), "bin/sandbox", "serve"); err != nil {
		return err
	}
	w.closers = append(w.closers, w.sandbox.Stop)
	file := filepath.Join(w.settings["DATA_DIR"], "shop.env")
	if err := wait(ctx, startTime, "the sandbox answers", func() bool {
		said, _ := os.ReadFile(log)
		return strings.Contains(string(said), "the sandbox answers")
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
		if found && (w.sandboxBounds || !bound) && name != "PORT" && name != "DATA_DIR" {
			w.settings[name] = value
		}
	}
	w.SandboxURL = w.settings["SANDBOX_URL"]
	w.directDSN = w.settings["DATABASE_URL"]
	w.db, err = pgxpool.New(ctx, w.directDSN+"&pool_max_conns=4")
	if err == nil {
		w.closers = append(w.closers, w.db.Close)
	}
	return err
}

// startProxies puts toxiproxy between the shop and each of its parts.
func (w *world) startProxies(ctx context.Context, o options) error {
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	server, err := process.Start(filepath.Join(w.dir, "toxiproxy.log"), append(os.Environ(), "LOG_LEVEL=error"), o.toxiproxy, "-host", "127.0.0.1", "-port", port, "-seed", fmt.Sprint(o.seed))
	if err != nil {
		return err
	}
	w.closers = append(w.closers, server.Stop)
	w.proxies = proxies{"http://127.0.0.1:" + port}
	if err := wait(ctx, startTime, "toxiproxy answers", func() bool { return answers(w.proxies.url + "/version") }); err != nil {
		return err
	}
	for _, part := range []struct{ name, setting string }{
		{"postgres", "DATABASE_URL"}, {"redis", "REDIS_URL"}, {"provider", "STRIPE_API_BASE"}, {"carrier", "CARRIER_URL"}, {"mail", "SMTP_URL"},
	} {
		if w.settings[part.setting], err = w.through(ctx, part.name, w.settings[part.setting]); err != nil {
			return fmt.Errorf("%s: %w", part.setting, err)
		}
	}
	return nil
}

// through returns the address that leads to a server through a proxy.
func (w *world) through(ctx context.Context, name, address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	upstream := u.Host
	query := u.Query()
	switch folder := query.Get("host"); {
	case strings.HasPrefix(folder, "/"):
		upstream, err = relay(ctx, folder+"/.s.PGSQL."+query.Get("port"))
		query.Del("host")
		query.Del("port")
		u.RawQuery = query.Encode()
	case u.Scheme == "unix":
		upstream, err = relay(ctx, u.Path)
		u = &url.URL{Scheme: "redis", Path: "/0"}
	}
	if err != nil {
		return "", err
	}
	u.Host, err = w.proxies.add(ctx, name, upstream)
	return u.String(), err
}

func (w *world) close() {
	for n := len(w.closers) - 1; n >= 0; n-- {
		w.closers[n]()
	}
}

// environment is this program's own with settings, the last of which count.
func environment(settings ...map[string]string) []string {
	all := os.Environ()
	for _, some := range settings {
		for name, value := range some {
			all = append(all, name+"="+value)
		}
	}
	return all
}

// errWaited is what a wait in vain ends with.
var errWaited = errors.New("waited in vain")

// wait asks until a condition holds, for at most so long.
func wait(ctx context.Context, most time.Duration, what string, holds func() bool) error {
	for end := time.Now().Add(most); !holds(); {
		if time.Now().After(end) {
			return fmt.Errorf("%w for %s: %s", errWaited, most, what)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil
}
