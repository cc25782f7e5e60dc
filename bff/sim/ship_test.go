package sim_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
)

func iccid(n int) string { return fmt.Sprintf("8985201%012d", n) }

func importCards(t *testing.T, b *moduletest.Fixture, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		b.Exec(t, `insert into sim_card (tenant_id, sku, iccid) values (20, 'plan:physical', ?)`, iccid(n))
	}
}

// placeCardOrder is a paid order of SIM cards.
func placeCardOrder(t *testing.T, b *moduletest.Fixture, quantity int) order.Order {
	t.Helper()
	s := b.Submission("plan", quantity, int64(quantity)*650+300)
	s.Item.SimType = "physical"
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
	o := b.Place(t, s)
	inOrderTx(t, b, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		_, err := b.Orders.MarkPaid(ctx, tx, l, "test", nil)
		return err
	})
	return o
}

func TestAParcelNeedsItsNumbers(t *testing.T) {
	t.Parallel()
	b, sims := newPool(t, 0)
	o := placeCardOrder(t, b, 2)
	unpaid := b.Place(t, func() order.Submission {
		s := b.Submission("plan", 1, 950)
		s.Item.SimType, s.Address = "physical", &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
		return s
	}())
	sent := placeCardOrder(t, b, 1)
	require.NoError(t, sims.Ship(ctx, sim.Parcel{OrderID: sent.ID, Tracking: "SF0", Cards: map[int][]string{1: {iccid(1)}}, Actor: "staff:mei"}))
	for name, c := range map[string]struct {
		parcel sim.Parcel
		code   string
	}{
		"no tracking number":     {sim.Parcel{OrderID: o.ID, Cards: map[int][]string{1: {iccid(8), iccid(9)}}, Tracking: "  "}, "tracking_number_missing"},
		"no cards":               {sim.Parcel{OrderID: o.ID, Tracking: "SF1"}, "sim_number_missing"},
		"too few cards":          {sim.Parcel{OrderID: o.ID, Tracking: "SF1", Cards: map[int][]string{1: {iccid(8)}}}, "sim_number_missing"},
		"no ICCID":               {sim.Parcel{OrderID: o.ID, Tracking: "SF1", Cards: map[int][]string{1: {iccid(8), "123"}}}, "iccid_invalid"},
		"a card that was sent":   {sim.Parcel{OrderID: o.ID, Tracking: "SF1", Cards: map[int][]string{1: {iccid(8), iccid(1)}}}, "sim_number_taken"},
		"one card twice":         {sim.Parcel{OrderID: o.ID, Tracking: "SF1", Cards: map[int][]string{1: {iccid(8), iccid(8)}}}, "sim_number_taken"},
		"a line that is no line": {sim.Parcel{OrderID: o.ID, Tracking: "SF1", Cards: map[int][]string{2: {iccid(8)}}}, "line_not_found"},
		"not paid":               {sim.Parcel{OrderID: unpaid.ID, Tracking: "SF1", Cards: map[int][]string{1: {iccid(8)}}}, "order_not_shippable"},
		"sent already":           {sim.Parcel{OrderID: sent.ID, Tracking: "SF1"}, "order_not_shippable"},
		"nobody's":               {sim.Parcel{OrderID: 999, Tracking: "SF1"}, "order_not_found"},
	} {
		if err := sims.Ship(ctx, c.parcel); fault.Code(err) != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	if n := b.Count(t, `select count(*) from sim_card`); n != 1 {
		t.Errorf("%d cards were noted", n)
	}
	got, err := b.Orders.ByID(ctx, sent.ID)
	if err != nil || got.Status != order.Shipped || got.TrackingNumber != "SF0" || got.Lines[0].SimCardNumber != "0001" || got.ShippedAt == nil {
		t.Errorf("sent: %+v %v", got, err)
	}
	if n := b.Count(t, `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'order_shipped'`); n != 1 {
		t.Errorf("%d mails asked for", n)
	}
}

// A parcel with an eSIM beside it is sent at once; the order is shipped when both have been delivered.
func TestAParcelBesideAnESIM(t *testing.T) {
	t.Parallel()
	b, sims := newPool(t, 0)
	importCards(t, b, 0, 1)
	o := placeCardOrder(t, b, 1)
	b.Exec(t, `
		insert into order_line (tenant_id, order_id, line_no, goods_id, sku, sim_type, name_en, name_zh, group_code, quantity, unit_price)
		values (20, ?, 2, 'plan', 'plan:esim', 'esim', 'x', 'x', 'asia', 1, 0)`, o.ID)
	require.NoError(t, sims.Ship(ctx, sim.Parcel{OrderID: o.ID, Tracking: "SF1", Actor: "staff:mei"}))
	if got, err := b.Orders.ByID(ctx, o.ID); err != nil || got.Status != order.Processing || got.TrackingNumber != "SF1" {
		t.Fatalf("after the parcel: %s %v", got.Status, err)
	}
	fillPool(t, b, 1)
	require.NoError(t, sims.Fulfil(ctx, o.ID))
	if got, err := b.Orders.ByID(ctx, o.ID); err != nil || got.Status != order.Shipped {
		t.Fatalf("after the eSIM: %s %v", got.Status, err)
	}
}

// Parcels packed at the same time share no card.
func TestParallelParcelsShareNoCard(t *testing.T) {
	t.Parallel()
	b, sims := newPool(t, 0)
	importCards(t, b, 0, 9)
	var list []order.Order
	for range 5 {
		list = append(list, placeCardOrder(t, b, 2))
	}
	var mu sync.Mutex
	codes := map[string]int{}
	var wg sync.WaitGroup
	for _, o := range list {
		wg.Go(func() {
			err := sims.Ship(ctx, sim.Parcel{OrderID: o.ID, Tracking: "SF1", Actor: "staff:mei"})
			mu.Lock()
			defer mu.Unlock()
			codes[fault.Code(err)]++
		})
	}
	wg.Wait()
	if sent := b.Count(t, `select count(*) from sim_card where state = 'sent'`); codes[""] < 3 || codes["sim_number_missing"] < 1 || sent != 2*codes[""] {
		t.Fatalf("answers %v, %d cards sent", codes, sent)
	}
}
