package ops

import (
	"context"
	"flag"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim"
)

func (d *CLI) ship(f *flag.FlagSet) Action {
	tracking := f.String("tracking", "", "the parcel's `number`")
	cards := f.String("card", "", "`line:iccid,...`: the cards in the parcel, by line of the order; others come from those imported")
	return func(ctx context.Context, c Call) (Answer, error) {
		byLine, err := readCards(*cards)
		if err != nil {
			return nil, err
		}
		return d.changeOrder(ctx, c, func(o order.Order) error {
			return d.Parcels.Ship(ctx, sim.Parcel{OrderID: o.ID, Tracking: *tracking, Cards: byLine, Actor: c.Actor})
		})
	}
}

// readCards reads "1:8985...,1:8985...,2:8985...": the cards of each line.
func readCards(text string) (map[int][]string, error) {
	out := map[int][]string{}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		line, iccid, ok := strings.Cut(part, ":")
		no, err := strconv.Atoi(strings.TrimSpace(line))
		if !ok || err != nil || strings.TrimSpace(iccid) == "" {
			return nil, UsageErrorf("--card: %q is not like 1:8985201234567890123", part)
		}
		out[no] = append(out[no], strings.TrimSpace(iccid))
	}
	return out, nil
}
