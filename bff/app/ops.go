package app

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/roamcart/roamcart/bff/catalog/naming"
	"github.com/roamcart/roamcart/bff/cli/editors"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/cli/staffcmd"
	"github.com/roamcart/roamcart/bff/cli/tenants"
	"github.com/roamcart/roamcart/bff/ledger"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/stock"
)

// cliConns is how many connections a command takes beside a running shop.
const cliConns = 3

// Ops runs one command of the back office on the database of the settings. What a
// command leaves for later is done by the running shop's workers.
func Ops(ctx context.Context, cfg config.Config, args []string, console ops.Console) error {
	var r *modules
	defer func() {
		if r != nil {
			r.close()
		}
	}()
	people := &ops.CLI{Open: func(ctx context.Context, d *ops.CLI) (err error) {
		if r, err = openForCLI(ctx, cfg); err != nil {
			return err
		}
		d.Orders, d.Payments, d.Refunds, d.Provider = r.orders, r.payments, r.payments, r.payments
		d.Parcels, d.Carriers, d.Notes, d.Jobs = r.sims, r.sims, r.notes, r.queue
		d.Clock, d.Customers, d.Rewards, d.Reviews = r.clock, r.accounts, r.rewards, r.reviews
		d.Audit = func(ctx context.Context) ([]ledger.Finding, error) { return ledger.Check(ctx, r.db, ledger.Rules) }
		d.Names = naming.New(r.db, r.clock)
		d.Stock = stock.NewService(r.db, r.clock, r.box, sim.SealPurpose, r.sims.ErasedNumber)
		return nil
	}}
	return people.Run(ctx, args, console)
}

// Content runs one command of the editors, on the same database.
func Content(ctx context.Context, cfg config.Config, args []string, console ops.Console) error {
	var r *modules
	defer func() {
		if r != nil {
			r.close()
		}
	}()
	editors := &editors.CLI{}
	editors.Address = fmt.Sprintf("http://localhost:%d", cfg.Server.Port)
	return ops.Program{Name: "content", Commands: editors.Commands(), Open: func(ctx context.Context) (err error) {
		if r, err = openForCLI(ctx, cfg); err != nil {
			return err
		}
		editors.Texts, editors.Shown, editors.Catalog, editors.Sites = r.editor, r.content, r.catalog, r.addressedSites
		return nil
	}}.Run(ctx, args, console)
}

// Staff runs one command about members of staff, on the same database.
func Staff(ctx context.Context, cfg config.Config, args []string, console ops.Console) error {
	var r *modules
	defer func() {
		if r != nil {
			r.close()
		}
	}()
	members := &staffcmd.CLI{User: console.User}
	return ops.Program{Name: "staff", Commands: members.Commands(), Open: func(ctx context.Context) (err error) {
		if r, err = openForCLI(ctx, cfg); err == nil {
			members.Staff = r.staff
		}
		return err
	}}.Run(ctx, args, console)
}

// Tenant runs one command about regional sites, on the same database. The running shop sees what it does.
func Tenant(ctx context.Context, cfg config.Config, args []string, console ops.Console) error {
	var r *modules
	defer func() {
		if r != nil {
			r.close()
		}
	}()
	sites := &tenants.CLI{}
	return ops.Program{Name: "tenant", Commands: sites.Commands(), Open: func(ctx context.Context) (err error) {
		if r, err = openForCLI(ctx, cfg); err == nil {
			sites.Sites = r.regionalSites()
		}
		return err
	}}.Run(ctx, args, console)
}

// openForCLI builds the modules beside a running shop: nothing is migrated, seeded or listened to.
func openForCLI(ctx context.Context, cfg config.Config) (*modules, error) {
	if cfg.Database.URL == "" {
		return nil, fmt.Errorf("DATA_DIR %s: no shop is running on it; start one, or set DATABASE_URL", cfg.DataDir)
	}
	if err := secrets(&cfg); err != nil {
		return nil, err
	}
	db, err := pg.Open(ctx, cfg.Database.Direct(), pg.Options{MaxConns: cliConns})
	if err != nil {
		return nil, err
	}
	r := &modules{cfg: cfg, log: slog.New(slog.DiscardHandler), clock: clock.System{}, db: db}
	for _, step := range []func(context.Context) error{r.secure, r.build} {
		if err := step(ctx); err != nil {
			r.close()
			return nil, err
		}
	}
	return r, nil
}
