package catalog_test

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

const global, hongKong = 20, 21

type fixture struct {
	db      *pg.DB
	clock   *clock.Fake
	service *catalog.Service
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	f := fixture{db: seeded.New(t), clock: clock.NewFake(seeded.Day)}
	f.service = catalog.New(f.db, f.clock, slog.Default())
	return f
}

func (f fixture) exec(t *testing.T, statement string) {
	t.Helper()
	_, err := f.db.SQL.Exec(statement)
	require.NoError(t, err, statement)
}

func TestSnapshotReads(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()

	page, facets, err := f.service.List(ctx, global, "en", catalog.Query{Countries: []string{"JP"}, PageSize: 5})
	require.NoError(t, err)
	require.Equal(t, 11, page.Total)
	require.Len(t, page.Items, 5)
	require.Equal(t, "jp-3g-7", page.Items[0].ID)
	require.EqualValues(t, 650, page.Items[0].Price)
	require.True(t, slices.IsSortedFunc(page.Items, func(a, b catalog.Goods) int { return int(a.Price - b.Price) }))
	require.NotEmpty(t, facets.Destinations)
	last, _, err := f.service.List(ctx, global, "en", catalog.Query{Countries: []string{"JP"}, PageSize: 5, Page: 3})
	require.NoError(t, err)
	require.Len(t, last.Items, 1)
	beyond, _, err := f.service.List(ctx, global, "en", catalog.Query{Page: 1 << 62})
	require.NoError(t, err)
	require.Empty(t, beyond.Items)
	require.NotNil(t, beyond.Items)

	_, _, err = f.service.List(ctx, global, "en", catalog.Query{Group: "mars"})
	require.Equal(t, "not_found", fault.Code(err))
	_, _, err = f.service.List(ctx, global, "en", catalog.Query{Countries: []string{"KZ"}})
	require.Equal(t, "validation_failed", fault.Code(err))

	hk, err := f.service.Get(ctx, hongKong, "zh", "tw-5g-5")
	require.NoError(t, err)
	require.Equal(t, "中国台湾 5GB 5天", hk.Name)
	require.Equal(t, []catalog.Place{{Code: "TW", Name: "中国台湾"}}, hk.Destinations)
	require.Equal(t, "HKD", hk.Currency)
	require.EqualValues(t, 5400, hk.Price)
	_, err = f.service.Get(ctx, 99, "en", "tw-5g-5")
	require.Equal(t, "goods_not_found", fault.Code(err), "a site that sells nothing")

	groups, err := f.service.Groups(ctx, global, "zh")
	require.NoError(t, err)
	require.Len(t, groups, 8)
	require.Equal(t, "亚洲", groups[0].Name)
	sum := 0
	for _, g := range groups {
		sum += g.Goods
	}
	require.Equal(t, 63, sum)

	places, err := f.service.Destinations(ctx, global, "en", "china-hk-macau")
	require.NoError(t, err)
	require.Equal(t, []string{"Hong Kong", "Macao", "Mainland China"}, []string{places[0].Name, places[1].Name, places[2].Name})
	require.Len(t, places, 3)
	all, err := f.service.Destinations(ctx, global, "en", "")
	require.NoError(t, err)
	require.Len(t, all, 77)

	tiles, err := f.service.Tiles(ctx, global, "en", 12)
	require.NoError(t, err)
	require.Len(t, tiles, 12)
	require.Equal(t, catalog.Tile{
		Code: "JP", Name: "Japan", Flag: "/assets/flags/jp.svg", FromPrice: 650, Currency: "USD", Path: "/travel-card/destination/jp",
	}, tiles[0])

	featured, err := f.service.Featured(ctx, global, "en", 6)
	require.NoError(t, err)
	require.Equal(t, "jp-10g-15", featured[0].ID)

	found, err := f.service.Search(ctx, global, "en", "香港")
	require.NoError(t, err)
	require.Len(t, found.Destinations, 1)
	require.Equal(t, "Hong Kong", found.Destinations[0].Name, "asked in Chinese, answered in the page's language")
}

func TestDetail(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	d, err := f.service.Detail(ctx, global, "en", "jp-10g-15")
	require.NoError(t, err)
	require.Equal(t, []catalog.Option{{SimType: "esim", Available: true, MaxQuantity: 99}, {SimType: "physical", Available: true, MaxQuantity: 99}}, d.Options)
	require.Len(t, d.Coverage, 1)
	require.Len(t, d.Related, 3)
	for _, r := range d.Related {
		require.NotEqual(t, "jp-10g-15", r.ID)
	}
	require.True(t, d.Related[0].Covers("JP"))

	// The stock on the page of a product is of this moment, not of the snapshot.
	f.exec(t, `update stock set on_hand = 5, allocated = 2 where tenant_id = 20 and sku = 'jp-10g-15:esim'`)
	f.exec(t, `update stock set allocated = on_hand where tenant_id = 20 and sku = 'jp-10g-15:physical'`)
	d, err = f.service.Detail(ctx, global, "en", "jp-10g-15")
	require.NoError(t, err)
	require.Equal(t, []catalog.Option{{SimType: "esim", Available: true, MaxQuantity: 3}, {SimType: "physical", MaxQuantity: 0}}, d.Options)
	_, err = f.service.Detail(ctx, global, "en", "no-such")
	require.Equal(t, "goods_not_found", fault.Code(err))

	// Whoever lists everything is told by the snapshot.
	f.service.Invalidate(global)
	sold, err := f.service.OnSale(ctx, global, "zh")
	require.NoError(t, err)
	all, err := f.service.All(ctx, global, "zh")
	require.NoError(t, err)
	require.Len(t, sold, len(all))
	i := slices.IndexFunc(sold, func(s catalog.Detail) bool { return s.Goods.ID == "jp-10g-15" })
	require.Equal(t, d.Options, sold[i].Options)
	require.Equal(t, all[i], sold[i].Goods)
}

func TestPlansOfADestinationAreGrouped(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	list := func(q catalog.Query) catalog.Page {
		t.Helper()
		q.Grouped, q.PageSize = true, catalog.MaxPageSize
		p, _, err := f.service.List(context.Background(), global, "en", q)
		require.NoError(t, err)
		return p
	}
	japan := list(catalog.Query{Countries: []string{"JP"}})
	var reaches []catalog.Reach
	at := 0
	for _, g := range japan.Groups {
		reaches = append(reaches, g.Reach)
		part := japan.Items[at : at+g.Count]
		require.True(t, slices.IsSortedFunc(part, func(a, b catalog.Goods) int { return cmp.Compare(a.Price, b.Price) }), g.Reach)
		for _, goods := range part {
			require.Equal(t, "JP", goods.Destinations[0].Code, "its flag comes first")
			require.Equal(t, g.Reach == catalog.ReachOnly, len(goods.Destinations) == 1, goods.ID)
		}
		at += g.Count
	}
	require.Equal(t, []catalog.Reach{catalog.ReachOnly, catalog.ReachRegion, catalog.ReachGlobal}, reaches)
	require.Len(t, japan.Items, at)
	for _, goods := range japan.Items {
		whole, err := f.service.Get(context.Background(), global, "en", goods.ID)
		require.NoError(t, err)
		require.ElementsMatch(t, whole.Destinations, goods.Destinations, "none is lost, and the catalogue stays as it was")
	}
	require.Nil(t, list(catalog.Query{}).Groups)
	require.Nil(t, list(catalog.Query{Countries: []string{"JP", "KR"}}).Groups)
}

func TestASnapshotFollowsTheDatabase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	price := func(tenant int64) int64 {
		g, err := f.service.Get(context.Background(), tenant, "en", "jp-3g-7")
		require.NoError(t, err)
		return g.Price
	}
	available := func() bool {
		g, err := f.service.Get(context.Background(), global, "en", "jp-3g-7")
		require.NoError(t, err)
		return g.Available
	}
	require.EqualValues(t, 650, price(global))
	require.True(t, available())

	f.exec(t, `update stock set allocated = on_hand where sku = 'jp-3g-7:esim'`)
	require.True(t, available(), "not asked again yet")
	f.clock.Advance(catalog.Fresh)
	require.False(t, available(), "stock is at most Fresh old")

	f.exec(t, `update product set price = 700 where goods_id = 'jp-3g-7'`)
	f.clock.Advance(catalog.Fresh)
	require.EqualValues(t, 700, price(global), "the log of changes names it")

	f.exec(t, `update product set price = 710 where goods_id = 'jp-3g-7'`)
	f.service.Invalidate(global)
	require.EqualValues(t, 710, price(global), "at once after Invalidate")

	f.exec(t, `update product set price = 720 where goods_id = 'jp-3g-7'`)
	f.service.Invalidate(global)
	gone, leave := context.WithCancel(context.Background())
	leave()
	_, err := f.service.Get(gone, global, "en", "jp-3g-7")
	require.Error(t, err, "what is known to have changed is shown to nobody, or pages would keep it")
	require.EqualValues(t, 720, price(global), "a vain attempt to read it is made up for")

	f.exec(t, `update product set visible = false where tenant_id = 20 and goods_id = 'jp-3g-7'`)
	f.service.Invalidate(global)
	_, err = f.service.Get(context.Background(), global, "en", "jp-3g-7")
	require.Equal(t, "goods_not_found", fault.Code(err))

	require.NoError(t, f.db.Close())
	f.clock.Advance(time.Minute)
	_, err = f.service.Get(context.Background(), global, "en", "jp-10g-15")
	require.NoError(t, err, "the window stays lit when the database is away")
	_, err = f.service.Get(context.Background(), hongKong, "en", "jp-10g-15")
	require.Error(t, err, "nothing was ever loaded for this site")
	require.Empty(t, fault.Code(err), "an outage is not a refusal")
}

func TestStatements(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cost := func(what string, want int, do func(ctx context.Context) error) {
		ctx, statements := pg.CountStatements(context.Background())
		require.NoError(t, do(ctx), what)
		require.Equal(t, want, statements.Count(), "%s: %v", what, statements.All())
	}
	list := func(ctx context.Context) error {
		_, _, err := f.service.List(ctx, global, "en", catalog.Query{})
		return err
	}
	cost("first list", 1, list)
	cost("list", 0, list)
	f.clock.Advance(catalog.Fresh)
	cost("list after a while", 1, list)
	cost("detail", 1, func(ctx context.Context) error {
		_, err := f.service.Detail(ctx, global, "en", "jp-10g-15")
		return err
	})
	cost("tiles", 0, func(ctx context.Context) error {
		_, err := f.service.Tiles(ctx, global, "zh", 12)
		return err
	})
	cost("search", 0, func(ctx context.Context) error {
		_, err := f.service.Search(ctx, global, "zh", "riben")
		return err
	})
}

// What a change costs does not grow with the catalogue: only what the log of changes names is read again.
func TestOnlyChangedProductsAreReadAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	all := func() []catalog.Detail {
		list, err := f.service.OnSale(context.Background(), global, "zh")
		require.NoError(t, err)
		return list
	}
	whole := func() []catalog.Detail {
		list, err := catalog.New(f.db, f.clock, slog.Default()).OnSale(context.Background(), global, "zh")
		require.NoError(t, err)
		return list
	}
	all()
	for _, c := range []struct {
		what, statement string
		want            int
	}{
		{"nothing", `select 1`, 1},
		{"stock", `update stock set allocated = on_hand where tenant_id = 20 and sku = 'jp-3g-7:esim'`, 2},
		{"stock elsewhere", `update stock set allocated = 0 where tenant_id = 21 and sku = 'jp-3g-7:esim'`, 1},
		{"price and name", `update product set price = 700, name_zh = '新' where tenant_id = 20 and goods_id in ('jp-3g-7', 'tw-5g-5')`, 2},
		{"a plan goes", `update product set visible = false where tenant_id = 20 and goods_id = 'jp-3g-7'`, 3},
		{"a plan that is not shown", `update product set price = 1 where tenant_id = 20 and goods_id = 'jp-3g-7'`, 2},
		{"a plan comes", `update product set visible = true where tenant_id = 20 and goods_id = 'jp-3g-7'`, 3},
		{"a plan moves", `update product set group_code = 'global' where tenant_id = 20 and goods_id = 'jp-3g-7'`, 3},
		{"a place less", `delete from product_destination where tenant_id = 20 and goods_id = 'jp-3g-7' and code = 'JP'`, 3},
		{"a name of a place", `update destination set name_zh = '东瀛' where code = 'JP'`, 2},
		{"a shelf", `update product_group set name_zh = '亚' where tenant_id = 20 and code = 'asia'`, 2},
		{"the seed", `update catalog_version set version = version + 1 where tenant_id = 20`, 2},
	} {
		f.exec(t, c.statement)
		f.clock.Advance(catalog.Fresh)
		ctx, statements := pg.CountStatements(context.Background())
		_, err := f.service.Groups(ctx, global, "zh")
		require.NoError(t, err)
		require.Equal(t, c.want, statements.Count(), c.what)
		require.Equal(t, whole(), all(), c.what)
	}
}

// A change that is written long before it is committed is not missed, and one that was read stays as it was read.
func TestAChangeThatIsCommittedLateIsRead(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	price := func() int64 {
		f.clock.Advance(catalog.Fresh)
		g, err := f.service.Get(context.Background(), global, "en", "jp-3g-7")
		require.NoError(t, err)
		return g.Price
	}
	require.EqualValues(t, 650, price())
	tx, err := f.db.SQL.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), `update product set price = 710 where tenant_id = 20 and goods_id = 'jp-3g-7'`)
	require.NoError(t, err)
	f.exec(t, `update product set price = 1234 where tenant_id = 20 and goods_id = 'tw-5g-5'`)
	require.EqualValues(t, 650, price())
	require.EqualValues(t, 650, price())
	require.NoError(t, tx.Commit())
	require.EqualValues(t, 710, price())
	require.EqualValues(t, 710, price())
}

// A page that was made from the former catalogue, by a reader who comes while another one loads the new one, would be kept as
// a new page.
func TestReadersWaitForTheNewCatalogue(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	prices, read := make(chan int64, 2), func() int64 {
		g, err := f.service.Get(context.Background(), global, "en", "jp-3g-7")
		if err != nil {
			t.Error(err)
		}
		return g.Price
	}
	require.EqualValues(t, 650, read())
	tx, err := f.db.SQL.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), `lock table change_log in access exclusive mode`)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), `update product set price = 710 where goods_id = 'jp-3g-7'`)
	require.NoError(t, err)
	f.service.Invalidate(global)
	go func() { prices <- read() }()
	require.Eventually(t, func() bool {
		var waits bool
		err := f.db.SQL.QueryRowContext(t.Context(), `select exists (select 1 from pg_locks
			where relation = 'change_log'::regclass and not granted and database = (select oid from pg_database where datname = current_database()))`).Scan(&waits)
		return err == nil && waits
	}, 20*time.Second, 10*time.Millisecond, "the first reader loads")
	go func() { prices <- read() }()
	select {
	case price := <-prices:
		require.Failf(t, "a reader did not wait", "and was given the price %d", price)
	case <-time.After(200 * time.Millisecond):
	}
	require.NoError(t, tx.Commit())
	require.EqualValues(t, []int64{710, 710}, []int64{<-prices, <-prices})
}

func TestManyReadersLoadOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, statements := pg.CountStatements(context.Background())
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			if _, err := f.service.Groups(ctx, global, "en"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, 1, statements.Count())
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	all, more, err := f.service.Numbers(ctx, global, "m-hk-30g", "", 1)
	require.NoError(t, err)
	require.Len(t, all, 30)
	require.True(t, more)
	for i, n := range all {
		require.Equal(t, i >= 24, n.Fee > 0, "special numbers are after 24 others, not behind all of them")
	}
	rest, more, err := f.service.Numbers(ctx, global, "m-hk-30g", "", 2)
	require.NoError(t, err)
	require.False(t, more)
	require.Len(t, rest, 24)
	seen := map[string]bool{}
	for _, n := range append(all, rest...) {
		require.False(t, seen[n.Number], "a number is on one page")
		seen[n.Number] = true
	}
	first, _, err := f.service.Numbers(ctx, global, "m-hk-30g", "", 0)
	require.NoError(t, err)
	require.Equal(t, all, first)
	for _, page := range []int{math.MinInt, -1, fault.MaxPage + 1, math.MaxInt} {
		_, _, err := f.service.Numbers(ctx, global, "m-hk-30g", "", page)
		require.Equal(t, "validation_failed", fault.Code(err))
	}
	for _, page := range []int{3, 1000, fault.MaxPage} {
		none, more, err := f.service.Numbers(ctx, global, "m-hk-30g", "", page)
		require.NoError(t, err)
		require.Empty(t, none)
		require.False(t, more)
	}
	f.exec(t, `insert into phone_number (tenant_id, goods_id, number, fee) select 20, 'm-hk-30g', '+852666' || n, 90000 + n from generate_series(10000, 10024) n`)
	special, more, err := f.service.Numbers(ctx, global, "m-hk-30g", "666", 1)
	require.NoError(t, err)
	require.Len(t, special, 24)
	require.True(t, more, "a search has further pages, too")

	special, _, err = f.service.Numbers(ctx, hongKong, "m-hk-30g", "（８８）-88", 1)
	require.NoError(t, err)
	require.Len(t, special, 1)
	require.Equal(t, "+85255508888", special[0].Number)
	require.EqualValues(t, 78000, special[0].Fee)
	require.Equal(t, "HKD", special[0].Currency)

	count := func() int {
		got, _, err := f.service.Numbers(ctx, global, "m-hk-30g", "8888", 1)
		require.NoError(t, err)
		return len(got)
	}
	require.Equal(t, 1, count())
	f.exec(t, `update phone_number set state = 'held', held_until = '2026-11-21 08:15Z' where tenant_id = 20 and number = '+85255508888'`)
	require.Equal(t, 0, count(), "somebody holds it")
	f.clock.Advance(15 * time.Minute)
	require.Equal(t, 1, count(), "the hold has ended")
	f.exec(t, `update phone_number set state = 'sold' where tenant_id = 20 and number = '+85255508888'`)
	require.Equal(t, 0, count())

	none, _, err := f.service.Numbers(ctx, global, "jp-3g-7", "", 1)
	require.NoError(t, err)
	require.NotNil(t, none)
	require.Empty(t, none)
	_, _, err = f.service.Numbers(ctx, global, "m-hk-30g", "%' or 1=1", 1)
	require.Equal(t, "validation_failed", fault.Code(err))
	_, _, err = f.service.Numbers(ctx, global, "no-such", "", 1)
	require.Equal(t, "goods_not_found", fault.Code(err))
}

func TestTheCheapestIsOneThatCanBeBoughtNow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	all, err := f.service.All(ctx, global, "en")
	require.NoError(t, err)
	first, err := f.service.Cheapest(ctx, global, "en", "esim")
	require.NoError(t, err)
	require.NotNil(t, first)
	for _, g := range all {
		if g.ContractPeriod == "" && !g.LocalNumber && slices.Contains(g.SimTypes, "esim") {
			require.LessOrEqual(t, first.Price, g.Price, g.ID)
		}
	}
	// The catalogue still shows the product, the stock of this moment counts.
	f.exec(t, `update stock set on_hand = allocated where tenant_id = 20 and sku = '`+first.ID+`:esim'`)
	next, err := f.service.Cheapest(ctx, global, "en", "esim")
	require.NoError(t, err)
	require.NotEqual(t, first.ID, next.ID)
	require.GreaterOrEqual(t, next.Price, first.Price)
	f.exec(t, `update stock set on_hand = allocated where tenant_id = 20 and sku like '%:esim'`)
	none, err := f.service.Cheapest(ctx, global, "en", "esim")
	require.NoError(t, err)
	require.Nil(t, none)
}

// A list of destinations is read as a dictionary of the page's language, by pinyin in Chinese.
func TestDestinationsAreSorted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	for _, lang := range []string{"en", "zh"} {
		byName := collate.New(language.Make(lang))
		sorted := func(names []string, what string) {
			t.Helper()
			require.Greater(t, len(names), 10, what)
			require.True(t, slices.IsSortedFunc(names, byName.CompareString), "%s, %s: %v", lang, what, names)
		}
		all, err := f.service.Destinations(ctx, global, lang, "")
		require.NoError(t, err)
		var names []string
		for _, d := range all {
			names = append(names, d.Name)
		}
		sorted(names, "destinations")
		require.Equal(t, map[string]string{"en": "Albania", "zh": "阿尔巴尼亚"}[lang], names[0])
		_, facets, err := f.service.List(ctx, global, lang, catalog.Query{})
		require.NoError(t, err)
		names = nil
		for _, d := range facets.Destinations {
			names = append(names, d.Name)
		}
		sorted(names, "filter")
		d, err := f.service.Detail(ctx, global, lang, "eu-u2-15")
		require.NoError(t, err)
		names = nil
		for _, p := range d.Coverage {
			names = append(names, p.Name)
		}
		sorted(names, "coverage")
	}
}
