package lines_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/sim/lines"
)

var now = time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC)

func ago(d time.Duration) *time.Time { t := now.Add(-d); return &t }

func in(d time.Duration) *time.Time { return ago(-d) }

func ptr[T any](v T) *T { return &v }

const gigabyte = 1 << 30

func plan(state carrier.PlanState, total, left int64) lines.Plan {
	p := lines.Plan{State: state, TotalBytes: &total, RemainingBytes: &left, VoiceTotal: new(int), VoiceLeft: new(int), SMSTotal: new(int), SMSLeft: new(int), AsOf: now}
	if state == carrier.PlanActive {
		p.StartedAt, p.EndsAt = ago(time.Hour), in(48*time.Hour)
	}
	return p
}

func esim(profile carrier.Profile, plans ...lines.Plan) lines.Line {
	return lines.Line{SimType: "esim", Profile: profile, BoughtAt: now.Add(-time.Hour), Plans: plans}
}

// A plan on a SIM that was deleted or retired is not in use, whatever its carrier says.
func TestAPlanEndsWithItsSIM(t *testing.T) {
	t.Parallel()
	running, over := plan(carrier.PlanActive, gigabyte, gigabyte/2), plan(carrier.PlanExpired, gigabyte, 0)
	retired := esim(carrier.ProfileEnabled, running)
	retired.RetiredAt = &now
	for what, c := range map[string]struct {
		line lines.Line
		plan lines.Plan
		want string
	}{
		"in use":             {esim(carrier.ProfileEnabled, running), running, "active"},
		"deleted":            {esim(carrier.ProfileDeleted, running), running, "lost"},
		"retired":            {retired, running, "lost"},
		"over, then retired": {retired, over, "expired"},
	} {
		require.Equal(t, c.want, c.line.PlanWord(c.plan), what)
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
	named := func(l lines.Line, state carrier.KycState) lines.Line {
		l.Regimes, l.Cases = []string{"HK"}, []lines.Case{{ID: 1, Regime: "HK", State: state}}
		return l
	}
	attached := func(l lines.Line, d time.Duration) lines.Line { l.FirstAttach = ago(d); return l }
	card := lines.Line{SimType: "physical", Profile: carrier.ProfileUnknown}
	retired := esim(carrier.ProfileEnabled, active)
	retired.RetiredAt = &now
	late := esim(carrier.ProfileReleased, queued)
	late.BoughtAt, late.Rule = now.Add(-24*24*time.Hour), &validity.Rule{Days: 7, DayRule: validity.Rolling24h, Zone: time.UTC, UseWithinDays: 30}
	linked := esim(carrier.ProfileReleased, queued)
	linked.Linked = true
	linkedByBuyer := linked
	linkedByBuyer.OrderNo = "RC1"
	dated := func(l lines.Line) lines.Line {
		l.StartDate, l.StartAt, l.Rule = "2026-03-05", in(96*time.Hour), late.Rule
		return l
	}
	waits := plan(carrier.PlanScheduled, gigabyte, gigabyte)
	cardInUse := card
	cardInUse.Plans = []lines.Plan{fresh}
	sold := func(l lines.Line) lines.Line { l.Reissue.Status = "completed"; return l }
	asked := func(l lines.Line) lines.Line { l = sold(l); l.Reissue.Open = true; return l }
	again := func(l lines.Line) lines.Line { l = sold(l); l.Reissue.Issued = 1; return l }
	refused := func(l lines.Line) lines.Line {
		l = sold(l)
		l.Reissue.Refused, l.Reissue.RefusedAt = carrier.ReissueNotAllowed, &now
		return l
	}
	erased := func(l lines.Line) lines.Line { l.ErasedAt = &now; return l }
	for _, c := range []struct {
		what  string
		line  lines.Line
		state lines.State
		hint  lines.Hint
	}{
		{"waits for its day", dated(esim(carrier.ProfileReleased, waits)), lines.ReadyToInstall, lines.HintScheduled},
		{"waits for its day on the phone", dated(esim(carrier.ProfileEnabled, waits)), lines.Installed, lines.HintScheduled},
		{"bought long ago, waits for its day", dated(late), lines.ReadyToInstall, ""},
		{"begun on its day, not installed", dated(esim(carrier.ProfileReleased, fresh)), lines.ReadyToInstall, lines.HintBegun},
		{"begun on its day, in the post", dated(cardInUse), lines.Shipped, lines.HintBegun},
		{"begun on its day, on the phone", dated(esim(carrier.ProfileEnabled, fresh)), lines.Active, lines.HintRoaming},
		{"begun on its day, in use", dated(attached(esim(carrier.ProfileEnabled, active), time.Hour)), lines.Active, ""},
		{"delivered", esim(carrier.ProfileReleased, queued), lines.ReadyToInstall, ""},
		{"erased", erased(esim(carrier.ProfileEnabled, expired)), lines.Expired, lines.HintErased},
		{"erased after it was used up", erased(esim(carrier.ProfileEnabled, expired, usedUp)), lines.UsedUp, lines.HintErased},
		{"erased, and nobody ever asked the carrier", erased(esim(carrier.ProfileReleased)), lines.Expired, lines.HintErased},
		{"erased after the operator gave it up", erased(retired), lines.Retired, lines.HintErased},
		{"nobody asked the carrier", esim(carrier.ProfileReleased), lines.ReadyToInstall, ""},
		{"not made yet", esim(carrier.ProfileAllocated), lines.Preparing, ""},
		{"a word that nobody knows", esim(carrier.ProfileUnknown), lines.Unknown, ""},
		{"removed", esim(carrier.ProfileDeleted, queued), lines.Deleted, lines.HintDeleted},
		{"removed while it was in use", attached(esim(carrier.ProfileDeleted, active), time.Hour), lines.Deleted, lines.HintDeleted},
		{"removed before it was registered", named(esim(carrier.ProfileDeleted, queued), carrier.KycRequired), lines.Deleted, lines.HintDeleted},
		{"removed after it was used up", attached(esim(carrier.ProfileDeleted, usedUp), time.Hour), lines.UsedUp, ""},
		{"removed after its end", attached(esim(carrier.ProfileDeleted, expired), time.Hour), lines.Expired, ""},
		{"removed, a new one can be had", sold(esim(carrier.ProfileDeleted, queued)), lines.Deleted, lines.HintReissue},
		{"removed, its carrier makes no new one", refused(esim(carrier.ProfileDeleted, queued)), lines.Deleted, lines.HintDeleted},
		{"a new one is made", asked(attached(esim(carrier.ProfileDeleted, active), time.Hour)), lines.Reissuing, lines.HintReissuing},
		{"a new one for one that was never installed", asked(esim(carrier.ProfileReleased, queued)), lines.Reissuing, lines.HintReissuing},
		{"the new one waits, its days run", again(esim(carrier.ProfileReleased, active)), lines.ReadyToInstall, lines.HintReissued},
		{"the new one waits", again(esim(carrier.ProfileReleased, queued)), lines.ReadyToInstall, lines.HintReissued},
		{"the new one in use", again(attached(esim(carrier.ProfileEnabled, active), time.Hour)), lines.Active, ""},
		{"the new one removed, too", again(attached(esim(carrier.ProfileDeleted, active), time.Hour)), lines.Deleted, lines.HintReissue},
		{"operator ended it while a new one was made", func() lines.Line { l := asked(esim(carrier.ProfileDeleted, queued)); l.RetiredAt = &now; return l }(), lines.Retired, ""},
		{"on the phone, at home", esim(carrier.ProfileEnabled, queued), lines.Installed, lines.HintRoaming},
		{"on a network, just now", attached(esim(carrier.ProfileEnabled, fresh), time.Minute), lines.Active, ""},
		{"on a network, without data", attached(esim(carrier.ProfileEnabled, fresh), time.Hour), lines.Active, lines.HintAPN},
		{"in use", attached(esim(carrier.ProfileEnabled, active), time.Hour), lines.Active, ""},
		{"unlimited in use", attached(esim(carrier.ProfileEnabled, endless), time.Hour), lines.Active, ""},
		{"little left", attached(esim(carrier.ProfileEnabled, low), time.Hour), lines.Active, lines.HintLowData},
		{"little left, more behind", attached(esim(carrier.ProfileEnabled, low, queued), time.Hour), lines.Active, ""},
		{"last day", attached(esim(carrier.ProfileEnabled, ending), time.Hour), lines.Active, lines.HintExpiring},
		{"used up", attached(esim(carrier.ProfileEnabled, usedUp), time.Hour), lines.UsedUp, lines.HintUsedUp},
		{"used up, more behind", attached(esim(carrier.ProfileEnabled, usedUp, queued), time.Hour), lines.Installed, ""},
		{"expired after another", attached(esim(carrier.ProfileEnabled, usedUp, expired), time.Hour), lines.Expired, lines.HintExpired},
		{"not started in time", late, lines.ReadyToInstall, lines.HintUseSoon},
		{"linked before it is on a phone", linked, lines.ReadyToInstall, lines.HintKit},
		{"linked by its buyer", linkedByBuyer, lines.ReadyToInstall, ""},
		{"card on its way", card, lines.Shipped, ""},
		{"card on a network", attached(card, time.Hour), lines.Active, ""},
		{"taken back", retired, lines.Retired, ""},
		{"not registered", named(esim(carrier.ProfileReleased), carrier.KycRequired), lines.RealNameNeeded, lines.HintRealName},
		{"refused", named(esim(carrier.ProfileReleased), carrier.KycRejected), lines.RealNameNeeded, lines.HintRealName},
		{"looked at", named(esim(carrier.ProfileReleased), carrier.KycInReview), lines.ReadyToInstall, ""},
		{"registered", named(esim(carrier.ProfileReleased), carrier.KycApproved), lines.ReadyToInstall, ""},
		{"in use all the same", named(attached(esim(carrier.ProfileEnabled, active), time.Hour), carrier.KycRequired), lines.Active, ""},
	} {
		require.Equal(t, c.state, c.line.State(), c.what)
		require.Equal(t, c.hint, c.line.Hint(now), c.what)
	}
	for word, l := range map[string]lines.Line{
		"lost": esim(carrier.ProfileDeleted, active), "kept": sold(esim(carrier.ProfileDeleted, active)), "active": again(esim(carrier.ProfileEnabled, active)),
		"queued": again(esim(carrier.ProfileReleased, queued)), "used_up": asked(esim(carrier.ProfileDeleted, usedUp)),
	} {
		require.Equal(t, word, l.PlanWord(l.Plans[0]), word)
	}
	for _, l := range []lines.Line{asked(esim(carrier.ProfileDeleted, active)), again(esim(carrier.ProfileReleased, active))} {
		require.Equal(t, "kept", l.PlanWord(l.Plans[0]), "nobody uses it")
	}
}

func TestRealNameOverAllRegimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hk, cn carrier.KycState
		want   lines.RealName
	}{
		{carrier.KycApproved, carrier.KycApproved, lines.Verified},
		{carrier.KycApproved, carrier.KycRequired, lines.NotVerified},
		{carrier.KycApproved, carrier.KycSubmitted, lines.UnderReview},
		{carrier.KycSubmitted, carrier.KycRequired, lines.NotVerified},
		{carrier.KycSubmitted, carrier.KycRejected, lines.Rejected},
		{carrier.KycApproved, carrier.KycExpired, lines.Rejected},
		{carrier.KycUnknown, carrier.KycInReview, lines.NotVerified},
	} {
		l := lines.Line{Regimes: []string{"HK", "CN"}, Cases: []lines.Case{{ID: 1, Regime: "HK", State: c.hk}, {ID: 2, Regime: "CN", State: c.cn}}}
		require.Equal(t, c.want, l.RealName(), "%s and %s", c.hk, c.cn)
	}
	require.Equal(t, lines.NotVerified, lines.Line{Regimes: []string{"HK"}}.RealName())
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
	require.Equal(t, lines.Meter{Used: 1024, Remaining: ptr(int64(2048)), Total: ptr(int64(3072)), Deadline: running.EndsAt, AsOf: &running.AsOf}, u.Data,
		"only the running plan, and what is left is rounded down")
	require.Equal(t, lines.Meter{Used: 60, Remaining: ptr(int64(40)), Total: ptr(int64(100)), Deadline: running.EndsAt, AsOf: &running.AsOf}, u.Voice)
	require.Equal(t, lines.Meter{Remaining: new(int64), Total: new(int64), AsOf: &running.AsOf}, u.SMS)

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
	require.Equal(t, lines.Usage{}, esim(carrier.ProfileReleased).Usage(), "nothing is known before the first reading")
}

const megabyte = 1 << 20
