package ops

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
)

// decided is a refund that staff opened or decided about.
type decided struct {
	RefundID int64  `json:"refundId,string"`
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	State    string `json:"state"`
}

// Text says what the refund is and where it stands.
func (r decided) Text(w io.Writer) {
	if r.RefundID == 0 {
		fmt.Fprintln(w, "no money was paid: it has ended, and what paid for it is given back")
		return
	}
	fmt.Fprintf(w, "refund %d of %s: %s\n", r.RefundID, amount(r.Amount, r.Currency), r.State)
}

type settled struct {
	RefundID int64  `json:"refundId,string"`
	How      string `json:"how"`
}

// Text says how the refund was settled.
func (r settled) Text(w io.Writer) { fmt.Fprintf(w, "refund %d is settled: %s\n", r.RefundID, r.How) }

// refund decides about a request (approve ID, refuse ID), gives money back of a paid order, or all the money of one whose
// payment did not match (mismatch ORDER), and settles a refund that failed: it is asked for again, it went back elsewhere, or nothing is
// owed. What cost no money ends without it.
func (d *CLI) refund(f *flag.FlagSet) Action {
	lines := f.String("lines", "", "`numbers` of the lines that end with it, with commas between")
	minor := f.Int64("amount", 0, "minor `units`; what the lines cost, or all that is left, when it is not given")
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) == 2 {
			return d.decide(ctx, c)
		}
		o, err := d.one(ctx, c)
		if err != nil {
			return nil, err
		}
		ids, err := lineIDs(o, *lines)
		if err != nil {
			return nil, err
		}
		r, err := d.Refunds.GiveRefund(ctx, payment.StaffRefund{
			OrderID: o.ID, LineIDs: ids, Amount: *minor, Reason: c.Reason, Actor: c.Actor,
		})
		return decided{r.ID, r.Amount, r.Currency, r.State}, err
	}
}

func (d *CLI) decide(ctx context.Context, c Call) (Answer, error) {
	what := c.Args[0]
	if what == "mismatch" {
		c.Args = c.Args[1:]
		return d.changeOrder(ctx, c, func(o order.Order) error { return d.Refunds.GiveBackHeld(ctx, o.ID, c.Actor, c.Reason) })
	}
	id, err := strconv.ParseInt(c.Args[1], 10, 64)
	settles := slices.Contains(payment.SettleWays, what)
	if err != nil || !settles && what != "approve" && what != "refuse" {
		return nil, UsageErrorf("say: refund ORDER, refund mismatch ORDER, or refund approve, refuse, again, elsewhere or nothing ID")
	}
	if settles {
		err := d.Refunds.SettleRefund(ctx, payment.Settlement{RefundID: id, How: what, Reason: c.Reason, Actor: c.Actor})
		return settled{id, what}, err
	}
	r, err := d.Refunds.DecideRefund(ctx, id, what == "approve", c.Actor, c.Reason)
	return decided{r.ID, r.Amount, r.Currency, r.State}, err
}

// lineIDs finds the lines of an order by their numbers in it.
func lineIDs(o order.Order, numbers string) ([]int64, error) {
	var ids []int64
	for part := range strings.SplitSeq(numbers, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		no, err := strconv.Atoi(part)
		at := slices.IndexFunc(o.Lines, func(l order.Line) bool { return l.LineNo == no })
		if err != nil || at < 0 {
			return nil, UsageErrorf("--lines: order %s has no line %q", o.OrderNo, part)
		}
		ids = append(ids, o.Lines[at].ID)
	}
	return ids, nil
}

type replayed struct {
	Event   string `json:"event"`
	Outcome string `json:"outcome"`
}

// Text says what became of the event.
func (r replayed) Text(w io.Writer) { fmt.Fprintf(w, "%s: %s\n", r.Event, r.Outcome) }

func (d *CLI) replay(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) != 1 {
			return nil, UsageErrorf("name one event, such as evt_1, or the number of a carrier's message")
		}
		if id, err := strconv.ParseInt(c.Args[0], 10, 64); err == nil {
			outcome, err := d.Carriers.Replay(ctx, id)
			return replayed{c.Args[0], outcome}, err
		}
		outcome, err := d.Provider.Replay(ctx, c.Args[0])
		return replayed{c.Args[0], outcome}, err
	}
}

// retried is the number of a job that is tried once more.
type retried struct {
	Job string `json:"job"`
}

// Text says so.
func (r retried) Text(w io.Writer) { fmt.Fprintf(w, "job %s is tried again\n", r.Job) }

func (d *CLI) retry(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) != 1 {
			return nil, UsageErrorf("name the number of one job, as review shows it")
		}
		id, err := strconv.ParseInt(c.Args[0], 10, 64)
		if err != nil {
			return nil, UsageErrorf("%q is no number of a job", c.Args[0])
		}
		return retried{c.Args[0]}, d.Jobs.Retry(ctx, id)
	}
}

type compared struct{ payment.Reconciliation }

// Text is a table of what does not agree.
func (r compared) Text(w io.Writer) {
	fmt.Fprintf(w, "%s: %d charges, %d refunds, %d differences\n", r.Day, r.Charges, r.Refunds, len(r.Differences))
	if len(r.Differences) > 0 {
		fmt.Fprint(w, "KIND\tWHAT\tAT THE PROVIDER\tORDER\tOURS\tTHEIRS\n")
	}
	for _, x := range r.Differences {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", x.Kind, x.Object, x.ProviderID, x.OrderNo, x.Ours, x.Theirs)
	}
}

func (d *CLI) reconcile(f *flag.FlagSet) Action {
	day := f.String("day", "", "the `day` in UTC, as 2026-03-01; yesterday when it is not given")
	return func(ctx context.Context, c Call) (Answer, error) {
		when := d.Clock.Now().UTC().AddDate(0, 0, -1)
		if *day != "" {
			var err error
			if when, err = time.Parse(time.DateOnly, *day); err != nil {
				return nil, UsageErrorf("--day is like 2026-03-01")
			}
		}
		if len(c.Args) > 0 {
			return nil, UsageErrorf("reconcile takes no %q", c.Args[0])
		}
		r, err := d.Provider.Reconcile(ctx, when)
		return compared{r}, err
	}
}
