package changes_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

// recorder collects the tags that a feed delivers.
type recorder struct {
	mu   sync.Mutex
	tags []string
	// fails is how often it cannot take what it is told.
	fails int
}

func (h *recorder) add(_ context.Context, tags []string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tags = append(h.tags, tags...)
	if h.fails > 0 {
		h.fails--
		return errors.New("not now")
	}
	return nil
}

func (h *recorder) take() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.tags
	h.tags = nil
	slices.Sort(all)
	return all
}

func startFeed(t *testing.T, db *pg.DB) (*changes.Feed, *recorder) {
	t.Helper()
	h := &recorder{}
	f, err := changes.Open(t.Context(), db.SQL, slog.Default(), h.add)
	require.NoError(t, err)
	done := make(chan struct{})
	go func() { defer close(done); f.Run(t.Context()) }()
	t.Cleanup(func() { <-done })
	return f, h
}

// waitForFeed waits until the feed has read every change that is committed now.
func waitForFeed(t *testing.T, db *pg.DB, f *changes.Feed) {
	t.Helper()
	var now int64
	require.NoError(t, db.SQL.QueryRowContext(t.Context(), `select pg_current_xact_id()::text::bigint`).Scan(&now))
	require.Eventually(t, func() bool { return f.Mark().Xmin > now }, 20*time.Second, 10*time.Millisecond)
}

func TestAChangeIsDeliveredOnceAndOnlyAfterItsCommit(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	f, h := startFeed(t, db)
	tx, err := db.SQL.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), `insert into change_log (tag) values ('slow')`)
	require.NoError(t, err)
	before := f.Mark()

	// A younger transaction that commits first is heard, and does not hide the older one.
	_, err = db.SQL.ExecContext(t.Context(), `insert into change_log (tag) values ('quick')`)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return !f.IsCurrent(before, []string{"quick"}) }, 20*time.Second, 10*time.Millisecond)
	during := f.Mark()
	require.True(t, f.IsCurrent(during, []string{"quick", "slow"}), "read after the one and before the other")
	other, _ := startFeed(t, db)
	require.False(t, other.IsCurrent(during, []string{"quick"}), "another feed cannot know that")
	require.NoError(t, tx.Commit())
	waitForFeed(t, db, f)
	require.False(t, f.IsCurrent(during, []string{"other", "slow"}), "what was read while the transaction ran is old now")
	require.True(t, f.IsCurrent(f.Mark(), []string{"slow", "quick"}))
	require.True(t, f.IsCurrent(changes.Mark{}, []string{"never"}))
	require.False(t, f.IsCurrent(changes.Mark{}, []string{"quick"}))
	require.Equal(t, []string{"quick", "slow"}, h.take())
}

func TestAFailedDeliveryIsRetried(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	f, h := startFeed(t, db)
	before := f.Mark()
	h.mu.Lock()
	h.fails = 2
	h.mu.Unlock()
	_, err := db.SQL.ExecContext(t.Context(), `insert into change_log (tag) values ('site:20')`)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return !f.IsCurrent(before, []string{"site:20"}) }, 20*time.Second, 10*time.Millisecond)
	waitForFeed(t, db, f)
	require.Equal(t, []string{"site:20", "site:20", "site:20"}, h.take())
	require.True(t, f.IsCurrent(f.Mark(), []string{"site:20"}))
	require.False(t, f.IsCurrent(before, []string{"site:20"}))
}

func TestAStartReadsEarlierChanges(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	first, _ := startFeed(t, db)
	old := first.Mark()
	_, err := db.SQL.ExecContext(t.Context(), `insert into change_log (tag) values ('faq')`)
	require.NoError(t, err)
	waitForFeed(t, db, first)
	second, h := startFeed(t, db)
	require.False(t, second.IsCurrent(old, []string{"faq"}), "a copy from before the change is old for a program that starts now")
	waitForFeed(t, db, second)
	require.Empty(t, h.take(), "but it is no news")
}

func TestNumbersOfAnotherClusterAreDropped(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	_, err := db.SQL.ExecContext(t.Context(), `insert into change_log (xid, tag) values ('900000000000', 'faq')`)
	require.NoError(t, err)
	f, _ := startFeed(t, db)
	require.True(t, f.IsCurrent(f.Mark(), []string{"faq"}))
}

func TestPurgeDeletesOldChanges(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	f, _ := startFeed(t, db)
	_, err := db.SQL.ExecContext(t.Context(), `insert into change_log (tag) values ('faq')`)
	require.NoError(t, err)
	count := func() (n int) {
		require.NoError(t, db.SQL.QueryRowContext(t.Context(), `select count(*) from change_log`).Scan(&n))
		return n
	}
	require.NoError(t, f.Purge(t.Context(), time.Now()))
	require.Equal(t, 1, count())
	require.NoError(t, f.Purge(t.Context(), time.Now().Add(changes.Kept+time.Minute)))
	require.Zero(t, count())
}

func TestWhatEachChangeTouches(t *testing.T) {
	t.Parallel()
	db := seeded.New(t)
	f, h := startFeed(t, db)
	for _, tc := range []struct {
		name, change string
		want         []string
	}{
		{"a price", `update product set price = price + 1 where tenant_id = 20 and goods_id = 'sgmy-5g-7'`,
			[]string{"goods:20:sgmy-5g-7", "group:20:asia", "list:20", "place:20:MY", "place:20:SG"}},
		{"the same price", `update product set price = price where tenant_id = 20 and goods_id = 'sgmy-5g-7'`, nil},
		{"another shelf", `update product set group_code = 'europe' where tenant_id = 20 and goods_id = 'jp-3g-7'`,
			[]string{"goods:20:jp-3g-7", "group:20:asia", "group:20:europe", "list:20", "place:20:JP"}},
		{"a sale that leaves plenty", `update stock set allocated = allocated + 1 where tenant_id = 20 and sku = 'fr-8g-14:esim'`, nil},
		{"few are left", `update stock set on_hand = allocated + 5 where tenant_id = 20 and sku = 'fr-8g-14:esim'`,
			[]string{"goods:20:fr-8g-14"}},
		{"sold out", `update stock set on_hand = allocated where tenant_id = 20 and sku = 'fr-8g-14:esim'`,
			[]string{"goods:20:fr-8g-14", "group:20:europe", "list:20", "place:20:FR"}},
		{"two prices in one statement", `update product set price = price + 1 where tenant_id = 20 and goods_id in ('jp-3g-7', 'fr-8g-14', 'sgmy-5g-7')
			and goods_id <> 'sgmy-5g-7'`,
			[]string{"goods:20:fr-8g-14", "goods:20:jp-3g-7", "group:20:europe", "list:20", "place:20:FR", "place:20:JP"}},
		{"a place more", `insert into product_destination (tenant_id, goods_id, code, sort) values (20, 'jp-3g-7', 'KR', 1)`,
			[]string{"goods:20:jp-3g-7", "group:20:europe", "list:20", "place:20:JP", "place:20:KR"}},
		{"the same places", `update product_destination set sort = sort where tenant_id = 20 and goods_id = 'jp-3g-7'`, nil},
		{"another order of places", `update product_destination set sort = sort + 1 where tenant_id = 20 and goods_id = 'jp-3g-7'`,
			[]string{"goods:20:jp-3g-7", "group:20:europe", "list:20", "place:20:JP", "place:20:KR"}},
		{"another place", `update product_destination set code = 'TH' where tenant_id = 20 and goods_id = 'jp-3g-7' and code = 'KR'`,
			[]string{"goods:20:jp-3g-7", "group:20:europe", "list:20", "place:20:JP", "place:20:KR", "place:20:TH"}},
		{"a place less", `delete from product_destination where tenant_id = 20 and goods_id = 'jp-3g-7' and code = 'TH'`,
			[]string{"goods:20:jp-3g-7", "group:20:europe", "list:20", "place:20:JP", "place:20:TH"}},
		{"stock of a new kind", `insert into stock (tenant_id, sku, on_hand) values (20, 'jp-3g-7:physical', 5)`,
			[]string{"goods:20:jp-3g-7", "group:20:europe", "list:20", "place:20:JP"}},
		{"no stock of it", `delete from stock where tenant_id = 20 and sku = 'jp-3g-7:physical'`,
			[]string{"goods:20:jp-3g-7", "group:20:europe", "list:20", "place:20:JP"}},
		{"nothing", `delete from product where goods_id = 'no-such'`, nil},
		{"a menu", `update menu_item set name_en = name_en || '!' where tenant_id = 21`, []string{"site:21"}},
		{"a shelf's name", `update product_group set name_en = 'Asia!' where tenant_id = 22 and code = 'asia'`, []string{"shelves:22"}},
		{"a question", `update faq_item set question = question || '?' where id = (select min(id) from faq_item)`, []string{"faq"}},
		{"a text", `update content_document set title = title || '!' where kind = 'terms'`, []string{"content:terms"}},
		{"a phone", `update device set model = model || '+' where id = (select min(id) from device)`, []string{"devices"}},
		{"a country", `update destination set name_en = name_en || '!' where code = 'JP'`, []string{"destinations"}},
	} {
		_, err := db.SQL.ExecContext(t.Context(), tc.change)
		require.NoError(t, err, tc.name)
		waitForFeed(t, db, f)
		require.Equal(t, tc.want, h.take(), tc.name)
	}
}
