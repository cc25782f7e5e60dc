package naming_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/naming"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

const hongKong = 21

func open(t *testing.T) (*pg.DB, *naming.Service) {
	t.Helper()
	db := seeded.New(t)
	return db, naming.New(db, clock.NewFake(seeded.Day))
}

func say(code, lang, name string) naming.Change {
	return naming.Change{TenantID: hongKong, Lang: lang, Code: code, Name: &name, Actor: "staff:mei", Reason: "asked by the market"}
}

// others is what sites say in plans and shelves, but for one site and language.
const others = `select md5(string_agg(x, '|' order by x)) from (
	select tenant_id || name_zh || description_zh || case tenant_id when 21 then '' else name_en || description_en end as x from product
	union all select tenant_id || name_zh || intro_zh || case tenant_id when 21 then '' else name_en || intro_en end from product_group) t`

// A name is one site's in one language: its plans and groups say it in the same moment, the audit log says who wanted it, and when it
// is taken back everything is as before.
func TestASiteRenamesADestination(t *testing.T) {
	t.Parallel()
	db, names := open(t)
	ctx := context.Background()
	const mine = `select string_agg(name_en || description_en, '|' order by goods_id) from product where tenant_id = 21`
	before, elsewhere := pgtest.Text(t, db, mine), pgtest.Text(t, db, others)

	done, err := names.Set(ctx, say("mo", "EN", "  Macau "))
	require.NoError(t, err)
	require.Equal(t, naming.Override{TenantID: hongKong, Lang: "en", Code: "MO", Name: "Macau", Usual: "Macao", Symbol: "flag", Staff: true}, done.Override)
	require.Positive(t, done.Plans)
	require.Equal(t, 1, done.Groups)
	require.Equal(t, "Macau 3GB 5 days", pgtest.Text(t, db, `select name_en from product where tenant_id = 21 and goods_id = 'mo-3g-5'`))
	require.Equal(t, "Mainland China, Hong Kong & Macau", pgtest.Text(t, db, `select name_en from product_group where tenant_id = 21 and code = 'china-hk-macau'`))
	require.NotContains(t, pgtest.Text(t, db, mine), "Macao")
	require.Equal(t, elsewhere, pgtest.Text(t, db, others), "nobody else says it")
	require.Equal(t, `staff:mei MO ["Macao", "Macau"] asked by the market`,
		pgtest.Text(t, db, `select actor || ' ' || entity_id || ' ' || (detail -> 'name')::text || ' ' || (detail ->> 'reason') from audit_log where entity = 'destination' and tenant_id = 21`))

	tile := naming.Tile
	done, err = names.Set(ctx, naming.Change{TenantID: hongKong, Lang: "en", Code: "MO", Symbol: &tile, Actor: "staff:mei"})
	require.NoError(t, err)
	require.Equal(t, "Macau", done.Name, "the name stays")
	require.Zero(t, done.Plans)
	list, err := names.List(ctx, hongKong)
	require.NoError(t, err)
	require.Contains(t, list, done.Override)

	_, err = names.Set(ctx, naming.Change{TenantID: hongKong, Lang: "en", Code: "MO", Usual: true, Actor: "staff:mei"})
	require.NoError(t, err)
	require.Equal(t, before, pgtest.Text(t, db, mine))
	require.Equal(t, "true", pgtest.Text(t, db, `select (name is null and symbol is null and staff)::text from destination_site where tenant_id = 21 and lang = 'en' and code = 'MO'`))
}

func TestInvalidNamesAreRefused(t *testing.T) {
	t.Parallel()
	db, names := open(t)
	pin := "pin"
	for what, c := range map[string]naming.Change{
		"there is no site 99":               {TenantID: 99, Lang: "en", Code: "TW", Name: new("Taiwan, China")},
		`"fr" is no language`:               say("TW", "fr", "Taïwan"),
		`"ZZ" is no destination`:            say("zz", "en", "Nowhere"),
		`"" is no destination`:              say("", "en", "Nowhere"),
		"a name is not empty":               say("TW", "en", " \t "),
		"40 characters at most":             say("TW", "en", strings.Repeat("a", 41)),
		"characters that no name has":       say("TW", "en", "Taiwan\u202e"),
		`"<b>Taiwan" has characters`:        say("TW", "en", "<b>Taiwan"),
		`"Taiwan" is no Chinese name`:       say("TW", "zh", "Taiwan"),
		`"中国台湾" is Chinese`:                 say("TW", "en", "中国台湾"),
		`site 21 calls JP "Japan"`:          say("TW", "en", "japan"),
		`site 21 calls ID "印尼"`:             say("TW", "zh", "印尼"),
		`by a flag or a tile, not by "pin"`: {TenantID: hongKong, Lang: "en", Code: "TW", Symbol: &pin},
	} {
		_, err := names.Set(context.Background(), c)
		require.ErrorContains(t, err, what)
	}
	require.Equal(t, "0", pgtest.Text(t, db, `select (select count(*) from destination_site where staff)::text`))
	require.Equal(t, "0", pgtest.Text(t, db, `select count(*)::text from audit_log where entity = 'destination'`))
}

// Two people who give two destinations one name at the same moment: one of them is refused.
func TestTwoDestinationsNeverHaveOneName(t *testing.T) {
	t.Parallel()
	db, names := open(t)
	var wait sync.WaitGroup
	errs := make([]error, 2)
	for i, code := range []string{"AE", "QA"} {
		wait.Go(func() { _, errs[i] = names.Set(context.Background(), say(code, "en", "The Gulf")) })
	}
	wait.Wait()
	require.True(t, (errs[0] == nil) != (errs[1] == nil), "%v", errs)
	require.Equal(t, "1", pgtest.Text(t, db, `select count(*)::text from destination_site where name = 'The Gulf'`))
}
