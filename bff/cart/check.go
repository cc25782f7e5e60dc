package cart

import (
	"maps"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// maxNote bounds the remark about a number that is brought along, in characters.
const maxNote = 200

// Add is what goes into a cart.
type Add struct {
	GoodsID                string
	SimType                string
	Quantity               int
	CompatibilityConfirmed bool
	// NumberID is a picked number of the plan, 0 for none.
	NumberID int64
	// TransferPhone is a number of the shopper's own that moves to the plan, "" for none.
	TransferPhone string
	TransferNote  string
	// StartDate is the day on which the plan begins, YYYY-MM-DD; "" for a plan that begins otherwise.
	StartDate string
	// SIM is the SIM that the plan is added to, by its ref; "" for a plan with a SIM of its own. Carts hold no such line.
	SIM string
	// Only selects this line alone, as buying it now does.
	Only bool
	// AtLeast makes the line have the quantity at least, instead of adding to what it has: done twice, it is done once.
	AtLeast bool
	// Device is the result of the check of the device it is for, nil without a check.
	Device *device.Check
	// ForOther is whether the shopper confirms that an eSIM is for another device than the one it was checked for, nil when
	// nobody asked. Only a no to that question is refused.
	ForOther *bool
	// Network is where the shopper is, "" where nobody knows.
	Network string
}

// Check says whether this product can be put in a cart or bought now in this form. It is the one place that holds
// these rules, so the product page, the cart and "buy now" cannot differ. The
// number that is brought along and the date are written as they will be kept.
func (a *Add) Check(o offer.Offer, known bool, now time.Time) error {
	fields := map[string]string{}
	if !known {
		return fault.New("goods_not_found")
	}
	if !o.Sells(a.SimType) {
		fields["simType"] = "sim_type_invalid"
	}
	if a.Quantity < 1 || a.Quantity > MaxQuantity {
		fields["quantity"] = "quantity_invalid"
	}
	if a.SimType == offer.ESIM && !a.CompatibilityConfirmed {
		fields["compatibilityConfirmed"] = "compatibility_required"
	}
	if a.SimType == offer.ESIM && a.Device.Refused(a.ForOther) {
		fields["forOtherDevice"] = "device_takes_no_esim"
	}
	a.Device = a.Device.With(a.ForOther != nil && *a.ForOther)
	maps.Copy(fields, a.numberProblems(o))
	a.StartDate = input.Plain(a.StartDate)
	if problem := o.StartProblem(a.StartDate, now); problem != "" {
		fields["startDate"] = problem
	}
	if len(fields) > 0 {
		return fault.Fields(fields).WithParams(map[string]any{"max": MaxQuantity})
	}
	if a.NumberID != 0 && !o.LocalNumber {
		return fault.New("number_not_allowed")
	}
	gone := map[string]any{"goodsIds": []string{a.GoodsID}}
	switch free := o.Free(a.SimType, a.NumberID != 0 || a.TransferPhone != ""); {
	case free <= 0:
		return fault.New("sold_out").WithData(gone)
	case free < int64(a.Quantity):
		return fault.New("stock_unavailable").WithData(gone)
	}
	return nil
}

// numberProblems says what is wrong with the number, picked or brought along: it belongs to one plan, and a plan has one number.
func (a *Add) numberProblems(o offer.Offer) map[string]string {
	fields := map[string]string{}
	own := input.Plain(a.TransferPhone)
	if a.NumberID == 0 && own == "" {
		a.TransferPhone, a.TransferNote = "", ""
		return fields
	}
	if a.Quantity != 1 {
		fields["quantity"] = "number_quantity"
	}
	if own == "" {
		a.TransferPhone, a.TransferNote = "", ""
		return fields
	}
	number, ok := offer.OwnNumber(own)
	switch {
	case !o.TransferNumber:
		fields["transferPhone"] = "transfer_not_allowed"
	case a.NumberID != 0:
		fields["transferPhone"] = "number_or_transfer"
	case !ok:
		fields["transferPhone"] = "transfer_phone_invalid"
	}
	a.TransferPhone, a.TransferNote = number, input.Line(a.TransferNote)
	if utf8.RuneCountInString(a.TransferNote) > maxNote {
		fields["transferNote"] = "too_long"
	}
	return fields
}
