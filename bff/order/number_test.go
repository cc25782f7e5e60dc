package order_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/text/width"

	"github.com/roamcart/roamcart/bff/order"
)

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func TestANumberStartsWithItsDate(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		n := order.NewNumber(time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC))
		if len(n) != 15 || !strings.HasPrefix(n, "260301") || strings.Trim(n, alphabet) != "" {
			t.Fatalf("number %q", n)
		}
		if got, ok := order.NormalNumber(n); !ok || got != n {
			t.Fatalf("%q reads as %q, %v", n, got, ok)
		}
		seen[n] = true
	}
	if len(seen) != 1000 {
		t.Fatalf("only %d of 1000 numbers differ", len(seen))
	}
}

// Every one of the 31 wrong characters at every one of the 15 places is noticed.
func TestOneWrongCharacterIsNoticed(t *testing.T) {
	t.Parallel()
	for range 50 {
		n := order.NewNumber(time.Now())
		for at := range n {
			for _, c := range alphabet {
				if wrong := n[:at] + string(c) + n[at+1:]; wrong != n {
					if _, ok := order.NormalNumber(wrong); ok {
						t.Fatalf("%q passes for %q", wrong, n)
					}
				}
			}
		}
	}
}

func TestANumberIsReadAsPeopleTypeIt(t *testing.T) {
	t.Parallel()
	// A number with the digits 0 and 1, which people type as letters.
	n := order.NewNumber(time.Date(2001, 10, 10, 0, 0, 0, 0, time.UTC))
	for _, typed := range []string{
		strings.ToLower(n), " " + n + "\t", n[:6] + "-" + n[6:10] + "-" + n[10:], n[:5] + " " + n[5:],
		strings.ReplaceAll(n, "0", "O"), strings.ReplaceAll(n, "0", "o"), strings.ReplaceAll(n, "1", "I"),
		strings.ReplaceAll(n, "1", "l"), strings.ReplaceAll(n, "1", "L"), width.Widen.String(n), n[:6] + "–" + n[6:] + "\u200b",
	} {
		if got, ok := order.NormalNumber(typed); !ok || got != n {
			t.Errorf("%q reads as %q, %v, want %q", typed, got, ok, n)
		}
	}
	for _, typed := range []string{"", n[:14], n + "0", strings.Repeat("0", 10_000), n[:14] + "U", n[:14] + "é", "' or 1=1 --", n[:13] + "\x00" + n[14:]} {
		if _, ok := order.NormalNumber(typed); ok {
			t.Errorf("%.40q passes", typed)
		}
	}
}
