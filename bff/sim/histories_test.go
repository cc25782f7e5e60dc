package sim_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// history is the life of one SIM: a shopper, a phone, the network, the carrier, jobs and time do things to it at random. What
// may never be wrong is looked at after every step, what must be right in the end once every message has come and every job is done.
type history struct {
	*fixture
	views *owned.Service
	t     *testing.T

	order order.Order
	simID int64
	// codes are all that the shopper has seen of it; topUps are the orders of more data.
	codes  []string
	topUps []order.Order
	// imported is the number on an eSIM of the pool, whose code its carrier does not know.
	imported string
	// pending are the carrier's messages that have not come yet.
	pending []moduletest.Message
	// retired says that the network ended the SIM, deletedAt when the profile was deleted from the phone last.
	retired   bool
	deletedAt time.Time
	// sold says that there is more data for its plan.
	sold bool
	// claimed says that a customer has taken the order, earns that its points had not expired then, off that somebody else had the
	// SIM and took it off a list.
	claimed, earns, unlinked bool
	events                   map[string]int
}

// refundingProvider is a provider that gives everything back.
type refundingProvider struct{ payment.Provider }

func (refundingProvider) Refund(_ context.Context, r payment.RefundRequest) (payment.ProviderRefund, error) {
	return payment.ProviderRefund{ID: fmt.Sprint("re_", r.RefundID), IntentID: r.IntentID, State: "succeeded", RefundID: r.RefundID, Amount: r.Amount, Currency: "USD"}, nil
}

// RefundsOf knows of none: every refund of these tests is asked for once.
func (refundingProvider) RefundsOf(context.Context, string) ([]payment.ProviderRefund, error) {
	return nil, nil
}

// askedFor are our references of what was asked for at the carrier for the SIM.
const askedFor = `
	select client_ref from carrier_order c join order_line l on l.id = c.order_line_id where l.order_id = @order and c.kind = 'new'
	union all select client_ref from sim_reissue where line_id = @line`

func (h *history) args() map[string]any {
	return map[string]any{"order": h.order.ID, "line": h.simID}
}

func (h *history) count(query string) int { return h.Count(h.t, query, h.args()) }

func (h *history) countEvent(what string) { h.events[what]++ }

// checkInvariants looks at what may never be wrong.
func (h *history) checkInvariants(t *rapid.T) {
	if h.simID == 0 {
		return
	}
	const usable = `select count(*) from sandbox.carrier_line where retired_at is null and ref in (
		select line from sandbox.carrier_order where client_ref in (` + askedFor + `)
		union select carrier_ref from sim_line where id = @line and carrier = 'pool')`
	if n := h.count(usable); n > 1 {
		t.Fatalf("%d eSIMs for one payment", n)
	}
	kit, ok := h.shownKit(t)
	if ok && kit.LPA != "" && !h.retired {
		if h.Count(h.t, `select count(*) from sandbox.carrier_line where lpa = ? and retired_at is not null`, kit.LPA) > 0 {
			t.Fatal("the code that is shown does not work any more")
		}
	}
	sim, err := h.detail()
	h.checkClaimed(t)
	if fault.Code(err) == "sim_not_found" {
		if ok && !h.unlinked {
			t.Fatal("a SIM that is in no list has an install page")
		}
		return
	}
	if err != nil || !ok {
		t.Fatalf("a SIM that is listed has no install page, or %v", err)
	}
	deleted := sim.State() == owned.Deleted || sim.State() == owned.Retired || sim.State() == owned.UsedUp || sim.State() == owned.Expired || sim.State() == owned.Reissuing
	switch state := sim.State(); {
	case kit.Reissuing != sim.Reissue.Open:
		t.Fatalf("the install page says %t, the list %s", kit.Reissuing, state)
	case kit.Reissuing && kit.LPA != "":
		t.Fatal("the old code is shown while a new eSIM is made")
	case kit.State == "deleted" && !deleted, state == owned.Deleted && kit.State != "deleted":
		t.Fatalf("the install page says %s, the list %s", kit.State, state)
	case state == owned.ReadyToInstall && (kit.State != "released" || kit.LPA == ""):
		t.Fatalf("ready to install, and the install page is %s", kit.State)
	}
}

// detail is the SIM as lists show it to whoever bought it, without asking the carrier.
func (h *history) detail() (owned.SIM, error) {
	var ref, number string
	if err := h.DB.Gorm.Raw(`select ref from sim_line where id = ?`, h.simID).Scan(&ref).Error; err != nil {
		return owned.SIM{}, err
	}
	if err := h.DB.Gorm.Raw(`select order_no from orders where id = ?`, h.order.ID).Scan(&number).Error; err != nil {
		return owned.SIM{}, err
	}
	return h.views.Detail(ctx, owned.Owner{TenantID: 20, UserID: 7, TrackedOrderNo: number}, ref)
}

// settle lets everything come to its end and looks at what must be right then.
func (h *history) settle(t *rapid.T) {
	for range 6 {
		h.Clock.Advance(20 * time.Minute)
		require.NoError(t, h.Sandbox.ProcessDue(ctx))
		h.receiveAndWork(append(h.pending, h.TakeMessages()...))
		h.pending = nil
		h.decideRefunds(t)
		h.runAllJobs()
	}
	h.refresh(t)
	h.checkInvariants(t)
	for what, query := range map[string]string{
		"requests that are open": `select count(*) from carrier_order c where state not in ('issued', 'failed') and @line > 0`,
		"reissues that are open": `select count(*) from sim_reissue where line_id = @line and state not in ('issued', 'failed')`,
		"refunds that are open":  `select count(*) from refund r where state not in ('succeeded', 'refused', 'failed') and @line > 0`,
		"paid lines without goods or money": `select count(*) from order_line l join orders o on o.id = l.order_id
			where o.paid_at is not null and l.state = 'preparing' and @line > 0`,
	} {
		if n := h.count(query); n > 0 {
			t.Fatalf("%s: %d", what, n)
		}
	}
	refunded := h.count(`select count(*) from order_line where order_id = @order and state = 'refunded'`) > 0
	live := h.count(`select count(*) from sandbox.carrier_line where retired_at is null and ref in (
		select carrier_ref from sim_line where id = @line union select line from sandbox.carrier_order where client_ref in (` + askedFor + `))`)
	erased := h.count(`select count(*) from sim_line where id = @line and erased_at is not null`) > 0
	switch {
	case refunded && h.count(`select count(*) from sim_line where id = @line and revoked_at is null`) > 0:
		t.Fatal("the money went back and the SIM is still there")
	case !refunded && !h.retired && !erased && live != 1:
		t.Fatalf("%d eSIMs for one payment", live)
	}
	h.checkTopUps(t)
	h.checkPoints(t, refunded)
	mails := h.count(`select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_reissued' and (args->>'orderId')::bigint = @order`)
	if n := h.count(`select count(*) from sim_reissue where line_id = @line and state = 'issued' and error_class = ''`); n != mails || n > 2 {
		t.Fatalf("%d new profiles, %d mails", n, mails)
	}
	h.events["reissued"] += mails
	if refunded {
		h.countEvent("refunded")
	}
	if erased {
		h.countEvent("erased")
	}
	h.Exec(h.t, `delete from river_job`)
}

// checkTopUps makes sure that each order of more data is on a SIM that could be used when it was asked for, or went back.
func (h *history) checkTopUps(t *rapid.T) {
	for _, o := range h.topUps {
		var top struct {
			State  string
			SentAt *time.Time
			Back   int
		}
		err := h.DB.Gorm.Raw(`
			select coalesce(c.state, 'none') as state, c.sent_at, (select count(*) from refund r where r.order_id = l.order_id and r.state = 'succeeded') as back
			from order_line l left join carrier_order c on c.order_line_id = l.id where l.order_id = ?`, o.ID).Scan(&top).Error
		switch {
		case err != nil:
			t.Fatal(err)
		case top.State == "issued" && top.Back > 0:
			t.Fatal("more data that was delivered was given back, too")
		case top.State != "issued" && top.Back == 0:
			t.Fatalf("more data was paid for, is %s, and the money is not back", top.State)
		case top.State == "issued" && !h.deletedAt.IsZero() && top.SentAt.After(h.deletedAt) && h.reissuedSince(h.deletedAt) == 0:
			t.Fatal("more data was added to a SIM that was deleted before")
		case top.State == "issued":
			h.countEvent("top-up delivered")
		default:
			h.countEvent("top-up given back")
		}
	}
}

func (h *history) reissuedSince(at time.Time) int {
	return h.Count(h.t, `select count(*) from sim_reissue where line_id = ? and state = 'issued' and updated_at >= ?`, h.simID, at)
}

// What the shop sells is one SIM that works, whatever happens to it: at no time are there two profiles for one payment, no money
// is kept for what cannot be used, and every page says the same. -rapid.checks=10000 runs through that many lives.
func TestRandomSIMHistoriesHoldTheInvariants(t *testing.T) {
	t.Parallel()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		require.NoError(t, f.Value.Set("15"))
	}
	f := newFixture(t, "")
	f.AddProduct(t, "more", 900, 1_000_000)
	f.Exec(t, `update stock set on_hand = 1000000`)
	h := history{fixture: f, t: t, events: map[string]int{}}
	h.views = owned.New(owned.Deps{DB: f.DB, Clock: f.Clock, Profiles: h.sims, Fresh: math.MaxInt64, Log: f.Logs.Logger()})
	f.ChangeOrders(func(d *order.Deps) { d.SIMs = relister{owned: h.views} })
	lives := 0
	rapid.Check(t, func(rt *rapid.T) {
		life := h
		lives++
		life.buy(rt)
		rt.Repeat(map[string]func(*rapid.T){
			"install": life.install, "install again": life.install, "use": life.use, "end": life.endPlan, "delete": life.deleteProfile, "delete again": life.deleteProfile,
			"retire": life.retire, "hear": life.receiveSomeMessages, "hear more": life.receiveSomeMessages, "read": life.refresh, "read again": life.refresh,
			"ask for a new one": life.askReissueOrRefusal, "ask again": life.askReissueOrRefusal, "top up": life.topUp, "ask back": life.askRefund, "staff": life.decideRefunds,
			"link": life.linkSIM, "claim": life.claimOrder, "off a list": life.linkAndUnlink, "job": life.runSomeJobs, "another job": life.runSomeJobs, "a third job": life.runSomeJobs, "time": life.passTime, "erase": life.erase,
			"": life.checkInvariants,
		})
		life.settle(rt)
	})
	t.Logf("%d lives: %v", lives, h.events)
}
