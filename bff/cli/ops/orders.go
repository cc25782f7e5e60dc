package ops

import (
	"context"
	"flag"

	"github.com/roamcart/roamcart/bff/order"
)

func (d *CLI) list(f *flag.FlagSet) Action {
	var filter order.Filter
	status := f.String("status", "", "one of the eight statuses")
	f.BoolVar(&filter.Held, "held", false, "only orders that wait for a person")
	f.BoolVar(&filter.Overdue, "overdue", false, "only orders that should be further")
	f.IntVar(&filter.Limit, "limit", 50, "at most so many")
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) > 0 {
			return nil, UsageErrorf("list takes no %q", c.Args[0])
		}
		if filter.Limit < 1 || filter.Limit > 1000 {
			return nil, UsageErrorf("--limit is a number from 1 to 1000")
		}
		filter.TenantID, filter.Status = c.Tenant, order.Status(*status)
		found, err := d.Orders.Find(ctx, filter)
		if err != nil {
			return nil, err
		}
		return shortened(found), nil
	}
}

func (d *CLI) show(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		o, err := d.one(ctx, c)
		if err != nil {
			return nil, err
		}
		return d.answer(ctx, o)
	}
}

func (d *CLI) review(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) > 0 {
			return d.changeOrder(ctx, c, func(o order.Order) error { return d.Orders.Lift(ctx, o.ID, c.Actor, c.Reason) })
		}
		held, err := d.Orders.Find(ctx, order.Filter{TenantID: c.Tenant, Held: true, Limit: 1000})
		if err != nil {
			return nil, err
		}
		cases, err := d.Provider.OpenCases(ctx, 1000)
		if err != nil {
			return nil, err
		}
		carriers, err := d.Carriers.Unreconciled(ctx, 100)
		if err != nil {
			return nil, err
		}
		lost, err := d.Notes.Undelivered(ctx, 100)
		if err != nil {
			return nil, err
		}
		dropped, err := d.Jobs.GivenUp(ctx, 100)
		return waiting{Held: shortened(held), Payments: cases, Carriers: carriers, Mails: lost, Jobs: dropped}, err
	}
}

func (d *CLI) hold(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		return d.changeOrder(ctx, c, func(o order.Order) error { return d.Orders.StaffHold(ctx, o.ID, c.Actor, c.Reason) })
	}
}

func (d *CLI) lift(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		return d.changeOrder(ctx, c, func(o order.Order) error { return d.Orders.Lift(ctx, o.ID, c.Actor, c.Reason) })
	}
}

func (d *CLI) complete(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		return d.changeOrder(ctx, c, func(o order.Order) error { return d.Orders.Complete(ctx, o.ID, c.Actor) })
	}
}

func (d *CLI) cancel(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		return d.changeOrder(ctx, c, func(o order.Order) error { return d.Payments.StaffCancel(ctx, o, c.Actor) })
	}
}

// changeOrder does something to the order that the call names, and answers with what has become of it.
func (d *CLI) changeOrder(ctx context.Context, c Call, do func(order.Order) error) (Answer, error) {
	o, err := d.one(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := do(o); err != nil {
		return nil, err
	}
	if o, err = d.Orders.ByNumber(ctx, o.TenantID, o.OrderNo); err != nil {
		return nil, err
	}
	return d.answer(ctx, o)
}
