package ops

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/roamcart/roamcart/bff/stock"
)

type taken struct{ stock.Taken }

// Text says what came in, and what is there now.
func (t taken) Text(w io.Writer) {
	fmt.Fprintf(w, "%d rows taken\n", t.Rows)
	for _, sku := range slices.Sorted(maps.Keys(t.OnHand)) {
		fmt.Fprintf(w, "%s\t%d on hand\n", sku, t.OnHand[sku])
	}
}

// deliver reads a file, or what is typed when it is called "-".
func (d *CLI) deliver(take func(Stock, context.Context, stock.Delivery) (stock.Taken, error)) func(*flag.FlagSet) Action {
	return func(*flag.FlagSet) Action {
		return func(ctx context.Context, c Call) (Answer, error) {
			if len(c.Args) != 1 {
				return nil, UsageErrorf("name one file, or - for what is piped in")
			}
			if c.Tenant == 0 {
				return nil, UsageErrorf("--tenant is needed: whose stock it is")
			}
			rows := c.In
			if c.Args[0] != "-" {
				file, err := os.Open(c.Args[0])
				if err != nil {
					return nil, err
				}
				defer func() { _ = file.Close() }()
				rows = file
			}
			t, err := take(d.Stock, ctx, stock.Delivery{TenantID: c.Tenant, Actor: c.Actor, Reason: c.Reason, Rows: rows})
			return taken{t}, err
		}
	}
}
