package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
)

// unreachableCarrier is a carrier whose answers get lost.
type unreachableCarrier struct{ carrier.Carrier }

func (unreachableCarrier) Order(context.Context, string) (carrier.Order, error) {
	return carrier.Order{}, &carrier.Error{Class: carrier.Upstream, Call: "read order"}
}

func (unreachableCarrier) OrderByClientRef(context.Context, string) (carrier.Order, error) {
	return carrier.Order{}, &carrier.Error{Class: carrier.Upstream, Call: "look order up"}
}

func (f *fixture) simRef(t *testing.T) string {
	t.Helper()
	var ref string
	if err := f.DB.Gorm.Raw(`select carrier_ref from sim_line order by id limit 1`).Scan(&ref).Error; err != nil || ref == "" {
		t.Fatalf("SIM %q: %v", ref, err)
	}
	return ref
}

// What happens on a phone and in a network is known after the carrier's messages, in whatever order they come.
func TestASIMIsRefreshed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.placeDeliveredOrder(t)
	ref := f.simRef(t)
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
		f.Control(t, ref, step.act, step.values)
		f.Work(t, f.Fixture, time.Second)
		f.receiveMessages(t, f.TakeMessages())
		if f.Count(t, step.want) != 1 {
			t.Errorf("after %s the SIM does not say so", step.act)
		}
	}
	// A word about an earlier time changes nothing.
	f.Exec(t, `update sim_line set profile_state = 'disabled', profile_state_at = profile_state_at + interval '1 hour'`)
	require.NoError(t, f.sims.Refresh(ctx, int64(f.Count(t, `select max(id) from sim_line`))))
	f.requireCount(t, "newer word", `select count(*) from sim_line where profile_state = 'disabled'`, 1)
}

// carrierWithNumbers is a carrier that reports a phone number for every SIM.
type carrierWithNumbers struct{ carrier.Carrier }

func (c carrierWithNumbers) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	found, err := c.Carrier.SIM(ctx, ref)
	found.MSISDN = "+85291234567"
	return found, err
}

// What was erased for somebody who has left does not come back from the carrier.
func TestRefreshRestoresNoErasedData(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.placeDeliveredOrder(t)
	id := int64(f.Count(t, `select id from sim_line`))
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: carrierWithNumbers{f.Carriers[carrier.HTTP]}}, nil, f.Logs.Logger())
	refreshed := func() {
		t.Helper()
		f.Clock.Advance(time.Hour)
		require.NoError(t, f.sims.Refresh(ctx, id))
		if err := f.sims.NoteKyc(ctx, int64(f.Count(t, `select coalesce(max(id), 0) from kyc_case`)), 1, carrier.Kyc{State: carrier.KycApproved, DocLast4: "5678"}); err != nil {
			t.Fatal(err)
		}
	}
	f.Exec(t, `insert into kyc_case (line_id, regime, state, doc_type, attempt, submitted_at, updated_at)
		select id, 'HK', 'submitted', 'passport', 1, now(), now() from sim_line`)
	refreshed()
	f.requireCount(t, "what the carrier knows", `select count(*) from sim_line s join kyc_case k on k.line_id = s.id
		where s.msisdn = '+85291234567' and k.doc_last4 = '5678'`, 1)
	// As order.Detach and owned.Erase leave it.
	f.Exec(t, `update order_line set transfer_phone = '-'`)
	f.Exec(t, `update sim_line set msisdn = ''`)
	f.Exec(t, `update kyc_case set doc_last4 = '', doc_type = ''`)
	refreshed()
	f.requireCount(t, "what is left", `select count(*) from sim_line s join kyc_case k on k.line_id = s.id
		where s.msisdn = '' and k.doc_last4 = '' and k.state = 'approved'`, 1)
}

// The number of a SIM that was retired comes back on another SIM; both stay what they are.
func TestANumberThatIsGivenOutAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	first := f.placeDeliveredOrder(t)
	f.Control(t, f.simRef(t), "retire", nil)
	second := f.placeOrder(t, 1)
	f.runIssueJobs(t)
	f.advance(t, 2, time.Minute)
	f.requireCount(t, "numbers", `select count(distinct iccid) from sim_line`, 1)
	f.requireCount(t, "SIMs", `select count(distinct carrier_ref) from sim_line`, 2)
	for _, id := range []int64{first.ID, second.ID} {
		if kits, err := f.sims.Installs(ctx, id); err != nil || len(kits) != 1 {
			t.Errorf("order %d: %d kits %v", id, len(kits), err)
		}
	}
}

// An imported eSIM is made known to the carrier it came from and counted there from then on.
func TestAnImportedSIMIsMadeKnownToItsCarrier(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.Exec(t, `update product set carrier = 'pool'`)
	fillPool(t, f.Fixture, 1)
	f.placeOrder(t, 1)
	f.requireCount(t, "SIMs to be made known", `select count(*) from sim_line where sync_at <= (select max(created_at) from sim_line)`, 1)
	id := int64(f.Count(t, `select id from sim_line`))
	for range 2 {
		require.NoError(t, f.sims.Refresh(ctx, id))
	}
	f.requireCount(t, "SIMs at the carrier", `select count(*) from sandbox.carrier_line c join sim_line s on s.iccid = c.iccid and s.carrier_ref = c.ref`, 1)
	f.Control(t, f.simRef(t), "attach", nil)
	f.Control(t, f.simRef(t), "use", map[string]any{"mb": 24})
	f.Work(t, f.Fixture, time.Second)
	f.receiveMessages(t, f.TakeMessages())
	f.requireCount(t, "megabytes left", `select remaining_bytes / 1048576 from plan_instance`, 1000)
	f.Clock.Advance(time.Hour)
	require.NoError(t, f.sims.Sync(ctx))
	f.requireCount(t, "fresh counts", `select count(*) from plan_instance where as_of > '2026-03-01T13:00:00Z'`, 1)
}

// A plan with a day of its own waits for it, whether it was made for the order or imported, and its days count from there, in
// use or not; what is added to it waits for its end. One that is delivered after its day begins with the delivery.
func TestAPlanBeginsOnItsDay(t *testing.T) {
	t.Parallel()
	for name, from := range map[string]string{"made": "http", "imported": "pool"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			f.Exec(t, `update product set carrier = ?, activation = 'date' where goods_id = 'plan'`, from)
			fillPool(t, f.Fixture, 1)
			s := f.Submission("plan", 1, 650)
			s.Item.StartDate = "2026-03-05"
			o := f.Place(t, s)
			markPaid(t, f.Fixture, o.ID)
			f.runFulfil(t, o)
			if from == "http" {
				f.runIssueJobs(t)
				f.advance(t, 1, time.Minute)
			}
			id := int64(f.Count(t, `select id from sim_line`))
			read := func(after time.Duration) {
				t.Helper()
				f.Work(t, f.Fixture, after)
				require.NoError(t, f.sims.Refresh(ctx, id))
			}
			read(0)
			f.Control(t, f.simRef(t), "attach", nil)
			read(time.Hour)
			f.requireCount(t, "plans that wait", `select count(*) from plan_instance where state = 'scheduled' and started_at is null
			    and ends_at = '2026-03-12T00:00:00Z'`, 1)
			read(96 * time.Hour)
			f.requireCount(t, "plans that began", `select count(*) from plan_instance where state = 'active' and started_at = '2026-03-05T00:00:00Z'
			    and ends_at = '2026-03-12T00:00:00Z'`, 1)
			read(7 * 24 * time.Hour)
			f.requireCount(t, "plans that ended", `select count(*) from plan_instance where state = 'expired'`, 1)
		})
	}
}

// What is paid late is delivered after its day, and loses none of its days.
func TestAPlanThatIsDeliveredAfterItsDay(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.Exec(t, `update product set activation = 'date' where goods_id = 'plan'`)
	s := f.Submission("plan", 1, 650)
	s.Item.StartDate = "2026-03-01"
	o := f.Place(t, s)
	f.Clock.Advance(20 * time.Hour)
	markPaid(t, f.Fixture, o.ID)
	f.runFulfil(t, o)
	f.runIssueJobs(t)
	f.advance(t, 1, time.Minute)
	f.requireCount(t, "plans that began when they were delivered", `select count(*) from plan_instance
	    where state = 'active' and started_at > '2026-03-02T08:00:00Z' and ends_at = started_at + interval '7 days'`, 1)
}

// A top-up is an order line of its own: the plan goes onto the SIM that it names, after the plan that is there or into it.
func TestATopUpIsAddedToItsSIM(t *testing.T) {
	t.Parallel()
	for plan, want := range map[string]string{
		"more":    `select count(*) from plan_instance where position = 1 and state = 'queued' and goods_id = 'more' and total_bytes = 2147483648`,
		"monthly": `select count(*) from plan_instance where position = 0 and total_bytes = 64424509440`,
	} {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, map[string]string{"monthly": "monthly"}[plan])
			f.AddProduct(t, "more", 1250, 10)
			f.AddProduct(t, "monthly", 1250, 10)
			f.placeDeliveredOrder(t)
			o := placePaid(t, f.Fixture, 1)
			f.Exec(t, `update order_line set goods_id = ?, sim_line_id = (select id from sim_line) where order_id = ?`, plan, o.ID)
			require.NoError(t, f.sims.Fulfil(ctx, o.ID))
			f.runIssueJobs(t)
			f.advance(t, 1, time.Minute)
			require.NoError(t, f.sims.Refresh(ctx, int64(f.Count(t, `select id from sim_line`))))
			f.requireCount(t, "SIMs", `select count(*) from sim_line`, 1)
			f.requireCount(t, "top-ups", want, 1)
			if got := status(t, f.Fixture, o.ID); got != "completed" {
				t.Errorf("order: %s", got)
			}
		})
	}
}

// Only what the carrier signed is stored.
func TestAnUnsignedMessageIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	for _, m := range []moduletest.Message{{Payload: []byte(`{"type":"line.deleted"}`)}, {Payload: []byte(`{}`), Signature: "00"}} {
		if err := f.sims.Receive(ctx, carrier.HTTP, m.Payload, m.Signature); err != carrier.ErrSignature {
			t.Errorf("%v", err)
		}
	}
	f.requireCount(t, "messages", `select count(*) from carrier_event`, 0)
}

// Whoever linked a SIM that somebody else bought is mailed about its plan, in their language, and the buyer is not.
func TestWhoLinkedASIMIsNotifiedOfTheEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "plan")
	f.placeDeliveredOrder(t)
	f.Exec(t, `insert into customer (tenant_id, email, email_normal, first_name, password_hash, consent_at, agreed_at, locale, created_at, updated_at)
		values (20, 'Bo@example.com', 'bo@example.com', 'Bo', '', now(), now(), 'zh', now(), now())`)
	f.Exec(t, `update sim_line set user_id = (select id from customer), linked_at = now()`)
	ref := f.simRef(t)
	f.Control(t, ref, "attach", nil)
	f.Control(t, ref, "runout", nil)
	f.Work(t, f.Fixture, time.Second)
	f.receiveMessages(t, f.TakeMessages())
	f.requireCount(t, "mails", `select count(*) from notification where key like 'plan:%'`, 1)
	f.requireCount(t, "mails to who linked it", `select count(*) from notification join sim_line on data->'plan'->>'sim' = ref
		where recipient = 'Bo@example.com' and locale = 'zh' and data->'plan'->>'firstName' = 'Bo' and data->'plan'->>'orderNo' = ''`, 1)
}

// The buyer is mailed once that data runs low, that a plan ends soon and that it is used up; not while another plan follows.
func TestABuyerIsNotifiedOfTheEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "plan")
	f.placeDeliveredOrder(t)
	ref := f.simRef(t)
	requireMails := func(after, template string, want int) {
		t.Helper()
		f.Work(t, f.Fixture, time.Second)
		for range 2 {
			f.receiveMessages(t, f.TakeMessages())
			require.NoError(t, f.sims.Refresh(ctx, int64(f.Count(t, `select id from sim_line`))))
		}
		if n := f.Count(t, `select count(*) from notification where template = ? and recipient like 'ada%'`, template); n != want {
			t.Errorf("after %s: %d of %s, want %d", after, n, template, want)
		}
	}
	f.Control(t, ref, "attach", nil)
	f.Control(t, ref, "use", map[string]any{"mb": 500})
	requireMails("half of it", "plan_low", 0)
	f.Control(t, ref, "use", map[string]any{"mb": 400})
	requireMails("most of it", "plan_low", 1)
	f.Clock.Advance(6*24*time.Hour + time.Hour)
	requireMails("six days", "plan_expiring", 1)
	if _, err := f.Carriers[carrier.HTTP].Topup(ctx, "more", ref, "more"); err != nil {
		t.Fatal(err)
	}
	f.Control(t, ref, "use", map[string]any{"mb": 1})
	requireMails("a top-up", "plan_used_up", 0)
	f.Control(t, ref, "runout", nil)
	requireMails("the end of the first", "plan_used_up", 0)
	f.Control(t, ref, "runout", nil)
	requireMails("the end of the second", "plan_used_up", 1)
	requireMails("all that", "plan_low", 1)
	f.requireCount(t, "jobs", `select count(*) from river_job where kind = 'notify_deliver'`, 3)
}
