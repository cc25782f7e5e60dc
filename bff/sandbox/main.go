// Command sandbox runs the shop on a machine that has nothing else: it brings the databases, and what stands in for the outside
// world, and starts the shop's own program with nothing but settings that say where these are.
//
// Start: the shop's port is looked at; Postgres and Redis, at once; the servers of the sandbox; then the shop. Stop: the shop, and
// when it has ended the servers, Redis and Postgres. A shop that ends by itself ends the sandbox, with its exit code.
//
// What it is given it does not bring: with DATABASE_URL, REDIS_URL, STRIPE_SECRET_KEY, CARRIER_URL, SMTP_URL or SMS_URL in its
// environment the shop gets these.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"

	"github.com/roamcart/roamcart/bff/platform/health"
)

const usage = `usage: sandbox [command]

  run      the shop with everything it needs; the default
  serve    the same without the shop, for one that runs elsewhere
  healthy  ask the one that listens at SANDBOX_ADDRESS whether it is well: for the health check of its container

Settings are environment variables: those of the shop (roamcart config), and
  SANDBOX_ADDRESS, SANDBOX_SMTP_ADDRESS  where to listen, host:port; free ports of this machine alone
  SHOP_URL                               where the shop receives webhooks; http://127.0.0.1:PORT
  SHOP_PROGRAM                           the shop's program; roamcart beside this one
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// Without this, the first line that nobody reads ends the sandbox.
	signal.Ignore(syscall.SIGPIPE)
	setGCPercent()
	code, err := command(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintln(os.Stderr, "sandbox:", strings.TrimSpace(line))
		}
	}
	os.Exit(code)
}

// setGCPercent lets garbage grow to four times what is in use, unless somebody has set GOGC: that is a few megabytes, and collecting
// them took a tenth of the sandbox's time while it sold 50 orders a second.
func setGCPercent() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// errUsage is of a command that was not understood.
var errUsage = errors.New("settings are environment variables; try: sandbox help")

// command runs what was typed and returns the exit code: the shop's, or 1 when something is wrong, 2 when it was not understood.
func command(ctx context.Context, args []string, out io.Writer) (code int, err error) {
	withShop, ask := true, false
	switch strings.Join(args, " ") {
	case "", "run":
	case "serve":
		withShop = false
	case "healthy":
		ask = true
	case "help", "-h", "--help":
		_, err := fmt.Fprint(out, usage)
		return 0, err
	default:
		return 2, fmt.Errorf("unknown command %q: %w", strings.Join(args, " "), errUsage)
	}
	s, err := load()
	if err != nil {
		return 1, err
	}
	if ask {
		if err := s.healthy(ctx); err != nil {
			return 1, err
		}
		return 0, nil
	}
	code, err = s.run(ctx, out, withShop)
	if err != nil && code == 0 {
		code = 1
	}
	return code, err
}

// healthy asks the sandbox that listens at the address of the settings.
func (s *sandbox) healthy(ctx context.Context) error {
	host, port, err := net.SplitHostPort(s.Address)
	if err != nil {
		return fmt.Errorf("SANDBOX_ADDRESS: %w", err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return fmt.Errorf("SANDBOX_ADDRESS: %w", err)
	}
	return health.Check(ctx, host, n, "/healthz")
}
