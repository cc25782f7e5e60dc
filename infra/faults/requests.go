package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/roamcart/roamcart/infra/client"
)

// request is a request that was sent, with its result.
type request struct {
	kind string
	due  time.Time
	// took counts from the moment at which it was due.
	took time.Duration
	err  error
}

// requestKinds are the kinds of requests, each with its share of two hundred requests. A purchase is six requests to the shop.
var requestKinds = []struct {
	name  string
	share int
	ask   func(ctx context.Context, v *requestSource) error
}{
	{"cached page", 119, func(ctx context.Context, v *requestSource) error { return v.guest().Page(ctx, randomOf(v.pages)) }},
	{"private page", 10, func(ctx context.Context, v *requestSource) error {
		r := randomOf(v.regulars)
		return r.Page(ctx, randomOf(r.Pages))
	}},
	{"list of plans", 30, func(ctx context.Context, v *requestSource) error {
		return v.guest().Get(ctx, "/gw/mall/goods/list", nil)
	}},
	{"session", 20, func(ctx context.Context, v *requestSource) error {
		return randomOf(v.regulars).Get(ctx, "/gw/mall/us/session", nil)
	}},
	{"cart", 10, func(ctx context.Context, v *requestSource) error {
		return randomOf(v.regulars).Get(ctx, "/gw/mall/cart", nil)
	}},
	{"into the cart", 10, func(ctx context.Context, v *requestSource) error {
		return v.guest().Post(ctx, "/gw/mall/cart/add", map[string]any{"goodsId": randomOf(v.goods), "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}, nil)
	}},
	{"purchase", 1, func(ctx context.Context, v *requestSource) error {
		// Each buyer is somebody new, whose orders can be counted.
		_, err := v.shop.NewShopper().Buy(ctx, randomOf(v.goods))
		return err
	}},
}

func randomOf[T any](of []T) T { return of[rand.N(len(of))] }

// requestSource sends requests as guests and as customers with orders.
type requestSource struct {
	shop         client.Shop
	pages, goods []string
	regulars     []client.ReturningShopper
	guests       []*client.Shopper
}

// The shop limits the requests a minute from one address: with so many guests none reaches the limit.
const guests, regulars = 400, 40

func (v *requestSource) guest() *client.Shopper { return randomOf(v.guests) }

// newRequestSource prepares guests, and regulars who have bought something.
func newRequestSource(ctx context.Context, shop client.Shop, goods []string) (*requestSource, error) {
	v := &requestSource{shop: shop, goods: goods}
	var err error
	if v.pages, err = shop.Sitemap(ctx, "/sitemap.xml"); err != nil {
		return nil, err
	}
	for range guests {
		v.guests = append(v.guests, shop.NewShopper())
	}
	for n := range regulars {
		r, err := shop.NewReturningShopper(ctx, goods[n%len(goods)])
		if err != nil {
			return nil, fmt.Errorf("a regular: %w", err)
		}
		v.regulars = append(v.regulars, r)
	}
	return v, nil
}

// ask sends requests at a constant rate, whether or not those before were answered, until over is closed; it returns when all are
// answered. It does not retry.
func (v *requestSource) ask(ctx context.Context, perSecond float64, over <-chan struct{}) []*request {
	var order []int
	for kind, k := range requestKinds {
		for range k.share {
			order = append(order, kind)
		}
	}
	rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	gap := time.Duration(float64(time.Second) / perSecond)
	began := time.Now()
	var out []*request
	var all sync.WaitGroup
	for n := 0; !closed(over) && ctx.Err() == nil; n++ {
		kind := requestKinds[order[n%len(order)]]
		r := &request{kind: kind.name, due: began.Add(time.Duration(n) * gap)}
		if pause := time.Until(r.due); pause > 0 {
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
		}
		out = append(out, r)
		all.Go(func() {
			r.err = kind.ask(ctx, v)
			r.took = time.Since(r.due)
		})
	}
	all.Wait()
	return out
}

// between returns the requests that were in flight in a period.
func between(all []*request, from, to time.Time) []*request {
	return slices.DeleteFunc(slices.Clone(all), func(r *request) bool { return r.due.Add(r.took).Before(from) || r.due.After(to) })
}
