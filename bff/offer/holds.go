package offer

import (
	"math"

	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Holds bounds how many numbers are held from one network at once, in carts and by orders that wait for their payment: a
// cart costs nothing, and whoever makes many could hold every number of a plan. The /48 around a network of IPv6 has
// network.WideTimes as many.
type Holds struct {
	Prints *secret.Fingerprinter
	// PerNetwork is 0 where there is no bound.
	PerNetwork int
}

const holdsPurpose = "number network"

// Bind adds to the arguments of a statement what numbers_full asks for, and number_network and number_wide, which are kept
// with a number. from is "" where nobody knows the network.
func (h Holds) Bind(args map[string]any, tenantID int64, from string) {
	prints := [2][]string{{}, {}}
	for i, in := range network.Counts(from) {
		prints[i] = h.Prints.All(holdsPurpose, tenantID, in.Network)
	}
	for i, name := range []string{"number_network", "number_wide"} {
		args[name] = ""
		if len(prints[i]) > 0 {
			args[name] = prints[i][0]
		}
	}
	most, wide := int64(h.PerNetwork), int64(h.PerNetwork)*network.WideTimes
	if h.PerNetwork == 0 {
		prints, most, wide = [2][]string{{}, {}}, math.MaxInt64, math.MaxInt64
	}
	args["number_networks"], args["number_wides"] = pg.Array(prints[0]), pg.Array(prints[1])
	args["number_most"], args["number_wide_most"] = most, wide
}
