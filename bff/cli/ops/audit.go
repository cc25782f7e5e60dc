package ops

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/roamcart/roamcart/bff/ledger"
)

// audited is what an audit found; nothing is well.
type audited struct {
	Rules    int              `json:"rules"`
	Findings []ledger.Finding `json:"findings"`
}

// Text is a table of what does not add up.
func (a audited) Text(w io.Writer) {
	fmt.Fprintf(w, "%d rules, %d findings\n", a.Rules, len(a.Findings))
	for _, f := range a.Findings {
		fmt.Fprintf(w, "%s\t%s\n", f.Rule, f.What)
	}
}

// Wrong says that the ledger does not add up, so that the program ends with 1.
func (a audited) Wrong() error {
	if len(a.Findings) == 0 {
		return nil
	}
	return fmt.Errorf("the ledger does not add up: %d findings", len(a.Findings))
}

func (d *CLI) audit(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) > 0 {
			return nil, UsageErrorf("audit takes no %q", c.Args[0])
		}
		found, err := d.Audit(ctx)
		return audited{len(ledger.Rules), found}, err
	}
}
