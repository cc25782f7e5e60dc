package sim_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

const (
	// usable are the eSIMs at the carrier that somebody can install or use.
	usable = `select count(*) from sandbox.carrier_line where form in ('esim', 'imported') and retired_at is null`
	open   = `select count(*) from sim_reissue where state in ('intended', 'sent', 'pending', 'unknown')`
	done   = `select count(*) from sim_reissue where state = 'issued'`
	anew   = `select count(*) from sandbox.carrier_order where reissues <> ''`
)

// deleted is the SIM of an order of one unit of a plan that was used a little and deleted from its phone.
func (c *counter) deleted(t *testing.T, planRef string) (o order.Order, simID int64) {
	t.Helper()
	c.Exec(t, `update product set plan_ref = ? where goods_id = 'plan'`, planRef)
	o = c.delivered(t)
	ref := c.lineRef(t)
	c.Control(t, ref, "install", nil)
	c.Control(t, ref, "attach", nil)
	c.Control(t, ref, "use", map[string]any{"mb": 24})
	c.Clock.Advance(time.Second)
	c.Control(t, ref, "delete", nil)
	c.Work(t, c.Bench, time.Second)
	c.hears(t, c.Received())
	return o, int64(c.Count(t, `select max(id) from sim_line`))
}

func (c *counter) asks(t *testing.T, simID int64) {
	t.Helper()
	if err := c.sims.AskReissue(ctx, simID, "", "guest"); err != nil {
		t.Fatal(err)
	}
}

// reissue goes on with everything that was asked for, as the jobs do.
func (c *counter) reissue(t *testing.T) {
	t.Helper()
	var ids []int64
	if err := c.DB.Gorm.Raw(`select id from sim_reissue where state not in ('issued', 'failed')`).Scan(&ids).Error; err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if err := c.sims.Reissue(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			t.Fatalf("reissue %d: %v", id, err)
		}
	}
}

// takesBack does the jobs that cancel at the carrier.
func (c *counter) takesBack(t *testing.T) {
	t.Helper()
	for kind, do := range map[string]func(context.Context, int64) error{"sim_cancel": c.sims.Cancel, "sim_reissue_cancel": c.sims.CancelReissue} {
		var ids []int64
		err := c.DB.Gorm.Raw(`select distinct coalesce(args->>'requestId', args->>'reissueId')::bigint from river_job where kind = ?`, kind).Scan(&ids).Error
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			if err := do(ctx, id); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// refunds gives back what was paid, as a refund does when the provider has confirmed it.
func (c *counter) refunds(t *testing.T, o order.Order) {
	t.Helper()
	inTx(t, c.Bench, o.ID, func(ctx context.Context, tx *pg.Tx, _ order.Locked) error {
		if err := tx.Exec(`update order_line set state = 'refunded' where order_id = ?`, o.ID).Error; err != nil {
			return err
		}
		if err := tx.Exec(`update orders set status = 'refunded', refunded_amount = order_total where id = ?`, o.ID).Error; err != nil {
			return err
		}
		var ids []int64
		if err := tx.Raw(`select id from order_line where order_id = ?`, o.ID).Scan(&ids).Error; err != nil {
			return err
		}
		return c.sims.Revoke(ctx, tx, ids)
	})
}

func (c *counter) kit(t *testing.T, o order.Order) sim.Install {
	t.Helper()
	kits, err := c.sims.Installs(ctx, o.ID)
	if err != nil || len(kits) != 1 {
		t.Fatalf("%d kits %v", len(kits), err)
	}
	return kits[0]
}

// A deleted eSIM gets a new profile on the same order line, with what was left: the old one is over, its code is withheld from
// the moment on at which a new one was asked for, and what is told of it later changes nothing.
func TestADeletedESIMIsIssuedAgain(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o, id := c.deleted(t, "")
	before, was, number := c.kit(t, o), c.lineRef(t), c.Count(t, `select right(iccid, 9)::int from sim_line`)
	c.asks(t, id)
	if kit := c.kit(t, o); !kit.Reissuing || kit.LPA != "" || kit.MatchingID != "" {
		t.Error("the old code is shown while a new one is made")
	}
	c.reissue(t)
	c.passes(t, 1, time.Minute)
	c.reissue(t)
	after := c.kit(t, o)
	if after.Reissuing || after.LPA == "" || after.LPA == before.LPA || after.Ref != before.Ref || after.State != "released" {
		t.Errorf("the new kit: %t %s", after.LPA == before.LPA, after.State)
	}
	c.wants(t, "SIMs", `select count(*) from sim_line where order_line_id is not null and unit = 1 and retired_at is null and device = ''`, 1)
	c.wants(t, "same number", `select count(*) from sim_line where right(iccid, 9)::int = ?`, 0, number)
	c.wants(t, "usable at the carrier", usable, 1)
	c.wants(t, "plans with what was left", `select count(*) from plan_instance where state = 'active' and total_bytes - remaining_bytes = 24 * 1048576`, 1)
	c.wants(t, "mails", `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_reissued'`, 1)
	c.wants(t, "notes of the question", `select count(*) from audit_log where entity = 'sim' and action = 'reissue_asked' and actor = 'guest'`, 1)
	c.wants(t, "notes of the answer", `select count(*) from audit_log where entity = 'sim' and action = 'reissue'`, 1)
	c.Control(t, was, "install", nil)
	c.Work(t, c.Bench, time.Second)
	c.hears(t, c.Received())
	c.wants(t, "messages about nothing of ours", `select count(*) from carrier_event where outcome = 'unknown' or (outcome = 'replaced' and line_id is null)`, 0)
	if c.Count(t, `select count(*) from carrier_event where outcome = 'replaced' and type = 'profile.changed'`) == 0 {
		t.Error("no message about the old one came in")
	}
	c.wants(t, "SIMs that are not on a phone", `select count(*) from sim_line where profile_state = 'released' and retired_at is null`, 1)
	c.Clock.Advance(time.Minute)
	c.Control(t, c.lineRef(t), "install", nil)
	c.Work(t, c.Bench, time.Second)
	c.hears(t, c.Received())
	c.wants(t, "SIMs on a phone", `select count(*) from sim_line where profile_state = 'enabled'`, 1)
	// Nothing of either is left when it is erased.
	secrets := append(c.secrets(t), was, before.MatchingID, after.MatchingID)
	c.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
	if err := c.sims.Refresh(ctx, id); err != nil {
		t.Fatal(err)
	}
	c.erases(t)
	c.wants(t, "erased", gone, 1)
	if found := c.traces(t, secrets...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
}

// Each way in which a carrier answers: a no leaves the SIM as it was, with its code; slow and lost answers end in one profile.
func TestWhatACarrierAnswersToAReissue(t *testing.T) {
	t.Parallel()
	for plan, want := range map[string]struct {
		issued, failed, mails int
		class                 carrier.Class
	}{
		"test-reissue-refused": {0, 1, 0, carrier.ReissueNotAllowed}, "test-reissue-slow": {1, 0, 1, ""}, "test-reissue-timeout": {1, 0, 1, ""},
	} {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			o, id := c.deleted(t, plan)
			code := c.kit(t, o).LPA
			c.asks(t, id)
			c.reissue(t)
			if plan != "test-reissue-refused" {
				c.wants(t, "open", open, 1)
				if !c.kit(t, o).Reissuing {
					t.Error("the old code is shown while nobody knows")
				}
			}
			for range 4 {
				c.passes(t, 1, time.Minute)
				c.reissue(t)
			}
			c.wants(t, "issued", done, want.issued)
			c.wants(t, "failed", `select count(*) from sim_reissue where state = 'failed' and error_class = ?`, want.failed, string(want.class))
			c.wants(t, "usable at the carrier", usable, 1)
			c.wants(t, "asked at the carrier", anew, want.issued)
			c.wants(t, "mails", `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_reissued'`, want.mails)
			if kit := c.kit(t, o); (kit.LPA == code) != (want.issued == 0) || kit.Reissuing {
				t.Error("the wrong code is shown")
			}
			if want.failed == 1 {
				c.wants(t, "mails that it was not", `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_not_reissued'`, 1)
				c.wants(t, "notes", `select count(*) from audit_log where action = 'reissue_refused'`, 1)
				if err := c.sims.AskReissue(ctx, id, "", "guest"); fault.Code(err) != reissuable.RefusedByCarrier {
					t.Errorf("again: %v", err)
				}
			}
		})
	}
}

// Two tabs ask at once, and many workers go on at once: one new profile is made.
func TestAReissueIsMadeOnce(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	_, id := c.deleted(t, "")
	for range 3 {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if err := c.sims.AskReissue(ctx, id, "", "guest"); err != nil && fault.Code(err) != reissuable.TooOften {
					t.Error(err)
				}
			})
		}
		all.Wait()
		c.wants(t, "open", open, 1)
		for range 3 {
			for range 4 {
				all.Go(func() { c.reissue(t) })
			}
			all.Wait()
			c.Work(t, c.Bench, time.Minute)
		}
		c.wants(t, "open", open, 0)
		c.wants(t, "usable at the carrier", usable, 1)
		if c.Count(t, done) == reissuable.MaxReissues {
			break
		}
	}
	c.wants(t, "asked at the carrier", anew, reissuable.MaxReissues)
	if err := c.sims.AskReissue(ctx, id, "", "guest"); fault.Code(err) != reissuable.TooOften {
		t.Errorf("a third time: %v", err)
	}
}

// Killed at any line, the shop goes on: one profile, one mail, nothing asked for twice.
func TestAReissueOutlivesACrash(t *testing.T) {
	t.Parallel()
	for point, plans := range map[string][]string{
		"reissue claimed": {""}, "reissue answered": {"", "test-reissue-timeout"}, "profile replaced": {""}, "reissue booked": {""},
	} {
		for _, plan := range plans {
			t.Run(point+plan, func(t *testing.T) {
				t.Parallel()
				c := newCounter(t, "")
				_, id := c.deleted(t, plan)
				c.asks(t, id)
				crashed := false
				c.Hook = func(at string) {
					if at == point && !crashed {
						crashed = true
						panic("killed")
					}
				}
				for range 4 {
					func() {
						defer func() { _ = recover() }()
						c.reissue(t)
						c.Work(t, c.Bench, time.Minute)
						if err := c.sims.Sweep(ctx); err != nil {
							t.Error(err)
						}
					}()
				}
				if !crashed {
					t.Fatal("it never came to the point")
				}
				c.wants(t, "issued", done, 1)
				c.wants(t, "asked at the carrier", anew, 1)
				c.wants(t, "usable at the carrier", usable, 1)
				c.wants(t, "mails", `select count(distinct args) from river_job where kind = 'order_mail' and args->>'template' = 'esim_reissued'`, 1)
			})
		}
	}
}

// Money that goes back at any moment takes the new profile with it: nothing can be used afterwards, and nobody is shown a code.
func TestAReissueMeetsARefund(t *testing.T) {
	t.Parallel()
	for point, plans := range map[string][]string{
		"reissue noted": {""}, "reissue claimed": {"", "test-reissue-timeout"}, "reissue answered": {"", "test-reissue-timeout", "test-reissue-refused"},
		"reissue booked": {""},
	} {
		for _, plan := range plans {
			t.Run(point+plan, func(t *testing.T) {
				t.Parallel()
				c := newCounter(t, "")
				c.Exec(t, `update product set plan_ref = ? where goods_id = 'plan'`, plan)
				o := c.delivered(t) // and never installed
				var once sync.Once
				c.Hook = func(at string) {
					if at == point {
						once.Do(func() { c.refunds(t, o) })
					}
				}
				c.asks(t, int64(c.Count(t, `select id from sim_line`)))
				for range 4 {
					c.reissue(t)
					c.takesBack(t)
					c.passes(t, 1, time.Minute)
				}
				c.takesBack(t)
				c.wants(t, "open", open, 0)
				c.wants(t, "usable at the carrier", usable, 0)
				c.wants(t, "SIMs that are shown", `select count(*) from sim_line where revoked_at is null`, 0)
				if kits, err := c.sims.Installs(ctx, o.ID); err != nil || len(kits) != 0 {
					t.Errorf("%d kits %v", len(kits), err)
				}
			})
		}
	}
}

// While the order is held or its money may go back, nothing is asked for; what had not been asked for when the time is over is
// given up.
func TestAReissueWaitsForItsOrder(t *testing.T) {
	t.Parallel()
	for name, held := range map[string]string{
		"held": `update orders set hold_reason = 'dispute'`, "refund asked for": `update orders set status = 'pending_refund'`,
		"disputed": `insert into dispute (id, tenant_id, order_id, attempt_id, amount, currency, reason, state, opened_at)
			select 'dp', a.tenant_id, a.order_id, a.id, 1, 'USD', 'fraud', 'open', now() from payment_attempt a`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			_, id := c.deleted(t, "")
			c.asks(t, id)
			c.Exec(t, held)
			c.reissue(t)
			c.wants(t, "asked at the carrier", anew, 0)
			c.passes(t, 4, 20*time.Minute)
			if err := c.sims.Sweep(ctx); err != nil {
				t.Fatal(err)
			}
			c.wants(t, "asked at the carrier", anew, 0)
			c.wants(t, "open", open, 0)
			if err := c.sims.AskReissue(ctx, id, "", "guest"); fault.Code(err) != reissuable.Order {
				t.Errorf("asked again: %v", err)
			}
		})
	}
}

// A top-up that is paid for while the SIM is issued again is on the new profile, whichever comes first.
func TestAReissueMeetsATopUp(t *testing.T) {
	t.Parallel()
	for _, point := range []string{"reissue claimed", "reissue answered", "request noted"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			c.delivered(t)
			id := int64(c.Count(t, `select id from sim_line`))
			o := c.charged(t, 1)
			c.Product(t, "more", 900, 10)
			c.Exec(t, `update order_line set goods_id = 'more', sim_line_id = ? where order_id = ?`, id, o.ID)
			c.fulfils(t, o)
			c.asks(t, id)
			var once sync.Once
			c.Hook = func(at string) {
				if at != point {
					return
				}
				once.Do(func() {
					if point == "request noted" {
						c.reissue(t)
					} else {
						c.issue(t)
					}
				})
			}
			if point == "request noted" {
				c.issue(t)
			} else {
				c.reissue(t)
			}
			for range 6 {
				c.passes(t, 1, 20*time.Second)
				c.reissue(t)
			}
			c.wants(t, "issued", done, 1)
			c.wants(t, "refunds", `select count(*) from refund`, 0)
			if err := c.sims.Refresh(ctx, id); err != nil {
				t.Fatal(err)
			}
			c.wants(t, "plans on the new profile", `select count(*) from plan_instance p join sim_line s on s.id = p.line_id
				join sandbox.carrier_plan f on f.ref = p.ref and f.line = s.carrier_ref where p.state = 'queued'`, 2)
		})
	}
}

// What is told of the old profile while the new one is on its way, and a reading that comes late, do not end the SIM.
func TestTheEndOfTheOldProfileIsNotThatOfTheSIM(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	_, id := c.deleted(t, "test-reissue-timeout")
	c.asks(t, id)
	c.Hook = func(at string) {
		if at == "reissue answered" {
			c.hears(t, c.Received())
			c.wants(t, "retired", `select count(*) from sim_line where retired_at is not null`, 0)
			c.erases(t)
			c.wants(t, "erased", gone, 0)
		}
	}
	c.reissue(t)
	c.Work(t, c.Bench, time.Minute)
	c.Hook = nil
	// Somebody reads the old one, and writes down what it said after the SIM has the new one.
	late := c.Delivery(carrier.Carriers{carrier.HTTP: meanwhile{c.Carriers[carrier.HTTP], func() { c.reissue(t) }}}, nil, c.Logs.Logger())
	if err := late.Refresh(ctx, id); err != nil {
		t.Fatal(err)
	}
	c.wants(t, "issued", done, 1)
	c.wants(t, "SIMs that can be used", `select count(*) from sim_line where retired_at is null and profile_state = 'released' and erase_at > profile_state_at`, 1)
}

// hesitant is a carrier that says that it will cancel, and has not.
type hesitant struct{ carrier.Carrier }

func (h hesitant) CancelOrder(ctx context.Context, ref string) (carrier.Order, error) {
	return h.Order(ctx, ref)
}

// A cancellation that is not confirmed leaves open whether the old profile is gone: the new one is waited for.
func TestAReissueWhoseCancellationIsNotConfirmed(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	_, id := c.deleted(t, "")
	c.sims = c.Delivery(carrier.Carriers{carrier.HTTP: hesitant{c.Carriers[carrier.HTTP]}}, c.pay, c.Logs.Logger())
	c.asks(t, id)
	c.reissue(t)
	c.Clock.Advance(benchtest.Patience)
	c.reissue(t)
	c.wants(t, "open", open, 1)
	c.passes(t, 1, time.Minute)
	c.reissue(t)
	c.wants(t, "issued", done, 1)
	c.wants(t, "usable at the carrier", usable, 1)
}

// A carrier of which nobody knows whether it made the new profile is looked up, never asked again; people are told, and the code
// stays withheld as long as that.
func TestAReissueThatNobodyKnowsOf(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o, id := c.deleted(t, "test-reissue-timeout")
	c.asks(t, id)
	here := c.sims
	c.sims = c.Delivery(carrier.Carriers{carrier.HTTP: unreachable{c.Carriers[carrier.HTTP]}}, nil, c.Logs.Logger())
	for range 8 {
		c.reissue(t)
		c.passes(t, 1, 20*time.Minute)
	}
	c.wants(t, "asked at the carrier", anew, 1)
	list, err := c.sims.Unreconciled(ctx, 10)
	if err != nil || len(list) != 1 || list[0].Kind != "reissue" || list[0].OrderNo != o.OrderNo {
		t.Errorf("to reconcile: %+v %v", list, err)
	}
	if !c.kit(t, o).Reissuing {
		t.Error("the old code is shown")
	}
	c.sims = here
	c.reissue(t)
	c.wants(t, "issued", done, 1)
	c.wants(t, "usable at the carrier", usable, 1)
}

// An imported eSIM gets its new profile from the carrier that stands behind the pool; without one there is none.
func TestAnESIMOfThePoolIsIssuedAgain(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.Exec(t, `update product set carrier = 'pool', plan_ref = '' where goods_id = 'plan'`)
	fill(t, c.Bench, 2)
	bare := c.Delivery(carrier.Carriers{}, nil, c.Logs.Logger())
	o := paid(t, c.Bench, 1)
	if err := bare.Fulfil(ctx, o.ID); err != nil {
		t.Fatal(err)
	}
	id := int64(c.Count(t, `select id from sim_line`))
	code := c.kit(t, o).LPA
	c.asks(t, id)
	with := c.sims
	c.sims = bare
	c.reissue(t)
	c.wants(t, "refused", `select count(*) from sim_reissue where state = 'failed' and error_class = 'not_supported'`, 1)
	if c.kit(t, o).LPA != code {
		t.Error("the code is gone")
	}
	c.sims = with
	c.Exec(t, `delete from sim_reissue`)
	number := c.secrets(t)
	c.asks(t, id)
	c.reissue(t)
	c.passes(t, 1, time.Minute)
	c.reissue(t)
	c.wants(t, "issued", done, 1)
	if c.kit(t, o).LPA == code {
		t.Error("the code is the old one")
	}
	c.wants(t, "profiles in the pool", `select count(*) from esim_profile where state = 'available'`, 1)
	c.wants(t, "codes of the old one", `select count(*) from esim_profile where state = 'delivered' and activation is not null`, 0)
	if found := c.traces(t, number...); slices.ContainsFunc(found, func(s string) bool { return !strings.Contains(s, "sandbox") }) {
		t.Errorf("traces of the old one:\n  %s", strings.Join(found, "\n  "))
	}
}
