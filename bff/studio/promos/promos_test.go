package promos_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/promo"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/promos"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/tenant"
)

// fixture is the Studio with the area of promo codes.
type fixture struct {
	studiotest.Served
	t *testing.T
}

type object = map[string]any

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	area := &promos.Area{Codes: promo.New(db, clk), Sites: tenant.Always(
		tenant.Tenant{ID: 20, Code: "global", Name: tenant.Text{En: "Global", Zh: "全球站"}, Currency: "USD", TimeZone: "Asia/Hong_Kong"},
		tenant.Tenant{ID: 21, Code: "hk", Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}, Currency: "HKD", TimeZone: "Asia/Hong_Kong"},
	)}
	return &fixture{studiotest.Serve(t, db, clk, area), t}
}

// codeForm is the form of a code of ten percent at both sites.
func codeForm() object {
	return object{
		"code": "summer", "kind": "percent", "group": "", "starts": "", "ends": "", "maxUses": "", "maxPerCustomer": "", "grantOn": "", "confirmed": false,
		"sites": []object{{"site": "20", "value": "10", "minSubtotal": ""}, {"site": "21", "value": "10", "minSubtotal": "100"}},
	}
}

// changeForm is the form of a change of that code at Hong Kong, based on a revision.
func changeForm(revision string) object {
	out := codeForm()
	delete(out, "code")
	delete(out, "sites")
	out["site"], out["revision"], out["value"], out["minSubtotal"] = "21", revision, "12", "100"
	return out
}

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, role := range staff.Roles() {
		token := f.Member(string(role), role)
		for _, r := range f.Routes {
			if !strings.HasPrefix(r.Path, "/promos") {
				continue
			}
			status, _ := f.Call(r.Method, strings.ReplaceAll(r.Path, ":code", "WELCOME10"), token, object{"site": "0"})
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s %s %s: %d", role, r.Method, r.Path, status)
		}
	}
}

func TestACodeIsMadeChangedEndedAndDeleted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, bo := f.Member("Mei", staff.Merchandiser), f.Member("Bo", staff.Merchandiser)
	require.Equal(t, "SUMMER", f.MustCall(http.MethodPost, "/promos", mei, codeForm())["code"])
	out := f.RequireRefused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPost, "/promos", bo, codeForm())
	require.Equal(t, "This site has a code of this name already.", out["fields"].(object)["code"])
	seen := f.MustCall(http.MethodGet, "/promos/summer", bo, nil)
	is := seen["sites"].([]any)[1].(object)["is"].(object)
	require.Equal(t, []any{"running", 10.0, 10000.0, "100.00", "1", "Mei", nil},
		[]any{is["state"], is["value"], is["minSubtotal"], is["typed"].(object)["minSubtotal"], is["revision"], is["author"], is["maxUses"]})
	require.Empty(t, seen["missing"])

	f.MustCall(http.MethodPut, "/promos/SUMMER", mei, changeForm("1"))
	f.Lang = "zh"
	told := f.RequireRefused(http.StatusConflict, "promo_overtaken", http.MethodPut, "/promos/SUMMER", bo, changeForm("1"))
	require.Contains(t, told["message"], "Mei 刚刚修改了该优惠码")
	f.Lang = "en"
	free := changeForm("2")
	free["value"] = "100"
	told = f.RequireRefused(http.StatusConflict, "promo_confirm", http.MethodPut, "/promos/SUMMER", bo, free)
	require.Equal(t, "With this code an order of HK$100.00 costs nothing. Confirm that you mean it.", told["message"])
	free["value"] = "101"
	told = f.RequireRefused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPut, "/promos/SUMMER", bo, free)
	require.Equal(t, object{"value": "Enter a whole number from 1 to 100."}, told["fields"])

	f.MustCall(http.MethodPost, "/promos/SUMMER/end", bo, object{"site": "21", "revision": "2"})
	f.RequireRefused(http.StatusConflict, "promo_over", http.MethodPost, "/promos/SUMMER/end", bo, object{"site": "21", "revision": "3"})
	list := f.MustCall(http.MethodGet, "/promos?site=21&state=ended&q=summ", mei, nil)
	require.Len(t, list["codes"], 1)
	require.Equal(t, []any{2.0, 8.0}, []any{list["counts"].(object)["ended"], list["counts"].(object)["all"]})
	f.MustCall(http.MethodDelete, "/promos/SUMMER?site=21&revision=3", mei, object{})
	f.RequireRefused(http.StatusConflict, "promo_was_used", http.MethodDelete, "/promos/FIRST100?site=21&revision=0", mei, object{})
	require.Equal(t, "21", f.MustCall(http.MethodGet, "/promos/SUMMER", mei, nil)["missing"].([]any)[0].(object)["id"])
	f.RequireRefused(http.StatusNotFound, "not_found", http.MethodGet, "/promos/NOTHING", mei, nil)
	twice := codeForm()
	twice["sites"] = []object{{"site": "20", "value": "10", "minSubtotal": ""}, {"site": "20", "value": "12", "minSubtotal": ""}}
	f.RequireRefused(http.StatusBadRequest, "bad_request", http.MethodPost, "/promos", mei, twice)
}
