package remote_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/carrier/remote"
	"github.com/roamcart/roamcart/bff/moduletest"
)

// record notes when calls went out. It answers after a while.
type record struct {
	answersIn time.Duration
	status    int
	header    http.Header
	mu        sync.Mutex
	began     time.Time
	calls     []sentCall
}

type sentCall struct {
	path string
	at   time.Duration
}

// RoundTrip notes the call and answers it.
func (r *record) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	r.calls = append(r.calls, sentCall{req.URL.Path, time.Since(r.began)})
	r.mu.Unlock()
	select {
	case <-time.After(r.answersIn):
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
	return &http.Response{StatusCode: r.status, Header: r.header, Request: req, Body: io.NopCloser(strings.NewReader(`{"ref":"x","lpa":"x","plans":[],"state":"APPROVED"}`))}, nil
}

// sent returns the calls in the order in which they went out.
func (r *record) sent() []sentCall {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]sentCall{}, r.calls...)
}

// newPaced returns a carrier of 8 calls a second whose calls are recorded.
func newPaced(answersIn time.Duration) (*remote.Carrier, *record) {
	r := &record{answersIn: answersIn, status: http.StatusOK, header: http.Header{}, began: time.Now()}
	return remote.New(remote.Options{URL: "http://partner", Token: "token", PerSecond: 8, Transport: r, Log: (&moduletest.Log{}).Logger()}), r
}

const pageTime = 1200 * time.Millisecond

func pageContext(within time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(carrier.ForPage(context.Background()), within)
}

// Pages that ask for more than the partner allows keep no job waiting, and no turn passes unused while somebody waits for one.
func TestPagesHoldUpNoJob(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, sent := newPaced(20 * time.Millisecond)
		var all sync.WaitGroup
		for n := range 100 {
			all.Go(func() {
				ctx, cancel := pageContext(pageTime)
				defer cancel()
				_, _ = c.Topups(ctx, string(rune('A'+n)))
			})
		}
		synctest.Wait()
		began := time.Now()
		if _, err := c.CreateOrder(context.Background(), "ours", "plan", nil); err != nil && carrier.ClassOf(err) != carrier.Upstream {
			t.Errorf("the job's call is refused: %v", err)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("the job's call took %s", took)
		}
		all.Wait()
		calls := sent.sent()
		if len(calls) < 5 {
			t.Errorf("%d calls went out", len(calls))
		}
		for i, call := range calls {
			if want := time.Duration(i) * time.Second / 8; call.at != want {
				t.Errorf("call %d, %s, went out at %s, not at %s", i, call.path, call.at, want)
			}
		}
	})
}

// The turn of a caller who leaves is the next one's.
func TestATurnOfACallerWhoLeavesIsTheNextOnes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, sent := newPaced(time.Millisecond)
		if _, err := c.Activation(context.Background(), "first"); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		leaving, leave := context.WithCancel(context.Background())
		for range 10 {
			all.Go(func() { _, _ = c.Activation(leaving, "leaves") })
		}
		synctest.Wait()
		all.Go(func() {
			if _, err := c.Activation(context.Background(), "stays"); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		leave()
		all.Wait()
		calls := sent.sent()
		if len(calls) != 2 || calls[1] != (sentCall{"/lines/stays/activation", time.Second / 8}) {
			t.Errorf("%v", calls)
		}
	})
}

// Whoever would wait for longer than it is worth, or for longer than leaves time for the answer, is refused at once, and takes nobody's
// turn.
func TestAWaitThatIsTooLongIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		context func() (context.Context, context.CancelFunc)
		want    int
	}{
		"a page": {func() (context.Context, context.CancelFunc) { return pageContext(pageTime) }, 5},
		"a job":  {func() (context.Context, context.CancelFunc) { return context.WithCancel(context.Background()) }, 24},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, sent := newPaced(500 * time.Millisecond)
				var all sync.WaitGroup
				began := time.Now()
				for range 100 {
					all.Go(func() {
						ctx, cancel := one.context()
						defer cancel()
						_, err := c.Activation(ctx, "x")
						if no, ok := errors.AsType[*carrier.Error](err); err != nil && (!ok || no.Class != carrier.RateLimited || no.RetryAfter <= 0 || time.Since(began) > 0) {
							t.Errorf("after %s: %v", time.Since(began), err)
						}
					})
				}
				all.Wait()
				if n := len(sent.sent()); n != one.want {
					t.Errorf("%d calls went out", n)
				}
			})
		})
	}
}

// Jobs that ask for more than the partner allows leave every fourth turn to the pages that wait.
func TestJobsLeaveTurnsToPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, sent := newPaced(time.Millisecond)
		var all sync.WaitGroup
		ask := func(n int, ref string, ctx func() (context.Context, context.CancelFunc)) {
			for range n {
				all.Go(func() {
					ctx, cancel := ctx()
					defer cancel()
					if _, err := c.Activation(ctx, ref); err != nil {
						t.Error(err)
					}
				})
			}
			synctest.Wait()
		}
		ask(12, "job", func() (context.Context, context.CancelFunc) { return context.WithCancel(context.Background()) })
		ask(2, "page", func() (context.Context, context.CancelFunc) { return pageContext(3 * time.Second) })
		all.Wait()
		order := ""
		for _, call := range sent.sent() {
			order += strings.Split(call.path, "/")[2][:1]
		}
		if order != "jjjjpjjjpjjjjj" {
			t.Errorf("went out in the order %s", order)
		}
	})
}

// A call that waits for its turn is not sent when the partner asks to be left alone meanwhile.
func TestNoCallGoesOutWhileThePartnerWantsToBeLeftAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, sent := newPaced(10 * time.Millisecond)
		sent.header = http.Header{"Retry-After": {"30"}}
		sent.status = http.StatusTooManyRequests
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if _, err := c.Activation(context.Background(), "x"); err == nil || carrier.ClassOf(err) != carrier.RateLimited {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := len(sent.sent()); n != 1 {
			t.Errorf("%d calls went out", n)
		}
	})
}

// The list of a SIM's top-ups is read once in a while, however often it is asked for. A partner that does not answer is asked for it, and
// for a registration, no more often than it may be asked for a SIM.
func TestOneSIMsPagesAreBounded(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		status, lists, registrations int
	}{"answered": {http.StatusOK, 6, 10}, "not answered": {http.StatusInternalServerError, 20, 20}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, sent := newPaced(time.Millisecond)
				sent.status = one.status
				for time.Since(sent.began) < 55*time.Second {
					_, _ = c.Topups(carrier.ForPage(context.Background()), "x")
					_, _ = c.Kyc(carrier.ForPage(context.Background()), "x", "HK")
					time.Sleep(250 * time.Millisecond)
				}
				calls := map[string]int{}
				for _, call := range sent.sent() {
					calls[call.path]++
				}
				if calls["/lines/x/topups"] != one.lists || calls["/lines/x/kyc"] != one.registrations {
					t.Errorf("%v", calls)
				}
			})
		})
	}
}
