package seed_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed"
	"github.com/roamcart/roamcart/bff/seed/large"
)

func options() seed.Options {
	return seed.Options{
		Clock:       clock.NewFake(time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)),
		SealProfile: func(plain []byte) ([]byte, error) { return append([]byte("sealed:"), plain...), nil },
	}
}

// filled has the rows that Run writes with options.
var filled = pgtest.Copies{Kind: "sealed", Fill: func(ctx context.Context, dsn string) error {
	db, err := pg.Open(ctx, dsn, pg.Options{MaxConns: 2})
	if err != nil {
		return err
	}
	return errors.Join(seed.Run(ctx, db, options()), db.Close())
}}

// newShop returns a copy of a shop that Run has opened.
func newShop(t *testing.T) *pg.DB {
	t.Helper()
	db, err := pg.Open(t.Context(), filled.DSN(t), pg.Options{MaxConns: 2})
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func queryNumber(t *testing.T, db *pg.DB, query string, args ...any) int64 {
	t.Helper()
	var n int64
	require.NoError(t, db.SQL.QueryRow(query, args...).Scan(&n), query)
	return n
}

func TestRunOpensTheShop(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	start := time.Now()
	require.NoError(t, seed.Run(context.Background(), db, options()))
	t.Logf("seeded in %s", time.Since(start))

	for query, want := range map[string]int64{
		`select count(*) from tenant`:                                                             3,
		`select count(*) from product where tenant_id = 20`:                                       63,
		`select count(*) from destination`:                                                        77,
		`select count(*) from product_group where tenant_id = 21`:                                 8,
		`select count(*) from product where currency = 'HKD'`:                                     63,
		`select price from product where goods_id = 'jp-3g-7' and tenant_id = 21`:                 5100,
		`select count(*) from product_destination where tenant_id = 20 and goods_id = 'gl-5g-30'`: 60,
		`select count(*) from product_destination where tenant_id = 22 and goods_id = 'eu-5g-14'`: 36,
		// Every pool holds as many profiles as its stock row counts, what a carrier makes has none, and nobody shares a card number.
		`select count(*) from stock s join product g on g.tenant_id = s.tenant_id and g.goods_id || ':esim' = s.sku
			where case g.carrier when 'pool' then on_hand else 0 end <> (select count(*) from esim_profile p
			where p.tenant_id = s.tenant_id and p.sku = s.sku and p.state = 'available')`: 0,
		`select count(*) from product where tenant_id = 20 and carrier = 'http'`:            13,
		`select count(*) - count(distinct iccid) from esim_profile`:                         0,
		`select count(*) from esim_profile where tenant_id = 20 and sku = 'jp-10g-15:esim'`: 300,
		`select count(*) from esim_profile where tenant_id = 22 and sku = 'jp-10g-15:esim'`: 150,
		`select on_hand from stock where tenant_id = 21 and sku = 'jp-10g-15:physical'`:     200,
		`select count(*) from stock where tenant_id = 20`:                                   88,
		`select count(*) from phone_number where fee > 0 and tenant_id = 20`:                16,
		// A shopper picks a number exactly where there are numbers to pick.
		`select count(*) from product p where local_number <> exists (select 1 from phone_number n
			where n.tenant_id = p.tenant_id and n.goods_id = p.goods_id)`: 0,
		`select deposit from product where tenant_id = 21 and goods_id = 'm-hk-100g'`:                                          20000,
		`select count(*) from promo_code where tenant_id = 20`:                                                                 7,
		`select count(*) from promo_code where grant_on = 'signup' and code = 'HELLO8' and value = 8`:                          3,
		`select referral_discount from reward_rule where tenant_id = 21`:                                                       4000,
		`select count(*) from promo_code where ends_at < '2026-11-21' and tenant_id = 20`:                                      1,
		`select count(*) from promo_code where used = max_uses and tenant_id = 20`:                                             1,
		`select rate_ppm from tax_rate where country = 'US' and state = 'NY'`:                                                  88750,
		`select count(*) from shipping_method where countries = '{}'`:                                                          6,
		`select min(version) from catalog_version`:                                                                             1,
		`select count(*) from product where published_at > '2026-11-21'`:                                                       0,
		`select count(*) from product where day_rule = 'calendar_day' and (data_per <> 'day' or day_zone <> 'Asia/Hong_Kong')`: 0,
	} {
		require.Equal(t, want, queryNumber(t, db, query), query)
	}
}

func TestProfilesCanBeInstalled(t *testing.T) {
	t.Parallel()
	db := newShop(t)
	rows, err := db.SQL.Query(`select iccid, activation from esim_profile where id % 71 = 0`)
	require.NoError(t, err)
	defer func() { _ = rows.Close() }()
	lpa := regexp.MustCompile(`^LPA:1\$([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,}\$[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$`)
	seen := 0
	for rows.Next() {
		var iccid string
		var activation []byte
		require.NoError(t, rows.Scan(&iccid, &activation))
		require.Regexp(t, `^89\d{17}$`, iccid)
		require.True(t, luhn(iccid), iccid)
		plain, ok := bytes.CutPrefix(activation, []byte("sealed:"))
		require.True(t, ok, "the activation string is stored open")
		require.Regexp(t, lpa, string(plain))
		seen++
	}
	require.NoError(t, rows.Err())
	require.Greater(t, seen, 300)
}

func TestRunAgainAsksOneQuestion(t *testing.T) {
	t.Parallel()
	db := newShop(t)
	ctx, statements := pg.CountStatements(context.Background())
	require.NoError(t, seed.Run(ctx, db, options()))
	require.Equal(t, 1, statements.Count(), statements.All())
}

func TestALaterSeedKeepsWhatCustomersChanged(t *testing.T) {
	t.Parallel()
	db := newShop(t)
	for _, s := range []string{
		`update stock set on_hand = 3 where tenant_id = 20 and sku = 'jp-3g-7:esim'`,
		`delete from esim_profile where tenant_id = 20 and sku = 'jp-3g-7:esim' and id not in
			(select id from esim_profile where tenant_id = 20 and sku = 'jp-3g-7:esim' order by id limit 3)`,
		`update phone_number set state = 'sold' where number = '+85255508888'`,
		`update promo_code set used = 7, value = 99 where code = 'SAVE5' and tenant_id = 20`,
		`update product set price = 1, updated_at = '2020-01-01' where tenant_id = 20 and goods_id = 'jp-3g-7'`,
		`delete from stock where tenant_id = 20 and sku = 'fj-3g-7:esim'`,
		`update seed_version set version = 'older'`,
	} {
		_, err := db.SQL.Exec(s)
		require.NoError(t, err, s)
	}
	require.NoError(t, seed.Run(context.Background(), db, options()))
	for query, want := range map[string]int64{
		`select on_hand from stock where tenant_id = 20 and sku = 'jp-3g-7:esim'`:         3,
		`select count(*) from esim_profile where tenant_id = 20 and sku = 'jp-3g-7:esim'`: 3,
		`select count(*) from phone_number where state = 'sold'`:                          3,
		`select used from promo_code where code = 'SAVE5' and tenant_id = 20`:             7,
		`select value from promo_code where code = 'SAVE5' and tenant_id = 20`:            500,
		`select price from product where tenant_id = 20 and goods_id = 'jp-3g-7'`:         650,
		`select count(*) from product where updated_at = '2026-11-21 08:00Z'`:             1,
		`select version from catalog_version where tenant_id = 20`:                        2,
		`select count(*) - count(distinct iccid) from esim_profile`:                       0,
		`select count(*) from esim_profile where tenant_id = 20 and sku = 'fj-3g-7:esim' and iccid > (select max(iccid) from esim_profile where tenant_id = 20 and sku = 'm-gb-student:esim')`: 300,
	} {
		require.Equal(t, want, queryNumber(t, db, query), query)
	}
}

// A later seed changes what differs: nothing else is written, and no page is made again.
func TestALaterSeedWritesDifferences(t *testing.T) {
	t.Parallel()
	db := newShop(t)
	for _, s := range []string{
		`delete from product_destination where tenant_id = 21 and goods_id = 'gl-5g-30' and code = 'JP'`,
		`insert into product_destination (tenant_id, goods_id, code, sort) values (21, 'jp-3g-7', 'KR', 1)`,
		`update tax_rate set rate_ppm = 1 where country = 'US' and state = 'NY'`,
		`insert into menu_item (tenant_id, user_type, position, name_en, name_zh, redirect_url) values (20, 1, 99, 'Old', '旧', '/old')`,
		`update seed_version set version = 'older'`,
		`delete from change_log`,
	} {
		_, err := db.SQL.Exec(s)
		require.NoError(t, err, s)
	}
	const rows = `select coalesce(max(t.xmin::text::bigint), 0) from `
	tables := []string{"shipping_method", "faq_item", "content_document", "product", "destination", "device"}
	before := map[string]int64{}
	for _, table := range tables {
		before[table] = queryNumber(t, db, rows+table+" t")
	}
	require.NoError(t, seed.Run(context.Background(), db, options()))
	for _, table := range tables {
		require.Equal(t, before[table], queryNumber(t, db, rows+table+" t"), table)
	}
	for query, want := range map[string]int64{
		`select count(*) from product_destination where tenant_id = 21 and goods_id = 'gl-5g-30'`:                          60,
		`select count(*) from product_destination where tenant_id = 21 and goods_id = 'jp-3g-7'`:                           1,
		`select rate_ppm from tax_rate where country = 'US' and state = 'NY'`:                                              88750,
		`select count(*) from menu_item where redirect_url = '/old'`:                                                       0,
		`select count(*) from change_log where tag like 'goods:%'`:                                                         2,
		`select count(*) from change_log where tag in ('goods:21:gl-5g-30', 'goods:21:jp-3g-7', 'place:21:KR', 'site:20')`: 4,
		`select count(*) from change_log where tag like '%:20:%' or tag like '%:22:%'`:                                     0,
	} {
		require.Equal(t, want, queryNumber(t, db, query), query)
	}
}

// With a large catalogue no statement comes near its time-out.
func TestALargeCatalogueIsSeeded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, large.Write(data.FS, dir, 1_000))
	db := pgtest.New(t)
	o := options()
	o.Files = os.DirFS(dir)
	start := time.Now()
	require.NoError(t, seed.Run(context.Background(), db, o))
	t.Logf("seeded in %s", time.Since(start))
	require.EqualValues(t, 3_000, queryNumber(t, db, `select count(*) from product`))
	require.EqualValues(t, 3_000, queryNumber(t, db, `select count(*) from change_log where tag like 'goods:%'`))
	require.Less(t, queryNumber(t, db, `select count(*) from change_log`), int64(4_000))
}

func TestTwoProgramsSeedOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	errs := make(chan error, 2)
	for range 2 {
		go func() { errs <- seed.Run(context.Background(), db, options()) }()
	}
	require.NoError(t, errors.Join(<-errs, <-errs))
	require.EqualValues(t, 1, queryNumber(t, db, `select max(version) from catalog_version`))
}

func TestAFailureLeavesNothing(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	o := options()
	o.SealProfile = func([]byte) ([]byte, error) { return nil, errors.New("no key") }
	require.ErrorContains(t, seed.Run(context.Background(), db, o), "no key")
	require.Zero(t, queryNumber(t, db, `select count(*) from tenant`))
	require.NoError(t, seed.Run(context.Background(), db, options()))
}

func TestVersionFollowsTheFiles(t *testing.T) {
	t.Parallel()
	of := func(body string) string {
		v, err := seed.Version(fstest.MapFS{"a.json": {Data: []byte(body)}, "content/en/x.md": {Data: []byte("x")}})
		require.NoError(t, err)
		return v
	}
	require.Equal(t, of("1"), of("1"))
	require.NotEqual(t, of("1"), of("2"))
}

func luhn(digits string) bool {
	sum := 0
	for i, c := range digits {
		d := int(c - '0')
		if (len(digits)-i)%2 == 0 {
			d = d*2/10 + d*2%10
		}
		sum += d
	}
	return sum%10 == 0 && strings.Trim(digits, "0123456789") == ""
}
