package fastpath_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

// BenchmarkRepeat measures the look into the page cache for a page that was answered before, with and without counting the answer.
func BenchmarkRepeat(b *testing.B) {
	for name, repeats := range map[string]func(*web.PageRequest) cache.Repeats{"counted": counters, "uncounted": nil} {
		b.Run(name, func(b *testing.B) {
			f := newCountingFixture(b, clock.System{}, time.Minute, repeats)
			q := warmRequest(b, f)
			b.ReportAllocs()
			b.RunParallel(func(loop *testing.PB) {
				own := q
				for loop.Next() {
					if _, _, ok := f.kept.Repeat(&own); !ok {
						b.Error("the page is gone")
						return
					}
				}
			})
		})
	}
}

// Counting an answer of the fast path allocates nothing.
func TestCountingAllocatesNothing(t *testing.T) {
	allocs := map[bool]float64{}
	for counted, repeats := range map[bool]func(*web.PageRequest) cache.Repeats{true: counters, false: nil} {
		f := newCountingFixture(t, clock.System{}, time.Minute, repeats)
		q := warmRequest(t, f)
		allocs[counted] = testing.AllocsPerRun(1000, func() { f.kept.Repeat(&q) })
	}
	if allocs[true] > allocs[false] {
		t.Errorf("%v allocations with counting, %v without", allocs[true], allocs[false])
	}
}

// warmRequest requests a page until the fast path answers it, and returns the request.
func warmRequest(t testing.TB, f *fixture) web.RawRequest {
	t.Helper()
	const target = "/en/faq"
	for range 2 {
		exchange(t, f.plain, ask(target, "Accept-Encoding: br"))
	}
	q := web.RawRequest{Host: []byte("shop.example"), Target: []byte(target), AcceptEncoding: []byte("br")}
	if _, _, ok := f.kept.Repeat(&q); !ok {
		t.Fatal("the page is not answered from memory")
	}
	return q
}
