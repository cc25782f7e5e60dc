package catalogue_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/catalogue"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/tenant"
)

const (
	plan = "/catalogue/jp-3g-7"
)

// fixture is the Studio with the area of the catalogue, and the shop's products behind it.
type fixture struct {
	studiotest.Served
	t     *testing.T
	db    *pg.DB
	clock *clock.Fake
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	prints, err := secret.NewFingerprinter(studiotest.Key)
	require.NoError(t, err)
	f := &fixture{t: t, db: db, clock: clk}
	shelves := catalog.New(db, clk, slog.Default())
	area := &catalogue.Area{
		Products: merchandise.New(db, clk, queue), Catalog: shelves, Pages: &pages.Source{Reader: &read.Reader{Catalog: shelves}},
		Carts:  cart.NewService(db, clk, nil, nil, offer.Holds{Prints: prints}),
		Orders: order.New(order.Deps{DB: db, Clock: clk}),
		Sites: tenant.Always(
			tenant.Tenant{ID: 20, Code: "global", Name: tenant.Text{En: "Global", Zh: "全球站"}, TimeZone: "Asia/Hong_Kong"},
			tenant.Tenant{ID: 21, Code: "hk", WebSite: "https://hk.shop.example/", Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}, TimeZone: "Asia/Hong_Kong"},
		),
		Address: (&publishing.Service{}).SiteAddress,
	}
	f.Served = studiotest.Serve(t, db, clk, area)
	return f
}

type object = map[string]any

// priceForm is the form of a new price at Hong Kong, based on the first revision.
func priceForm(price, at string) object {
	return object{"site": "21", "price": price, "at": at, "currency": "HKD", "revision": "0", "was": 5100, "confirmed": false}
}

// readHongKong returns the part of the plan's page about Hong Kong.
func (f *fixture) readHongKong(token string) object {
	f.t.Helper()
	return f.MustCall(http.MethodGet, plan, token, nil)["sites"].([]any)[1].(object)
}

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, role := range staff.Roles() {
		token := f.Member(string(role), role)
		for _, r := range f.Routes {
			if !strings.HasPrefix(r.Path, "/catalogue") && !strings.HasPrefix(r.Path, "/prices") {
				continue
			}
			path := strings.NewReplacer(":goods", "jp-3g-7", ":id", "1").Replace(r.Path)
			status := f.Ask(r.Method, path, token, object{"site": "0"}).Code
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s %s %s: %d", role, r.Method, r.Path, status)
		}
		require.Equal(t, role == staff.Merchandiser || role == staff.Admin, role.May(staff.EditPrices), role)
	}
}

func TestAPriceIsPreviewedSetScheduledAndWithdrawn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, bo := f.Member("Mei", staff.Merchandiser), f.Member("Bo", staff.Merchandiser)
	_, err := f.db.SQL.Exec(`
		insert into cart_item (tenant_id, owner, goods_id, sim_type, quantity) values
			(21, 'v:a', 'jp-3g-7', 'esim', 1), (21, 'v:b', 'jp-3g-7', 'esim', 2), (20, 'v:b', 'jp-3g-7', 'esim', 2)`)
	require.NoError(t, err)

	seen := f.MustCall(http.MethodPost, plan+"/prices/preview", mei, priceForm("45.90", "2026-12-01T00:00"))
	require.Equal(t, []any{5100.0, 4590.0, "HKD", -100.0, false, "2026-12-01T00:00:00+08:00"},
		[]any{seen["from"], seen["to"], seen["currency"], seen["permille"], seen["big"], seen["startsAt"]})
	reach := seen["reach"].(object)
	require.EqualValues(t, 2, reach["carts"])
	paths := map[string][]any{}
	for _, one := range reach["pages"].([]any) {
		paths[one.(object)["kind"].(string)] = one.(object)["paths"].([]any)
	}
	require.Subset(t, paths["detail"], []any{"/en/travel-card/asia/jp-3g-7", "/zh/travel-card/asia/jp-3g-7"})
	require.Greater(t, len(paths["detail"]), 2, "plans that name it as a related one")
	require.Equal(t, []any{"/en/travel-card/destination/jp", "/zh/travel-card/destination/jp"}, paths["destination"])
	require.Equal(t, []any{"/en/travel-card/asia", "/zh/travel-card/asia"}, paths["group"])
	require.Equal(t, []any{"/en/travel-card/listing", "/zh/travel-card/listing"}, paths["listing"])
	require.Equal(t, []any{"/en/home", "/zh/home"}, paths["home"])
	require.Len(t, reach["documents"], 4)

	f.MustCall(http.MethodPost, plan+"/prices", mei, priceForm("45.90", "2026-12-01T00:00"))
	is := f.readHongKong(bo)
	waiting := is["waiting"].([]any)[0].(object)
	require.Equal(t, []any{5100.0, "1", "Mei", 4590.0}, []any{is["price"], is["revision"], waiting["author"], waiting["price"]})
	listed := f.MustCall(http.MethodGet, "/catalogue?site=21&state=scheduled&q=JAPAN+3gb", bo, nil)["plans"].([]any)
	require.Equal(t, "jp-3g-7", listed[0].(object)["id"])
	require.Len(t, f.MustCall(http.MethodGet, "/catalogue?site=20&state=scheduled", bo, nil)["plans"], 0)

	// Bo has not seen that.
	told := f.RequireRefused(http.StatusConflict, "price_overtaken", http.MethodPost, plan+"/prices", bo, priceForm("46", ""))
	require.Equal(t, "Mei has scheduled a price in the meantime; now it is HK$51.00.", told["message"])
	f.Lang = "zh"
	told = f.RequireRefused(http.StatusConflict, "price_overtaken", http.MethodPost, plan+"/prices", bo, priceForm("46", ""))
	require.Equal(t, "Mei 刚刚设定了定时价格；当前价格为 HK$51.00。", told["message"])
	f.Lang = "en"
	f.MustCall(http.MethodDelete, plan+"/prices/"+waiting["id"].(string)+"?site=21", bo, object{})
	f.RequireRefused(http.StatusConflict, "price_not_waiting", http.MethodDelete, plan+"/prices/"+waiting["id"].(string)+"?site=21",
		bo, object{})

	now := priceForm("46", "")
	now["revision"] = "2"
	f.MustCall(http.MethodPost, plan+"/prices", bo, now)
	is = f.readHongKong(mei)
	require.Equal(t, []any{4600.0, true, "Bo"}, []any{is["price"], is["decided"], is["author"]})
	require.Len(t, is["past"], 2)
}

func TestFactsAreChangedByAForm(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei := f.Member("Mei", staff.Merchandiser)
	facts := object{
		"site": "21", "revision": "0", "unlimited": false, "speedAfterKbps": 256, "networkType": "4G", "hotspot": "9", "refundDays": 14,
	}
	refused := f.RequireRefused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPut, plan+"/facts", mei, facts)
	require.Equal(t, object{"hotspot": "Enter a whole number of GB, at most the data of the plan."}, refused["fields"])
	facts["hotspot"] = "2"
	f.MustCall(http.MethodPut, plan+"/facts", mei, facts)
	is := f.readHongKong(mei)
	shown := is["facts"].(object)
	require.Equal(t, []any{"4G", "2", 256.0, "unused_14_days", 14.0, 7.0, "1"}, []any{
		shown["networkType"], shown["hotspot"], shown["speedAfterKbps"], shown["refundPolicy"], is["refundDays"], shown["days"], is["revision"],
	})
	f.RequireRefused(http.StatusConflict, "price_overtaken", http.MethodPut, plan+"/facts", mei, facts)
}

func TestRefusalsNameTheirFields(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei := f.Member("Mei", staff.Merchandiser)
	path := plan + "/prices/preview"
	for code, body := range map[string]object{
		"price_too_small": priceForm("1", ""), "price_invalid": priceForm("<script>", ""), "price_not_in_unit": priceForm("45.905", ""), "price_same": priceForm("51", ""),
	} {
		out := f.RequireRefused(http.StatusUnprocessableEntity, code, http.MethodPost, path, mei, body)
		require.Equal(t, out["message"], out["fields"].(object)["price"])
		require.NotContains(t, out["message"], "{{")
	}
	out := f.RequireRefused(http.StatusUnprocessableEntity, "price_time_past", http.MethodPost, path, mei, priceForm("45", "2026-01-01T00:00"))
	require.Equal(t, out["message"], out["fields"].(object)["at"])
	foreign := priceForm("45", "")
	foreign["currency"] = "USD"
	out = f.RequireRefused(http.StatusUnprocessableEntity, "price_currency", http.MethodPost, path, mei, foreign)
	require.Equal(t, "The price is in USD, but this site sells in HKD.", out["message"])
	f.RequireRefused(http.StatusConflict, "price_confirm", http.MethodPost, plan+"/prices", mei, priceForm("20", ""))
	f.RequireRefused(http.StatusNotFound, "not_found", http.MethodPost, "/catalogue/nothing/prices/preview", mei, priceForm("45", ""))
	elsewhere := priceForm("45", "")
	elsewhere["site"] = "99"
	f.RequireRefused(http.StatusNotFound, "not_found", http.MethodPost, path, mei, elsewhere)
}

func TestDetailsAreChangedByAForm(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei := f.Member("Mei", staff.Merchandiser)
	is := f.readHongKong(mei)
	require.Equal(t, object{
		"title": "日本 3GB 7天（eSIM）", "address": "https://hk.shop.example/zh/travel-card/asia/jp-3g-7", "description": is["found"].(object)["zh"].(object)["description"],
	}, is["found"].(object)["zh"])
	require.Contains(t, is["found"].(object)["zh"].(object)["description"], "51.00")
	body := is["details"].(object)
	body["site"], body["revision"], body["nameZh"], body["destinations"], body["visible"] = "21", "0", "日本,一周", []string{"jp", "xx"}, false
	out := f.RequireRefused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPut, plan+"/details", mei, body)
	require.Len(t, out["fields"], 2)
	require.NotContains(t, out["fields"], "{{")
	body["nameZh"], body["destinations"] = "日本一周", []string{" jp", "kr"}
	f.MustCall(http.MethodPut, plan+"/details", mei, body)
	is = f.readHongKong(mei)
	require.Equal(t, []any{"日本一周", []any{"JP", "KR"}, false}, []any{
		is["details"].(object)["nameZh"], is["details"].(object)["destinations"], is["visible"],
	})
	require.Empty(t, is["found"], "a hidden plan has no page")
	require.Len(t, f.MustCall(http.MethodGet, "/catalogue?site=21&state=hidden", mei, nil)["plans"], 1)
	f.RequireRefused(http.StatusConflict, "price_overtaken", http.MethodPut, plan+"/details", mei, body)
}

func TestPricesAsAFile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei := f.Member("Mei", staff.Merchandiser)
	rec := f.Ask(http.MethodGet, "/prices/file?site=21", mei, nil)
	require.Equal(t, []any{200, "text/csv; charset=utf-8", `attachment; filename="prices-hk.csv"`},
		[]any{rec.Code, rec.Header().Get("Content-Type"), rec.Header().Get("Content-Disposition")})
	good := strings.Replace(rec.Body.String(), "日本 3GB 7天,HKD,51.00,,", "日本 3GB 7天,HKD,51.00,45.90,", 1)
	bad := strings.Replace(good, ",45.90,", ",0.90,", 1)

	tried := f.MustCall(http.MethodPost, "/prices/file/check", mei, object{"csv": bad})
	row := tried["rows"].([]any)[0].(object)
	require.Equal(t, []any{true, 7.0, "The price is at least HK$4.00, the smallest charge."}, []any{tried["faulty"], row["column"], row["why"]})
	out := f.RequireRefused(http.StatusUnprocessableEntity, "table_faulty", http.MethodPost, "/prices/file", mei, object{"csv": bad})
	require.NotEmpty(t, out["data"].(object)["rows"])
	f.RequireRefused(http.StatusUnprocessableEntity, "table_columns", http.MethodPost, "/prices/file/check", mei, object{"csv": "a,b"})
	require.EqualValues(t, 5100, f.readHongKong(mei)["price"])
	f.MustCall(http.MethodPost, "/prices/file", mei, object{"csv": good})
	require.EqualValues(t, 4590, f.readHongKong(mei)["price"])
}
