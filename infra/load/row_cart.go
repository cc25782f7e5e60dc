package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// addsPerShopper is how often one shopper adds to the cart before the next one does.
const addsPerShopper = 20

// cartRow measures how often something can be put into a cart: a write with the headers, cookies and rate limits of
// browsers, which answers with the whole cart.
func cartRow(ctx context.Context, b *bench) ([]Figure, error) {
	goods, err := b.shop.esims(ctx)
	if err != nil {
		return nil, err
	}
	began, end := time.Now(), time.Now().Add(b.runLength())
	took, faults := make([][]float64, connections), make([]error, connections)
	var all sync.WaitGroup
	for i := range connections {
		all.Go(func() {
			for time.Now().Before(end) && faults[i] == nil {
				var more []float64
				more, faults[i] = b.shop.timeCartAdds(ctx, goods)
				took[i] = append(took[i], more...)
			}
		})
	}
	all.Wait()
	length := time.Since(began)
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	var every []float64
	for _, one := range took {
		every = append(every, one...)
	}
	return []Figure{
		figure("put into the cart, 32 shoppers at once", float64(len(every))/length.Seconds(), "calls/s"),
		figure("its p50", median(every), "ms"),
	}, nil
}

// timeCartAdds adds plans to the cart of a new shopper, and returns the milliseconds that each call took.
func (s *Shop) timeCartAdds(ctx context.Context, goods []string) ([]float64, error) {
	p, out := s.Shopper(), make([]float64, 0, addsPerShopper)
	for i := range addsPerShopper {
		body := gen.CartAddBody{GoodsId: goods[i%len(goods)], SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}
		began := time.Now()
		if err := p.Post(ctx, "/gw/mall/cart/add", body, nil); err != nil {
			return out, err
		}
		out = append(out, inMilliseconds(time.Since(began)))
	}
	return out, nil
}

// esims returns prepaid eSIMs that can be bought now.
func (s *Shop) esims(ctx context.Context) ([]string, error) {
	var list gen.GoodsList
	if err := s.Shopper().Get(ctx, "/gw/mall/goods/list?simType=esim", &list); err != nil {
		return nil, err
	}
	var out []string
	for _, goods := range list.Items {
		if goods.Available && goods.ContractPeriod == "" {
			out = append(out, goods.GoodsId)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("the shop has no prepaid eSIM to sell")
	}
	return out, nil
}
