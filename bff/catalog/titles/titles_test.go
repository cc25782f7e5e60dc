package titles_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/titles"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

var (
	japan = catalog.Titled{Kind: catalog.TitledProduct, Code: "jp-3g-7"}
	asia  = catalog.Titled{Kind: catalog.TitledGroup, Code: "asia"}
	mei   = audit.By{Actor: "staff:mei@example.com", Author: "Mei"}
	bo    = audit.By{Actor: "staff:bo@example.com", Author: "Bo"}
)

func TestATitleOfASiteTakesPrecedence(t *testing.T) {
	t.Parallel()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	ctx, s, shelves := t.Context(), titles.New(db, clk), catalog.New(db, clk, slog.Default())
	searchText := func(tenant int64, lang string, of catalog.Titled) catalog.SearchText {
		shelves.Invalidate(tenant)
		out, err := shelves.SearchText(ctx, tenant, lang, of)
		require.NoError(t, err)
		return out
	}
	require.Zero(t, searchText(20, "en", japan))
	_, err := db.SQL.Exec(`delete from change_log`)
	require.NoError(t, err)

	all := titles.Text{TitleEn: " Japan \n eSIM: {{price}} ", TitleZh: "日本 eSIM：{{price}}", DescriptionEn: "Data for Japan.", DescriptionZh: "日本流量。"}
	require.NoError(t, s.Set(ctx, mei, titles.AllSites, japan, 0, all))
	require.Equal(t, "goods:20:jp-3g-7 goods:21:jp-3g-7 titles:20 titles:21",
		pgtest.Text(t, db, `select string_agg(tag, ' ' order by tag) from change_log where tag like '%20%' or tag like '%21%'`))
	require.NoError(t, s.Set(ctx, mei, 21, japan, 0, titles.Text{TitleEn: "Japan for Hong Kong", TitleZh: "香港出发"}))
	require.Equal(t, catalog.SearchText{Title: "Japan eSIM: {{price}}", Description: "Data for Japan."}, searchText(20, "en", japan))
	require.Equal(t, catalog.SearchText{Title: "Japan for Hong Kong", Description: "Data for Japan."}, searchText(21, "en", japan))
	require.Equal(t, catalog.SearchText{Title: "香港出发", Description: "日本流量。"}, searchText(21, "zh", japan))
	require.Zero(t, searchText(21, "en", asia))

	// Of two who have seen the same, the second is told who was first; what is empty again is generated.
	err = s.Set(ctx, bo, 21, japan, 0, titles.Text{TitleEn: "Bo's", TitleZh: "另一个"})
	require.Equal(t, "titles_overtaken", fault.Code(err))
	var f *fault.Error
	require.True(t, errors.As(err, &f))
	require.Equal(t, "Mei", f.Params["author"])
	require.Equal(t, "details_same", fault.Code(s.Set(ctx, bo, 21, japan, 1, titles.Text{TitleEn: "Japan for Hong Kong", TitleZh: "香港出发"})))
	require.NoError(t, s.Set(ctx, bo, 21, japan, 1, titles.Text{}))
	require.Equal(t, searchText(20, "en", japan), searchText(21, "en", japan))
	own, err := s.Get(ctx, japan)
	require.NoError(t, err)
	require.Equal(t, []any{int64(2), "Bo", int64(1)}, []any{own[21].Revision, own[21].Author, own[0].Revision})
	require.Equal(t, `staff:bo@example.com product/jp-3g-7 ["Japan for Hong Kong", ""]`,
		pgtest.Text(t, db, `select actor || ' ' || entity_id || ' ' || (detail -> 'title_en')::text from audit_log where entity = 'title' order by id desc limit 1`))

	for _, nobody := range []catalog.Titled{{Kind: catalog.TitledProduct, Code: "jp"}, {Kind: catalog.TitledDestination, Code: "ZZ"}, {Kind: "page", Code: "jp-3g-7"}} {
		require.Equal(t, "not_found", fault.Code(s.Set(ctx, mei, titles.AllSites, nobody, 0, all)))
	}
	require.Equal(t, "not_found", fault.Code(s.Set(ctx, mei, 99, catalog.Titled{Kind: catalog.TitledDestination, Code: "JP"}, 0, titles.Text{})))
}

func TestInvalidTitlesAreRefused(t *testing.T) {
	t.Parallel()
	db := seeded.New(t)
	s := titles.New(db, clock.NewFake(seeded.Day))
	fine := titles.Text{TitleEn: "Japan", TitleZh: "日本流量", DescriptionEn: "From {{price}}.", DescriptionZh: "{{price}} 起。"}
	none, err := s.Faults(t.Context(), 20, japan, fine)
	require.NoError(t, err)
	require.Empty(t, none)
	for _, c := range []struct {
		code, field string
		change      func(*titles.Text)
	}{
		{"missing", "titleZh", func(x *titles.Text) { x.TitleZh = " " }},
		{"missing", "descriptionEn", func(x *titles.Text) { x.DescriptionEn = "" }},
		{"too_long", "titleEn", func(x *titles.Text) { x.TitleEn = strings.Repeat("J", 121) }},
		{"too_long", "descriptionZh", func(x *titles.Text) { x.DescriptionZh = strings.Repeat("流", 321) }},
		{"placeholder", "titleEn", func(x *titles.Text) { x.TitleEn = "Japan {{count}}" }},
		{"markup", "titleEn", func(x *titles.Text) { x.TitleEn = "<b>Japan</b>" }},
		{"markup", "titleEn", func(x *titles.Text) { x.TitleEn = "Japan {{price" }},
		{"half_width", "titleZh", func(x *titles.Text) { x.TitleZh = "日本,流量" }},
		{"half_width", "descriptionZh", func(x *titles.Text) { x.DescriptionZh = "日本,{{price}}" }},
		{"chinese_sentence", "descriptionEn", func(x *titles.Text) { x.DescriptionEn = "这是一个完整的中文句子" }},
	} {
		typed := fine
		c.change(&typed)
		found, err := s.Faults(t.Context(), 20, japan, typed)
		require.NoError(t, err)
		require.Len(t, found, 1, "%+v", typed)
		require.Equal(t, []string{c.code, c.field}, []string{found[0].Code, found[0].Field})
		require.Equal(t, "titles_faulty", fault.Code(s.Set(t.Context(), mei, 20, japan, 0, typed)))
	}
	// A plan that does not say what comes after its full-speed data promises no data without an end.
	endless := titles.Text{TitleEn: "Japan: unlimited data", TitleZh: "日本：流量不限"}
	require.NoError(t, pg.Exec(db.Conn(t.Context()), "no speed after", `update product set speed_after_kbps = 0 where goods_id = 'jp-3g-7'`))
	require.Equal(t, "titles_faulty", fault.Code(s.Set(t.Context(), mei, titles.AllSites, japan, 0, endless)))
	require.NoError(t, pg.Exec(db.Conn(t.Context()), "speed after", `update product set speed_after_kbps = 128 where goods_id = 'jp-3g-7'`))
	require.NoError(t, s.Set(t.Context(), mei, titles.AllSites, japan, 0, endless))
}
