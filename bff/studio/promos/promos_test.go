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

// office is the Studio with the area of promo codes.
type office struct {
	studiotest.Served
	t    *testing.T
	lang string
}

type object = map[string]any

func open(t *testing.T) *office {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	area := &promos.Area{Codes: promo.New(db, clk), Sites: tenant.Always(
		tenant.Tenant{ID: 20, Code: "global", Name: tenant.Text{En: "Global", Zh: "全球站"}, Currency: "USD", TimeZone: "Asia/Hong_Kong"},
		tenant.Tenant{ID: 21, Code: "hk", Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}, Currency: "HKD", TimeZone: "Asia/Hong_Kong"},
	)}
	return &office{studiotest.Serve(t, db, clk, area), t, "en"}
}

// member makes a member of a role and returns the token of a session.
func (o *office) member(name string, role staff.Role) string {
	o.t.Helper()
	return o.Member(o.t, name, role)
}

// call asks as the Studio's application does and returns the status and what the answer says.
func (o *office) call(method, path, token string, body any) (int, object) {
	o.t.Helper()
	return o.Call(o.t, o.lang, method, path, token, body)
}

func (o *office) does(method, path, token string, body any) object {
	o.t.Helper()
	status, out := o.call(method, path, token, body)
	require.Less(o.t, status, 300, "%s %s: %v", method, path, out)
	return out
}

func (o *office) refused(status int, code, method, path, token string, body any) object {
	o.t.Helper()
	got, out := o.call(method, path, token, body)
	require.Equal(o.t, []any{status, code}, []any{got, out["code"]}, "%s %s: %v", method, path, out)
	return out
}

// fresh is a code of ten percent at both sites.
func fresh() object {
	return object{
		"code": "summer", "kind": "percent", "group": "", "starts": "", "ends": "", "maxUses": "", "maxPerCustomer": "", "grantOn": "", "confirmed": false,
		"sites": []object{{"site": "20", "value": "10", "minSubtotal": ""}, {"site": "21", "value": "10", "minSubtotal": "100"}},
	}
}

// at is a change of that code at Hong Kong by somebody who has seen a revision.
func at(revision string) object {
	out := fresh()
	delete(out, "code")
	delete(out, "sites")
	out["site"], out["revision"], out["value"], out["minSubtotal"] = "21", revision, "12", "100"
	return out
}

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, role := range staff.Roles() {
		token := o.member(string(role), role)
		for _, r := range o.Routes {
			if !strings.HasPrefix(r.Path, "/promos") {
				continue
			}
			status, _ := o.call(r.Method, strings.ReplaceAll(r.Path, ":code", "WELCOME10"), token, object{"site": "0"})
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s %s %s: %d", role, r.Method, r.Path, status)
		}
	}
}

func TestACodeIsMadeChangedEndedAndDeleted(t *testing.T) {
	t.Parallel()
	o := open(t)
	mei, bo := o.member("Mei", staff.Merchandiser), o.member("Bo", staff.Merchandiser)
	require.Equal(t, "SUMMER", o.does(http.MethodPost, "/promos", mei, fresh())["code"])
	out := o.refused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPost, "/promos", bo, fresh())
	require.Equal(t, "This site has a code of this name already.", out["fields"].(object)["code"])
	seen := o.does(http.MethodGet, "/promos/summer", bo, nil)
	is := seen["sites"].([]any)[1].(object)["is"].(object)
	require.Equal(t, []any{"running", 10.0, 10000.0, "100.00", "1", "Mei", nil},
		[]any{is["state"], is["value"], is["minSubtotal"], is["typed"].(object)["minSubtotal"], is["revision"], is["author"], is["maxUses"]})
	require.Empty(t, seen["missing"])

	o.does(http.MethodPut, "/promos/SUMMER", mei, at("1"))
	o.lang = "zh"
	told := o.refused(http.StatusConflict, "promo_overtaken", http.MethodPut, "/promos/SUMMER", bo, at("1"))
	require.Contains(t, told["message"], "Mei 刚刚修改了该优惠码")
	o.lang = "en"
	free := at("2")
	free["value"] = "100"
	told = o.refused(http.StatusConflict, "promo_confirm", http.MethodPut, "/promos/SUMMER", bo, free)
	require.Equal(t, "With this code an order of HK$100.00 costs nothing. Confirm that you mean it.", told["message"])
	free["value"] = "101"
	told = o.refused(http.StatusUnprocessableEntity, "validation_failed", http.MethodPut, "/promos/SUMMER", bo, free)
	require.Equal(t, object{"value": "Enter a whole number from 1 to 100."}, told["fields"])

	o.does(http.MethodPost, "/promos/SUMMER/end", bo, object{"site": "21", "revision": "2"})
	o.refused(http.StatusConflict, "promo_over", http.MethodPost, "/promos/SUMMER/end", bo, object{"site": "21", "revision": "3"})
	list := o.does(http.MethodGet, "/promos?site=21&state=ended&q=summ", mei, nil)
	require.Len(t, list["codes"], 1)
	require.Equal(t, []any{2.0, 8.0}, []any{list["counts"].(object)["ended"], list["counts"].(object)["all"]})
	o.does(http.MethodDelete, "/promos/SUMMER?site=21&revision=3", mei, object{})
	o.refused(http.StatusConflict, "promo_was_used", http.MethodDelete, "/promos/FIRST100?site=21&revision=0", mei, object{})
	require.Equal(t, "21", o.does(http.MethodGet, "/promos/SUMMER", mei, nil)["missing"].([]any)[0].(object)["id"])
	o.refused(http.StatusNotFound, "not_found", http.MethodGet, "/promos/NOTHING", mei, nil)
	twice := fresh()
	twice["sites"] = []object{{"site": "20", "value": "10", "minSubtotal": ""}, {"site": "20", "value": "12", "minSubtotal": ""}}
	o.refused(http.StatusBadRequest, "bad_request", http.MethodPost, "/promos", mei, twice)
}
