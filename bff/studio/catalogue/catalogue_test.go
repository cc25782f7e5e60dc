package catalogue_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
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

// office is the Studio with the area of the catalogue, and the shop's products behind it.
type office struct {
	studiotest.Served
	t     *testing.T
	db    *pg.DB
	clock *clock.Fake
	lang  string
}

func open(t *testing.T) *office {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	prints, err := secret.NewFingerprinter(studiotest.Key)
	require.NoError(t, err)
	o := &office{t: t, db: db, clock: clk, lang: "en"}
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
	o.Served = studiotest.Serve(t, db, clk, area)
	return o
}

// member makes a member of a role and returns the token of a session.
func (o *office) member(name string, role staff.Role) string {
	o.t.Helper()
	return o.Member(o.t, name, role)
}

// ask asks as the Studio's application does.
func (o *office) ask(method, path, token string, body any) *httptest.ResponseRecorder {
	o.t.Helper()
	return o.Ask(o.t, o.lang, method, path, token, body)
}

// call asks as the Studio's application does and returns the status and what the answer says.
func (o *office) call(method, path, token string, body any) (int, map[string]any) {
	o.t.Helper()
	return o.Call(o.t, o.lang, method, path, token, body)
}

// does is call for what succeeds.
func (o *office) does(method, path, token string, body any) map[string]any {
	o.t.Helper()
	status, out := o.call(method, path, token, body)
	require.Less(o.t, status, 300, "%s %s: %v", method, path, out)
	return out
}

// refused is call for what is refused; it returns what the answer says.
func (o *office) refused(status int, code, method, path, token string, body any) map[string]any {
	o.t.Helper()
	got, out := o.call(method, path, token, body)
	require.Equal(o.t, []any{status, code}, []any{got, out["code"]}, "%s %s: %v", method, path, out)
	return out
}

type object = map[string]any

// wants is a price for Hong Kong that somebody wants who has seen the first one.
func wants(price, at string) object {
	return object{"site": "21", "price": price, "at": at, "currency": "HKD", "revision": "0", "was": 5100, "confirmed": false}
}

// atHongKong is what the plan's page says of the site.
func (o *office) atHongKong(token string) object {
	o.t.Helper()
	return o.does(http.MethodGet, plan, token, nil)["sites"].([]any)[1].(object)
}

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, role := range staff.Roles() {
		token := o.member(string(role), role)
		for _, r := range o.Routes {
			if !strings.HasPrefix(r.Path, "/catalogue") && !strings.HasPrefix(r.Path, "/prices") {
				continue
			}
			path := strings.NewReplacer(":goods", "jp-3g-7", ":id", "1").Replace(r.Path)
			status := o.ask(r.Method, path, token, object{"site": "0"}).Code
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s %s %s: %d", role, r.Method, r.Path, status)
		}
		require.Equal(t, role == staff.Merchandiser || role == staff.Admin, role.May(staff.EditPrices), role)
	}
}

func TestAPriceIsPreviewedSetScheduledAndWithdrawn(t *testing.T) {
	t.Parallel()
	o := open(t)
	mei, bo := o.member("Mei", staff.Merchandiser), o.member("Bo", staff.Merchandiser)
	_, err := o.db.SQL.Exec(`
		insert into cart_item (tenant_id, owner, goods_id, sim_type, quantity) values
			(21, 'v:a', 'jp-3g-7', 'esim', 1), (21, 'v:b', 'jp-3g-7', 'esim', 2), (20, 'v:b', 'jp-3g-7', 'esim', 2)`)
	require.NoError(t, err)

	seen := o.does(http.MethodPost, plan+"/prices/preview", mei, wants("45.90", "2026-12-01T00:00"))
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

	o.does(http.MethodPost, plan+"/prices", mei, wants("45.90", "2026-12-01T00:00"))
	is := o.atHongKong(bo)
	waiting := is["waiting"].([]any)[0].(object)
	require.Equal(t, []any{5100.0, "1", "Mei", 4590.0}, []any{is["price"], is["revision"], waiting["author"], waiting["price"]})
	listed := o.does(http.MethodGet, "/catalogue?site=21&state=scheduled&q=JAPAN+3gb", bo, nil)["plans"].([]any)
	require.Equal(t, "jp-3g-7", listed[0].(object)["id"])
	require.Len(t, o.does(http.MethodGet, "/catalogue?site=20&state=scheduled", bo, nil)["plans"], 0)

	// Bo has not seen that.
	told := o.refused(http.StatusConflict, "price_overtaken", http.MethodPost, plan+"/prices", bo, wants("46", ""))
	require.Equal(t, "Mei has scheduled a price in the meantime; now it is HK$51.00.", told["message"])
	o.lang = "zh"
	told = o.refused(http.StatusConflict, "price_overtaken", http.MethodPost, plan+"/prices", bo, wants("46", ""))
	require.Equal(t, "Mei 刚刚设定了定时价格；当前价格为 HK$51.00。", told["message"])
	o.lang = "en"
	o.does(http.MethodDelete, plan+"/prices/"+waiting["id"].(string)+"?site=21", bo, object{})
	o.refused(http.StatusConflict, "price_not_waiting", http.MethodDelete, plan+"/prices/"+waiting["id"].(string)+"?site=21", bo, object{})

	now := wants("46", "")
	now["revision"] = "2"
	o.does(http.MethodPost, plan+"/prices", bo, now)
	is = o.atHongKong(mei)
	require.Equal(t, []any{4600.0, true, "Bo"}, []any{is["price"], is["decided"], is["author"]})
	require.Len(t, is["past"], 2)
}

func TestFactsAreChangedByAForm(t *testing.T) {
	t.Parallel()
	o := open(t)
	mei := o.member("Mei", staff.Merchandiser)
	facts := object{
		"site": "21", "revision": "0", "unlimited": false, "speedAfterKbps": 256, "networkType": "4G", "hotspot": "9", "refundDays": 14,
	}
	refused := o.refused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPut, plan+"/facts", mei, facts)
	require.Equal(t, object{"hotspot": "Enter a whole number of GB, at most the data of the plan."}, refused["fields"])
	facts["hotspot"] = "2"
	o.does(http.MethodPut, plan+"/facts", mei, facts)
	is := o.atHongKong(mei)
	shown := is["facts"].(object)
	require.Equal(t, []any{"4G", "2", 256.0, "unused_14_days", 14.0, 7.0, "1"}, []any{
		shown["networkType"], shown["hotspot"], shown["speedAfterKbps"], shown["refundPolicy"], is["refundDays"], shown["days"], is["revision"],
	})
	o.refused(http.StatusConflict, "price_overtaken", http.MethodPut, plan+"/facts", mei, facts)
}

func TestRefusalsStandBesideTheirFields(t *testing.T) {
	t.Parallel()
	o := open(t)
	mei := o.member("Mei", staff.Merchandiser)
	path := plan + "/prices/preview"
	for code, body := range map[string]object{
		"price_too_small": wants("1", ""), "price_invalid": wants("<script>", ""), "price_not_in_unit": wants("45.905", ""), "price_same": wants("51", ""),
	} {
		out := o.refused(http.StatusUnprocessableEntity, code, http.MethodPost, path, mei, body)
		require.Equal(t, out["message"], out["fields"].(object)["price"])
		require.NotContains(t, out["message"], "{{")
	}
	out := o.refused(http.StatusUnprocessableEntity, "price_time_past", http.MethodPost, path, mei, wants("45", "2026-01-01T00:00"))
	require.Equal(t, out["message"], out["fields"].(object)["at"])
	foreign := wants("45", "")
	foreign["currency"] = "USD"
	out = o.refused(http.StatusUnprocessableEntity, "price_currency", http.MethodPost, path, mei, foreign)
	require.Equal(t, "The price is in USD, but this site sells in HKD.", out["message"])
	o.refused(http.StatusConflict, "price_confirm", http.MethodPost, plan+"/prices", mei, wants("20", ""))
	o.refused(http.StatusNotFound, "not_found", http.MethodPost, "/catalogue/nothing/prices/preview", mei, wants("45", ""))
	elsewhere := wants("45", "")
	elsewhere["site"] = "99"
	o.refused(http.StatusNotFound, "not_found", http.MethodPost, path, mei, elsewhere)
}

func TestWhatAPlanSays(t *testing.T) {
	t.Parallel()
	o := open(t)
	mei := o.member("Mei", staff.Merchandiser)
	is := o.atHongKong(mei)
	require.Equal(t, object{
		"title": "日本 3GB 7天（eSIM）", "address": "https://hk.shop.example/zh/travel-card/asia/jp-3g-7", "description": is["found"].(object)["zh"].(object)["description"],
	}, is["found"].(object)["zh"])
	require.Contains(t, is["found"].(object)["zh"].(object)["description"], "51.00")
	body := is["details"].(object)
	body["site"], body["revision"], body["nameZh"], body["destinations"], body["visible"] = "21", "0", "日本,一周", []string{"jp", "xx"}, false
	out := o.refused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPut, plan+"/details", mei, body)
	require.Len(t, out["fields"], 2)
	require.NotContains(t, out["fields"], "{{")
	body["nameZh"], body["destinations"] = "日本一周", []string{" jp", "kr"}
	o.does(http.MethodPut, plan+"/details", mei, body)
	is = o.atHongKong(mei)
	require.Equal(t, []any{"日本一周", []any{"JP", "KR"}, false}, []any{
		is["details"].(object)["nameZh"], is["details"].(object)["destinations"], is["visible"],
	})
	require.Empty(t, is["found"], "a hidden plan has no page")
	require.Len(t, o.does(http.MethodGet, "/catalogue?site=21&state=hidden", mei, nil)["plans"], 1)
	o.refused(http.StatusConflict, "price_overtaken", http.MethodPut, plan+"/details", mei, body)
}

func TestPricesAsAFile(t *testing.T) {
	t.Parallel()
	o := open(t)
	mei := o.member("Mei", staff.Merchandiser)
	rec := o.ask(http.MethodGet, "/prices/file?site=21", mei, nil)
	require.Equal(t, []any{200, "text/csv; charset=utf-8", `attachment; filename="prices-hk.csv"`},
		[]any{rec.Code, rec.Header().Get("Content-Type"), rec.Header().Get("Content-Disposition")})
	good := strings.Replace(rec.Body.String(), "日本 3GB 7天,HKD,51.00,,", "日本 3GB 7天,HKD,51.00,45.90,", 1)
	bad := strings.Replace(good, ",45.90,", ",0.90,", 1)

	tried := o.does(http.MethodPost, "/prices/file/check", mei, object{"csv": bad})
	row := tried["rows"].([]any)[0].(object)
	require.Equal(t, []any{true, 7.0, "The price is at least HK$4.00, the smallest charge."}, []any{tried["faulty"], row["column"], row["why"]})
	out := o.refused(http.StatusUnprocessableEntity, "table_faulty", http.MethodPost, "/prices/file", mei, object{"csv": bad})
	require.NotEmpty(t, out["data"].(object)["rows"])
	o.refused(http.StatusUnprocessableEntity, "table_columns", http.MethodPost, "/prices/file/check", mei, object{"csv": "a,b"})
	require.EqualValues(t, 5100, o.atHongKong(mei)["price"])
	o.does(http.MethodPost, "/prices/file", mei, object{"csv": good})
	require.EqualValues(t, 4590, o.atHongKong(mei)["price"])
}
