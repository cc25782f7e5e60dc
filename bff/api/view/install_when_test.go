package view_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/tenant"
)

// startsAtInstall is an eSIM the days of whose plan start when it is installed.
func startsAtInstall(t *testing.T, change func(l *owned.SIM, p *owned.Plan)) owned.SIM {
	t.Helper()
	return testSIM(t, func(l *owned.SIM, p *owned.Plan) {
		l.Rule.Activation = validity.OnInstall
		change(l, p)
	})
}

// Whoever installs such an eSIM at home loses days: no step calls for it before the arrival.
func TestAnESIMWhoseDaysStartWithItsInstallation(t *testing.T) {
	t.Parallel()
	untouched := func(*owned.SIM, *owned.Plan) {}
	for locale, want := range map[string][4]string{
		"en": {"On arrival", "Install it on the day of travel or after you arrive, over Wi-Fi", "Open install page", "starts"},
		"zh": {"抵达后", "请在出行当天或抵达后连接 Wi-Fi 安装", "打开安装页面", "生效"},
	} {
		step := steps(startsAtInstall(t, untouched), locale)[0]
		require.Equal(t, want[0], step.Mark)
		require.Contains(t, step.Text, want[1])
		require.Equal(t, want[2], step.Link.Text)
		require.NotContains(t, steps(startsAtInstall(t, untouched), locale)[1].Text, want[3], "said once")
	}
	issuedAnew := steps(startsAtInstall(t, func(l *owned.SIM, p *owned.Plan) {
		l.Reissue.Issued, p.State, p.StartedAt = 1, carrier.PlanActive, after(0)
	}), "en")[0]
	require.Equal(t, "Now", issuedAnew.Mark, "its days run already")
	require.Equal(t, "Install now", issuedAnew.Link.Text)
}

// askedBack is an eSIM for which a refund is open.
func askedBack(t *testing.T) owned.SIM {
	t.Helper()
	return startsAtInstall(t, func(l *owned.SIM, _ *owned.Plan) { l.Refunding, l.BoughtLine = true, 7 })
}

// An eSIM that was installed may not be refunded: nothing calls for it while the refund is open.
func TestAnESIMThatIsAskedBack(t *testing.T) {
	t.Parallel()
	list := steps(askedBack(t), "en")
	require.Len(t, list, 1)
	require.Equal(t, "On hold", list[0].Mark)
	require.Contains(t, list[0].Text, "Do not install it while the refund is open.")
	require.Nil(t, list[0].Link)
	b := view.SIMExtras{Stale: func(owned.SIM) bool { return false }, Now: noon, Locale: "zh"}
	shown := view.SIMDetail(askedBack(t), nil, b)
	require.Equal(t, "退款申请中", shown.Sim.StateText)
	require.Equal(t, "refund", shown.Sim.Hint.Code)
	require.False(t, shown.Installable)
	installed := testSIM(t, func(l *owned.SIM, p *owned.Plan) {
		inUse(3<<30)(l, p)
		l.Refunding = true
	})
	require.Len(t, steps(installed, "en"), 4, "what is on a phone has its steps")
}

// The install page says so before the code, and paper says so in both languages.
func TestTheCautionBeforeACode(t *testing.T) {
	t.Parallel()
	of := func(s owned.SIM, locale string) gen.Install {
		s.BoughtLine = 7
		o := order.Order{Lines: []order.Line{{ID: 7}}}
		kits, err := view.Installs([]sim.Install{{LineID: 7, Unit: 1, Ref: s.Ref, LPA: "LPA:1$smdp.example.com$A"}}, o, []owned.SIM{s},
			view.SIMExtras{Now: noon, Locale: locale, Stale: func(owned.SIM) bool { return false }})
		require.NoError(t, err)
		return kits[0]
	}
	untouched := func(*owned.SIM, *owned.Plan) {}
	require.Nil(t, of(testSIM(t, untouched), "en").Caution, "a plan that begins on a network is installed at home")
	require.Nil(t, of(startsAtInstall(t, inUse(1)), "en").Caution)
	start := of(startsAtInstall(t, untouched), "zh")
	require.Equal(t, "start", start.Caution.Code)
	require.Contains(t, start.Caution.Text, "安装即生效")
	require.Contains(t, start.Caution.Text, "如于 2026年3月5日 04:00（UTC）安装，有效期至 2026年3月12日 04:00（UTC）。")
	refund := of(askedBack(t), "en")
	require.Equal(t, "refund", refund.Caution.Code)
	require.Nil(t, view.InstallStates([]gen.Install{start}, nil)[0].Refunding)
	require.True(t, *view.InstallStates([]gen.Install{refund}, nil)[0].Refunding)

	page := view.InstallPage([]gen.Install{start}, order.Order{Lines: []order.Line{{ID: 7}}}, nil, tenant.Tenant{}, view.AnyDevice, "zh")
	for i, want := range []string{"安装即生效", "days start when the eSIM is installed"} {
		require.Contains(t, page.Kits[0].Sheets[i].Warnings[0], want)
	}
}

// Plans that start differently are named, each with when to install it.
func TestWhenTheESIMsOfAnOrderAreInstalled(t *testing.T) {
	t.Parallel()
	item := func(name string, arrival *bool) gen.OrderItem {
		return gen.OrderItem{Name: name, SimType: "esim", SimStates: []string{"ready_to_install"}, StartsAtInstall: arrival}
	}
	japan, uk := item("Japan", nil), item("UK", new(true))
	card := gen.OrderItem{Name: "Card", SimType: "physical", SimStates: []string{"shipped"}}
	for _, c := range []struct {
		items []gen.OrderItem
		en    string
		link  string
	}{
		{[]gen.OrderItem{japan, card}, "Install it while you have Wi-Fi, before you leave.", "Install your eSIM"},
		{[]gen.OrderItem{uk}, "Install it on the day of travel or after you arrive, and not before: the plan’s days start when it is installed.", "Open install page"},
		{[]gen.OrderItem{uk, japan}, "Install while you have Wi-Fi, before you leave: Japan. Install on the day of travel or after you arrive, and not before, because the days start with the installation: UK.", "Install your eSIM"},
	} {
		require.Equal(t, c.en+" We have also sent it to ada@example.com.", view.InstallAdvice(c.items, "ada@example.com", "en"))
		o := order.Order{OrderNo: "RC1", Status: order.Completed, PaidAt: after(0), Lines: make([]order.Line, len(c.items))}
		next := view.AfterPayment(o, gen.Order{Items: c.items}, "en")
		require.Contains(t, next.Text, "ready. "+c.en)
		require.Equal(t, c.link, next.Link.Text)
	}
	require.Empty(t, view.InstallAdvice([]gen.OrderItem{card}, "ada@example.com", "en"))
	require.Equal(t, "请在出发前、有 Wi-Fi 时安装：Japan。以下套餐安装即生效，请在出行当天或抵达后再安装：UK。我们也已发送到 a@b.cn。", view.InstallAdvice([]gen.OrderItem{uk, japan}, "a@b.cn", "zh"))
}

// The page of a new profile leads to its installation as the others do.
func TestANewProfileIsInstalledOnArrivalToo(t *testing.T) {
	t.Parallel()
	b := view.SIMExtras{Stale: func(owned.SIM) bool { return false }, Now: noon, Locale: "en"}
	for code, refunding := range map[string]bool{"start": false, "refund": true} {
		page := view.Reissue(startsAtInstall(t, func(l *owned.SIM, _ *owned.Plan) { l.Reissue.Issued, l.Refunding = 1, refunding }), b)
		require.Equal(t, "ready", string(page.State))
		require.Equal(t, code, page.Caution.Code)
		require.Equal(t, page.Caution.Text, page.Text)
	}
	require.Nil(t, view.Reissue(testSIM(t, func(l *owned.SIM, _ *owned.Plan) { l.Reissue.Issued = 1 }), b).Caution)
}
