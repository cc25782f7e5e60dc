package titles_test

import (
	"log/slog"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/titles"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	area "github.com/roamcart/roamcart/bff/studio/titles"
	"github.com/roamcart/roamcart/bff/tenant"
)

type object = map[string]any

func TestTitlesAreChangedByWhoMay(t *testing.T) {
	t.Parallel()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	shelves := catalog.New(db, clk, slog.Default())
	served := studiotest.Serve(t, db, clk, &area.Area{
		Titles: titles.New(db, clk), Pages: &pages.Source{Reader: &read.Reader{Catalog: shelves}}, Watch: &publishing.Service{},
		Sites: func() []tenant.Tenant {
			return []tenant.Tenant{
				{ID: 20, Brand: "Roamcart", Currency: "USD", CurrencySymbol: "$", Name: tenant.Text{En: "Global", Zh: "全球站"}},
				{ID: 21, Brand: "Roamcart", Currency: "HKD", CurrencySymbol: "HK$", Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}},
			}
		},
	})
	const japan = "/titles/product/jp-3g-7"
	for _, role := range staff.Roles() {
		token := served.Member(string(role), role)
		status, _ := served.Call(http.MethodPut, japan, token, object{"site": "1", "revision": "0", "text": object{}})
		require.Equal(t, !role.May(staff.EditCatalogue), status == http.StatusForbidden, "%s: %d", role, status)
		status, _ = served.Call(http.MethodGet, japan, token, nil)
		require.Equal(t, http.StatusOK, status)
	}
	token := served.Member("mei", staff.Merchandiser)
	titleForm := func(site, en, zh string) object {
		return object{"site": site, "revision": "0", "text": object{"titleEn": en, "titleZh": zh, "descriptionEn": "", "descriptionZh": ""}}
	}
	readHongKong := func() object {
		status, out := served.Call(http.MethodGet, japan, token, nil)
		require.Equal(t, http.StatusOK, status, out)
		return out["sites"].([]any)[2].(object)
	}
	found := func(body object) (codes []string) {
		status, out := served.Call(http.MethodPost, japan+"/check", token, body)
		require.Equal(t, http.StatusOK, status, out)
		for _, f := range out["findings"].([]any) {
			codes = append(codes, f.(object)["field"].(string)+" "+f.(object)["code"].(string))
		}
		return codes
	}

	page := readHongKong()["pages"].(object)["en"].(object)
	require.Equal(t, []any{"HK$51.00", page["generated"]}, []any{page["values"].(object)["price"], page["below"]})
	require.Empty(t, found(titleForm("21", "Japan for {{price}}", "日本流量 {{price}}")))
	require.Equal(t, []string{"titleZh missing"}, found(titleForm("21", "Japan for {{price}}", "")))
	require.Equal(t, []string{"titleEn term", "titleEn too_wide"},
		found(titleForm("0", "A travel card for Japan with seven days of data that lasts you the whole week", "日本流量")))
	_, usa := served.Call(http.MethodGet, "/titles/product/us-5g-7", token, nil)
	generated := usa["sites"].([]any)[1].(object)["pages"].(object)["en"].(object)["generated"].(object)["title"].(string)
	require.Equal(t, []string{"titleEn duplicate"}, found(titleForm("0", generated, "日本流量")), "of a plan whose title is generated")
	require.Equal(t, []string{"titleZh duplicate"}, found(titleForm("20", "Something else", "常见问题 | Roamcart")), "of the questions")
	status, out := served.Call(http.MethodPut, japan, token, titleForm("21", "Japan", "<b>"))
	require.Equal(t, []any{http.StatusUnprocessableEntity, "titles_faulty"}, []any{status, out["code"]})
	require.Len(t, out["data"], 1)

	status, out = served.Call(http.MethodPut, japan, token, titleForm("21", "Japan for {{price}}", "日本流量 {{price}}"))
	require.Equal(t, http.StatusOK, status, out)
	status, out = served.Call(http.MethodPut, japan, token, titleForm("21", "Bo's Japan", "另一个日本"))
	require.Equal(t, []any{http.StatusConflict, "titles_overtaken"}, []any{status, out["code"]})
	require.Contains(t, out["message"], "mei")
	served.Lang = "zh"
	_, out = served.Call(http.MethodPut, japan, token, titleForm("21", "Bo's Japan", "另一个日本"))
	require.Contains(t, out["message"], "mei 已在此期间")
	served.Lang = "en"

	clk.Advance(catalog.Fresh)
	now := readHongKong()
	require.Equal(t, []any{"Japan for {{price}}", "1", "mei"}, []any{now["own"].(object)["titleEn"], now["revision"], now["author"]})
	_, list := served.Call(http.MethodGet, "/titles?site=21&state=own", token, nil)
	require.Len(t, list["pages"], 1)
	require.Equal(t, "Japan for HK$51.00 | Roamcart", list["pages"].([]any)[0].(object)["title"])
	_, list = served.Call(http.MethodGet, "/titles?site=20&state=own", token, nil)
	require.Empty(t, list["pages"])
	_, list = served.Call(http.MethodGet, "/titles?site=20&state=destination&q=jp%20japan", token, nil)
	require.Len(t, list["pages"], 1)
	for _, nowhere := range []string{"/titles/page/home", "/titles/group/nowhere", "/titles/destination/ZZ"} {
		status, _ = served.Call(http.MethodGet, nowhere, token, nil)
		require.Equal(t, http.StatusNotFound, status, nowhere)
	}
}
