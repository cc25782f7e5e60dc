package orders

import (
	"context"

	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
)

// Todo lists which orders wait for support, site by site.
func (a *Area) Todo(ctx context.Context, may func(staff.Act) bool, locale string) ([]studio.Todo, error) {
	if !may(staff.HandleOrders) {
		return nil, nil
	}
	var out []studio.Todo
	for _, site := range studio.SitesIn(a.Sites(), locale) {
		counts, err := a.counts(ctx, site.ID)
		if err != nil {
			return nil, err
		}
		for _, state := range []string{"parcels", "refunds", "held", "overdue"} {
			if counts[state] > 0 {
				out = append(out, studio.Todo{Area: "orders", State: state, Site: site, Count: counts[state]})
			}
		}
	}
	return out, nil
}

// counts are how many orders of a site each filter but "all" lists.
func (a *Area) counts(ctx context.Context, siteID int64) (map[string]int, error) {
	todo, err := a.Orders.CountTodo(ctx, siteID)
	return map[string]int{"parcels": todo.ToSend, "refunds": todo.RefundAsked, "held": todo.Held, "overdue": todo.Overdue}, err
}
