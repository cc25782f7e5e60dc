// Package money computes with integer minor units. No float ever touches an amount.
package money

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// decimals lists the currencies whose minor unit is not a hundredth, as the payment provider defines them.
var decimals = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "JPY": 0, "KMF": 0, "KRW": 0, "MGA": 0, "PYG": 0, "RWF": 0, "UGX": 0,
	"VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "JOD": 3, "KWD": 3, "OMR": 3, "TND": 3,
}

// Decimals returns how many decimal places the currency's minor unit has.
func Decimals(currency string) int {
	if d, ok := decimals[strings.ToUpper(currency)]; ok {
		return d
	}
	return 2
}

// Unit returns the minor units of one unit of the currency: 100 for USD, 1 for JPY.
func Unit(currency string) int64 { return int64(math.Pow10(Decimals(currency))) }

// Mul returns amount*n; it fails when the product does not fit.
func Mul(amount, n int64) (int64, error) {
	if amount == 0 || n == 0 {
		return 0, nil
	}
	p := amount * n
	if p/n != amount || (amount == -1 && n == math.MinInt64) || (n == -1 && amount == math.MinInt64) {
		return 0, fmt.Errorf("money: %d * %d overflows", amount, n)
	}
	return p, nil
}

// Add returns the sum; it fails when it does not fit.
func Add(amounts ...int64) (int64, error) {
	var sum int64
	for _, a := range amounts {
		s := sum + a
		if (a > 0 && s < sum) || (a < 0 && s > sum) {
			return 0, fmt.Errorf("money: sum overflows at %d + %d", sum, a)
		}
		sum = s
	}
	return sum, nil
}

// Rate returns amount * ppm / 1,000,000, rounded half up. amount and ppm must not be negative.
func Rate(amount, ppm int64) int64 {
	n := new(big.Int).Mul(big.NewInt(amount), big.NewInt(ppm))
	n.Add(n, big.NewInt(500_000))
	return n.Div(n, big.NewInt(1_000_000)).Int64()
}

// Split divides total over weights so that the parts add up to total exactly: the largest remainders get the units
// that rounding down leaves, the earlier part first on a tie. With all weights zero everything goes to the first part.
func Split(total int64, weights []int64) []int64 {
	parts := make([]int64, len(weights))
	if len(weights) == 0 || total == 0 {
		return parts
	}
	sum := new(big.Int)
	for _, w := range weights {
		sum.Add(sum, big.NewInt(w))
	}
	if sum.Sign() == 0 {
		parts[0] = total
		return parts
	}
	type remainder struct {
		i int
		r *big.Int
	}
	rest, left := make([]remainder, len(weights)), total
	for i, w := range weights {
		q, r := new(big.Int).QuoRem(new(big.Int).Mul(big.NewInt(total), big.NewInt(w)), sum, new(big.Int))
		parts[i] = q.Int64()
		left -= parts[i]
		rest[i] = remainder{i, r}
	}
	slices.SortStableFunc(rest, func(a, b remainder) int { return b.r.Cmp(a.r) })
	for i := int64(0); i < left; i++ {
		parts[rest[i].i]++
	}
	return parts
}
