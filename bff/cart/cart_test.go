package cart_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

var ctx = context.Background()

const owner = cart.Owner("v:cart")

func esim(goods string, quantity int) cart.Add {
	return cart.Add{GoodsID: goods, SimType: "esim", Quantity: quantity, CompatibilityConfirmed: true}
}

func TestAddingTheSameProductAddsQuantities(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 200)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if _, err := f.Carts.Add(ctx, 20, owner, esim("plan", 9)); err != nil {
				t.Errorf("add: %v", err)
			}
		})
	}
	wg.Wait()
	_, err := f.Carts.Add(ctx, 20, owner, esim("plan", 10))
	require.Equal(t, fault.Fields(map[string]string{"quantity": "quantity_in_cart"}).WithParams(map[string]any{"max": 99, "count": 90}), err)
	c, err := f.Carts.Add(ctx, 20, owner, esim("plan", 9))
	if err != nil || len(c.Items) != 1 || c.Count() != cart.MaxQuantity || c.Subtotal() != 99*650 {
		t.Fatalf("cart: %+v %v", c, err)
	}
	again := esim("plan", 99)
	again.AtLeast = true
	c, err = f.Carts.Add(ctx, 20, owner, again)
	require.NoError(t, err, "ordering again")
	require.Equal(t, cart.MaxQuantity, c.Count())
	c, err = f.Carts.Add(ctx, 20, owner, cart.Add{GoodsID: "plan", SimType: "physical", Quantity: 1})
	if err != nil || len(c.Items) != 2 {
		t.Fatalf("the same plan on a card: %+v %v", c, err)
	}
	if n, err := f.Carts.Count(ctx, 20, owner); err != nil || n != 100 {
		t.Fatalf("count %d: %v", n, err)
	}
}

func TestInvalidItemsAreRefused(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 5)
	f.AddProduct(t, "gone", 650, 0)
	f.AddProduct(t, "hidden", 650, 5)
	f.Exec(t, `update product set visible = false where goods_id = 'hidden'`)
	for name, c := range map[string]struct {
		add         cart.Add
		code, field string
	}{
		"unknown":       {esim("nothing", 1), "goods_not_found", ""},
		"hidden":        {esim("hidden", 1), "goods_not_found", ""},
		"sold out":      {esim("gone", 1), "sold_out", ""},
		"too many":      {esim("plan", 6), "stock_unavailable", ""},
		"none":          {esim("plan", 0), "validation_failed", "quantity"},
		"less":          {esim("plan", -5), "validation_failed", "quantity"},
		"a hundred":     {esim("plan", 100), "validation_failed", "quantity"},
		"not confirmed": {cart.Add{GoodsID: "plan", SimType: "esim", Quantity: 1}, "validation_failed", "compatibilityConfirmed"},
		"other SIM":     {cart.Add{GoodsID: "plan", SimType: "nano", Quantity: 1}, "validation_failed", "simType"},
	} {
		_, err := f.Carts.Add(ctx, 20, owner, c.add)
		f, ok := err.(*fault.Error)
		if !ok || f.Code != c.code || (c.field != "" && f.Fields[c.field] == "") {
			t.Errorf("%s: %v, want %s %s", name, err, c.code, c.field)
		}
	}
	if _, err := f.Carts.Add(ctx, 21, owner, esim("plan", 1)); fault.Code(err) != "goods_not_found" {
		t.Errorf("at another site: %v", err)
	}
	if n := f.Count(t, `select count(*) from cart_item`); n != 0 {
		t.Errorf("%d lines got in", n)
	}
}

func TestACartGetsFull(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	for n := range cart.MaxLines + 1 {
		f.AddProduct(t, fmt.Sprint("plan", n), 650, 5)
	}
	for n := range cart.MaxLines {
		if _, err := f.Carts.Add(ctx, 20, owner, esim(fmt.Sprint("plan", n), 1)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Carts.Add(ctx, 20, owner, esim(fmt.Sprint("plan", cart.MaxLines), 1)); fault.Code(err) != "cart_full" {
		t.Fatalf("one more line: %v", err)
	}
	if _, err := f.Carts.Add(ctx, 20, owner, esim("plan0", 1)); err != nil {
		t.Fatalf("one more of a line: %v", err)
	}
}

func TestNobodyTouchesAnotherCart(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 50)
	c, err := f.Carts.Add(ctx, 20, owner, esim("plan", 3))
	require.NoError(t, err)
	id, two, off := c.Items[0].ID, 2, false
	for name, who := range map[string]struct {
		tenant int64
		owner  cart.Owner
	}{"another browser": {20, "v:other"}, "another site": {21, owner}} {
		if _, err := f.Carts.Update(ctx, who.tenant, who.owner, id, cart.Change{Quantity: &two}); fault.Code(err) != "cart_item_not_found" {
			t.Errorf("%s changes a line: %v", name, err)
		}
		if _, err := f.Carts.SelectAll(ctx, who.tenant, who.owner, false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := f.Carts.Remove(ctx, who.tenant, who.owner, []int64{id}); err != nil || len(got.Items) != 0 {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	if c, err = f.Carts.Get(ctx, 20, owner); err != nil || c.Count() != 3 || len(c.Selected()) != 1 {
		t.Fatalf("cart: %+v %v", c, err)
	}
	for _, q := range []int{0, -1, 100} {
		if _, err := f.Carts.Update(ctx, 20, owner, id, cart.Change{Quantity: &q}); fault.Code(err) != "validation_failed" {
			t.Errorf("quantity %d: %v", q, err)
		}
	}
	if c, err = f.Carts.Update(ctx, 20, owner, id, cart.Change{Quantity: &two, Selected: &off}); err != nil || c.Count() != 2 || c.Subtotal() != 0 {
		t.Fatalf("cart: %+v %v", c, err)
	}
	for range 2 {
		if c, err = f.Carts.Remove(ctx, 20, owner, []int64{id}); err != nil || len(c.Items) != 0 {
			t.Fatalf("cart: %+v %v", c, err)
		}
	}
}

// A line whose product is gone or sold out stays, is not counted in, and can be removed.
func TestAddingTakesFewStatements(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	for _, g := range []string{"plan", "other", "third"} {
		f.AddProduct(t, g, 650, 50)
		counted, n := pg.CountStatements(ctx)
		c, err := f.Carts.Add(counted, 20, owner, esim(g, 1))
		if err != nil || c.Items[0].Offer == nil || c.Subtotal() != 650*int64(len(c.Items)) {
			t.Fatalf("cart: %+v %v", c, err)
		}
		if n.Count() > 3 {
			t.Errorf("%d lines: %d statements: %v", len(c.Items), n.Count(), n.All())
		}
	}
}

func TestALineWithoutAnOffer(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 50)
	f.AddProduct(t, "short", 650, 50)
	for _, g := range []string{"plan", "short"} {
		if _, err := f.Carts.Add(ctx, 20, owner, esim(g, 3)); err != nil {
			t.Fatal(err)
		}
	}
	f.Exec(t, `update product set visible = false where goods_id = 'plan'`)
	f.Exec(t, `update stock set on_hand = 2 where sku = 'short:esim'`)
	counted, n := pg.CountStatements(ctx)
	c, err := f.Carts.Get(counted, 20, owner)
	if err != nil || c.Subtotal() != 0 || c.Count() != 6 || c.Items[0].Available() || c.Items[1].Available() || c.Items[0].UnitPrice() != 0 {
		t.Fatalf("cart: %+v %v", c, err)
	}
	if n.Count() > 2 {
		t.Errorf("reading the cart took %d statements", n.Count())
	}
}
