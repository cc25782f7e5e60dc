package api

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// confirmFor is how long the page that a shopper comes back to from paying waits for the provider's answer.
const confirmFor = 3 * time.Second

// confirm waits for the provider's answer when the address says that the shopper comes back from paying. It returns the order as
// it is then, and whether the answer is missing. The address is no proof of a payment, only a reason to ask at once.
func (s *Source) confirm(ctx context.Context, o order.Order, query url.Values) (order.Order, bool, error) {
	returned := query.Has(pages.ParamSessionID) || query.Get(pages.ParamRedirectStatus) == "succeeded"
	if !returned || o.Status != order.WaitingPayment {
		return o, false, nil
	}
	unknown, err := s.Payments.Await(ctx, o.ID, confirmFor)
	if err != nil {
		s.Log.WarnContext(ctx, "payment not confirmed", "order", o.OrderNo, "error", err)
	}
	o, err = s.Orders.ByID(ctx, o.ID)
	return o, unknown, err
}

// notFound turns a module's word for "no such thing" into the page's. What cannot be a text is no thing's name.
func notFound(err error, codes ...string) error {
	if pg.IsBadText(err) {
		return fault.New("not_found")
	}
	for _, code := range codes {
		if fault.Code(err) == code {
			return fault.New("not_found")
		}
	}
	return err
}

// Cart gathers the cart's page.
func (s *Source) Cart(ctx context.Context, _ pages.Ask) (gen.CartPage, error) {
	c, err := s.Reader.Cart(ctx)
	return gen.CartPage{Cart: c}, err
}

// Order gathers the checkout. A friend's code that a customer named at sign-up is in the first budget, unless the address
// of the page names another. With nothing to order it leads to the cart; with a product that cannot be bought as asked,
// to the product, which says why; with a SIM that cannot have the plan, to that SIM. For a day that cannot be had it
// asks for another.
func (s *Source) Order(ctx context.Context, a pages.Ask) (gen.OrderPage, error) {
	call := caller.Of(ctx)
	source, err := s.bought(a.Query)
	if err != nil {
		return gen.OrderPage{}, err
	}
	body := gen.DoBudgetBody{
		Source: source.Kind, Item: source.Item, Destination: a.Query.Get("country"), ShippingMethod: a.Query.Get("shippingMethod"),
		Coupon: a.Query.Get("coupon"), Referral: a.Query.Get("referral"),
	}
	former, err := s.FormerOrder(ctx, a.Query.Get(pages.ParamAgain))
	if err != nil {
		return gen.OrderPage{}, err
	}
	if former != nil {
		read.FillFromFormer(&body, *former)
	}
	addresses, err := s.Addresses(ctx)
	if err != nil {
		return gen.OrderPage{}, err
	}
	countries, err := s.countries(ctx, a)
	if err != nil {
		return gen.OrderPage{}, err
	}
	if body.Destination == "" && len(addresses) > 0 && shipsTo(countries, addresses[0].Country) {
		body.Destination, body.State = addresses[0].Country, addresses[0].State
	}
	rewards, err := s.CheckoutRewards(ctx)
	if err != nil {
		return gen.OrderPage{}, err
	}
	if rewards != nil && body.Referral == "" {
		body.Referral = rewards.ReferralCode
	}
	sel, err := read.Selection(call, body)
	if err != nil {
		return gen.OrderPage{}, err
	}
	if err := s.AboutDevice(ctx, &sel, nil); err != nil {
		return gen.OrderPage{}, err
	}
	b, late, err := s.priced(ctx, sel)
	if err != nil {
		return gen.OrderPage{}, s.insteadOfOrder(ctx, a, source, err)
	}
	page := gen.OrderPage{
		Source: source, Budget: view.Budget(b, a.Locale), Contact: buyer(call), Addresses: addresses, Countries: countries,
		ShippingMethods: view.ShippingMethods(b.ShippingMethods, a.Locale, b.Currency), PaymentMethods: a.Tenant.PaymentMethods,
		NeedsAddress: b.NeedsAddress, IsPlansOrder: b.PlansOrder, Rewards: rewards,
	}
	if former != nil {
		page.Former = read.ShowFormer(*former)
	}
	if page.Budget, err = s.NoteRegistrations(ctx, a.Tenant.ID, a.Locale, page.Budget); err != nil {
		return gen.OrderPage{}, err
	}
	if slices.Contains(page.PaymentMethods, "card") {
		page.CardEntry = &gen.CardEntry{Pk: s.PublishableKey, StripeJs: s.StripeJS}
	}
	if i := slices.IndexFunc(b.Lines, func(l order.BudgetLine) bool { return l.Device.Refuses() }); i >= 0 {
		names, err := s.Catalog.PlaceNames(ctx, a.Tenant.ID, a.Locale)
		if err != nil {
			return gen.OrderPage{}, err
		}
		page.Device = view.DeviceCheck(b.Lines[i].Device, a.Locale, names)
		if a.Query.Get("forOtherDevice") == "1" {
			page.Device.ForOther = new(true)
		}
	}
	if late == "" {
		return page, nil
	}
	g, err := s.Catalog.Get(ctx, a.Tenant.ID, a.Locale, source.Item.GoodsId)
	if page.StartDates = s.startDates(a, g); page.StartDates != nil {
		page.StartDates.Problem = view.StartProblem(late, a.Locale)
	}
	page.Source.Item.StartDate = ""
	return page, err
}

// insteadOfOrder is where a shopper goes whose selection has no price.
func (s *Source) insteadOfOrder(ctx context.Context, a pages.Ask, source gen.OrderSource, why error) error {
	switch code := fault.Code(why); {
	case code == "cart_empty":
		return pages.RedirectTo(pages.Cart, a.Locale, nil)
	case source.Item != nil && source.Item.SimId != "" && code != "":
		return s.atSIM(ctx, a.Locale, source.Item.SimId)
	case source.Item != nil && (code == "validation_failed" || code == "sold_out" || code == "stock_unavailable"):
		return s.backToGoods(ctx, a, source.Item.GoodsId, why)
	default:
		return notFound(why, "goods_not_found")
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
func (s *Source) bought(q url.Values) (gen.OrderSource, error) {
	if q.Get("buyNow") == "" {
		return gen.OrderSource{Kind: order.FromCart}, nil
	}
	quantity, err := strconv.Atoi(q.Get("quantity"))
	if q.Get("quantity") == "" {
		quantity, err = 1, nil
	}
	if err != nil {
		quantity = 0 // refused with the other quantities that cannot be had
	}
	return gen.OrderSource{Kind: order.FromBuyNow, Item: &gen.BuyNowItem{
		GoodsId: q.Get("buyNow"), SimType: q.Get("simType"), Quantity: quantity, NumberId: q.Get("numberId"), SimId: q.Get("simId"), StartDate: q.Get("startDate"),
		CompatibilityConfirmed: q.Get("compatibilityConfirmed") == "1" || q.Get("compatibilityConfirmed") == "true",
	}}, nil
}

func (s *Source) backToGoods(ctx context.Context, a pages.Ask, goodsID string, why error) error {
	g, err := s.Catalog.Get(ctx, a.Tenant.ID, a.Locale, goodsID)
	if err != nil {
		return why
	}
	return pages.RedirectTo(pages.Detail, a.Locale, map[string]string{pages.ParamGroup: g.Group, pages.ParamGoods: g.ID})
}

// Payment gathers the payment page, up to date with the provider.
func (s *Source) Payment(ctx context.Context, a pages.Ask) (gen.PaymentPage, error) {
	o, err := s.FindOrder(ctx, a.Params[pages.ParamOrderNo])
	if err != nil {
		return gen.PaymentPage{}, notFound(err, "order_not_found")
	}
	o, confirming, err := s.confirm(ctx, o, a.Query)
	if err != nil {
		return gen.PaymentPage{}, err
	}
	o, attempt, err := s.Settled(ctx, o)
	if err != nil {
		return gen.PaymentPage{}, err
	}
	shown, err := s.ShowOrder(ctx, o)
	if err != nil {
		return gen.PaymentPage{}, err
	}
	out := gen.PaymentPage{
		Order: shown, Hosted: true, Methods: []gen.PaymentMethod{o.PaymentMethod},
		OtherMethods: len(a.Tenant.PaymentMethods) > 1, Pk: s.PublishableKey, StripeJs: s.StripeJS,
		Confirming: confirming && o.Status == order.WaitingPayment, After: view.AfterPayment(o, shown, a.Locale),
	}
	if attempt != nil {
		out.Attempt, err = view.Attempt(*attempt, a.Locale)
	}
	return out, err
}

// OrderDetail gathers an order's page, with how its eSIMs stand.
func (s *Source) OrderDetail(ctx context.Context, a pages.Ask) (gen.OrderDetailPage, error) {
	o, err := s.FindOrder(ctx, a.Params[pages.ParamOrderNo])
	if err != nil {
		return gen.OrderDetailPage{}, notFound(err, "order_not_found")
	}
	sims, err := s.SIMsOf(ctx, o)
	if err != nil {
		return gen.OrderDetailPage{}, err
	}
	shown, err := s.ShowOrderWith(ctx, o, sims)
	if err != nil {
		return gen.OrderDetailPage{}, err
	}
	offer, err := s.Payments.RefundOffer(ctx, o)
	if err != nil {
		return gen.OrderDetailPage{}, err
	}
	reviews, err := s.Reviews.Lines(ctx, o)
	if err != nil {
		return gen.OrderDetailPage{}, err
	}
	kits, err := s.InstallsWith(ctx, o, sims)
	can := reviewable(reviews)
	return gen.OrderDetailPage{
		Reviewable: &can,
		Order:      shown, Install: view.InstallStates(kits, shown.Items), RefundOffer: view.RefundOffer(o, offer, a.Locale), CanPay: o.Status == order.WaitingPayment && o.HoldReason == "" && s.Clock.Now().Before(o.ExpiresAt),
	}, err
}

// Install gathers what installs the eSIMs of an order. It holds secrets: those who may see the order may see them.
func (s *Source) Install(ctx context.Context, a pages.Ask) (gen.InstallPage, error) {
	o, err := s.FindOrder(ctx, a.Params[pages.ParamOrderNo])
	if err != nil {
		return gen.InstallPage{}, notFound(err, "order_not_found")
	}
	if !o.HasESIM() {
		return gen.InstallPage{}, fault.New("not_found")
	}
	kits, err := s.Installs(ctx, o)
	if err != nil {
		return gen.InstallPage{}, err
	}
	goods, err := s.GoodsOf(ctx, o.TenantID, o)
	if err != nil {
		return gen.InstallPage{}, err
	}
	toRegister, err := s.Lines.ToRegister(ctx, o.ID)
	if err != nil {
		return gen.InstallPage{}, err
	}
	on := view.DeviceOf(caller.Of(ctx).Device)
	if a.Query.Get(pages.ParamDevice) != "" {
		on = view.AnyDevice
	}
	page := view.InstallPage(kits, o, goods, a.Tenant, on, a.Locale)
	page.Registration = view.Registration(o, toRegister)
	ref := a.Query.Get("simId")
	if ref == "" || !slices.ContainsFunc(kits, func(k gen.Install) bool { return k.SimId == ref }) {
		return page, nil
	}
	more, err := s.TopUps(ctx, read.MaySee(ctx), ref)
	if fault.Code(err) == "sim_not_found" {
		return page, nil // somebody has it in an account; that is told to nobody
	}
	page.SimId, page.TopUps = ref, &more
	return page, err
}
