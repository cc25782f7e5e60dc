package pages

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Order is the checkout.
const Order Kind = "order"

// ParamAgain is the parameter that names an order that is placed again.
const ParamAgain = "again"

var orderPage = Page[gen.OrderPage]{
	Row: Row{
		Kind: Order, Pattern: "/order", Private: true,
		Query: []Param{
			{Name: "buyNow"}, {Name: "simType"}, {Name: "quantity"}, {Name: "numberId"}, {Name: "startDate"},
			{Name: "compatibilityConfirmed"}, {Name: "forOtherDevice"}, {Name: "simId"}, {Name: "country"}, {Name: "shippingMethod"},
			{Name: "coupon"}, {Name: "referral"}, {Name: "points"}, {Name: ParamAgain},
		},
	},
	Data: orderData,
}

// orderData gathers the checkout. A friend's code that a customer named at sign-up is in the first budget, unless the address
// of the page names another. With nothing to order it leads to the cart; with a product that cannot be bought as asked,
// to the product, which says why; with a SIM that cannot have the plan, to that SIM. For a day that cannot be had it
// asks for another.
func orderData(ctx context.Context, s *Source, a PageContext) (gen.OrderPage, error) {
	source := bought(a.Query)
	page := gen.OrderPage{Source: source, Contact: buyer(caller.Of(ctx)), PaymentMethods: a.Tenant.PaymentMethods}
	body, err := s.budgetRequest(ctx, a, &page)
	if err != nil {
		return gen.OrderPage{}, err
	}
	sel, err := read.Selection(caller.Of(ctx), body)
	if err != nil {
		return gen.OrderPage{}, err
	}
	if err := s.AddDevice(ctx, &sel, nil); err != nil {
		return gen.OrderPage{}, err
	}
	b, late, err := s.priced(ctx, sel)
	if err != nil {
		return gen.OrderPage{}, s.redirectFromCheckout(ctx, a, source, err)
	}
	page.ShippingMethods = view.ShippingMethods(b.ShippingMethods, a.Locale, b.Currency)
	page.NeedsAddress, page.IsPlansOrder = b.NeedsAddress, b.PlansOrder
	if page.Budget, err = s.AddRegistrations(ctx, a.Tenant.ID, a.Locale, view.Budget(b, a.Locale)); err != nil {
		return gen.OrderPage{}, err
	}
	if slices.Contains(page.PaymentMethods, "card") {
		page.CardEntry = &gen.CardEntry{Pk: s.PublishableKey, StripeJs: s.StripeJS}
	}
	if page.Device, err = s.refusedDevice(ctx, a, b); err != nil {
		return gen.OrderPage{}, err
	}
	if late == "" {
		return page, nil
	}
	g, err := s.Catalog.Get(ctx, a.Tenant.ID, a.Locale, source.Item.GoodsId)
	if err != nil {
		return gen.OrderPage{}, err
	}
	if page.StartDates = s.startDates(a, g); page.StartDates != nil {
		page.StartDates.Problem = view.StartProblem(late, a.Locale)
	}
	page.Source.Item.StartDate = ""
	return page, nil
}

// budgetRequest returns what is priced at first: what the address of the page says, or else the former order, the customer's first
// address and code. It writes what it reads for that into the page.
func (s *Source) budgetRequest(ctx context.Context, a PageContext, page *gen.OrderPage) (gen.DoBudgetBody, error) {
	body := gen.DoBudgetBody{
		Source: page.Source.Kind, Item: page.Source.Item, Destination: a.Query.Get("country"), ShippingMethod: a.Query.Get("shippingMethod"),
		Coupon: a.Query.Get("coupon"), Referral: a.Query.Get("referral"),
	}
	former, err := s.FormerOrder(ctx, a.Query.Get(ParamAgain))
	if err != nil {
		return body, err
	}
	if former != nil {
		read.FillFromFormer(&body, *former)
		page.Former = read.ShowFormer(*former)
	}
	if page.Addresses, err = s.Addresses(ctx); err != nil {
		return body, err
	}
	if page.Countries, err = s.countries(ctx, a); err != nil {
		return body, err
	}
	if first := page.Addresses; body.Destination == "" && len(first) > 0 && shipsTo(page.Countries, first[0].Country) {
		body.Destination, body.State = first[0].Country, first[0].State
	}
	if page.Rewards, err = s.checkoutRewards(ctx); err != nil {
		return body, err
	}
	if page.Rewards != nil && body.Referral == "" {
		body.Referral = page.Rewards.ReferralCode
	}
	return body, nil
}

// refusedDevice returns the first device that cannot be used with what is bought, nil for none.
func (s *Source) refusedDevice(ctx context.Context, a PageContext, b order.Budget) (*gen.DeviceCheck, error) {
	i := slices.IndexFunc(b.Lines, func(l order.BudgetLine) bool { return l.Device.Refuses() })
	if i < 0 {
		return nil, nil
	}
	names, err := s.Catalog.PlaceNames(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return nil, err
	}
	check := view.DeviceCheck(b.Lines[i].Device, a.Locale, names)
	if a.Query.Get("forOtherDevice") == "1" {
		check.ForOther = new(true)
	}
	return check, nil
}

// redirectFromCheckout is where a shopper goes whose selection has no price.
func (s *Source) redirectFromCheckout(ctx context.Context, a PageContext, source gen.OrderSource, why error) error {
	switch code := fault.Code(why); {
	case code == "cart_empty":
		return RedirectTo(Cart, a.Locale, nil)
	case source.Item != nil && source.Item.SimId != "" && code != "":
		return s.atSIM(ctx, a.Locale, source.Item.SimId)
	case source.Item != nil && (code == "validation_failed" || code == "sold_out" || code == "stock_unavailable"):
		return s.backToGoods(ctx, a, source.Item.GoodsId, why)
	default:
		return asNotFound(why, "goods_not_found")
	}
}

// priced prices what is bought. A plan that can no longer begin on the day in the page's address, chosen yesterday perhaps, is
// priced without one, as that costs the same, with the reason as a key of the errors: the page asks for another day, and
// keeps what was typed.
func (s *Source) priced(ctx context.Context, sel order.Selection) (order.Budget, string, error) {
	b, err := s.Orders.Budget(ctx, sel)
	var refused *fault.Error
	if sel.Item == nil || !errors.As(err, &refused) {
		return b, "", err
	}
	late := refused.Fields["startDate"]
	if late == "" || late == "start_date_not_allowed" {
		return b, "", err
	}
	undated := *sel.Item
	undated.StartDate = ""
	sel.Item = &undated
	b, err = s.Orders.Budget(ctx, sel)
	return b, late, err
}

// buyer is how a customer is reached, nil for a guest.
func buyer(call *caller.Call) *gen.OrderContact {
	if call.User() == nil {
		return nil
	}
	c := call.User().Customer
	return &gen.OrderContact{FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, Phone: c.Phone}
}

// bought reads what the checkout's address says is bought.
func bought(q url.Values) gen.OrderSource {
	if q.Get("buyNow") == "" {
		return gen.OrderSource{Kind: order.FromCart}
	}
	quantity, err := strconv.Atoi(q.Get("quantity"))
	if q.Get("quantity") == "" {
		quantity, err = 1, nil
	}
	if err != nil {
		quantity = 0 // refused with the other quantities that cannot be had
	}
	return gen.OrderSource{Kind: order.FromBuyNow, Item: &gen.BuyNowItem{
		GoodsId:                q.Get("buyNow"),
		SimType:                q.Get("simType"),
		Quantity:               quantity,
		NumberId:               q.Get("numberId"),
		SimId:                  q.Get("simId"),
		StartDate:              q.Get("startDate"),
		CompatibilityConfirmed: q.Get("compatibilityConfirmed") == "1" || q.Get("compatibilityConfirmed") == "true",
	}}
}

func (s *Source) backToGoods(ctx context.Context, a PageContext, goodsID string, why error) error {
	g, err := s.Catalog.Get(ctx, a.Tenant.ID, a.Locale, goodsID)
	if err != nil {
		return why
	}
	return RedirectTo(Detail, a.Locale, map[string]string{ParamGroup: g.Group, ParamGoods: g.ID})
}

// checkoutRewards says what a customer can use at the checkout; nil for a guest.
func (s *Source) checkoutRewards(ctx context.Context) (*gen.CheckoutRewards, error) {
	call := caller.Of(ctx)
	if call.UserID() == 0 {
		return nil, nil
	}
	sum, err := s.RewardSummary(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := s.Points.Rules(ctx, call.Tenant.ID)
	if err != nil {
		return nil, err
	}
	first, err := s.Orders.FirstOrder(ctx, call.Tenant.ID, call.UserID())
	if err != nil {
		return nil, err
	}
	out := &gen.CheckoutRewards{
		Points: sum.Points, Worth: order.PointsWorth(sum.Points, call.Tenant.Currency), ReferralAllowed: first,
		ReferralDiscount: &rules.ReferralDiscount, ReferralMinSubtotal: &rules.ReferralMinSubtotal,
	}
	if first { // named at sign-up, to be counted now
		out.ReferralCode = read.Customer(ctx).Referral
	}
	return out, nil
}
