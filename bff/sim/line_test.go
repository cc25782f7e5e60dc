package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/carrier"
)

// unreachable is a carrier whose answers get lost.
type unreachable struct{ carrier.Carrier }

func (unreachable) Order(context.Context, string) (carrier.Order, error) {
	return carrier.Order{}, &carrier.Error{Class: carrier.Upstream, Call: "read order"}
}

func (unreachable) OrderByClientRef(context.Context, string) (carrier.Order, error) {
	return carrier.Order{}, &carrier.Error{Class: carrier.Upstream, Call: "look order up"}
}

func (c *counter) lineRef(t *testing.T) string {
	t.Helper()
	var ref string
	if err := c.DB.Gorm.Raw(`select carrier_ref from sim_line order by id limit 1`).Scan(&ref).Error; err != nil || ref == "" {
		t.Fatalf("line %q: %v", ref, err)
	}
	return ref
}

// What happens on a phone and in a network is known after the carrier told of it, in whatever order it tells.
func TestALineIsFollowed(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.delivered(t)
	ref := c.lineRef(t)
	for _, step := range []struct {
		act    string
		values map[string]any
		want   string
	}{
		{"install", map[string]any{"device": "Pixel 9"}, `select count(*) from sim_line where profile_state = 'enabled' and device = 'Pixel 9'`},
		{"attach", map[string]any{"country": "JP"}, `select count(*) from sim_line s join plan_instance p on p.line_id = s.id
			where s.first_attach_at is not null and s.last_country = 'JP' and p.state = 'active' and p.ends_at = p.started_at + interval '7 days'`},
		{"use", map[string]any{"mb": 900}, `select count(*) from plan_instance where remaining_bytes = 124 * 1048576 and state = 'active'`},
		{"runout", nil, `select count(*) from plan_instance where remaining_bytes = 0 and state = 'depleted'`},
		{"retire", nil, `select count(*) from sim_line where retired_at is not null and sync_at is null and profile_state = 'deleted'`},
	} {
		c.Control(t, ref, step.act, step.values)
		c.Work(t, c.Bench, time.Second)
		c.hears(t, c.Received())
		if c.Count(t, step.want) != 1 {
			t.Errorf("after %s the line does not say so", step.act)
		}
	}
	// A word about an earlier time changes nothing.
	c.Exec(t, `update sim_line set profile_state = 'disabled', profile_state_at = profile_state_at + interval '1 hour'`)
	if err := c.sims.Refresh(ctx, int64(c.Count(t, `select max(id) from sim_line`))); err != nil {
		t.Fatal(err)
	}
	c.wants(t, "newer word", `select count(*) from sim_line where profile_state = 'disabled'`, 1)
}

// talkative is a carrier that tells the number of every line.
type talkative struct{ carrier.Carrier }

func (c talkative) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	sim, err := c.Carrier.SIM(ctx, ref)
	sim.MSISDN = "+85291234567"
	return sim, err
}

// What was erased for somebody who has left does not come back from the carrier.
func TestTheCarrierBringsNothingBackOfWhoHasLeft(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.delivered(t)
	id := int64(c.Count(t, `select id from sim_line`))
	c.sims = c.Delivery(carrier.Carriers{carrier.HTTP: talkative{c.Carriers[carrier.HTTP]}}, nil, c.Logs.Logger())
	refreshed := func() {
		t.Helper()
		c.Clock.Advance(time.Hour)
		if err := c.sims.Refresh(ctx, id); err != nil {
			t.Fatal(err)
		}
		if err := c.sims.NoteKyc(ctx, int64(c.Count(t, `select coalesce(max(id), 0) from kyc_case`)), 1, carrier.Kyc{State: carrier.KycApproved, DocLast4: "5678"}); err != nil {
			t.Fatal(err)
		}
	}
	c.Exec(t, `insert into kyc_case (line_id, regime, state, doc_type, attempt, submitted_at, updated_at)
		select id, 'HK', 'submitted', 'passport', 1, now(), now() from sim_line`)
	refreshed()
	c.wants(t, "what the carrier knows", `select count(*) from sim_line s join kyc_case k on k.line_id = s.id
		where s.msisdn = '+85291234567' and k.doc_last4 = '5678'`, 1)
	// As order.Detach and owned.Forget leave it.
	c.Exec(t, `update order_line set transfer_phone = '-'`)
	c.Exec(t, `update sim_line set msisdn = ''`)
	c.Exec(t, `update kyc_case set doc_last4 = '', doc_type = ''`)
	refreshed()
	c.wants(t, "what is left", `select count(*) from sim_line s join kyc_case k on k.line_id = s.id
		where s.msisdn = '' and k.doc_last4 = '' and k.state = 'approved'`, 1)
}

// The number of a line that was given up comes back on another line; both stay what they are.
func TestANumberThatIsGivenOutAgain(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	first := c.delivered(t)
	c.Control(t, c.lineRef(t), "retire", nil)
	second := c.bought(t, 1)
	c.issue(t)
	c.passes(t, 2, time.Minute)
	c.wants(t, "numbers", `select count(distinct iccid) from sim_line`, 1)
	c.wants(t, "lines", `select count(distinct carrier_ref) from sim_line`, 2)
	for _, id := range []int64{first.ID, second.ID} {
		if kits, err := c.sims.Installs(ctx, id); err != nil || len(kits) != 1 {
			t.Errorf("order %d: %d kits %v", id, len(kits), err)
		}
	}
}

// An imported eSIM is made known to the carrier it came from and counted there from then on.
func TestAnImportedLineIsFollowed(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.Exec(t, `update product set carrier = 'pool'`)
	fill(t, c.Bench, 1)
	c.bought(t, 1)
	c.wants(t, "lines to be made known", `select count(*) from sim_line where sync_at <= (select max(created_at) from sim_line)`, 1)
	id := int64(c.Count(t, `select id from sim_line`))
	for range 2 {
		if err := c.sims.Refresh(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	c.wants(t, "lines at the carrier", `select count(*) from sandbox.carrier_line c join sim_line s on s.iccid = c.iccid and s.carrier_ref = c.ref`, 1)
	c.Control(t, c.lineRef(t), "attach", nil)
	c.Control(t, c.lineRef(t), "use", map[string]any{"mb": 24})
	c.Work(t, c.Bench, time.Second)
	c.hears(t, c.Received())
	c.wants(t, "megabytes left", `select remaining_bytes / 1048576 from plan_instance`, 1000)
	c.Clock.Advance(time.Hour)
	if err := c.sims.Sync(ctx); err != nil {
		t.Fatal(err)
	}
	c.wants(t, "fresh counts", `select count(*) from plan_instance where as_of > '2026-03-01T13:00:00Z'`, 1)
}

// A plan with a day of its own waits for it, whether it was made for the order or imported, and its days count from there, in
// use or not; what is added to it waits for its end. One that is delivered after its day begins with the delivery.
func TestAPlanBeginsOnItsDay(t *testing.T) {
	t.Parallel()
	for name, from := range map[string]string{"made": "http", "imported": "pool"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			c.Exec(t, `update product set carrier = ?, activation = 'date' where goods_id = 'plan'`, from)
			fill(t, c.Bench, 1)
			s := c.Submission("plan", 1, 650)
			s.Item.StartDate = "2026-03-05"
			o := c.Place(t, s)
			settle(t, c.Bench, o.ID)
			c.fulfils(t, o)
			if from == "http" {
				c.issue(t)
				c.passes(t, 1, time.Minute)
			}
			id := int64(c.Count(t, `select id from sim_line`))
			read := func(after time.Duration) {
				t.Helper()
				c.Work(t, c.Bench, after)
				if err := c.sims.Refresh(ctx, id); err != nil {
					t.Fatal(err)
				}
			}
			read(0)
			c.Control(t, c.lineRef(t), "attach", nil)
			read(time.Hour)
			c.wants(t, "plans that wait", `select count(*) from plan_instance where state = 'scheduled' and started_at is null
			    and ends_at = '2026-03-12T00:00:00Z'`, 1)
			read(96 * time.Hour)
			c.wants(t, "plans that began", `select count(*) from plan_instance where state = 'active' and started_at = '2026-03-05T00:00:00Z'
			    and ends_at = '2026-03-12T00:00:00Z'`, 1)
			read(7 * 24 * time.Hour)
			c.wants(t, "plans that ended", `select count(*) from plan_instance where state = 'expired'`, 1)
		})
	}
}

// What is paid late is delivered after its day, and loses none of its days.
func TestAPlanThatIsDeliveredAfterItsDay(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.Exec(t, `update product set activation = 'date' where goods_id = 'plan'`)
	s := c.Submission("plan", 1, 650)
	s.Item.StartDate = "2026-03-01"
	o := c.Place(t, s)
	c.Clock.Advance(20 * time.Hour)
	settle(t, c.Bench, o.ID)
	c.fulfils(t, o)
	c.issue(t)
	c.passes(t, 1, time.Minute)
	c.wants(t, "plans that began when they were delivered", `select count(*) from plan_instance
	    where state = 'active' and started_at > '2026-03-02T08:00:00Z' and ends_at = started_at + interval '7 days'`, 1)
}

// A top-up is an order line of its own: the plan goes onto the line that it names, after the plan that is there or into it.
func TestATopUpOfALine(t *testing.T) {
	t.Parallel()
	for plan, want := range map[string]string{
		"more":    `select count(*) from plan_instance where position = 1 and state = 'queued' and goods_id = 'more' and total_bytes = 2147483648`,
		"monthly": `select count(*) from plan_instance where position = 0 and total_bytes = 64424509440`,
	} {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, map[string]string{"monthly": "monthly"}[plan])
			c.Product(t, "more", 1250, 10)
			c.Product(t, "monthly", 1250, 10)
			c.delivered(t)
			o := paid(t, c.Bench, 1)
			c.Exec(t, `update order_line set goods_id = ?, sim_line_id = (select id from sim_line) where order_id = ?`, plan, o.ID)
			if err := c.sims.Fulfil(ctx, o.ID); err != nil {
				t.Fatal(err)
			}
			c.issue(t)
			c.passes(t, 1, time.Minute)
			if err := c.sims.Refresh(ctx, int64(c.Count(t, `select id from sim_line`))); err != nil {
				t.Fatal(err)
			}
			c.wants(t, "lines", `select count(*) from sim_line`, 1)
			c.wants(t, "top-ups", want, 1)
			if got := status(t, c.Bench, o.ID); got != "completed" {
				t.Errorf("order: %s", got)
			}
		})
	}
}

// Only what the carrier signed is stored.
func TestAForeignMessageIsRefused(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	for _, m := range []benchtest.Received{{Payload: []byte(`{"type":"line.deleted"}`)}, {Payload: []byte(`{}`), Signature: "00"}} {
		if err := c.sims.Receive(ctx, carrier.HTTP, m.Payload, m.Signature); err != carrier.ErrSignature {
			t.Errorf("%v", err)
		}
	}
	c.wants(t, "messages", `select count(*) from carrier_event`, 0)
}

// Whoever linked a SIM that somebody else bought is told of its plan, in their language, and the buyer is not.
func TestWhoLinkedASIMIsToldOfTheEnd(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "plan")
	c.delivered(t)
	c.Exec(t, `insert into customer (tenant_id, email, email_normal, first_name, password_hash, consent_at, agreed_at, locale, created_at, updated_at)
		values (20, 'Bo@example.com', 'bo@example.com', 'Bo', '', now(), now(), 'zh', now(), now())`)
	c.Exec(t, `update sim_line set user_id = (select id from customer), linked_at = now()`)
	ref := c.lineRef(t)
	c.Control(t, ref, "attach", nil)
	c.Control(t, ref, "runout", nil)
	c.Work(t, c.Bench, time.Second)
	c.hears(t, c.Received())
	c.wants(t, "mails", `select count(*) from notification where key like 'plan:%'`, 1)
	c.wants(t, "mails to who linked it", `select count(*) from notification join sim_line on data->'plan'->>'sim' = ref
		where recipient = 'Bo@example.com' and locale = 'zh' and data->'plan'->>'firstName' = 'Bo' and data->'plan'->>'orderNo' = ''`, 1)
}

// The buyer is told once that data runs low, that a plan ends soon and that it is used up; not while another plan follows.
func TestABuyerIsToldOfTheEnd(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "plan")
	c.delivered(t)
	ref := c.lineRef(t)
	mails := func(after, template string, want int) {
		t.Helper()
		c.Work(t, c.Bench, time.Second)
		for range 2 {
			c.hears(t, c.Received())
			if err := c.sims.Refresh(ctx, int64(c.Count(t, `select id from sim_line`))); err != nil {
				t.Fatal(err)
			}
		}
		if n := c.Count(t, `select count(*) from notification where template = ? and recipient like 'ada%'`, template); n != want {
			t.Errorf("after %s: %d of %s, want %d", after, n, template, want)
		}
	}
	c.Control(t, ref, "attach", nil)
	c.Control(t, ref, "use", map[string]any{"mb": 500})
	mails("half of it", "plan_low", 0)
	c.Control(t, ref, "use", map[string]any{"mb": 400})
	mails("most of it", "plan_low", 1)
	c.Clock.Advance(6*24*time.Hour + time.Hour)
	mails("six days", "plan_expiring", 1)
	if _, err := c.Carriers[carrier.HTTP].Topup(ctx, "more", ref, "more"); err != nil {
		t.Fatal(err)
	}
	c.Control(t, ref, "use", map[string]any{"mb": 1})
	mails("a top-up", "plan_used_up", 0)
	c.Control(t, ref, "runout", nil)
	mails("the end of the first", "plan_used_up", 0)
	c.Control(t, ref, "runout", nil)
	mails("the end of the second", "plan_used_up", 1)
	mails("all that", "plan_low", 1)
	c.wants(t, "jobs", `select count(*) from river_job where kind = 'notify_deliver'`, 3)
}
