package gen_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// The specification's section 7 names these calls.
func TestTheSpecificationsCalls(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]gen.Operation{
		"MenuList":           {Method: http.MethodGet, Path: "/gw/cms/api/menu/getShopMenus"},
		"SiteList":           {Method: http.MethodGet, Path: "/gw/cms/site/query"},
		"PaymentPk":          {Method: http.MethodGet, Path: "/gw/cq-ordercharge/payment/us/pk"},
		"Logout":             {Method: http.MethodGet, Path: "/gw/auth/token/logout"},
		"OrderEncryptSubmit": {Method: http.MethodPost, Path: "/gw/cq-ordercharge/order/encryptSubmit", Enc: true},
		"UserUpdate":         {Method: http.MethodPost, Path: "/gw/mall/us/updateUserInfo", Enc: true},
	} {
		got := gen.Operations[id]
		if got.Method != want.Method || got.Path != want.Path || got.Enc != want.Enc {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
}

// The specification's section 3 names these fields; the contract has them under these names.
func TestTheSpecificationsFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of     any
		fields string
	}{
		{gen.Order{}, "orderNo status orderTime items shippingInfo amounts paymentMethod"},
		{gen.OrderItem{}, "name quantity simType simCardNumber"},
		{gen.ShippingInfo{}, "fullName address method trackingNumber"},
		{gen.Budget{}, "subtotal discounts shipping tax orderTotal prepaidAmount freightAmount numberSelectionFee discountAmount"},
		{gen.User{}, "firstName lastName email promoConsent phone bssUserInfo"},
		{gen.RegisterBody{}, "firstName lastName email password promoConsent"},
		{gen.Sim{}, "phone iccidLast4 state validUntil realName usage"},
		{gen.SimUsage{}, "data voice sms"},
		{gen.SimUsageMeter{}, "used remaining unlimited deadline"},
		{gen.Address{}, "fullName country addressLine1 addressLine2 city state zipCode phone email"},
		{gen.ContactBody{}, "firstName lastName email orderNo message"},
		{gen.Goods{}, "destinations data days price voice simTypes networkType contractPeriod transferNumber"},
		{gen.MenuItem{}, "menuName icon redirectUrl redirectType version"},
		{gen.Site{}, "tenantId tenantName icon webSite"},
		{gen.SeoText{}, "seoTitle seoDescription"},
		{gen.Sealed{}, "aesSign message"},
		{gen.MenuListParams{}, "userType"},
	} {
		of := reflect.TypeOf(c.of)
		has := map[string]bool{}
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			has[name] = true
		}
		for field := range strings.FieldsSeq(c.fields) {
			if !has[field] {
				t.Errorf("%s has no %s", of.Name(), field)
			}
		}
	}
}
