package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/qr"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// steps is how many steps each platform has in shared/locales/*/server.json.
const steps = 5

// Installs returns the install kits of an order, whose SIMs stand as sims say, not nil without an error. They hold secrets. An error
// says that a code cannot be drawn.
func Installs(kits []sim.Install, o order.Order, sims []owned.SIM, b SIMExtras) ([]gen.Install, error) {
	locale := b.Locale
	standing, anew, timelines := map[string]string{}, map[string]*gen.SimHintLink{}, map[string][]gen.TimelineStep{}
	cautions := map[string]*gen.InstallCaution{}
	for _, s := range sims {
		if !inOtherAccount(o, s) {
			standing[s.Ref], anew[s.Ref] = stateText(s, locale), reissueHint(s, locale)
			cautions[s.Ref] = caution(s, b)
			timelines[s.Ref] = Timeline(s, b, orderPaths(o, s, locale))
		}
	}
	names := map[int64]string{}
	for _, l := range o.Lines {
		names[l.ID] = l.Name(locale)
	}
	kits = withoutStatesInOtherAccounts(kits, o, sims)
	codes, err := qrCodes(kits)
	if err != nil {
		return nil, err
	}
	units := len(kits)
	return each(kits, func(k sim.Install) gen.Install {
		guide := gen.InstallSteps{Ios: []string{}, Android: []string{}}
		if k.ErasedAt == nil && !k.Reissuing {
			guide = gen.InstallSteps{Ios: installSteps(locale, "ios"), Android: installSteps(locale, "android")}
		}
		return gen.Install{
			LineId: id(k.LineID), Unit: k.Unit, SimId: k.Ref, Name: names[k.LineID], IccidLast4: k.ICCIDLast4, Lpa: k.LPA, Smdp: k.SMDP,
			MatchingId: k.MatchingID, QrSvg: codes[k.LPA], IosUrl: k.IOSURL, AndroidUrl: k.AndroidURL, Apn: k.APN, State: k.State, StateText: installState(k.State, k.ErasedAt != nil, standing[k.Ref], locale),
			Steps: guide, Units: &units, ErasedAt: k.ErasedAt, Reissuing: reissuing(k), Reissue: anew[k.Ref],
			Timeline: timelines[k.Ref], Caution: cautions[k.Ref],
		}
	}), nil
}

// installState says how an eSIM stands: that it was erased, what its own page says, or how its profile stands.
func installState(state string, erased bool, standing, locale string) string {
	switch {
	case erased:
		state = "erased"
	case standing != "":
		return standing
	}
	return shared.Text(locale, "server", "install.state."+state, nil)
}

// qrCodes returns the QR codes of kits as SVG, by what they say.
func qrCodes(kits []sim.Install) (map[string]string, error) {
	codes := make(map[string]string, len(kits))
	for _, k := range kits {
		if k.LPA == "" {
			continue
		}
		svg, err := qr.SVG(k.LPA)
		if err != nil {
			return nil, fmt.Errorf("draw code of line %d: %w", k.LineID, err)
		}
		codes[k.LPA] = svg
	}
	return codes, nil
}

// orderPaths are where the steps of an eSIM lead on the pages of its order.
func orderPaths(o order.Order, s owned.SIM, locale string) TimelinePaths {
	base := "/" + locale + "/my-order/" + o.OrderNo
	return TimelinePaths{Install: base + "/install", TopUp: base + "/sims?simId=" + s.Ref + "#top-up"}
}

// withoutStatesInOtherAccounts returns kits without what has become of eSIMs in accounts other than their buyer's.
func withoutStatesInOtherAccounts(kits []sim.Install, o order.Order, sims []owned.SIM) []sim.Install {
	kits = slices.Clone(kits)
	for i, k := range kits {
		if slices.ContainsFunc(sims, func(s owned.SIM) bool { return s.Ref == k.Ref && inOtherAccount(o, s) }) {
			kits[i].State = string(carrier.ProfileUnknown)
		}
	}
	return kits
}

// Why an eSIM is not to be installed now, in the contract's words.
const (
	cautionRefund = "refund"
	cautionStart  = "start"
)

// caution says why an eSIM is not to be installed now, nil for any other.
func caution(s owned.SIM, b SIMExtras) *gen.InstallCaution {
	code, ends := "", ""
	switch {
	case s.RefundOpen():
		code = cautionRefund
	case s.StartsAtInstall():
		code = cautionStart
		t := timeline{SIMExtras: b, sim: s}
		ends = shared.Text(b.Locale, "server", "install.caution.start.ends", map[string]any{"at": t.time(b.Now), "end": t.time(s.Rule.End(b.Now))})
	default:
		return nil
	}
	return &gen.InstallCaution{
		Code: code, Title: cautionText(code, "title", b.Locale), Text: sentences(b.Locale, cautionText(code, "text", b.Locale), ends),
		Action: cautionText(code, "action", b.Locale),
	}
}

func cautionText(code, part, locale string) string {
	return shared.Text(locale, "server", "install.caution."+code+"."+part, nil)
}

// reissueHint leads to a new profile where one can be had, or is being made; nil where not.
func reissueHint(s owned.SIM, locale string) *gen.SimHintLink {
	switch {
	case s.Reissue.Open:
		return reissueLink(s.Ref, string(owned.HintReissuing), locale)
	case s.NoReissue() == "":
		return reissueLink(s.Ref, string(owned.HintReissue), locale)
	}
	return nil
}

func reissuing(k sim.Install) *bool {
	if !k.Reissuing {
		return nil
	}
	return &k.Reissuing
}

func installSteps(locale, platform string) []string {
	list := make([]string, steps)
	for i := range list {
		list[i] = shared.Text(locale, "server", fmt.Sprintf("install.%s.%d", platform, i+1), nil)
	}
	return list
}

// InstallStates returns how the eSIMs of an order with these items stand, never nil, and nothing that could install one.
func InstallStates(kits []gen.Install, items []gen.OrderItem) []gen.InstallState {
	needsAction := map[string]bool{}
	for _, i := range items {
		needsAction[i.LineId] = i.State == "needs_action"
	}
	return each(kits, func(k gen.Install) gen.InstallState {
		state := gen.InstallState{
			LineId: k.LineId, Unit: k.Unit, Name: k.Name, IccidLast4: k.IccidLast4, Ready: k.Lpa != "", State: string(k.State), StateText: k.StateText, ErasedAt: k.ErasedAt,
			Timeline: k.Timeline,
		}
		if k.Caution != nil && k.Caution.Code == cautionRefund {
			state.Refunding = new(true)
		}
		if needsAction[k.LineId] {
			state.NeedsAction = new(true)
		}
		return state
	})
}

// NothingToInstall names the error text that says why an order with an eSIM has none to install, and reports whether one is to come.
func NothingToInstall(o order.Order) (text string, coming bool) {
	switch {
	case o.Status == order.Cancelled:
		return "install_cancelled", false
	case o.Status == order.PendingRefund || !o.HasESIM():
		return "install_refunded", false
	case o.PaidAt == nil:
		return "install_unpaid", true
	}
	return "install_not_ready", true
}

// InstallPage returns the kits of an order for what asks, each with its words in both languages, that of the page first. A sheet
// of paper has the steps of every device.
func InstallPage(kits []gen.Install, o order.Order, goods map[string]catalog.Goods, t tenant.Tenant, on Device, locale string) gen.InstallPage {
	var nothing *gen.NothingToInstall
	if len(kits) == 0 {
		why, coming := NothingToInstall(o)
		nothing = &gen.NothingToInstall{Text: shared.Text(locale, "errors", why, nil), Coming: coming}
	}
	return gen.InstallPage{OrderNo: o.OrderNo, Device: string(on), Nothing: nothing, Kits: each(kits, func(k gen.Install) gen.InstallKit {
		k = on.only(k)
		if k.Timeline = withoutInstallStep(k.Timeline); k.Caution != nil && k.Caution.Code == cautionRefund {
			k.Timeline = nil // it says the same
		}
		if k.ErasedAt != nil || k.Reissuing != nil {
			return gen.InstallKit{Install: k, Sheets: []gen.InstallSheet{}}
		}
		return gen.InstallKit{Install: k, Sheets: each(localesFrom(locale), func(in string) gen.InstallSheet {
			l := lineOf(o, k)
			return installSheet(k, l, goods[l.GoodsID], help(o, t, in), in)
		})}
	})}
}

// lineOf returns the line of the order that an install kit is of.
func lineOf(o order.Order, k gen.Install) order.Line {
	for _, l := range o.Lines {
		if id(l.ID) == k.LineId {
			return l
		}
	}
	return order.Line{}
}

// withoutInstallStep returns a timeline without the way to install: the kit beside it is where that is done.
func withoutInstallStep(steps []gen.TimelineStep) []gen.TimelineStep {
	out := slices.Clone(steps)
	for i := range out {
		if out[i].Step == "install" {
			out[i].Link = nil
		}
	}
	return out
}

func help(o order.Order, t tenant.Tenant, locale string) string {
	return shared.Text(locale, "order", "install.help", map[string]any{"orderNo": o.OrderNo, "brand": t.Brand, "email": t.SupportEmail})
}

func installSheet(k gen.Install, l order.Line, g catalog.Goods, help, locale string) gen.InstallSheet {
	words := func(key string, params map[string]any) string {
		return shared.Text(locale, "order", "install."+key, params)
	}
	apn := words("apnAuto", nil)
	if k.Apn != "" {
		apn = words("apnIs", map[string]any{"apn": k.Apn})
	}
	warnings := []string{words("oneDevice", nil), words("keep", nil)}
	if k.Caution != nil {
		warnings = append([]string{cautionText(k.Caution.Code, "text", locale)}, warnings...)
	}
	return gen.InstallSheet{
		Lang: locale, Name: l.Name(locale), Title: words("title", nil), Facts: installFacts(l, g, locale),
		Warnings: warnings, Scan: words("qrDesktop", nil),
		Smdp: words("smdp", nil), Code: words("code", nil), Apn: apn, Card: words("iccid", map[string]any{"last4": k.IccidLast4}),
		Ios: words("stepsIos", nil), Android: words("stepsAndroid", nil),
		Steps: gen.InstallSteps{Ios: installSteps(locale, "ios"), Android: installSteps(locale, "android")}, Help: help,
	}
}

// installFacts are how long the plan lasts, how a day is counted, what starts it, and where it is registered if it has to
// be; none for goods that are not sold any more.
func installFacts(l order.Line, g catalog.Goods, locale string) []string {
	if g.ID == "" {
		return []string{}
	}
	plan := func(key string, params map[string]any) string { return shared.Text(locale, "plan", key, params) }
	zone := plan("zone."+strings.ReplaceAll(g.DayZone, "/", "_"), nil)
	start := plan("activation."+g.Activation, nil)
	switch day := startWords(l.StartDate, l.StartAt, locale); {
	case day != nil:
		start = shared.Text(locale, "order", "install.starts", day)
	case offer.OnChosenDate(g.Activation): // and none was chosen
		start = plan("activation.first_network", nil)
	}
	facts := []string{
		shared.Text(locale, "order", "install.validity", map[string]any{"days": days(locale, g.Days)}),
		plan("dayRule."+g.DayRule, map[string]any{"zone": zone}), start,
	}
	if len(g.RealName) > 0 {
		facts = append(facts, shared.Text(locale, "order", "install.register", nil))
	}
	return facts
}
