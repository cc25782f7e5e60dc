package sim_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// A deleted eSIM gets a new profile on the same order line, with what was left: the old one is over, its code is withheld from
// the moment on at which a new one was asked for, and later messages about it change nothing.
func TestADeletedESIMIsIssuedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o, id := f.placeDeletedSIM(t, "")
	before, was, number := f.installKit(t, o), f.simRef(t), f.Count(t, `select right(iccid, 9)::int from sim_line`)
	f.askReissue(t, id)
	if kit := f.installKit(t, o); !kit.Reissuing || kit.LPA != "" || kit.MatchingID != "" {
		t.Error("the old code is shown while a new one is made")
	}
	f.runReissueJobs(t)
	f.advance(t, 1, time.Minute)
	f.runReissueJobs(t)
	after := f.installKit(t, o)
	if after.Reissuing || after.LPA == "" || after.LPA == before.LPA || after.Ref != before.Ref || after.State != "released" {
		t.Errorf("the new kit: %t %s", after.LPA == before.LPA, after.State)
	}
	f.requireCount(t, "SIMs", `select count(*) from sim_line where order_line_id is not null and unit = 1 and retired_at is null and device = ''`, 1)
	f.requireCount(t, "same number", `select count(*) from sim_line where right(iccid, 9)::int = ?`, 0, number)
	f.requireCount(t, "usable at the carrier", usableAtCarrier, 1)
	f.requireCount(t, "plans with what was left", `select count(*) from plan_instance where state = 'active' and total_bytes - remaining_bytes = 24 * 1048576`, 1)
	f.requireCount(t, "mails", `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_reissued'`, 1)
	f.requireCount(t, "notes of the question", `select count(*) from audit_log where entity = 'sim' and action = 'reissue_asked' and actor = 'guest'`, 1)
	f.requireCount(t, "notes of the answer", `select count(*) from audit_log where entity = 'sim' and action = 'reissue'`, 1)
	f.Control(t, was, "install", nil)
	f.Work(t, f.Fixture, time.Second)
	f.receiveMessages(t, f.TakeMessages())
	f.requireCount(t, "messages about nothing of ours", `select count(*) from carrier_event where outcome = 'unknown' or (outcome = 'replaced' and line_id is null)`, 0)
	if f.Count(t, `select count(*) from carrier_event where outcome = 'replaced' and type = 'profile.changed'`) == 0 {
		t.Error("no message about the old one came in")
	}
	f.requireCount(t, "SIMs that are not on a phone", `select count(*) from sim_line where profile_state = 'released' and retired_at is null`, 1)
	f.Clock.Advance(time.Minute)
	f.Control(t, f.simRef(t), "install", nil)
	f.Work(t, f.Fixture, time.Second)
	f.receiveMessages(t, f.TakeMessages())
	f.requireCount(t, "SIMs on a phone", `select count(*) from sim_line where profile_state = 'enabled'`, 1)
	// Nothing of either is left when it is erased.
	secrets := append(f.secrets(t), was, before.MatchingID, after.MatchingID)
	f.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
	require.NoError(t, f.sims.Refresh(ctx, id))
	f.runPurge(t)
	f.requireCount(t, "erased", erasedSIMs, 1)
	if found := f.findTraces(t, secrets...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
}

// Two tabs ask at once, and many workers go on at once: one new profile is made.
func TestAReissueIsMadeOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	_, id := f.placeDeletedSIM(t, "")
	for range 3 {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if err := f.sims.AskReissue(ctx, id, "", "guest"); err != nil && fault.Code(err) != reissuable.TooOften {
					t.Error(err)
				}
			})
		}
		all.Wait()
		f.requireCount(t, "open", openReissues, 1)
		for range 3 {
			for range 4 {
				all.Go(func() { f.runReissueJobs(t) })
			}
			all.Wait()
			f.Work(t, f.Fixture, time.Minute)
		}
		f.requireCount(t, "open", openReissues, 0)
		f.requireCount(t, "usable at the carrier", usableAtCarrier, 1)
		if f.Count(t, issuedReissues) == reissuable.MaxReissues {
			break
		}
	}
	f.requireCount(t, "asked at the carrier", reissueOrders, reissuable.MaxReissues)
	if err := f.sims.AskReissue(ctx, id, "", "guest"); fault.Code(err) != reissuable.TooOften {
		t.Errorf("a third time: %v", err)
	}
}

// Killed at any point, the shop goes on: one profile, one mail, nothing asked for twice.
func TestAReissueOutlivesACrash(t *testing.T) {
	t.Parallel()
	for point, plans := range map[string][]string{
		"reissue claimed": {""}, "reissue answered": {"", "test-reissue-timeout"}, "profile replaced": {""}, "reissue booked": {""},
	} {
		for _, plan := range plans {
			t.Run(point+plan, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t, "")
				_, id := f.placeDeletedSIM(t, plan)
				f.askReissue(t, id)
				crashed := false
				f.Hook = func(at string) {
					if at == point && !crashed {
						crashed = true
						panic("killed")
					}
				}
				for range 4 {
					func() {
						defer func() { _ = recover() }()
						f.runReissueJobs(t)
						f.Work(t, f.Fixture, time.Minute)
						if err := f.sims.Sweep(ctx); err != nil {
							t.Error(err)
						}
					}()
				}
				if !crashed {
					t.Fatal("it never came to the point")
				}
				f.requireCount(t, "issued", issuedReissues, 1)
				f.requireCount(t, "asked at the carrier", reissueOrders, 1)
				f.requireCount(t, "usable at the carrier", usableAtCarrier, 1)
				f.requireCount(t, "mails", `select count(distinct args) from river_job where kind = 'order_mail' and args->>'template' = 'esim_reissued'`, 1)
			})
		}
	}
}

// An imported eSIM gets its new profile from the carrier that stands behind the pool; without one there is none.
func TestAnESIMOfThePoolIsIssuedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.Exec(t, `update product set carrier = 'pool', plan_ref = '' where goods_id = 'plan'`)
	fillPool(t, f.Fixture, 2)
	bare := f.NewSIMService(carrier.Carriers{}, nil, f.Logs.Logger())
	o := placePaid(t, f.Fixture, 1)
	require.NoError(t, bare.Fulfil(ctx, o.ID))
	id := int64(f.Count(t, `select id from sim_line`))
	code := f.installKit(t, o).LPA
	f.askReissue(t, id)
	with := f.sims
	f.sims = bare
	f.runReissueJobs(t)
	f.requireCount(t, "refused", `select count(*) from sim_reissue where state = 'failed' and error_class = 'not_supported'`, 1)
	if f.installKit(t, o).LPA != code {
		t.Error("the code is gone")
	}
	f.sims = with
	f.Exec(t, `delete from sim_reissue`)
	number := f.secrets(t)
	f.askReissue(t, id)
	f.runReissueJobs(t)
	f.advance(t, 1, time.Minute)
	f.runReissueJobs(t)
	f.requireCount(t, "issued", issuedReissues, 1)
	if f.installKit(t, o).LPA == code {
		t.Error("the code is the old one")
	}
	f.requireCount(t, "profiles in the pool", `select count(*) from esim_profile where state = 'available'`, 1)
	f.requireCount(t, "codes of the old one", `select count(*) from esim_profile where state = 'delivered' and activation is not null`, 0)
	if found := f.findTraces(t, number...); slices.ContainsFunc(found, func(s string) bool { return !strings.Contains(s, "sandbox") }) {
		t.Errorf("traces of the old one:\n  %s", strings.Join(found, "\n  "))
	}
}
