package pages

import (
	"context"
	"slices"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Install is the page that installs the eSIMs of an order.
const Install Kind = "install"

// ParamDevice is the parameter of the install page that asks for the steps of every device, whatever asks.
const ParamDevice = "device"

var installPage = Page[gen.InstallPage]{
	Row: Row{
		Kind: Install, Pattern: "/my-order/{orderNo}/install", Private: true, Query: []Param{{Name: "simId"}, {Name: ParamDevice}},
	},
	Data: installData,
}

// installData gathers what installs the eSIMs of an order. It holds secrets: those who may see the order may see them.
func installData(ctx context.Context, s *Source, a PageContext) (gen.InstallPage, error) {
	o, err := s.FindOrder(ctx, a.Params[ParamOrderNo])
	if err != nil {
		return gen.InstallPage{}, asNotFound(err, "order_not_found")
	}
	if !o.BoughtESIM() {
		return gen.InstallPage{}, fault.New("not_found")
	}
	sims, err := s.SIMsOf(ctx, o)
	if err != nil {
		return gen.InstallPage{}, err
	}
	kits, err := s.InstallsWith(ctx, o, sims)
	if err != nil {
		return gen.InstallPage{}, err
	}
	goods, err := s.GoodsOf(ctx, o.TenantID, o)
	if err != nil {
		return gen.InstallPage{}, err
	}
	toRegister, err := s.OwnedSIMs.ToRegister(ctx, o.ID)
	if err != nil {
		return gen.InstallPage{}, err
	}
	on := view.DeviceOf(caller.Of(ctx).Device)
	if a.Query.Get(ParamDevice) != "" {
		on = view.AnyDevice
	}
	page := view.InstallPage(kits, o, goods, a.Tenant, on, a.Locale)
	page.Registration = view.Registration(o, toRegister)
	page.Support = view.SupportSummary(o, kits, sims, a.Tenant, s.Clock.Now(), a.Locale)
	if o.MailableAgain() {
		page.MailTo = o.Contact.Email
	}
	ref := a.Query.Get("simId")
	if ref == "" || !slices.ContainsFunc(kits, func(k gen.Install) bool { return k.SimId == ref }) {
		return page, nil
	}
	more, err := s.TopUps(ctx, read.MaySee(ctx), ref)
	if fault.Code(err) == "sim_not_found" {
		return page, nil // somebody has it in an account; nobody learns that
	}
	page.SimId, page.TopUps = ref, &more
	return page, err
}
