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
	"strings"
	"syscall"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/ops"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const usage = `usage: roamcart <command>

  run       serve the shop; with no settings at all, the sandbox with everything embedded
  migrate   bring the database at DATABASE_URL to the newest schema
  ops       do what people do at the shop's desk: roamcart ops help
  content   write the shop's texts, preview and publish them: roamcart content help
  mail      show the shop's mails with sample data: roamcart mail [TEMPLATE [en|zh] [html]]
  config    print the settings that are in force, secrets left out
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdout); err != nil {
		if len(os.Args) > 1 && (os.Args[1] == "ops" || os.Args[1] == "content") {
			stop()
			os.Exit(deskFailed(err))
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintln(os.Stderr, "roamcart:", line)
		}
		stop()
		os.Exit(1)
	}
}

func command(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		args = []string{"help"}
	}
	switch args[0] {
	case "help", "-h", "--help":
		_, err := fmt.Fprint(out, usage)
		return err
	case "mail":
		return notify.Show(args[1:], out)
	case "run", "migrate", "config", "ops", "content":
	default:
		return fmt.Errorf("unknown command %q; try: roamcart help", args[0])
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	switch args[0] {
	case "migrate":
		if cfg.Database.URL == "" {
			return fmt.Errorf("migrate needs DATABASE_URL")
		}
		return pg.Migrate(ctx, cfg.Database.URL)
	case "config":
		return cfg.Print(out)
	case "ops":
		return app.Ops(ctx, cfg, args[1:], ops.Console{In: os.Stdin, Out: out, User: whoAmI()})
	case "content":
		return app.Content(ctx, cfg, args[1:], ops.Console{In: os.Stdin, Out: out, User: whoAmI()})
	}
	return app.Run(ctx, cfg, out)
}

// deskFailed says why a command of the desk failed, and returns how the program ends: 2 when the command was not understood.
func deskFailed(err error) int {
	for _, line := range ops.Lines(err) {
		fmt.Fprintln(os.Stderr, "roamcart:", line)
	}
	var usage *ops.UsageError
	if errors.As(err, &usage) {
		return 2
	}
	return 1
}

// whoAmI is who acts at the desk when nobody says so.
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
