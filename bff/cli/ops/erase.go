package ops

import (
	"context"
	"flag"
	"fmt"
	"io"
)

// erased is the answer to an erasure.
type erased struct {
	Done bool `json:"done"`
}

// Text says that it is done.
func (erased) Text(w io.Writer) { fmt.Fprintln(w, "what was due has been erased") }

// erase does what the shop does every hour; what it erases stands in the audit log as the shop's.
func (d *CLI) erase(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) > 0 {
			return nil, UsageErrorf("erase takes no %q: what is due is erased", c.Args[0])
		}
		err := d.Carriers.Erase(ctx)
		return erased{err == nil}, err
	}
}
