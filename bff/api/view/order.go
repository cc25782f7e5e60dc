package view

import (
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/shared"
)

// Budget returns the contract's budget.
func Budget(b order.Budget, locale string) gen.Budget {
	out := amounts(b.Amounts, locale)
	out.NeedsAddress = b.NeedsAddress
	out.Lines = each(slices.Concat(b.Lines, b.Missing), func(l order.BudgetLine) gen.BudgetLine {
		line := gen.BudgetLine{
			GoodsId: l.GoodsID, Name: l.Name(locale), Image: l.Image, SimType: l.SimType, Quantity: l.Quantity,
			UnitPrice: l.UnitPrice, LineTotal: l.Total(), Discount: l.DiscountShare, Available: l.Available,
		}
		if l.NumberID != 0 {
			line.NumberId, line.Number, line.NumberFee = id(l.NumberID), l.Number, &l.NumberFee
		}
		line.TransferPhone, line.SimId, line.SimLast4 = l.TransferPhone, l.SIM.Ref, l.SIM.ICCIDLast4
		line.StartDate, line.StartText, line.StartDateProblem = l.StartDate, startRule(l.StartDate, l.Activation, locale), StartProblem(l.StartProblem, locale)
		if p := l.Prepaid(); p > 0 {
			line.Prepaid = &p
		}
		return line
	})
	if b.NeedsAddress {
		out.ShippingMethod, out.FreightEstimated = b.ShippingMethod, &b.FreightEstimated
		out.ShippingMethods = ShippingMethods(b.ShippingMethods, locale, b.Currency)
	}
	return out
}

func amounts(a order.Amounts, locale string) gen.Budget {
	return gen.Budget{
		Lines: []gen.BudgetLine{}, Subtotal: a.Subtotal, DiscountAmount: a.DiscountAmount, Shipping: a.FreightAmount,
		FreightAmount: a.FreightAmount, Tax: a.Tax, NumberSelectionFee: a.NumberSelectionFee, PrepaidAmount: a.PrepaidAmount,
		OrderTotal: a.OrderTotal, Currency: a.Currency,
		Discounts: each(a.Discounts, func(d order.Discount) gen.Discount {
			v := gen.Discount{Kind: d.Kind, Code: d.Code, Amount: d.Amount, Applied: d.Applied, Reason: d.Reason}
			if d.Points != 0 {
				v.Points = &d.Points
			}
			if d.Reason != "" {
				v.Message = message(locale, d.Reason)
			}
			return v
		}),
	}
}

// ShippingMethods returns the ways to send a parcel, never nil.
func ShippingMethods(list []order.ShippingMethod, locale, currency string) []gen.ShippingMethod {
	return each(list, func(m order.ShippingMethod) gen.ShippingMethod {
		return gen.ShippingMethod{
			Code: m.Code, Name: m.Name(locale), Amount: m.Amount, Currency: currency,
			Eta: eta(m, locale),
		}
	})
}

// eta says how many working days a parcel takes.
func eta(m order.ShippingMethod, locale string) string {
	key := "shipping.eta_range"
	switch {
	case m.DaysMax == 1:
		key = "shipping.eta_one"
	case m.DaysMin == m.DaysMax:
		key = "shipping.eta_other"
	}
	return shared.Text(locale, "server", key, map[string]any{"min": m.DaysMin, "count": m.DaysMax})
}

// OrderExtras is what the view of an order shows from other modules.
type OrderExtras struct {
	Now     time.Time
	Refunds []payment.Refund
	// Refundable says that a refund can be asked for.
	Refundable bool
	// Goods supply pictures; the names are those the order was placed with.
	Goods map[string]catalog.Goods
	// ToRegister are SIMs of the order's lines that have to be registered first, by the line's id.
	ToRegister map[int64]owned.ToRegister
	// SIMs are those of the order's lines, ToppedUp those that its top-ups were added to.
	SIMs, ToppedUp []owned.SIM
	// Zone is the site's.
	Zone *time.Location
	// Method is a name in the language.
	Method string
	// Places is what the site calls places, by code; Country is that of the address.
	Places  map[string]string
	Country string
	// TrackingPage is where the carrier shows where the parcel is, "" where nobody does.
	TrackingPage string
	// ArrivesFrom and ArrivesBy are when the parcel should be there; nil when there is none under way.
	ArrivesFrom, ArrivesBy *time.Time
}

// Order returns the contract's order.
func Order(o order.Order, b OrderExtras, locale string) gen.Order {
	goods, refunds := b.Goods, b.Refunds
	plans := false
	out := gen.Order{
		OrderNo: o.OrderNo, Status: string(o.Status), OrderTime: o.CreatedAt, PayBefore: o.ExpiresAt,
		PaymentMethod: o.PaymentMethod, Cancellable: o.Cancellable(), CancelReason: o.CancelReason,
		Amounts: amounts(o.Amounts, locale),
		Contact: gen.OrderContact{FirstName: o.Contact.FirstName, LastName: o.Contact.LastName, Email: o.Contact.Email, Phone: o.Contact.Phone},
		Stepper: each(o.Stepper(), func(s order.Step) gen.StepperStep { return gen.StepperStep{Step: s.Step, At: s.At} }),
		Items:   make([]gen.OrderItem, len(o.Lines)),
		Refunds: each(refunds, refund),
		Delay:   delay(o, b.Now), Registration: Registration(o, b.ToRegister),
	}
	for i, l := range o.Lines {
		image := goods[l.GoodsID].Image
		out.Items[i] = orderItem(l, image, locale, b.Places)
		out.Items[i].State, out.Items[i].SimStates, out.Items[i].StateText = lineStatus(o, l, b, locale)
		if slices.ContainsFunc(b.SIMs, func(s owned.SIM) bool { return s.BoughtLine == l.ID && !inOtherAccount(o, s) && s.StartsAtInstall() }) {
			out.Items[i].StartsAtInstall = new(true)
		}
		if l.HandedOver() && l.TopUp() {
			out.Items[i].SimPath, out.Items[i].StateText = topUpTarget(o, l, b, locale)
		}
		out.Amounts.Lines = append(out.Amounts.Lines, orderedLine(l, image, locale))
		plans = plans || l.ContractPeriod != ""
	}
	out.IsPlansOrder = &plans
	if o.Address != nil {
		out.Amounts.NeedsAddress = true
		out.ShippingInfo = &gen.ShippingInfo{
			FullName: o.Address.FullName, Address: Address(*o.Address), CountryName: b.Country, Method: b.Method,
			TrackingNumber: o.TrackingNumber, TrackingUrl: b.TrackingPage, ArrivesFrom: b.ArrivesFrom, ArrivesBy: b.ArrivesBy,
		}
	}
	late, refundable, held := lateRefund(o, refunds), b.Refundable, o.HoldReason != ""
	out.LateRefund, out.Refundable, out.Held = &late, &refundable, &held
	return out
}

// handedOver is the state of a line whose SIMs do not stand alike, or of which nothing is known.
const handedOver = "handed_over"

// delivered is the state of cards whose parcel has arrived.
const delivered = "delivered"

// lineStatus returns where a line of an order stands, and for one whose SIMs were handed over how these stand.
func lineStatus(o order.Order, l order.Line, b OrderExtras, locale string) (state string, sims []string, text string) {
	state = lineState(o, l, delay(o, b.Now) != nil, b.ToRegister)
	if !l.HandedOver() || l.TopUp() {
		return state, nil, ""
	}
	sims, text = simStates(o, l, b.SIMs, locale)
	if text == "" && state == order.LineReady {
		state = handedOver
	}
	return state, sims, text
}

// simStates returns how the SIMs of a line stand, and the words for it when they are all equal. What has become of a SIM in
// another account is not shown to whoever bought it.
func simStates(o order.Order, l order.Line, sims []owned.SIM, locale string) (states []string, text string) {
	equal := true
	for _, sim := range sims {
		if sim.BoughtLine != l.ID || inOtherAccount(o, sim) {
			continue
		}
		states = append(states, string(sim.State()))
		equal = equal && states[0] == string(sim.State())
		text = stateText(sim, locale)
	}
	// A card that nobody has used was shipped; once it has arrived, that is the state of its line and not of the card.
	unused := arrived(o) && slices.Contains(states, string(owned.Shipped))
	if !equal || len(states) != l.Quantity || unused {
		text = ""
	}
	return states, text
}

// inOtherAccount reports whether a SIM of an order is in an account other than its buyer's, as far as the order knows.
func inOtherAccount(o order.Order, sim owned.SIM) bool {
	return sim.Linked && (o.UserID == nil || sim.OwnerID != *o.UserID)
}

// stateText says how a SIM stands. One that is asked back is not called ready to install, nor a card that has arrived on its way.
func stateText(sim owned.SIM, locale string) string {
	state := string(sim.State())
	switch {
	case sim.RefundOpen():
		state = "refund_open"
	case sim.State() == owned.Shipped && sim.Arrived:
		state = delivered
	}
	return shared.Text(locale, "server", "sim.state."+state, nil)
}

func orderItem(l order.Line, image, locale string, places map[string]string) gen.OrderItem {
	topUp := l.TopUp()
	return gen.OrderItem{
		LineId: id(l.ID), GoodsId: l.GoodsID, Name: l.Name(locale), Image: image, Quantity: l.Quantity, SimType: l.SimType,
		UnitPrice: l.UnitPrice, SimCardNumber: l.SimCardNumber, Number: l.Number,
		TransferPhone: l.TransferPhone, TransferNote: l.TransferNote, StartDate: l.StartDate, StartText: startText(l.StartDate, locale),
		ContractPeriod: l.ContractPeriod, TopUp: &topUp, Device: DeviceCheck(l.Device(), locale, places),
	}
}

// orderedLine is a line among the amounts.
func orderedLine(l order.Line, image, locale string) gen.BudgetLine {
	line := gen.BudgetLine{
		GoodsId: l.GoodsID, Name: l.Name(locale), Image: image, SimType: l.SimType, Quantity: l.Quantity,
		UnitPrice: l.UnitPrice, LineTotal: l.Total(), Discount: l.DiscountShare, Available: true, Number: l.Number,
		TransferPhone: l.TransferPhone, StartDate: l.StartDate, StartText: startText(l.StartDate, locale),
	}
	if l.TopUp() {
		line.SimLast4 = l.SimCardNumber
	}
	if l.NumberFee > 0 {
		line.NumberFee = &l.NumberFee
	}
	if p := l.Prepaid(); p > 0 {
		line.Prepaid = &p
	}
	return line
}

// Registration returns what has to be done about an order's SIMs before they can be used, nil for nothing. What was rejected
// comes first.
func Registration(o order.Order, toRegister map[int64]owned.ToRegister) *gen.ToRegister {
	var out *gen.ToRegister
	for _, l := range o.Lines {
		todo, open := toRegister[l.ID]
		if !open || (out != nil && todo.RealName != owned.Rejected) {
			continue
		}
		out = &gen.ToRegister{State: string(todo.RealName), SimId: todo.Ref}
		if todo.RealName == owned.Rejected {
			break
		}
	}
	return out
}

// arrived reports whether what was sent with an order has arrived, whatever of it was refunded later.
func arrived(o order.Order) bool { return o.CompletedAt != nil }

// lineState is where a line stands: a top-up that was handed over needs no installing, and a SIM that has to be registered
// first needs that before all else.
func lineState(o order.Order, l order.Line, late bool, toRegister map[int64]owned.ToRegister) string {
	if _, open := toRegister[l.ID]; open {
		return "needs_action"
	}
	switch {
	case l.TopUp() && l.State == order.LineReady:
		return "topped_up"
	case l.State == order.LineShipped && arrived(o):
		return delivered
	case late && l.Awaited():
		return "delayed"
	}
	return l.State
}

// delay returns how late an order is; nil when it is not.
func delay(o order.Order, now time.Time) *gen.OrderDelay {
	d, late := o.Delay()
	if !late {
		return nil
	}
	return &gen.OrderDelay{Since: d.Since, RefundAt: d.RefundAt, Overdue: !now.Before(d.RefundAt)}
}

// Orders returns the contract's list of orders with the filters it was asked with. Of what is beside them it shows goods,
// registrations and SIMs.
func Orders(l order.List, b OrderExtras, locale string) gen.AccountOrdersPage {
	q := l.Query
	return gen.AccountOrdersPage{
		Query: gen.AccountOrdersQuery{Tab: q.Tab, Period: q.Period, Keyword: q.Keyword, Page: q.Page},
		List: gen.OrderList{
			Total: l.Total, Page: q.Page, PageSize: order.PageSize,
			Items: each(l.Orders, func(o order.Order) gen.OrderSummary { return OrderSummary(o, b, locale) }),
		},
	}
}

// OrderSummary returns an order as it stands in a list.
func OrderSummary(o order.Order, b OrderExtras, locale string) gen.OrderSummary {
	return gen.OrderSummary{
		OrderNo: o.OrderNo, Status: string(o.Status), OrderTime: o.CreatedAt, PayBefore: o.ExpiresAt,
		OrderTotal: o.Amounts.OrderTotal, Currency: o.Amounts.Currency, PaymentMethod: o.PaymentMethod,
		Cancellable: o.Cancellable(), TrackingNumber: o.TrackingNumber, Delay: delay(o, b.Now),
		Registration: Registration(o, b.ToRegister),
		Items: each(o.Lines, func(l order.Line) gen.OrderSummaryItem {
			topUp := l.TopUp()
			item := gen.OrderSummaryItem{
				GoodsId: l.GoodsID, Name: l.Name(locale), Image: b.Goods[l.GoodsID].Image, Quantity: l.Quantity, SimType: l.SimType,
				StartDate: l.StartDate, StartText: startText(l.StartDate, locale), TopUp: &topUp,
			}
			item.State, item.SimStates, item.StateText = lineStatus(o, l, b, locale)
			return item
		}),
	}
}

// Address returns the contract's address.
func Address(a order.Address) gen.Address {
	return gen.Address{
		FullName: a.FullName, Country: a.Country, AddressLine1: a.AddressLine1, AddressLine2: a.AddressLine2, City: a.City,
		State: a.State, ZipCode: a.ZipCode, Phone: a.Phone, Email: a.Email,
	}
}
