package sim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// A payment that is booked delivers at once. What cannot be delivered then takes nothing from the payment: a job goes on.
func TestAPaymentDeliversAtOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		profiles int
		breaks   bool
		state    order.Status
		// asks are the jobs that are asked for: both mails, the receipt alone, delivery.
		asks [3]int
	}{
		"all there":       {2, false, order.Shipped, [3]int{1, 0, 0}},
		"too few":         {1, false, order.Processing, [3]int{0, 1, 1}},
		"delivery breaks": {2, true, order.Processing, [3]int{0, 1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, s := newPool(t, c.profiles)
			if c.breaks {
				b.Exec(t, `alter table sim_line add constraint broken check (false) not valid`)
			}
			o := b.Place(t, b.Submission("plan", 2, 1300))
			inOrderTx(t, b, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
				paid, err := b.Orders.MarkPaid(ctx, tx, l, "test", s.DeliverNow)
				if !paid {
					t.Error("not paid")
				}
				return err
			})
			got, err := b.Orders.ByID(ctx, o.ID)
			if err != nil || got.PaidAt == nil || got.Status != c.state {
				t.Fatalf("%s, paid %v: %v", got.Status, got.PaidAt, err)
			}
			if n := b.Count(t, `select count(*) from esim_profile where state = 'delivered'`); n != 2*c.asks[0] {
				t.Errorf("%d profiles delivered", n)
			}
			for i, jobs := range []string{
				`kind = 'order_mails' and args->'mails' @> '[{"template": "order_paid"}, {"template": "esim_delivered"}]'`,
				`kind = 'order_mail' and args->>'template' = 'order_paid'`,
				`kind = 'order_fulfil'`,
			} {
				if n := b.Count(t, `select count(*) from river_job where `+jobs); n != c.asks[i] {
					t.Errorf("%d jobs, want %d, where %s", n, c.asks[i], jobs)
				}
			}
			if c.state == order.Shipped {
				return
			}
			if c.breaks {
				b.Exec(t, `alter table sim_line drop constraint broken`)
			} else {
				fillPool(t, b, 1)
			}
			require.NoError(t, s.Fulfil(ctx, o.ID))
			if got := status(t, b, o.ID); got != order.Shipped {
				t.Errorf("in the end %s", got)
			}
		})
	}
}
