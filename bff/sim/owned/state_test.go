package owned_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

var now = time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC)

func ago(d time.Duration) *time.Time { t := now.Add(-d); return &t }

func in(d time.Duration) *time.Time { return ago(-d) }

func ptr[T any](v T) *T { return &v }

const gigabyte = 1 << 30

func plan(state carrier.PlanState, total, left int64) owned.Plan {
	p := owned.Plan{State: state, TotalBytes: &total, RemainingBytes: &left, VoiceTotal: new(int), VoiceLeft: new(int), SMSTotal: new(int), SMSLeft: new(int), AsOf: now}
	if state == carrier.PlanActive {
		p.StartedAt, p.EndsAt = ago(time.Hour), in(48*time.Hour)
	}
	return p
}

func esim(profile carrier.Profile, plans ...owned.Plan) owned.SIM {
	return owned.SIM{SimType: "esim", Profile: profile, BoughtAt: now.Add(-time.Hour), Plans: plans}
}

// A plan on a SIM that was deleted or retired is not in use, whatever its carrier says.
func TestAPlanEndsWithItsSIM(t *testing.T) {
	t.Parallel()
	running, over := plan(carrier.PlanActive, gigabyte, gigabyte/2), plan(carrier.PlanExpired, gigabyte, 0)
	retired := esim(carrier.ProfileEnabled, running)
	retired.RetiredAt = &now
	for what, c := range map[string]struct {
		line owned.SIM
		plan owned.Plan
		want string
	}{
		"in use":             {esim(carrier.ProfileEnabled, running), running, "active"},
		"deleted":            {esim(carrier.ProfileDeleted, running), running, "lost"},
		"retired":            {retired, running, "lost"},
		"over, then retired": {retired, over, "expired"},
	} {
		require.Equal(t, c.want, c.line.PlanStatus(c.plan), what)
	}
}

func TestStateAndHint(t *testing.T) {
	t.Parallel()
	active, queued := plan(carrier.PlanActive, gigabyte, gigabyte/2), plan(carrier.PlanQueued, gigabyte, gigabyte)
	low, fresh := plan(carrier.PlanActive, gigabyte, gigabyte/5), plan(carrier.PlanActive, gigabyte, gigabyte)
	usedUp, expired := plan(carrier.PlanDepleted, gigabyte, 0), plan(carrier.PlanExpired, gigabyte, 1)
	ending := active
	ending.EndsAt = in(24 * time.Hour)
	endless := plan(carrier.PlanActive, 0, 0)
	endless.TotalBytes, endless.RemainingBytes = nil, nil
	named := func(sim owned.SIM, state carrier.KycState) owned.SIM {
		sim.Regimes, sim.Cases = []string{"HK"}, []owned.Case{{ID: 1, Regime: "HK", State: state}}
		return sim
	}
	attached := func(sim owned.SIM, d time.Duration) owned.SIM { sim.FirstAttach = ago(d); return sim }
	card := owned.SIM{SimType: "physical", Profile: carrier.ProfileUnknown}
	retired := esim(carrier.ProfileEnabled, active)
	retired.RetiredAt = &now
	late := esim(carrier.ProfileReleased, queued)
	late.BoughtAt, late.Rule = now.Add(-24*24*time.Hour), &validity.Rule{Days: 7, DayRule: validity.Rolling24h, Zone: time.UTC, UseWithinDays: 30}
	linked := esim(carrier.ProfileReleased, queued)
	linked.Linked = true
	linkedByBuyer := linked
	linkedByBuyer.OrderNo = "RC1"
	dated := func(sim owned.SIM) owned.SIM {
		sim.StartDate, sim.StartAt, sim.Rule = "2026-03-05", in(96*time.Hour), late.Rule
		return sim
	}
	waits := plan(carrier.PlanScheduled, gigabyte, gigabyte)
	cardInUse := card
	cardInUse.Plans = []owned.Plan{fresh}
	sold := func(sim owned.SIM) owned.SIM { sim.Reissue.Status = "completed"; return sim }
	asked := func(sim owned.SIM) owned.SIM { sim = sold(sim); sim.Reissue.Open = true; return sim }
	again := func(sim owned.SIM) owned.SIM { sim = sold(sim); sim.Reissue.Issued = 1; return sim }
	refused := func(sim owned.SIM) owned.SIM {
		sim = sold(sim)
		sim.Reissue.Refused, sim.Reissue.RefusedAt = carrier.ReissueNotAllowed, &now
		return sim
	}
	erased := func(sim owned.SIM) owned.SIM { sim.ErasedAt = &now; return sim }
	for _, c := range []struct {
		what  string
		line  owned.SIM
		state owned.State
		hint  owned.Hint
	}{
		{"waits for its day", dated(esim(carrier.ProfileReleased, waits)), owned.ReadyToInstall, owned.HintScheduled},
		{"waits for its day on the phone", dated(esim(carrier.ProfileEnabled, waits)), owned.Installed, owned.HintScheduled},
		{"bought long ago, waits for its day", dated(late), owned.ReadyToInstall, ""},
		{"begun on its day, not installed", dated(esim(carrier.ProfileReleased, fresh)), owned.ReadyToInstall, owned.HintBegun},
		{"begun on its day, in the post", dated(cardInUse), owned.Shipped, owned.HintBegun},
		{"begun on its day, on the phone", dated(esim(carrier.ProfileEnabled, fresh)), owned.Active, owned.HintRoaming},
		{"begun on its day, in use", dated(attached(esim(carrier.ProfileEnabled, active), time.Hour)), owned.Active, ""},
		{"delivered", esim(carrier.ProfileReleased, queued), owned.ReadyToInstall, ""},
		{"erased", erased(esim(carrier.ProfileEnabled, expired)), owned.Expired, owned.HintErased},
		{"erased after it was used up", erased(esim(carrier.ProfileEnabled, expired, usedUp)), owned.UsedUp, owned.HintErased},
		{"erased, and nobody ever asked the carrier", erased(esim(carrier.ProfileReleased)), owned.Expired, owned.HintErased},
		{"erased after the operator gave it up", erased(retired), owned.Retired, owned.HintErased},
		{"nobody asked the carrier", esim(carrier.ProfileReleased), owned.ReadyToInstall, ""},
		{"not made yet", esim(carrier.ProfileAllocated), owned.Preparing, ""},
		{"a word that nobody knows", esim(carrier.ProfileUnknown), owned.Unknown, ""},
		{"removed", esim(carrier.ProfileDeleted, queued), owned.Deleted, owned.HintDeleted},
		{"removed while it was in use", attached(esim(carrier.ProfileDeleted, active), time.Hour), owned.Deleted, owned.HintDeleted},
		{"removed before it was registered", named(esim(carrier.ProfileDeleted, queued), carrier.KycRequired), owned.Deleted, owned.HintDeleted},
		{"removed after it was used up", attached(esim(carrier.ProfileDeleted, usedUp), time.Hour), owned.UsedUp, ""},
		{"removed after its end", attached(esim(carrier.ProfileDeleted, expired), time.Hour), owned.Expired, ""},
		{"removed, a new one can be had", sold(esim(carrier.ProfileDeleted, queued)), owned.Deleted, owned.HintReissue},
		{"removed, its carrier makes no new one", refused(esim(carrier.ProfileDeleted, queued)), owned.Deleted, owned.HintDeleted},
		{"a new one is made", asked(attached(esim(carrier.ProfileDeleted, active), time.Hour)), owned.Reissuing, owned.HintReissuing},
		{"a new one for one that was never installed", asked(esim(carrier.ProfileReleased, queued)), owned.Reissuing, owned.HintReissuing},
		{"the new one waits, its days run", again(esim(carrier.ProfileReleased, active)), owned.ReadyToInstall, owned.HintReissued},
		{"the new one waits", again(esim(carrier.ProfileReleased, queued)), owned.ReadyToInstall, owned.HintReissued},
		{"the new one in use", again(attached(esim(carrier.ProfileEnabled, active), time.Hour)), owned.Active, ""},
		{"the new one removed, too", again(attached(esim(carrier.ProfileDeleted, active), time.Hour)), owned.Deleted, owned.HintReissue},
		{"operator ended it while a new one was made", func() owned.SIM { sim := asked(esim(carrier.ProfileDeleted, queued)); sim.RetiredAt = &now; return sim }(), owned.Retired, ""},
		{"on the phone, at home", esim(carrier.ProfileEnabled, queued), owned.Installed, owned.HintRoaming},
		{"on a network, just now", attached(esim(carrier.ProfileEnabled, fresh), time.Minute), owned.Active, ""},
		{"on a network, without data", attached(esim(carrier.ProfileEnabled, fresh), time.Hour), owned.Active, owned.HintAPN},
		{"in use", attached(esim(carrier.ProfileEnabled, active), time.Hour), owned.Active, ""},
		{"unlimited in use", attached(esim(carrier.ProfileEnabled, endless), time.Hour), owned.Active, ""},
		{"little left", attached(esim(carrier.ProfileEnabled, low), time.Hour), owned.Active, owned.HintLowData},
		{"little left, more behind", attached(esim(carrier.ProfileEnabled, low, queued), time.Hour), owned.Active, ""},
		{"last day", attached(esim(carrier.ProfileEnabled, ending), time.Hour), owned.Active, owned.HintExpiring},
		{"used up", attached(esim(carrier.ProfileEnabled, usedUp), time.Hour), owned.UsedUp, owned.HintUsedUp},
		{"used up, more behind", attached(esim(carrier.ProfileEnabled, usedUp, queued), time.Hour), owned.Installed, ""},
		{"expired after another", attached(esim(carrier.ProfileEnabled, usedUp, expired), time.Hour), owned.Expired, owned.HintExpired},
		{"not started in time", late, owned.ReadyToInstall, owned.HintUseSoon},
		{"linked before it is on a phone", linked, owned.ReadyToInstall, owned.HintKit},
		{"linked by its buyer", linkedByBuyer, owned.ReadyToInstall, ""},
		{"card on its way", card, owned.Shipped, ""},
		{"card on a network", attached(card, time.Hour), owned.Active, ""},
		{"taken back", retired, owned.Retired, ""},
		{"not registered", named(esim(carrier.ProfileReleased), carrier.KycRequired), owned.RealNameNeeded, owned.HintRealName},
		{"refused", named(esim(carrier.ProfileReleased), carrier.KycRejected), owned.RealNameNeeded, owned.HintRealName},
		{"looked at", named(esim(carrier.ProfileReleased), carrier.KycInReview), owned.ReadyToInstall, ""},
		{"registered", named(esim(carrier.ProfileReleased), carrier.KycApproved), owned.ReadyToInstall, ""},
		{"in use all the same", named(attached(esim(carrier.ProfileEnabled, active), time.Hour), carrier.KycRequired), owned.Active, ""},
	} {
		require.Equal(t, c.state, c.line.State(), c.what)
		require.Equal(t, c.hint, c.line.Hint(now), c.what)
	}
	for word, sim := range map[string]owned.SIM{
		"lost": esim(carrier.ProfileDeleted, active), "kept": sold(esim(carrier.ProfileDeleted, active)), "active": again(esim(carrier.ProfileEnabled, active)),
		"queued": again(esim(carrier.ProfileReleased, queued)), "used_up": asked(esim(carrier.ProfileDeleted, usedUp)),
	} {
		require.Equal(t, word, sim.PlanStatus(sim.Plans[0]), word)
	}
	for _, sim := range []owned.SIM{asked(esim(carrier.ProfileDeleted, active)), again(esim(carrier.ProfileReleased, active))} {
		require.Equal(t, "kept", sim.PlanStatus(sim.Plans[0]), "nobody uses it")
	}
}

func TestRealNameOverAllRegimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hk, cn carrier.KycState
		want   owned.RealName
	}{
		{carrier.KycApproved, carrier.KycApproved, owned.Verified},
		{carrier.KycApproved, carrier.KycRequired, owned.NotVerified},
		{carrier.KycApproved, carrier.KycSubmitted, owned.UnderReview},
		{carrier.KycSubmitted, carrier.KycRequired, owned.NotVerified},
		{carrier.KycSubmitted, carrier.KycRejected, owned.Rejected},
		{carrier.KycApproved, carrier.KycExpired, owned.Rejected},
		{carrier.KycUnknown, carrier.KycInReview, owned.NotVerified},
	} {
		sim := owned.SIM{Regimes: []string{"HK", "CN"}, Cases: []owned.Case{{ID: 1, Regime: "HK", State: c.hk}, {ID: 2, Regime: "CN", State: c.cn}}}
		require.Equal(t, c.want, sim.RealName(), "%s and %s", c.hk, c.cn)
	}
	require.Equal(t, owned.NotVerified, owned.SIM{Regimes: []string{"HK"}}.RealName())
}

func TestUsage(t *testing.T) {
	t.Parallel()
	running := plan(carrier.PlanActive, 3*gigabyte, 2*gigabyte+megabyte/2)
	running.VoiceTotal, running.VoiceLeft = ptr(100), ptr(40)
	second := plan(carrier.PlanActive, gigabyte, gigabyte)
	second.AsOf, second.EndsAt = *ago(time.Hour), in(96*time.Hour)
	waiting, over := plan(carrier.PlanQueued, gigabyte, gigabyte), plan(carrier.PlanDepleted, gigabyte, 0)
	endless := running
	endless.TotalBytes, endless.RemainingBytes = nil, nil

	u := esim(carrier.ProfileEnabled, over, running, waiting).Usage()
	require.Equal(t, owned.Meter{Used: 1024, Remaining: ptr(int64(2048)), Total: ptr(int64(3072)), Deadline: running.EndsAt, AsOf: &running.AsOf}, u.Data,
		"only the running plan, and what is left is rounded down")
	require.Equal(t, owned.Meter{Used: 60, Remaining: ptr(int64(40)), Total: ptr(int64(100)), Deadline: running.EndsAt, AsOf: &running.AsOf}, u.Voice)
	require.Equal(t, owned.Meter{Remaining: new(int64), Total: new(int64), AsOf: &running.AsOf}, u.SMS)

	u = esim(carrier.ProfileEnabled, running, second).Usage()
	require.Equal(t, int64(3072), *u.Data.Remaining)
	require.Equal(t, second.AsOf, *u.Data.AsOf, "as old as the oldest of its readings")
	require.Equal(t, second.EndsAt, u.Data.Deadline)

	u = esim(carrier.ProfileEnabled, endless).Usage()
	require.True(t, u.Data.Unlimited)
	require.Nil(t, u.Data.Remaining, "never 0 for unlimited")
	require.Nil(t, u.Data.Total)

	require.Equal(t, int64(1024), *esim(carrier.ProfileReleased, waiting).Usage().Data.Remaining, "what waits, while nothing runs")
	require.Equal(t, int64(0), *esim(carrier.ProfileEnabled, over).Usage().Data.Remaining)
	require.Equal(t, owned.Usage{}, esim(carrier.ProfileReleased).Usage(), "nothing is known before the first reading")
}

const megabyte = 1 << 20
