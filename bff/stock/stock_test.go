package stock_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/stock"
)

var ctx = context.Background()

const (
	card1 = "8985201000000000001"
	card2 = "8985201000000000002"
	lpa   = "LPA:1$smdp.example.com$TOKEN-0001"
)

func newFixture(t *testing.T) (*moduletest.Fixture, *stock.Service) {
	t.Helper()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 5)
	f.AddProduct(t, "monthly", 650, 5)
	f.Exec(t, `update product set local_number = true where goods_id = 'monthly'`)
	return f, stock.NewService(f.DB, f.Clock, f.Box, sim.SealPurpose, f.SIMs.ErasedNumber)
}

func delivery(rows string) stock.Delivery {
	return stock.Delivery{TenantID: 20, Actor: "staff:mei", Reason: "shipment 7", Rows: strings.NewReader(rows)}
}

func TestADeliveryGoesIn(t *testing.T) {
	t.Parallel()
	f, s := newFixture(t)
	for name, c := range map[string]struct {
		take  func(context.Context, stock.Delivery) (stock.Taken, error)
		rows  string
		count string
		want  int
	}{
		"cards":    {s.Cards, "sku,quantity\nplan:physical,10\nplan:physical,-3\n", `select on_hand from stock where sku = 'plan:physical'`, 12},
		"by card":  {s.NumberedCards, "sku,iccid\nmonthly:physical," + card1 + "\nmonthly:physical, " + card2 + "\n", `select on_hand + (select count(*) from sim_card where state = 'available') from stock where sku = 'monthly:physical'`, 9},
		"profiles": {s.Profiles, "sku,iccid,activation\nplan:esim," + card1 + "," + lpa + "\n", `select on_hand + (select count(*) from esim_profile where sku = 'plan:esim' and state = 'available') from stock where sku = 'plan:esim'`, 7},
		"numbers":  {s.Numbers, "goodsId,number,fee\nmonthly,+85255501234,0\nmonthly,+85255508888,10000\n", `select sum(fee) + count(*) from phone_number where goods_id = 'monthly' and state = 'free'`, 10002},
	} {
		taken, err := c.take(ctx, delivery(c.rows))
		if err != nil || taken.Rows == 0 || f.Count(t, c.count) != c.want {
			t.Errorf("%s: %+v, counted %d, want %d (%v)", name, taken, f.Count(t, c.count), c.want, err)
		}
	}
	if n := f.Count(t, `select count(*) from audit_log where entity = 'stock' and actor = 'staff:mei' and detail->>'reason' = 'shipment 7'`); n != 4 {
		t.Errorf("%d deliveries audited", n)
	}
	var sealed []byte
	require.NoError(t, f.DB.SQL.QueryRowContext(ctx, `select activation from esim_profile`).Scan(&sealed))
	if plain, err := f.Box.Open(sim.SealPurpose, sealed); err != nil || string(plain) != lpa {
		t.Errorf("activation code %q %v", plain, err)
	}
}

// One wrong row, and nothing of the delivery is there; the line is named.
func TestADeliveryGoesInAsAWhole(t *testing.T) {
	t.Parallel()
	f, s := newFixture(t)
	if _, err := s.NumberedCards(ctx, delivery("sku,iccid\nplan:physical,"+card1+"\n")); err != nil {
		t.Fatal(err)
	}
	f.Exec(t, `update stock set allocated = 4 where sku = 'monthly:physical'`)
	before := f.Count(t, `select sum(on_hand) from stock`)
	for name, c := range map[string]struct {
		take func(context.Context, stock.Delivery) (stock.Taken, error)
		rows string
		line int
		what string
	}{
		"empty":               {s.Cards, "", 1, "empty"},
		"only a head":         {s.Cards, "sku,quantity\n", 1, "no rows"},
		"another head":        {s.Cards, "sku,count\nplan:physical,1\n", 1, "sku,quantity"},
		"no number":           {s.Cards, "sku,quantity\nplan:physical,1\nplan:physical,x\n", 3, "quantity"},
		"nothing":             {s.Cards, "sku,quantity\nplan:physical,0\n", 2, "quantity"},
		"an eSIM":             {s.Cards, "sku,quantity\nplan:esim,3\n", 2, "import-profiles"},
		"unknown":             {s.Cards, "sku,quantity\nplan:physical,3\nnone:physical,3\n", 3, "none:physical"},
		"too few values":      {s.Cards, "sku,quantity\nplan:physical\n", 2, "1 values"},
		"no ICCID":            {s.NumberedCards, "sku,iccid\nplan:physical,123\n", 2, "SIM card"},
		"no code":             {s.Profiles, "sku,iccid,activation\nplan:esim," + card1 + ",LPA:nothing\n", 2, "activation"},
		"no phone number":     {s.Numbers, "goodsId,number,fee\nmonthly,55501234,0\n", 2, "+852"},
		"no fee":              {s.Numbers, "goodsId,number,fee\nmonthly,+85255501234,-1\n", 2, "fee"},
		"no plan":             {s.Numbers, "goodsId,number,fee\nmonthly,+85255501234,0\nplan,+85255501235,0\n", 3, "plan"},
		"fewer than promised": {s.Cards, "sku,quantity\nplan:physical,1\nmonthly:physical,-2\n", 0, "promised"},
		"a card again":        {s.NumberedCards, "sku,iccid\nplan:physical," + card2 + "\nplan:physical," + card1 + "\n", 0, "1 of the 2 cards"},
		"twice in one":        {s.Numbers, "goodsId,number,fee\nmonthly,+85255501234,0\nmonthly,+85255501234,0\n", 0, "1 of the 2 numbers"},
	} {
		_, err := c.take(ctx, delivery(c.rows))
		var row *stock.RowError
		switch {
		case err == nil || !strings.Contains(err.Error(), c.what):
			t.Errorf("%s: %v, want %q", name, err, c.what)
		case c.line != 0 && (!errors.As(err, &row) || row.Line != c.line):
			t.Errorf("%s: %v, want line %d", name, err, c.line)
		case strings.Contains(err.Error(), "LPA"):
			t.Errorf("%s: the error shows an activation code: %v", name, err)
		}
	}
	if after := f.Count(t, `select sum(on_hand) from stock`); after != before {
		t.Errorf("%d on hand, want %d", after, before)
	}
	if n := f.Count(t, `select (select count(*) from phone_number) + (select count(*) from esim_profile) + (select count(*) from sim_card)`); n != 1 {
		t.Errorf("%d things came in", n)
	}
	elsewhere := delivery("sku,quantity\nplan:physical,1\n")
	elsewhere.TenantID = 21
	if _, err := s.Cards(ctx, elsewhere); err == nil {
		t.Error("a site took stock of a product it does not sell")
	}
}
