package ops

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/roamcart/roamcart/bff/account"
)

// deletionList is the accounts that were erased.
type deletionList []account.Deletion

// Text is a table of them.
func (l deletionList) Text(w io.Writer) {
	fmt.Fprint(w, "SITE\tCUSTOMER\tLEFT\n")
	for _, d := range l {
		fmt.Fprintf(w, "%d\t%d\t%s\n", d.TenantID, d.CustomerID, d.At.UTC().Format(time.RFC3339Nano))
	}
}

func (d *CLI) listDeletions(f *flag.FlagSet) Action {
	since := f.String("since", "", "a moment, as 2026-03-01T09:30:00Z; without one, since the first order")
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) > 0 {
			return nil, UsageErrorf("departures takes no %q", c.Args[0])
		}
		from := time.Time{}
		if *since != "" {
			var err error
			if from, err = time.Parse(time.RFC3339, *since); err != nil {
				return nil, UsageErrorf("--since %q is no moment, as 2026-03-01T09:30:00Z", *since)
			}
		}
		found, err := d.Customers.Deletions(ctx, from)
		if found == nil {
			found = []account.Deletion{}
		}
		return deletionList(found), err
	}
}

// redeleted counts accounts that were erased once more, and those that were not there.
type redeleted struct {
	Erased  int `json:"erased"`
	Missing int `json:"missing"`
}

// Text is both numbers.
func (l redeleted) Text(w io.Writer) {
	fmt.Fprintf(w, "%d accounts erased, %d were not there\n", l.Erased, l.Missing)
}

// deleteAgain reads what "ops departures" has written with --json, and erases those accounts.
func (d *CLI) deleteAgain(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) != 1 {
			return nil, UsageErrorf("name one file, or - for what is piped in: the answer of ops departures --json")
		}
		in := c.In
		if c.Args[0] != "-" {
			file, err := os.Open(c.Args[0])
			if err != nil {
				return nil, err
			}
			defer func() { _ = file.Close() }()
			in = file
		}
		var list []account.Deletion
		if err := json.NewDecoder(in).Decode(&list); err != nil {
			return nil, fmt.Errorf("%s is no answer of ops departures --json: %w", c.Args[0], err)
		}
		for n, one := range list {
			if one.TenantID == 0 || one.CustomerID == 0 || one.At.IsZero() {
				return nil, fmt.Errorf("entry %d lacks a site, a customer or a time; nothing is erased", n+1)
			}
		}
		var out redeleted
		for _, one := range list {
			gone, err := d.Customers.DeleteAgain(ctx, one, c.Actor)
			if err != nil {
				return nil, fmt.Errorf("customer %d of site %d, after %d others: %w", one.CustomerID, one.TenantID, out.Erased, err)
			}
			if gone {
				out.Erased++
			} else {
				out.Missing++
			}
		}
		return out, nil
	}
}
