package idempotency_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/idempotency"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

const longest = 20 * time.Second

type fixture struct {
	db    *pg.DB
	clock *clock.Fake
	store *idempotency.Store
	scope idempotency.Scope
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, clk := pgtest.NewWithTimeouts(t), clock.NewFake(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	return fixture{
		db: db, clock: clk, store: idempotency.NewStore(db.SQL, clk, longest),
		scope: idempotency.Scope{TenantID: 20, Owner: "visitor:a", Scope: "submit", Key: "k1", RequestHash: []byte("h1")},
	}
}

func (f fixture) begin(t *testing.T, change ...func(*idempotency.Scope)) idempotency.Outcome {
	t.Helper()
	s := f.scope
	for _, c := range change {
		c(&s)
	}
	o, err := f.store.Begin(t.Context(), s)
	require.NoError(t, err)
	return o
}

func otherBody(s *idempotency.Scope) { s.RequestHash = []byte("h2") }

func TestTheFirstAnswerIsGivenAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.begin(t)
	require.Equal(t, idempotency.Fresh, first.Kind)
	require.Equal(t, idempotency.Outcome{Kind: idempotency.Running}, f.begin(t), "the token stays private")
	require.Equal(t, idempotency.Mismatch, f.begin(t, otherBody).Kind)

	require.NoError(t, f.store.Finish(t.Context(), nil, first.Run, 201, []byte(`{"orderNo":"1"}`)))
	for range 2 {
		require.Equal(t, idempotency.Outcome{Kind: idempotency.Replay, Status: 201, Body: []byte(`{"orderNo":"1"}`)}, f.begin(t))
	}
	f.clock.Advance(idempotency.KeepFor)
	require.Equal(t, idempotency.Replay, f.begin(t).Kind)
	require.Equal(t, idempotency.Mismatch, f.begin(t, otherBody).Kind)
	require.ErrorIs(t, f.store.Finish(t.Context(), nil, first.Run, 500, nil), idempotency.ErrLeaseLost, "an answer is final")
	require.ErrorIs(t, f.store.Abandon(t.Context(), first.Run), idempotency.ErrLeaseLost)
}

func TestKeysOfOthersDoNotMeet(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.Equal(t, idempotency.Fresh, f.begin(t).Kind)
	for _, change := range []func(*idempotency.Scope){
		func(s *idempotency.Scope) { s.TenantID = 21 },
		func(s *idempotency.Scope) { s.Owner = "visitor:b" },
		func(s *idempotency.Scope) { s.Scope = "cancel" },
		func(s *idempotency.Scope) { s.Key = "k2" },
	} {
		require.Equal(t, idempotency.Fresh, f.begin(t, change).Kind)
	}
}

func TestAbandonFreesTheKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.begin(t)
	require.NoError(t, f.store.Abandon(t.Context(), first.Run))
	second := f.begin(t, otherBody)
	require.Equal(t, idempotency.Fresh, second.Kind)
	require.ErrorIs(t, f.store.Abandon(t.Context(), first.Run), idempotency.ErrLeaseLost)
}

func TestACrashedRunnerIsTakenOver(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.begin(t)
	f.clock.Advance(f.store.Lease() - time.Microsecond)
	require.Equal(t, idempotency.Running, f.begin(t).Kind)
	f.clock.Advance(time.Microsecond)
	require.Equal(t, idempotency.Mismatch, f.begin(t, otherBody).Kind, "another request takes nothing over")
	second := f.begin(t)
	require.Equal(t, idempotency.Fresh, second.Kind)
	require.Equal(t, idempotency.Running, f.begin(t).Kind, "the lease is new")

	require.ErrorIs(t, f.store.Finish(t.Context(), nil, first.Run, 200, nil), idempotency.ErrLeaseLost)
	require.ErrorIs(t, f.store.Abandon(t.Context(), first.Run), idempotency.ErrLeaseLost)
	require.NoError(t, f.store.Finish(t.Context(), nil, second.Run, 200, nil))
	require.Equal(t, idempotency.Outcome{Kind: idempotency.Replay, Status: 200, Body: []byte{}}, f.begin(t))
}

// A runner that died before the clock was put back by half an hour keeps nobody waiting for as long.
func TestAClockThatWasPutBackEndsALease(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.begin(t)
	f.clock.Advance(-time.Minute)
	require.Equal(t, idempotency.Running, f.begin(t).Kind, "clocks of programs differ")
	f.clock.Advance(-29 * time.Minute)
	require.Equal(t, idempotency.Fresh, f.begin(t).Kind)
	require.Equal(t, idempotency.Running, f.begin(t).Kind)
	require.ErrorIs(t, f.store.Finish(t.Context(), nil, first.Run, 200, nil), idempotency.ErrLeaseLost)
}

// However long calls may run: nobody takes over from one that still can.
func TestALeaseOutlivesTheLongestCall(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, longest := range []time.Duration{time.Second, 20 * time.Second, 5 * time.Minute} {
		f.store, f.scope.Key = idempotency.NewStore(f.db.SQL, f.clock, longest), longest.String()
		first := f.begin(t)
		f.clock.Advance(longest + 5*time.Second) // it may still be keeping its answer
		require.Equal(t, idempotency.Running, f.begin(t).Kind, longest)
		require.NoError(t, f.store.Finish(t.Context(), nil, first.Run, 200, nil))
	}
}

func TestOneOfManyIsFresh(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	race := func() map[idempotency.Kind]int {
		var (
			wg    sync.WaitGroup
			mu    sync.Mutex
			kinds = map[idempotency.Kind]int{}
		)
		for range 8 {
			wg.Go(func() {
				o, err := f.store.Begin(t.Context(), f.scope)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				kinds[o.Kind]++
			})
		}
		wg.Wait()
		return kinds
	}
	want := map[idempotency.Kind]int{idempotency.Fresh: 1, idempotency.Running: 7}
	require.Equal(t, want, race(), "a new key")
	f.clock.Advance(f.store.Lease())
	require.Equal(t, want, race(), "a lease that ended")
}

func TestFinishIsPartOfTheWork(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.begin(t)
	tx, err := f.db.SQL.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	require.NoError(t, f.store.Finish(t.Context(), tx, first.Run, 200, []byte("x")))
	require.NoError(t, tx.Rollback())
	require.Equal(t, idempotency.Running, f.begin(t).Kind, "rolled back with the work")

	tx, err = f.db.SQL.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	require.NoError(t, f.store.Finish(t.Context(), tx, first.Run, 200, []byte("x")))
	require.Equal(t, idempotency.Running, f.begin(t).Kind, "an open transaction is work in progress, not a failure")
	require.NoError(t, tx.Commit())
	require.Equal(t, idempotency.Replay, f.begin(t).Kind)
}

func TestPurge(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.NoError(t, f.store.Finish(t.Context(), nil, f.begin(t).Run, 200, nil))
	f.clock.Advance(idempotency.KeepFor)
	n, err := f.store.Purge(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	f.clock.Advance(time.Second)
	n, err = f.store.Purge(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	require.Equal(t, idempotency.Fresh, f.begin(t).Kind)
}

func TestValidKey(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]bool{
		"a": true, "3f2b-77_x.y:z~": true, strings.Repeat("k", 255): true,
		"": false, " a": false, "a b": false, "a\n": false, "ключ": false, "\x7f": false, strings.Repeat("k", 256): false,
	} {
		require.Equal(t, want, idempotency.ValidKey(key), "%q", key)
	}
	f := newFixture(t)
	f.scope.Key = ""
	_, err := f.store.Begin(t.Context(), f.scope)
	require.Error(t, err)
}

func TestHash(t *testing.T) {
	t.Parallel()
	hash := func(body string) string {
		h, err := idempotency.Hash([]byte(body))
		require.NoError(t, err)
		require.Len(t, h, 32)
		return string(h)
	}
	want := hash(`{"a":1,"b":{"x":[1,2],"lang":"zh"}}`)
	for _, same := range []string{
		` {"b":{"lang":"zh","x":[1, 2]}, "a":1} `,
		`{"secSendTime":1,"langId":"2","lang":"en_US","application":1,"tenantId":20,"a":1,"b":{"x":[1,2],"lang":"zh"}}`,
	} {
		require.Equal(t, want, hash(same))
	}
	for _, other := range []string{
		`{"a":1,"b":{"x":[2,1],"lang":"zh"}}`, `{"a":1,"b":{"x":[1,2]}}`, `{"a":"1","b":{"x":[1,2],"lang":"zh"}}`, `{}`,
	} {
		require.NotEqual(t, want, hash(other))
	}
	require.NotEqual(t, hash(`{"n":9007199254740993}`), hash(`{"n":9007199254740992}`), "numbers are not floats")
	require.Equal(t, hash(``), hash(`{}`))
	for _, broken := range []string{`{`, `{} {}`, `{}x`, `nope`} {
		_, err := idempotency.Hash([]byte(broken))
		require.Error(t, err)
	}
}
