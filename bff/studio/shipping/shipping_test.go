package shipping_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/shipping"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	area "github.com/roamcart/roamcart/bff/studio/shipping"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/tenant"
)

type object = map[string]any

func TestAShippingTableIsChangedByWhoMay(t *testing.T) {
	t.Parallel()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	served := studiotest.Serve(t, db, clk, &area.Area{Tables: shipping.New(db, clk), Sites: tenant.Always(
		tenant.Tenant{ID: 20, Name: tenant.Text{En: "Global", Zh: "全球站"}}, tenant.Tenant{ID: 21, Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}},
	)})
	for _, role := range staff.Roles() {
		status, _ := served.Call(http.MethodPut, "/shipping", served.Member(string(role), role), object{"site": "99"})
		require.Equal(t, !role.May(staff.EditPrices), status == http.StatusForbidden, role)
	}
	mei, bo, support := served.Member("Mei", staff.Merchandiser), served.Member("Bo", staff.Merchandiser), served.Member("Su", staff.Support)
	_, is := served.In("zh").Call(http.MethodGet, "/shipping?site=21", support, nil)
	zones := is["zones"].([]any)
	require.Equal(t, []any{"HKD", "0", 3, "中国香港站"}, []any{is["currency"], is["revision"], len(zones), is["sites"].([]any)[1].(object)["name"]})
	express := zones[0].(object)["methods"].([]any)[1].(object)
	require.Equal(t, []any{"40.00", "1", "hong-kong", "HK"}, []any{express["amount"], express["daysMax"], zones[0].(object)["code"], zones[0].(object)["countries"]})

	express["amount"] = "free"
	status, out := served.Call(http.MethodPut, "/shipping", mei, object{"site": "21", "revision": "0", "zones": zones})
	require.Equal(t, []any{422, object{"zones.0.methods.1.amount": "Enter an amount, such as 5.00, or 0 for free delivery."}}, []any{status, out["fields"]})
	express["amount"] = "45"
	status, _ = served.Call(http.MethodPut, "/shipping", mei, object{"site": "21", "revision": "0", "zones": zones})
	require.Equal(t, http.StatusNoContent, status)
	status, out = served.In("zh").Call(http.MethodPut, "/shipping", bo, object{"site": "21", "revision": "0", "zones": zones})
	require.Equal(t, []any{http.StatusConflict, "shipping_overtaken"}, []any{status, out["code"]})
	require.Contains(t, out["message"], "Mei 刚刚修改了该配送表")
	_, is = served.Call(http.MethodGet, "/shipping?site=21", bo, nil)
	require.Equal(t, []any{"1", "Mei"}, []any{is["revision"], is["author"]})
}
