package read

import (
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// OptionalID reads an id that may be absent, which is 0.
func OptionalID(field, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, fault.Fields(map[string]string{field: "invalid_value"})
	}
	return id, nil
}

// Selection reads what is to be ordered. Fault: login_required, where the form is a customer's and the session is over.
func Selection(call *caller.Call, b gen.DoBudgetBody) (order.Selection, error) {
	if b.Customer != nil && *b.Customer && call.User() == nil {
		return order.Selection{}, fault.New("login_required")
	}
	sel := order.Selection{
		TenantID: call.Tenant.ID, Currency: call.Tenant.Currency, Owner: call.Owner(), UserID: call.UserID(), Source: b.Source,
		ShippingMethod: b.ShippingMethod, Country: b.Destination, State: b.State, Coupon: b.Coupon, Referral: b.Referral,
		TrackedOrderNo: call.Viewer().TrackedOrderNo, Network: call.Network,
	}
	if b.Points != nil {
		sel.Points = *b.Points
	}
	if who := call.User(); who != nil {
		sel.AccountEmail = who.Customer.Email
		sel.Browser, _ = call.Browser()
	}
	if b.Item != nil {
		number, err := OptionalID("item.numberId", b.Item.NumberId)
		if err != nil {
			return sel, err
		}
		sel.Item = &cart.Add{
			GoodsID: b.Item.GoodsId, SimType: b.Item.SimType, Quantity: b.Item.Quantity,
			CompatibilityConfirmed: b.Item.CompatibilityConfirmed, NumberID: number,
			TransferPhone: call.Phone(b.Item.TransferPhone), TransferNote: b.Item.TransferNote, StartDate: b.Item.StartDate, SIM: b.Item.SimId,
		}
	}
	return sel, nil
}
