package money_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/platform/money"
)

func TestSplitAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.Int64Range(0, 1<<50).Draw(t, "total")
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 20).Draw(t, "weights")
		var sum int64
		for _, p := range money.Split(total, weights) {
			if p < 0 {
				t.Fatalf("negative part %d", p)
			}
			sum += p
		}
		if sum != total {
			t.Fatalf("parts add up to %d, want %d", sum, total)
		}
	})
}

func TestSplitGivesTheLargestRemainderFirst(t *testing.T) {
	got := money.Split(100, []int64{1, 1, 1})
	if got[0] != 34 || got[1] != 33 || got[2] != 33 {
		t.Fatalf("got %v", got)
	}
	if got := money.Split(10, []int64{0, 0}); got[0] != 10 {
		t.Fatalf("all-zero weights: got %v", got)
	}
}

func TestOverflowIsAnError(t *testing.T) {
	if _, err := money.Mul(math.MaxInt64, 2); err == nil {
		t.Fatal("Mul did not fail")
	}
	if _, err := money.Add(math.MaxInt64, 1); err == nil {
		t.Fatal("Add did not fail")
	}
	if got, err := money.Mul(650, 3); err != nil || got != 1950 {
		t.Fatalf("got %d, %v", got, err)
	}
}

func TestRateRoundsHalfUp(t *testing.T) {
	for _, c := range []struct{ amount, ppm, want int64 }{{1000, 88750, 89}, {650, 100000, 65}, {5, 100000, 1}, {4, 100000, 0}} {
		if got := money.Rate(c.amount, c.ppm); got != c.want {
			t.Errorf("Rate(%d, %d) = %d, want %d", c.amount, c.ppm, got, c.want)
		}
	}
}

func TestDecimals(t *testing.T) {
	if money.Unit("usd") != 100 || money.Unit("JPY") != 1 || money.Unit("KWD") != 1000 {
		t.Fatal("wrong unit")
	}
}
