package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

// startTime and warmTime bound the start of the shop and the first round of rendering.
const (
	startTime = 2 * time.Minute
	warmTime  = 10 * time.Minute
)

// Shop is a running shop with everything that belongs to it: the sandbox, and beside it the shop's program, with a database of its
// own on the sandbox's server, so that what the database does for one is not taken for what it does for the other.
type Shop struct {
	// URL is its address, http://localhost:<port>.
	URL string
	// SandboxURL is the sandbox's own.
	SandboxURL string
	// Dir is a folder that goes with it.
	Dir string
	// Token is the secret between the front door and the renderer.
	Token string
	// CountsStatements says whether the database server counts statements.
	CountsStatements bool

	port string
	// metricsPort is where the shop's program says how it is.
	metricsPort   string
	sandbox, shop *process.Program
	log           string
}

// OpenShop starts bin/sandbox and bin/roamcart with data of their own and waits until the shop's pages are rendered. Close stops them.
func OpenShop(ctx context.Context) (*Shop, error) {
	dir, err := os.MkdirTemp("", "roamcart-bench-")
	if err != nil {
		return nil, err
	}
	s := &Shop{Dir: dir, Token: "between-front-door-and-renderer", log: filepath.Join(dir, "shop.log")}
	if err := s.start(ctx); err != nil {
		log, _ := os.ReadFile(s.log)
		s.Close()
		return nil, fmt.Errorf("start the shop: %w\n%s", err, log)
	}
	return s, nil
}

func (s *Shop) start(ctx context.Context) (err error) {
	// The database may run as another user, as may nginx.
	if err := os.Chmod(s.Dir, 0o755); err != nil {
		return err
	}
	if s.port, err = process.FreePort(); err != nil {
		return err
	}
	if s.metricsPort, err = process.FreePort(); err != nil {
		return err
	}
	s.URL = "http://localhost:" + s.port
	if err := s.startSandbox(ctx); err != nil {
		return err
	}
	if err := s.countStatements(ctx); err != nil {
		return err
	}
	if err := s.createDatabase(ctx, shopDatabase); err != nil {
		return err
	}
	environment, err := s.shopEnvironment()
	if err != nil {
		return err
	}
	if s.shop, err = process.Start(s.log, environment, "bin/roamcart", "run"); err != nil {
		return err
	}
	if err := s.wait(ctx, startTime, s.ready); err != nil {
		return err
	}
	if err := s.copyTables(ctx, sandboxDatabase, carrierTables...); err != nil {
		return fmt.Errorf("give the carrier its plans: %w", err)
	}
	return s.wait(ctx, warmTime, func() bool { return s.logContains("pages are warm") })
}

func (s *Shop) dataDir() string { return filepath.Join(s.Dir, "data") }

// environment is the environment of both programs.
func (s *Shop) environment() []string {
	return append(os.Environ(), "PORT="+s.port, "DATA_DIR="+s.dataDir(), "INTERNAL_TOKEN="+s.Token,
		// One machine plays many shoppers: the front door believes the addresses that they say they come from.
		"TRUSTED_PROXIES=127.0.0.0/8,::1/128",
		"DATABASE_URL=", "REDIS_URL=", "SSR_URL=", "STRIPE_SECRET_KEY=", "CARRIER_URL=", "SMTP_URL=", "SMS_URL=")
}

// startSandbox starts the sandbox without a shop and waits until it answers.
func (s *Shop) startSandbox(ctx context.Context) (err error) {
	if err := os.WriteFile(s.log, nil, 0o600); err != nil {
		return err
	}
	if s.sandbox, err = process.Start(s.log, s.environment(), "bin/sandbox", "serve"); err != nil {
		return err
	}
	return s.wait(ctx, startTime, func() bool { return s.logContains("the sandbox answers") })
}

// shopEnvironment is environment with what the sandbox has written down for its shop, and with the shop's own database. What bounds the
// orders that wait for a payment, which the sandbox lifts, is as in production: each shopper has a mailbox and a network.
func (s *Shop) shopEnvironment() ([]string, error) {
	written, err := os.ReadFile(filepath.Join(s.dataDir(), "shop.env"))
	if err != nil {
		return nil, fmt.Errorf("read the settings of the sandbox: %w", err)
	}
	out := s.environment()
	for line := range strings.Lines(string(written)) {
		line = strings.TrimSuffix(line, "\n")
		if address, ok := strings.CutPrefix(line, "SANDBOX_URL="); ok {
			s.SandboxURL = address
		}
		if !strings.HasPrefix(line, "UNPAID_") && !strings.HasPrefix(line, "NUMBERS_") {
			out = append(out, line)
		}
	}
	address, err := s.databaseURL(shopDatabase)
	return append(out, "DATABASE_URL="+address, "METRICS_PORT="+s.metricsPort), err
}

// wait asks again and again until a condition holds.
func (s *Shop) wait(ctx context.Context, most time.Duration, holds func() bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, most, fmt.Errorf("still waiting after %s", most))
	defer cancel()
	for !holds() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-s.sandbox.Ended():
			return fmt.Errorf("the sandbox has stopped: %w", s.sandbox.Outcome)
		case <-s.shop.Ended():
			return fmt.Errorf("the shop has stopped: %w", s.shop.Outcome)
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil
}

// waitFor is wait for a further program of the shop, which may stop before it is ready.
func (s *Shop) waitFor(ctx context.Context, p *process.Program, holds func() bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-ctx.Done():
		case <-p.Ended():
			cancel(fmt.Errorf("the program has stopped: %w", p.Outcome))
		}
	}()
	return s.wait(ctx, startTime, holds)
}

func (s *Shop) ready() bool {
	res, err := http.Get(s.URL + "/readyz")
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// logContains reports whether one of the two programs has logged a text.
func (s *Shop) logContains(text string) bool {
	log, err := os.ReadFile(s.log)
	return err == nil && bytes.Contains(log, []byte(text))
}

// Close stops the shop, then the sandbox, and deletes their folder.
func (s *Shop) Close() {
	s.shop.Stop()
	s.sandbox.Stop()
	_ = os.RemoveAll(s.Dir)
}

// Shopper returns somebody new.
func (s *Shop) Shopper() *client.Shopper { return s.client().NewShopper() }

func (s *Shop) client() client.Shop { return client.Shop{URL: s.URL, SandboxURL: s.SandboxURL} }

// FrontDoor returns the process id of the shop's program. What the sandbox costs is not the shop's.
func (s *Shop) FrontDoor() int { return s.shop.PID }

// Sandbox returns the process id of the sandbox.
func (s *Shop) Sandbox() int { return s.sandbox.PID }

// Renderer returns the process id of the Node program, 0 when it is not found.
func (s *Shop) Renderer() int { return process.Child(s.shop.PID, "node") }

// Redis returns the process id of the Redis server, 0 when it is not found.
func (s *Shop) Redis() int { return process.Child(s.sandbox.PID, "redis-server", "redis-check-rdb") } // Debian: one file with many names

// Postgres returns the process id of the database server, 0 when it is not found.
func (s *Shop) Postgres() int { return process.Child(s.sandbox.PID, "postgres") }

// Database returns the process ids of the database server and its workers.
func (s *Shop) Database() []int {
	return slices.DeleteFunc(process.Children(s.sandbox.PID), func(pid int) bool { return process.Name(pid) != "postgres" })
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
