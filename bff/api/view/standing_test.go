package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/qr"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// A line of an order says how its SIMs stand when they all stand alike, and otherwise only that they were delivered: what has
// become of an eSIM in another account is told neither there nor on the install page.
func TestAnOrderLineShowsWhatHoldsForAllItsSIMs(t *testing.T) {
	t.Parallel()
	plan := func(s carrier.PlanState) owned.Plan { return owned.Plan{State: s} }
	unused := owned.SIM{Ref: "a", BoughtLine: 1, SimType: "esim", Profile: carrier.ProfileReleased, Plans: []owned.Plan{plan(carrier.PlanQueued)}}
	spent, away := unused, unused
	spent.Ref, spent.Profile, spent.Plans = "b", carrier.ProfileEnabled, []owned.Plan{plan(carrier.PlanDepleted)}
	away.Ref, away.Profile, away.Linked, away.OwnerID = "b", carrier.ProfileEnabled, true, 9
	for what, c := range map[string]struct {
		second        owned.SIM
		states        []string
		text          string
		state         string
		kit, standing string
	}{
		"both unused":           {unused, []string{"ready_to_install", "ready_to_install"}, "Ready to install", "ready_to_install", "released", "Ready to install"},
		"one used up":           {spent, []string{"ready_to_install", "used_up"}, "", "handed_over", "enabled", "Data used up"},
		"one in another's hand": {away, []string{"ready_to_install"}, "", "handed_over", "unknown", "Issued"},
	} {
		o := order.Order{Status: order.Completed, Lines: []order.Line{{ID: 1, SimType: "esim", Quantity: 2, State: order.LineReady}}}
		sims := []owned.SIM{unused, c.second}
		got := Order(o, OrderExtras{Now: time.Now(), SIMs: sims}, "en").Items[0]
		require.Equal(t, c.states, got.SimStates, what)
		require.Equal(t, c.text, got.StateText, what)
		require.Equal(t, c.state, got.State, what)
		const lpa = "LPA:1$smdp.example$ABC"
		kits, err := Installs([]sim.Install{{Ref: "a", LineID: 1, State: "released"}, {Ref: c.second.Ref, LineID: 1, State: string(c.second.Profile), LPA: lpa}},
			o, sims, SIMExtras{Stale: func(owned.SIM) bool { return false }, Now: time.Now(), Locale: "en"})
		require.NoError(t, err)
		require.Empty(t, kits[0].QrSvg, "a kit that tells no code")
		kit := kits[1]
		code, err := qr.SVG(lpa)
		require.NoError(t, err)
		require.Equal(t, code, kit.QrSvg)
		require.Equal(t, c.kit, kit.State, what)
		require.Equal(t, c.standing, kit.StateText, what)
		require.Equal(t, c.kit == "unknown", kit.Timeline == nil, what)
	}
}

// An eSIM that was erased says so, whatever else is known of it; one whose SIM is not known says how its profile stands.
func TestStateOfAnESIM(t *testing.T) {
	t.Parallel()
	now := time.Now()
	gone := owned.SIM{Ref: "a", BoughtLine: 1, SimType: "esim", Profile: carrier.ProfileEnabled}
	o := order.Order{Status: order.Completed, Lines: []order.Line{{ID: 1, SimType: "esim", Quantity: 1, State: order.LineReady}}}
	for _, c := range []struct {
		kit              sim.Install
		locale, expected string
	}{
		{sim.Install{Ref: "a", LineID: 1, State: "enabled", ErasedAt: &now}, "en", "Plan ended, install code erased"},
		{sim.Install{Ref: "a", LineID: 1, State: "enabled", ErasedAt: &now}, "zh", "套餐已结束，安装码已删除"},
		{sim.Install{LineID: 1, State: "preparing"}, "en", "Preparing"},
		{sim.Install{LineID: 1, State: "preparing"}, "zh", "准备中"},
	} {
		b := SIMExtras{Stale: func(owned.SIM) bool { return false }, Now: now, Locale: c.locale}
		kits, err := Installs([]sim.Install{c.kit}, o, []owned.SIM{gone}, b)
		require.NoError(t, err)
		require.Equal(t, c.expected, kits[0].StateText)
	}
}

// Cards that nobody has used have arrived once their order is complete, whatever else is known of them; before that they are on
// their way.
func TestCardsOfACompletedOrderHaveArrived(t *testing.T) {
	t.Parallel()
	now := time.Now()
	unused := owned.SIM{Ref: "a", BoughtLine: 1, SimType: owned.Physical}
	used, away := unused, unused
	used.FirstAttach = &now
	away.Linked, away.OwnerID = true, 9
	for what, c := range map[string]struct {
		status    order.Status
		completed bool
		sims      []owned.SIM
		state     string
		text      string
	}{
		"on their way":              {order.Shipped, false, []owned.SIM{unused, unused}, "shipped", "Shipped"},
		"arrived":                   {order.Completed, true, []owned.SIM{unused, unused}, "delivered", ""},
		"arrived, one in use":       {order.Completed, true, []owned.SIM{unused, used}, "delivered", ""},
		"arrived, both in use":      {order.Completed, true, []owned.SIM{used, used}, "delivered", "In use"},
		"arrived, one given away":   {order.Completed, true, []owned.SIM{unused, away}, "delivered", ""},
		"arrived, one was refunded": {order.PartiallyRefunded, true, []owned.SIM{unused, unused}, "delivered", ""},
	} {
		o := order.Order{Status: c.status, Lines: []order.Line{{ID: 1, SimType: "physical", Quantity: 2, State: order.LineShipped}}}
		if c.completed {
			o.CompletedAt = &now
		}
		b := OrderExtras{Now: now, SIMs: c.sims}
		for page, got := range map[string]struct{ State, StateText string }{
			"its page":    {Order(o, b, "en").Items[0].State, Order(o, b, "en").Items[0].StateText},
			"in the list": {OrderSummary(o, b, "en").Items[0].State, OrderSummary(o, b, "en").Items[0].StateText},
		} {
			require.Equal(t, c.state, got.State, "%s, %s", what, page)
			require.Equal(t, c.text, got.StateText, "%s, %s", what, page)
		}
	}
}
