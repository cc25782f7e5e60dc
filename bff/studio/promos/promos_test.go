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
	t    *testing.T
	lang string
}

type object = map[string]any

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	area := &promos.Area{Codes: promo.New(db, clk), Sites: tenant.Always(
		tenant.Tenant{ID: 20, Code: "global", Name: tenant.Text{En: "Global", Zh: "全球站"}, Currency: "USD", TimeZone: "Asia/Hong_Kong"},
		tenant.Tenant{ID: 21, Code: "hk", Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}, Currency: "HKD", TimeZone: "Asia/Hong_Kong"},
	)}
	return &fixture{studiotest.Serve(t, db, clk, area), t, "en"}
}

// newMember makes a member of a role and returns the token of a session.
func (f *fixture) newMember(name string, role staff.Role) string {
	f.t.Helper()
	return f.Member(f.t, name, role)
}

// call asks as the Studio's application does and returns the status and what the answer says.
func (f *fixture) call(method, path, token string, body any) (int, object) {
	f.t.Helper()
	return f.Call(f.t, f.lang, method, path, token, body)
}

func (f *fixture) mustCall(method, path, token string, body any) object {
	f.t.Helper()
	status, out := f.call(method, path, token, body)
	require.Less(f.t, status, 300, "%s %s: %v", method, path, out)
	return out
}

func (f *fixture) requireRefused(status int, code, method, path, token string, body any) object {
	f.t.Helper()
	got, out := f.call(method, path, token, body)
	require.Equal(f.t, []any{status, code}, []any{got, out["code"]}, "%s %s: %v", method, path, out)
	return out
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
		token := f.newMember(string(role), role)
		for _, r := range f.Routes {
			if !strings.HasPrefix(r.Path, "/promos") {
				continue
			}
			status, _ := f.call(r.Method, strings.ReplaceAll(r.Path, ":code", "WELCOME10"), token, object{"site": "0"})
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s %s %s: %d", role, r.Method, r.Path, status)
		}
	}
}

func TestACodeIsMadeChangedEndedAndDeleted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, bo := f.newMember("Mei", staff.Merchandiser), f.newMember("Bo", staff.Merchandiser)
	require.Equal(t, "SUMMER", f.mustCall(http.MethodPost, "/promos", mei, codeForm())["code"])
	out := f.requireRefused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPost, "/promos", bo, codeForm())
	require.Equal(t, "This site has a code of this name already.", out["fields"].(object)["code"])
	seen := f.mustCall(http.MethodGet, "/promos/summer", bo, nil)
	is := seen["sites"].([]any)[1].(object)["is"].(object)
	require.Equal(t, []any{"running", 10.0, 10000.0, "100.00", "1", "Mei", nil},
		[]any{is["state"], is["value"], is["minSubtotal"], is["typed"].(object)["minSubtotal"], is["revision"], is["author"], is["maxUses"]})
	require.Empty(t, seen["missing"])

	f.mustCall(http.MethodPut, "/promos/SUMMER", mei, changeForm("1"))
	f.lang = "zh"
	told := f.requireRefused(http.StatusConflict, "promo_overtaken", http.MethodPut, "/promos/SUMMER", bo, changeForm("1"))
	require.Contains(t, told["message"], "Mei 刚刚修改了该优惠码")
	f.lang = "en"
	free := changeForm("2")
	free["value"] = "100"
	told = f.requireRefused(http.StatusConflict, "promo_confirm", http.MethodPut, "/promos/SUMMER", bo, free)
	require.Equal(t, "With this code an order of HK$100.00 costs nothing. Confirm that you mean it.", told["message"])
	free["value"] = "101"
	told = f.requireRefused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPut, "/promos/SUMMER", bo, free)
	require.Equal(t, object{"value": "Enter a whole number from 1 to 100."}, told["fields"])

	f.mustCall(http.MethodPost, "/promos/SUMMER/end", bo, object{"site": "21", "revision": "2"})
	f.requireRefused(http.StatusConflict, "promo_over", http.MethodPost, "/promos/SUMMER/end", bo, object{"site": "21", "revision": "3"})
	list := f.mustCall(http.MethodGet, "/promos?site=21&state=ended&q=summ", mei, nil)
	require.Len(t, list["codes"], 1)
	require.Equal(t, []any{2.0, 8.0}, []any{list["counts"].(object)["ended"], list["counts"].(object)["all"]})
	f.mustCall(http.MethodDelete, "/promos/SUMMER?site=21&revision=3", mei, object{})
	f.requireRefused(http.StatusConflict, "promo_was_used", http.MethodDelete, "/promos/FIRST100?site=21&revision=0", mei, object{})
	require.Equal(t, "21", f.mustCall(http.MethodGet, "/promos/SUMMER", mei, nil)["missing"].([]any)[0].(object)["id"])
	f.requireRefused(http.StatusNotFound, "not_found", http.MethodGet, "/promos/NOTHING", mei, nil)
	twice := codeForm()
	twice["sites"] = []object{{"site": "20", "value": "10", "minSubtotal": ""}, {"site": "20", "value": "12", "minSubtotal": ""}}
	f.requireRefused(http.StatusBadRequest, "bad_request", http.MethodPost, "/promos", mei, twice)
}
