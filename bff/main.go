// Command roamcart is the shop: the front door, every rule, and the workers behind it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"os/user"
	"slices"
	"syscall"
	// A machine without time zones of its own would know none of the sites'.
	_ "time/tzdata"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/health"
)

const usage = `usage: roamcart <command>

  run       serve the shop; make run starts it with everything it needs
  migrate   bring the database at DATABASE_URL to the newest schema
  ops       do what staff do: roamcart ops help
  content   write the shop's texts, preview and publish them: roamcart content help
  staff     invite members of staff to the Studio and manage them: roamcart staff help
  tenant    make regional sites and open them: roamcart tenant help
  mail      show the shop's mails with sample data: roamcart mail [TEMPLATE [en|zh] [html]]
  ready     ask the shop that runs here whether it takes requests: for the health check of its container
  config    print the settings that are in force, and instead of the secrets how old they are
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := command(ctx, os.Args[1:], os.Stdout)
	stop()
	os.Exit(report(err, os.Stderr))
}

func command(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || slices.Contains([]string{"help", "-h", "--help"}, args[0]) {
		_, err := fmt.Fprint(out, usage)
		return err
	}
	name, args := args[0], args[1:]
	switch name {
	case "mail":
		if err := notify.Show(args, out); err != nil {
			return ops.UsageErrorf("%v", err)
		}
		return nil
	case "ops", "content", "staff", "tenant":
	case "run", "migrate", "ready", "config":
		if len(args) > 0 {
			return ops.UsageErrorf("%s takes no %q: settings are environment variables; try: roamcart help", name, args[0])
		}
	default:
		return ops.UsageErrorf("unknown command %q; try: roamcart help", name)
	}
	cfg, err := config.LoadWithShopFile()
	if err != nil {
		return err
	}
	switch name {
	case "migrate":
		if cfg.Database.URL == "" {
			return ops.UsageErrorf("migrate needs DATABASE_URL")
		}
		newer, err := app.Migrate(ctx, cfg.Database)
		if newer != 0 {
			_, err = fmt.Fprintf(out, "the database has migration %d, of a newer version of the shop\n", newer)
		}
		return err
	case "ready":
		return health.Check(ctx, cfg.Server.Host, cfg.Server.Port, "/readyz")
	case "config":
		return app.ShowConfig(ctx, cfg, out)
	case "ops":
		return app.Ops(ctx, cfg, args, ops.Console{In: os.Stdin, Out: out, User: whoAmI()})
	case "content":
		return app.Content(ctx, cfg, args, ops.Console{In: os.Stdin, Out: out, User: whoAmI()})
	case "staff":
		return app.Staff(ctx, cfg, args, ops.Console{In: os.Stdin, Out: out, User: whoAmI()})
	case "tenant":
		return app.Tenant(ctx, cfg, args, ops.Console{In: os.Stdin, Out: out, User: whoAmI()})
	}
	// Without this, the first line that nobody reads ends the shop: whoever collects the log may die, or be exchanged.
	signal.Ignore(syscall.SIGPIPE)
	return app.Run(ctx, cfg, out)
}

// report says what went wrong, a line for each fault, and returns how the program ends: 0 when nothing did, 2 when the
// command was not understood.
func report(err error, out io.Writer) int {
	if err == nil {
		return 0
	}
	for _, line := range ops.ErrorLines(err) {
		fmt.Fprintln(out, "roamcart:", line)
	}
	if _, ok := errors.AsType[*ops.UsageError](err); ok {
		return 2
	}
	return 1
}

// whoAmI is who acts in the back office when nobody says so.
func whoAmI() string {
	if name := os.Getenv("USER"); name != "" {
		return name
	}
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
}
