package catalog

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// MaxQuantity is the most of one thing that one order takes, as the cart's table has it.
const MaxQuantity = 99

const (
	relatedGoods  = 3
	shownNumbers  = 24
	maxKeywordLen = 15
)

// MaxNumberPages is how many pages of numbers can be looked through; the digits of a number find any.
const MaxNumberPages = 20

//go:embed numbers.sql
var numbersSQL string

// Detail returns what a product's page shows, with the stock of this moment. The fault is goods_not_found.
func (s *Service) Detail(ctx context.Context, tenant int64, lang, id string) (Detail, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return Detail{}, err
	}
	v := snap.in(lang)
	i, ok := v.byID[id]
	if !ok {
		return Detail{}, fault.New("goods_not_found")
	}
	d := Detail{Goods: *v.goods[i], Coverage: []Destination{}, Related: v.related(v.goods[i])}
	for _, place := range v.destinations {
		if d.Goods.Covers(place.Code) {
			d.Coverage = append(d.Coverage, place)
		}
	}
	if d.Options, err = s.options(ctx, tenant, d.Goods); err != nil {
		return Detail{}, err
	}
	d.Goods.Available = slices.ContainsFunc(d.Options, func(o Option) bool { return o.Available })
	return d, nil
}

// Related returns up to three other goods a shopper would compare these with.
func (s *Service) Related(ctx context.Context, tenant int64, lang, id string) ([]Goods, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	v := snap.in(lang)
	i, ok := v.byID[id]
	if !ok {
		return nil, fault.New("goods_not_found")
	}
	return v.related(v.goods[i]), nil
}

// Numbers returns a page of the numbers that are free to pick for the goods: up to 24 without a fee and then up to 24 with one, the
// cheapest first, and whether there is another page. keyword, when not empty, is a run of digits the number has to contain. The list
// is never nil.
func (s *Service) Numbers(ctx context.Context, tenant int64, id, keyword string, page int) (list []Number, more bool, err error) {
	g, err := s.Get(ctx, tenant, "en", id)
	if err != nil {
		return nil, false, err
	}
	bad := fault.Form{}
	page = bad.Page(page)
	digits := strings.TrimPrefix(input.Joined(keyword), "+")
	if strings.Trim(digits, "0123456789") != "" || len(digits) > maxKeywordLen {
		bad["keyword"] = "invalid"
	}
	if err := bad.Err(); err != nil {
		return nil, false, err
	}
	first := (min(page, MaxNumberPages+1)-1)*shownNumbers + 1
	rows, err := s.db.SQL.QueryContext(ctx, numbersSQL, tenant, id, s.clock.Now(), digits, first, first+shownNumbers)
	if err != nil {
		return nil, false, fmt.Errorf("read numbers: %w", err)
	}
	defer func() { _ = rows.Close() }()
	list = []Number{}
	for rows.Next() {
		n, place := Number{Currency: g.Currency}, 0
		if err := rows.Scan(&n.ID, &n.Number, &n.Fee, &place); err != nil {
			return nil, false, fmt.Errorf("read numbers: %w", err)
		}
		if place == first+shownNumbers {
			more = page < MaxNumberPages
			continue
		}
		list = append(list, n)
	}
	return list, more, rows.Err()
}

// options asks the database, because a shopper is about to act on the answer.
func (s *Service) options(ctx context.Context, tenant int64, g Goods) ([]Option, error) {
	var stock []byte
	var numbersGone bool
	err := s.db.SQL.QueryRowContext(ctx, `
		select (select coalesce(jsonb_object_agg(split_part(sku, ':', 2), on_hand - allocated), '{}') from stock
		        where tenant_id = $1 and sku in ($2 || ':esim', $2 || ':physical')),
		    coalesce((select `+numbersGoneSQL+` from product p where p.tenant_id = $1 and p.goods_id = $2), false)`, tenant, g.ID).
		Scan(&stock, &numbersGone)
	free := map[string]int64{}
	if err == nil {
		err = json.Unmarshal(stock, &free)
	}
	if err != nil {
		return nil, fmt.Errorf("read stock: %w", err)
	}
	return optionsOf(g, free, numbersGone), nil
}

// optionsOf returns the SIM types of goods by the free stock of each. Without a number left, goods can be had by who brings one.
func optionsOf(g Goods, free map[string]int64, numbersGone bool) []Option {
	out := []Option{}
	for _, sim := range g.SimTypes {
		n := free[sim]
		if numbersGone && !g.TransferNumber {
			n = 0
		}
		out = append(out, Option{SimType: sim, Available: n > 0, MaxQuantity: int(min(n, MaxQuantity))})
	}
	return out
}

// related prefers goods that cover the same places, of the same kind of contract, then popular ones.
func (v *view) related(g *Goods) []Goods {
	type scored struct {
		goods *Goods
		score int
	}
	var all []scored
	for _, o := range v.goods {
		if o.ID == g.ID {
			continue
		}
		shared := 0
		for _, d := range o.Destinations {
			if g.Covers(d.Code) {
				shared++
			}
		}
		score := 1000 * shared / (len(o.Destinations) + len(g.Destinations) - shared)
		if o.Group == g.Group {
			score += 300
		}
		if shared > 0 && (o.ContractPeriod == "") == (g.ContractPeriod == "") {
			score += 200
		}
		if !o.Available {
			score -= 1000
		}
		all = append(all, scored{o, score})
	}
	slices.SortStableFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.goods.Popularity, a.goods.Popularity), cmp.Compare(a.goods.ID, b.goods.ID))
	})
	out := []Goods{}
	for _, o := range all[:min(relatedGoods, len(all))] {
		out = append(out, *o.goods)
	}
	return out
}
