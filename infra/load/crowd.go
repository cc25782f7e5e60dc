package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/infra/client"
)

// visitKind is what a visit of the crowd does.
type visitKind int

const (
	cachedVisit visitKind = iota
	privateVisit
	buyingVisit
	visitKinds
)

// crowdShares is how many of twenty visits are of each kind.
var crowdShares = [visitKinds]int{cachedVisit: 16, privateVisit: 3, buyingVisit: 1}

// customers is how many shoppers look at private pages in turns.
const customers = 32

// crowd is who visits the shop: most look at pages that are the same for all, some at pages of their own, and some buy.
type crowd struct {
	shop *Shop
	// goods and pages are what is bought and looked at.
	goods, pages []string
	customers    []client.ReturningShopper
	// completed looks how many orders are complete.
	completed *pgx.Conn
	// kinds has a whole number of twenties, each in an order of its own.
	kinds []visitKind
}

// newCrowd prepares a crowd. close ends its connection.
func newCrowd(ctx context.Context, s *Shop) (c *crowd, err error) {
	c = &crowd{shop: s, kinds: mixedKinds(rand.New(rand.NewPCG(1, 2)), 1000)}
	if c.goods, err = s.esims(ctx); err != nil {
		return nil, err
	}
	if c.pages, err = s.client().Sitemap(ctx, "/sitemap.xml"); err != nil {
		return nil, err
	}
	if c.completed, err = s.Connect(ctx, shopDatabase); err != nil {
		return nil, err
	}
	before, err := completed(ctx, c.completed)
	if err != nil {
		return nil, err
	}
	for n := range customers {
		one, err := s.client().NewReturningShopper(ctx, c.goods[n%len(c.goods)])
		if err != nil {
			return nil, err
		}
		c.customers = append(c.customers, one)
	}
	return c, c.delivered(ctx, before+customers)
}

func (c *crowd) close() { _ = c.completed.Close(context.Background()) }

// mixedKinds returns the kinds of at least so many visits: in each twenty as many of a kind as crowdShares says.
func mixedKinds(random *rand.Rand, atLeast int) []visitKind {
	var out []visitKind
	for len(out) < atLeast {
		var twenty []visitKind
		for kind, share := range crowdShares {
			for range share {
				twenty = append(twenty, visitKind(kind))
			}
		}
		random.Shuffle(len(twenty), func(i, j int) { twenty[i], twenty[j] = twenty[j], twenty[i] })
		out = append(out, twenty...)
	}
	return out
}

// kind returns the kind of a visit.
func (c *crowd) kind(n int) visitKind { return c.kinds[n%len(c.kinds)] }

// visit makes a visit of the crowd.
func (c *crowd) visit(ctx context.Context, n int) error {
	switch c.kind(n) {
	case cachedVisit:
		return c.shop.Shopper().Page(ctx, c.pages[rand.N(len(c.pages))])
	case privateVisit:
		one := c.customers[rand.N(len(c.customers))]
		return one.Page(ctx, one.Pages[rand.N(len(one.Pages))])
	}
	_, err := c.shop.Shopper().Buy(ctx, c.goods[rand.N(len(c.goods))])
	return err
}

// run starts visits of the crowd at a constant rate. It returns what became of each visit when all have ended and all that was bought is
// delivered, and how long after the last visit was due that was.
func (c *crowd) run(ctx context.Context, perSecond float64, length time.Duration) (all []visitResult, behind time.Duration, err error) {
	before, err := completed(ctx, c.completed)
	if err != nil {
		return nil, 0, err
	}
	began := time.Now()
	all = runAtRate(ctx, perSecond, length, c.visit)
	bought := 0
	for n, a := range all {
		if c.kind(n) == buyingVisit && a.err == nil {
			bought++
		}
	}
	err = c.delivered(ctx, before+bought)
	return all, time.Since(began) - length, err
}

// delivered waits until so many orders are complete.
func (c *crowd) delivered(ctx context.Context, orders int) error {
	err := c.shop.wait(ctx, deliveryTime, func() bool {
		n, err := completed(ctx, c.completed)
		return err == nil && n >= orders
	})
	if err != nil {
		return fmt.Errorf("wait for the last delivery: %w", err)
	}
	return nil
}
