package seed_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/naming"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/seed"
)

// A market calls some destinations otherwise. Its plans say the same, and what staff decides later stays when the files are read again.
func TestMarketsHaveTheirNames(t *testing.T) {
	t.Parallel()
	db := newShop(t)
	text := func(query string) (out string) {
		require.NoError(t, db.SQL.QueryRow(query).Scan(&out), query)
		return out
	}
	const plan = `select name_en from product where goods_id = 'tr-10g-15' and tenant_id = `
	require.Equal(t, "Turkey 10GB 15 days (install before arrival)", text(plan+`22`))
	require.Equal(t, "Türkiye 10GB 15 days (install before arrival)", text(plan+`20`))
	require.Equal(t, "印尼 10GB 14天", text(`select name_zh from product where goods_id = 'id-10g-14' and tenant_id = 21`))
	require.Contains(t, text(`select description_zh from product where goods_id = 'sea8-10g-15' and tenant_id = 21`), "马来西亚、印尼、越南")

	names := naming.New(db, clock.System{})
	set := func(c naming.Change) {
		c.Actor = "staff:mei"
		_, err := names.Set(context.Background(), c)
		require.NoError(t, err)
	}
	set(naming.Change{TenantID: 22, Lang: "en", Code: "TR", Usual: true})
	set(naming.Change{TenantID: 20, Lang: "en", Code: "TR", Name: new("Turkey")})
	_, err := db.SQL.Exec(`update seed_version set version = 'older';
		insert into destination_site (tenant_id, lang, code, name) values (22, 'en', 'MO', 'Macau')`)
	require.NoError(t, err)
	require.NoError(t, seed.Run(context.Background(), db, options()))
	require.Equal(t, "Türkiye 10GB 15 days (install before arrival)", text(plan+`22`), "staff took it back")
	require.Equal(t, "Turkey 10GB 15 days (install before arrival)", text(plan+`20`), "staff wanted it")
	require.EqualValues(t, 0, queryNumber(t, db, `select count(*) from destination_site where code = 'MO'`), "it is in the files no more")
	require.EqualValues(t, 4, queryNumber(t, db, `select count(*) from destination_site where code = 'TW' and symbol = 'tile'`))
}
