package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// scarceUnits is the stock of the scarce plan, which is less than the demand.
const scarceUnits = 40

// assortment is the plans for sale by SIM type, and the scarce one.
type assortment struct {
	esims, cards []string
	scarce       string
}

// limitScarcePlan reads the plans for sale, and reduces the stock of one of them to scarceUnits.
func (tb *testbed) limitScarcePlan(ctx context.Context) (assortment, error) {
	var list struct {
		Items []struct {
			GoodsID  string   `json:"goodsId"`
			SimTypes []string `json:"simTypes"`
		} `json:"items"`
	}
	var a assortment
	if err := tb.NewShopper().Get(ctx, "/gw/mall/goods/list?pageSize=60", &list); err != nil {
		return a, err
	}
	rows, err := tb.db.Query(ctx, `select goods_id from product where tenant_id = 20 and carrier = 'pool' order by goods_id`)
	if err != nil {
		return a, err
	}
	defer rows.Close()
	pooled := map[string]bool{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return a, err
		}
		pooled[id] = true
	}
	if err := rows.Err(); err != nil {
		return a, err
	}
	for _, g := range list.Items {
		for _, t := range g.SimTypes {
			switch {
			case t == "esim" && a.scarce == "" && pooled[g.GoodsID]:
				a.scarce = g.GoodsID
			case t == "esim" && g.GoodsID != a.scarce:
				a.esims = append(a.esims, g.GoodsID)
			case t == "physical" && g.GoodsID != a.scarce:
				a.cards = append(a.cards, g.GoodsID)
			}
		}
	}
	if a.scarce == "" || len(a.esims) < 2 || len(a.cards) == 0 {
		return a, fmt.Errorf("the shop sells too little: %d eSIMs, %d cards", len(a.esims), len(a.cards))
	}
	_, err = tb.db.Exec(ctx, `
		with over as (select id from esim_profile where tenant_id = 20 and sku = $1 and state = 'available' order by id offset $2),
		gone as (delete from esim_profile where id in (select id from over))
		update stock set on_hand = $2 where tenant_id = 20 and sku = $1`, a.scarce+":esim", scarceUnits)
	return a, err
}

// runVisits starts visits at a constant rate, whether or not those before have ended, until their number is reached and the faults are
// over; it returns when all have ended.
func (tb *testbed) runVisits(ctx context.Context, o options, a assortment, over <-chan struct{}) []*visit {
	random := rand.New(rand.NewPCG(o.seed, 1))
	gap := time.Duration(float64(time.Second) / o.rate)
	began := time.Now()
	var all sync.WaitGroup
	var visits []*visit
	for n := 0; n < o.orders || !closed(over); n++ {
		v := tb.newVisit(random, n, a)
		if wait := time.Duration(n)*gap - time.Since(began); wait > 0 {
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
		if ctx.Err() != nil {
			break
		}
		visits = append(visits, v)
		all.Go(func() { v.run(ctx) })
		if n%500 == 499 {
			logf("%d have come", n+1)
		}
	}
	all.Wait()
	return visits
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// newVisit draws the kind and the plans of the nth visit.
func (tb *testbed) newVisit(random *rand.Rand, n int, a assortment) *visit {
	v := &visit{n: n, w: tb, shopper: tb.NewShopper(), random: rand.New(rand.NewPCG(random.Uint64(), 2))}
	drawn := random.IntN(100)
	for _, k := range kinds {
		v.kind = k.name
		if drawn -= k.share; drawn < 0 {
			break
		}
	}
	from := a.esims
	switch v.kind {
	case scarce:
		v.goods = []string{a.scarce}
		return v
	case "card by post":
		from = a.cards
	}
	first := random.IntN(len(from))
	v.goods = []string{from[first], from[(first+1)%len(from)]}
	return v
}
