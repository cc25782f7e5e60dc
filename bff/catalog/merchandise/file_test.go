package merchandise_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

const head = "site,plan,currency,price,new_price,starts_at\r\n"

func TestPricesGoOutToSpreadsheets(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := f.db.SQL.Exec(`update product set name_en = '=HYPERLINK("http://bad.example")', name_zh = '＠内地' where tenant_id = 21 and goods_id = 'jp-3g-7'`)
	require.NoError(t, err)
	out, err := f.Export(t.Context(), hongKong)
	require.NoError(t, err)
	text := string(out)
	require.True(t, strings.HasPrefix(text, "\ufeffsite,plan,name_en,name_zh,currency,price,new_price,starts_at,new_name_en,new_name_zh\r\n"))
	require.Contains(t, text, "\r\n"+`hk,jp-3g-7,"'=HYPERLINK(""http://bad.example"")",'＠内地,HKD,51.00,,,,`+"\r\n")
	require.Equal(t, 64, strings.Count(text, "\r\n"))

	// It comes back as it went out, whatever a spreadsheet made of it.
	result, err := f.ImportFile(t.Context(), mei, strings.Replace(text, "＠内地,HKD,51.00,,", "＠内地,HKD,51,'+45.9,", 1), false)
	require.Equal(t, "table_faulty", codeOf(err))
	require.Equal(t, "price_invalid", result.Rows[0].Fault.Code)
	result, err = f.ImportFile(t.Context(), mei, strings.ReplaceAll(strings.Replace(text, "＠内地,HKD,51.00,,", "＠内地,HKD,51,45.9,", 1), ",", ";"), false)
	require.NoError(t, err)
	require.Equal(t, []int{62, 1}, []int{result.Unchanged, len(result.Rows)})
	require.EqualValues(t, 4590, f.readProduct().Price)
}

func TestAFilePreviewListsTheChangeOfEachRow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	file := head +
		"hk,jp-3g-7,HKD,51.00,45.90,\r\n" +
		"hk,jp-3g-7,HKD,51.00,55,2026-12-01 00:00\r\n" +
		"hk,jp-3g-7,HKD,51.00,46,\r\n" + // the same once more
		"global,jp-3g-7,HKD,6.50,6,\r\n" +
		"hk,nothing,HKD,1,2,\r\n" +
		"hk,jp-10g-15,HKD,123,110,\r\n" + // not what is there
		"uk,jp-3g-7,GBP,4.90,1,\r\n" +
		"uk,jp-10g-15,GBP,12.50,,\r\n" +
		"uk,jp-10g-15,GBP,12.50,12.00,yesterday\r\n" +
		"uk,kr-1d-5,\"GBP,7.90,8"
	result, err := f.CheckFile(t.Context(), mei, file, false)
	require.NoError(t, err)
	type cell struct {
		line, column int
		code         string
	}
	var got []cell
	for _, r := range result.Rows {
		one := cell{line: r.Line, column: r.Column}
		if r.Fault != nil {
			one.code = r.Fault.Code
		}
		got = append(got, one)
	}
	require.Equal(t, []cell{
		{2, 0, ""}, {3, 0, ""}, {4, 2, "table_twice"}, {5, 3, "price_currency"}, {6, 2, "table_no_plan"}, {7, 4, "price_overtaken"},
		{8, 5, "price_confirm"}, {10, 6, "price_time_invalid"}, {11, 0, "table_broken"},
	}, got)
	require.Equal(t, 1, result.Unchanged)
	require.Equal(t, []int64{5100, 4590}, []int64{result.Rows[0].Verdict.From, result.Rows[0].Verdict.To})

	_, err = f.ImportFile(t.Context(), mei, file, false)
	require.Equal(t, "table_faulty", codeOf(err))
	require.EqualValues(t, 5100, f.readProduct().Price, "all or nothing")
	require.Equal(t, "0", pgtest.Text(f.t, f.db, `select (select count(*) from price_change) + (select count(*) from product_edit)
		+ (select count(*) from river_job where kind = 'apply_price') || ''`))

	good := strings.Join(strings.SplitAfter(file, "\r\n")[:3], "") + "uk,jp-3g-7,GBP,4.90,1,\r\n"
	result, err = f.ImportFile(t.Context(), mei, good, true)
	require.NoError(t, err)
	require.False(t, result.Faulty())
	require.EqualValues(t, 4590, f.readProduct().Price)
	require.Equal(t, "100 1 waiting",
		pgtest.Text(f.t, f.db, `select price || ' ' || (select count(*) from price_change where state = 'waiting') || ' waiting'
		from product where tenant_id = 22 and goods_id = 'jp-3g-7'`))
	result, err = f.CheckFile(t.Context(), mei, good, true)
	require.NoError(t, err)
	require.Equal(t, "price_overtaken", result.Rows[0].Fault.Code, "the file is older than what it did")
}

func TestInvalidFilesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for file, code := range map[string]string{
		"": "table_columns", "site,plan\r\n": "table_columns", "\xff\xfea\x00": "table_not_text",
		head + strings.Repeat("hk,jp-3g-7,HKD,51,50,\n", 1001): "table_too_long",
	} {
		_, err := f.CheckFile(t.Context(), audit.By{}, file, false)
		require.Equal(t, code, codeOf(err))
	}
}

func TestNamesComeAndGoInBothLanguages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const head = "site,plan,name_en,name_zh,new_name_en,new_name_zh,currency,price,new_price\n"
	file := head +
		"hk,jp-3g-7,Japan 3GB 7 days,日本 3GB 7天,\"Japan, a week\",日本一周＋,HKD,51.00,45\n" +
		"uk,jp-3g-7,Japan 3GB 7 days,日本 3GB 7天,,日本一周,GBP,,\n" +
		"global,jp-3g-7,Japan 3GB 7 days,日本 3GB 7天,,,USD,,\n"
	type cell struct {
		column int
		code   string
	}
	lastFault := func(rows string) cell {
		result, err := f.CheckFile(t.Context(), mei, head+rows, false)
		require.NoError(t, err)
		last := result.Rows[len(result.Rows)-1]
		return cell{last.Column, codeOf(last.Fault)}
	}
	require.Equal(t, cell{3, "table_name_seen"}, lastFault("hk,jp-3g-7,Japan,日本 3GB 7天,Nippon,,HKD,,\n"))
	require.Equal(t, cell{6, "details_rule_zh"}, lastFault("hk,jp-3g-7,Japan 3GB 7 days,日本 3GB 7天,,\"日本,一周\",HKD,,\n"))
	require.Equal(t, cell{5, "details_markup"}, lastFault("hk,jp-3g-7,Japan 3GB 7 days,日本 3GB 7天,<b>Japan,,HKD,,\n"))
	require.Equal(t, cell{2, "table_twice"}, lastFault(strings.Repeat("hk,jp-3g-7,Japan 3GB 7 days,日本 3GB 7天,Nippon,,HKD,,\n", 2)))
	require.Equal(t, cell{0, "details_same"}, lastFault("hk,jp-3g-7,Japan 3GB 7 days,日本 3GB 7天,Japan 3GB 7 days,,HKD,,\n"))

	result, err := f.CheckFile(t.Context(), mei, file, false)
	require.NoError(t, err)
	require.False(t, result.Faulty())
	require.Equal(t, []any{1, []merchandise.Renamed{{From: "Japan 3GB 7 days", To: "Japan, a week"}, {From: "日本 3GB 7天", To: "日本一周＋"}}, int64(4500)},
		[]any{result.Unchanged, result.Rows[0].Names, result.Rows[0].Verdict.To})
	require.Equal(t, "Japan 3GB 7 days", f.readProduct().NameEn, "a dry run changes nothing")
	_, err = f.ImportFile(t.Context(), mei, file, false)
	require.NoError(t, err)
	p := f.readProduct()
	require.Equal(t, []any{"Japan, a week", "日本一周＋", int64(4500), "name_en,name_zh,price"}, []any{p.NameEn, p.NameZh, p.Price, p.Fields})
	require.Equal(t, "2", pgtest.Text(f.t, f.db, `select count(*)::text from audit_log where entity = 'product' and action = 'details' and actor = 'staff:mei@example.com'`))
	result, err = f.ImportFile(t.Context(), bo, file, false)
	require.Equal(t, "table_faulty", codeOf(err))
	require.Equal(t, "Japan, a week", result.Rows[0].Fault.Params["name"])
	_, err = f.CheckFile(t.Context(), mei, "site,plan,currency,price,new_price,new_name_zh\n", false)
	require.Equal(t, "table_columns", codeOf(err), "a new name stands beside the one that was seen")
}
