package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// Cart is the page of the cart.
const Cart Kind = "cart"

var cartPage = Page[gen.CartPage]{
	Row:  Row{Kind: Cart, Pattern: "/cart", Private: true, Tiles: true},
	Data: cartData,
}

// cartData gathers the cart's page.
func cartData(ctx context.Context, s *Source, _ PageContext) (gen.CartPage, error) {
	c, err := s.Cart(ctx)
	return gen.CartPage{Cart: c}, err
}
