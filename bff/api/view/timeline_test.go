package view_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

var (
	noon  = time.Date(2026, 3, 5, 4, 0, 0, 0, time.UTC)
	there = view.TimelinePaths{Install: "/en/my-order/RC1/install", TopUp: "/en/my-order/RC1/sims?simId=s1#top-up"}
)

// testSIM returns an eSIM with 5 GB for 7 days that begin with the first network.
func testSIM(t *testing.T, change func(l *owned.SIM, p *owned.Plan)) owned.SIM {
	t.Helper()
	rule, err := validity.NewRule(7, "rolling_24h", "UTC", "first_network", 0)
	require.NoError(t, err)
	total, left := int64(5)<<30, int64(5)<<30
	plan := owned.Plan{State: carrier.PlanQueued, TotalBytes: &total, RemainingBytes: &left}
	l := owned.SIM{Ref: "s1", SimType: "esim", Rule: &rule, BoughtAt: noon, BoughtNo: "RC1", Profile: carrier.ProfileReleased}
	change(&l, &plan)
	l.Plans = []owned.Plan{plan}
	return l
}

func after(d time.Duration) *time.Time {
	at := noon.Add(d)
	return &at
}

func inUse(left int64) func(l *owned.SIM, p *owned.Plan) {
	return func(l *owned.SIM, p *owned.Plan) {
		l.Profile, l.FirstAttach = carrier.ProfileEnabled, after(time.Hour)
		p.State, p.StartedAt, p.EndsAt, p.RemainingBytes = carrier.PlanActive, after(time.Hour), after(169*time.Hour), &left
	}
}

func steps(l owned.SIM, locale string) []gen.TimelineStep { return stepsAt(l, locale, there) }

func stepsAt(l owned.SIM, locale string, paths view.TimelinePaths) []gen.TimelineStep {
	b := view.SIMExtras{Stale: func(owned.SIM) bool { return false }, Now: noon.Add(2 * time.Hour), Locale: locale, Zone: time.FixedZone("", 8*3600)}
	return view.Timeline(l, b, paths)
}

// An eSIM goes through four steps: each says its state, its time when that is known, and where the next one is taken.
func TestTheStepsOfAnESIM(t *testing.T) {
	t.Parallel()
	var none int64
	for what, c := range map[string]struct {
		l      owned.SIM
		states string
		marks  []string
		texts  map[int]string
		links  map[int]string
	}{
		"ready": {
			l:      testSIM(t, func(*owned.SIM, *owned.Plan) {}),
			states: "now later later later", marks: []string{"Now", "Later", "Later", "Later"},
			texts: map[int]string{1: "switch Data Roaming on for it. The plan starts when the SIM first connects", 2: "The plan lasts 7 days."},
			links: map[int]string{0: "Install now " + there.Install},
		},
		"installed": {
			l: testSIM(t, func(l *owned.SIM, _ *owned.Plan) {
				l.Profile, l.ProfileAt = carrier.ProfileInstalled, noon
			}),
			states: "done now later later", marks: []string{"Done, 5 Mar 2026, 12:00 (UTC+8)", "Now", "Later", "Any time"},
			links: map[int]string{3: "Add data " + there.TopUp},
		},
		"in use": {
			l:      testSIM(t, inUse(3<<30)),
			states: "done done now later", marks: []string{"Done", "Done, 5 Mar 2026, 13:00 (UTC+8)", "Now", "Any time"},
			texts: map[int]string{2: "3 GB of 5 GB left, until 12 Mar 2026, 13:00 (UTC+8)."},
			links: map[int]string{3: "Add data " + there.TopUp},
		},
		"running low": {
			l:      testSIM(t, inUse(512<<20)),
			states: "done done now later", marks: []string{"Done", "Done, 5 Mar 2026, 13:00 (UTC+8)", "Now", "Soon"},
			texts: map[int]string{2: "512 MB of 5 GB left", 3: "Less than a fifth is left."},
			links: map[int]string{3: "Add data " + there.TopUp},
		},
		"without a limit": {
			l: testSIM(t, func(l *owned.SIM, p *owned.Plan) {
				inUse(0)(l, p)
				p.TotalBytes, p.RemainingBytes = nil, nil
			}),
			states: "done done now later", marks: []string{"Done", "Done, 5 Mar 2026, 13:00 (UTC+8)", "Now", "Any time"},
			texts: map[int]string{2: "Unlimited data, until 12 Mar 2026, 13:00 (UTC+8)."},
			links: map[int]string{3: "Add data " + there.TopUp},
		},
		"begun on the phone, before landing": {
			l: testSIM(t, func(l *owned.SIM, p *owned.Plan) {
				inUse(5<<30)(l, p)
				l.FirstAttach = nil
			}),
			states: "done now later later", marks: []string{"Done", "Now", "Later", "Any time"},
			texts: map[int]string{2: "5 GB of 5 GB left"},
			links: map[int]string{3: "Add data " + there.TopUp},
		},
		"used up": {
			l: testSIM(t, func(l *owned.SIM, p *owned.Plan) {
				inUse(none)(l, p)
				p.State = carrier.PlanDepleted
			}),
			states: "done done done now", marks: []string{"Done", "Done, 5 Mar 2026, 13:00 (UTC+8)", "Done", "Now"},
			texts: map[int]string{2: "5 GB of 5 GB used.", 3: "nothing has to be installed again"},
			links: map[int]string{3: "Add data " + there.TopUp},
		},
		"expired, never installed": {
			l: testSIM(t, func(_ *owned.SIM, p *owned.Plan) {
				p.State, p.EndsAt = carrier.PlanExpired, after(time.Hour)
			}),
			states: "later later done now", marks: []string{"Later", "Later", "Done, 5 Mar 2026, 13:00 (UTC+8)", "Now"},
			texts: map[int]string{0: "It was never installed."},
			links: map[int]string{3: "Add data " + there.TopUp},
		},
		"deleted, with data left": {
			l: testSIM(t, func(l *owned.SIM, _ *owned.Plan) {
				l.Profile, l.Reissue.Status = carrier.ProfileDeleted, order.Completed
			}),
			states: "now later later", marks: []string{"Now", "Later", "Later"},
			links: map[int]string{0: "Get a new eSIM /en/reissue/s1"},
		},
		"deleted, and used up": {
			l: testSIM(t, func(l *owned.SIM, p *owned.Plan) {
				inUse(none)(l, p)
				l.Profile, p.State = carrier.ProfileDeleted, carrier.PlanDepleted
			}),
			states: "done done done", marks: []string{"Done", "Done, 5 Mar 2026, 13:00 (UTC+8)", "Done"},
			texts: map[int]string{0: "It was removed from the phone."},
		},
	} {
		states, marks := "", []string{}
		list := steps(c.l, "en")
		for i, s := range list {
			states += " " + string(s.State)
			marks = append(marks, s.Mark)
			require.Equal(t, s.At != nil, len(s.Mark) > len("Any time"), "%s: a time is told where it is known", what)
			require.Contains(t, s.Text, c.texts[i], what)
			link := ""
			if s.Link != nil {
				link = s.Link.Text + " " + s.Link.Path
			}
			require.Equal(t, c.links[i], link, what)
		}
		require.Equal(t, " "+c.states, states, what)
		require.Equal(t, c.marks, marks, what)
	}
}

// However an eSIM stands, no two of its steps are now.
func TestOneStepIsNow(t *testing.T) {
	t.Parallel()
	profiles := []carrier.Profile{
		carrier.ProfileReleased, carrier.ProfileDownloaded, carrier.ProfileInstalled, carrier.ProfileEnabled, carrier.ProfileDisabled,
		carrier.ProfileDeleted, carrier.ProfileError,
	}
	plans := []carrier.PlanState{carrier.PlanQueued, carrier.PlanScheduled, carrier.PlanActive, carrier.PlanDepleted, carrier.PlanExpired}
	for _, profile := range profiles {
		for _, plan := range plans {
			for _, left := range []int64{0, 512 << 20, 5 << 30} {
				for _, attached := range []*time.Time{nil, after(time.Hour), after(-72 * time.Hour)} {
					for _, end := range []time.Duration{3 * time.Hour, 169 * time.Hour} {
						for _, reissue := range []bool{false, true} {
							l := testSIM(t, func(l *owned.SIM, p *owned.Plan) {
								l.Profile, l.FirstAttach, l.Reissue.Open = profile, attached, reissue
								p.State, p.StartedAt, p.EndsAt, p.RemainingBytes = plan, after(time.Hour), after(end), &left
							})
							now := 0
							for _, s := range steps(l, "en") {
								if s.State == "now" {
									now++
								}
							}
							require.LessOrEqual(t, now, 1, "%s %s, %d bytes left, attached %v, ends after %s, reissue %t", profile, plan, left, attached, end, reissue)
						}
					}
				}
			}
		}
	}
}

func TestTheStepsOfAnESIMInChinese(t *testing.T) {
	t.Parallel()
	list := steps(testSIM(t, inUse(3<<30)), "zh")
	titles := ""
	for _, s := range list {
		titles += s.Title + " "
	}
	require.Equal(t, "安装 落地 使用 充值 ", titles)
	require.Equal(t, "剩余 3 GB，共 5 GB；有效期至 2026年3月12日 13:00（UTC+8）。", list[2].Text)
}

// The page of a SIM tells what is left and what helps now: no step says it again.
func TestTheStepsRepeatNothingOfTheSIMsPage(t *testing.T) {
	t.Parallel()
	for what, left := range map[string]int64{"in use": 3 << 30, "running low": 512 << 20} {
		list := stepsAt(testSIM(t, inUse(left)), "en", view.TimelinePaths{TopUp: "#top-up", HintShown: true})
		require.Empty(t, list[2].Text, what)
		require.NotContains(t, list[3].Text, "Less than a fifth", what)
		require.Equal(t, "#top-up", list[3].Link.Path, what)
	}
	roaming := testSIM(t, func(l *owned.SIM, _ *owned.Plan) { l.Profile = carrier.ProfileInstalled })
	require.NotContains(t, stepsAt(roaming, "en", view.TimelinePaths{HintShown: true})[1].Text, "Data Roaming")
}

// What is not there, or not told, has no steps.
func TestWhatHasNoSteps(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(l *owned.SIM, p *owned.Plan){
		"a card":     func(l *owned.SIM, _ *owned.Plan) { l.SimType = owned.Physical },
		"erased":     func(l *owned.SIM, _ *owned.Plan) { l.ErasedAt = after(0) },
		"not issued": func(l *owned.SIM, _ *owned.Plan) { l.Profile = carrier.ProfileAllocated },
	} {
		require.Nil(t, steps(testSIM(t, change), "en"), what)
	}
}

// After a payment the way leads to what can be done: an eSIM that is ready is installed, and what is not there is waited for.
func TestWhatComesAfterAPayment(t *testing.T) {
	t.Parallel()
	line := func(simType, state string) order.Line {
		return order.Line{SimType: simType, State: state, Quantity: 1}
	}
	item := func(states ...string) gen.OrderItem { return gen.OrderItem{SimType: "esim", SimStates: states} }
	paid := func(status order.Status, l ...order.Line) order.Order {
		return order.Order{OrderNo: "RC1", Status: status, PaidAt: after(0), Lines: l, Contact: order.Contact{Email: "ada@example.test"}}
	}
	sent := paid(order.Shipped, line("physical", "shipped"))
	sent.TrackingNumber, sent.ShippedAt = "SF1", after(0)
	late := gen.Order{Items: []gen.OrderItem{item()}, Delay: &gen.OrderDelay{}}
	for what, c := range map[string]struct {
		o       order.Order
		shown   gen.Order
		text    string
		link    string
		waiting bool
	}{
		"ready": {
			paid(order.Completed, line("esim", order.LineReady)), gen.Order{Items: []gen.OrderItem{item("ready_to_install")}},
			"Your eSIM is ready. Install it while you have Wi-Fi, before you leave.", "Install your eSIM /en/my-order/RC1/install", false,
		},
		"installed": {paid(order.Completed, line("esim", order.LineReady)), gen.Order{Items: []gen.OrderItem{item("active")}}, "", "", false},
		"preparing": {
			paid(order.Processing, line("esim", order.LinePreparing)), gen.Order{Items: []gen.OrderItem{item()}},
			"We are preparing your eSIM. This usually takes a few minutes; the button to install it appears here, and we email ada@example.test too.", "", true,
		},
		"late": {paid(order.Processing, line("esim", order.LinePreparing)), late, "", "", false},
		"a card": {
			paid(order.Processing, line("physical", order.LinePreparing)), gen.Order{Items: []gen.OrderItem{item()}},
			"We are packing your parcel. The tracking number appears with your order.", "", false,
		},
		"a card that was sent": {sent, gen.Order{Items: []gen.OrderItem{item()}}, "Your parcel is on its way.", "Follow the parcel /en/my-order/RC1#shipping", false},
		"both": {
			paid(order.Processing, line("esim", order.LineReady), line("physical", order.LinePreparing)),
			gen.Order{Items: []gen.OrderItem{item("ready_to_install"), item()}},
			"Your eSIM is ready. Install it while you have Wi-Fi, before you leave. We are packing your parcel. The tracking number appears with your order.",
			"Install your eSIM /en/my-order/RC1/install", false,
		},
		"to register first": {
			paid(order.Completed, line("esim", order.LineReady)),
			gen.Order{Items: []gen.OrderItem{item("real_name_needed")}, Registration: &gen.ToRegister{State: "not_verified", SimId: "s1"}},
			"The plan works once your real-name registration is approved.", "Register now /en/my-order/RC1/sims?simId=s1#real-name", false,
		},
		"money goes back": {paid(order.PendingRefund, line("esim", order.LineReady)), gen.Order{Items: []gen.OrderItem{item("ready_to_install")}}, "", "", false},
		"not paid":        {order.Order{Status: order.WaitingPayment, Lines: []order.Line{line("esim", order.LinePreparing)}}, gen.Order{Items: []gen.OrderItem{item()}}, "", "", false},
	} {
		got := view.AfterPayment(c.o, c.shown, "en")
		if c.text == "" {
			require.Nil(t, got, what)
			continue
		}
		require.Equal(t, c.text, got.Text, what)
		require.Equal(t, c.waiting, got.Waiting, what)
		link := ""
		if got.Link != nil {
			link = got.Link.Text + " " + got.Link.Path
		}
		require.Equal(t, c.link, link, what)
	}
}
