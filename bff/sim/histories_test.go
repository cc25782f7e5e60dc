package sim_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/lines"
)

// history is the life of one SIM: a shopper, a phone, the network, the carrier, jobs and time do things to it at random. What
// may never be wrong is looked at after every step, what must be right in the end once everything has been told and done.
type history struct {
	*counter
	pay   *payment.Service
	views *lines.Service
	t     *testing.T

	order  order.Order
	lineID int64
	// codes are all that the shopper has seen of it; topUps are the orders of more data.
	codes  []string
	topUps []order.Order
	// imported is the number on an eSIM of the pool, whose code its carrier does not know.
	imported string
	// told are the carrier's messages that have not come yet.
	told []apptest.Told
	// retired says that the network ended the SIM, deletedAt when the profile was deleted from the phone last.
	retired   bool
	deletedAt time.Time
	// sold says that there is more data for its plan.
	sold bool
	done map[string]int
}

// payBack is a provider that gives everything back.
type payBack struct{ payment.Provider }

func (payBack) Refund(_ context.Context, r payment.RefundRequest) (payment.ProviderRefund, error) {
	return payment.ProviderRefund{ID: fmt.Sprint("re_", r.RefundID), IntentID: r.IntentID, State: "succeeded", RefundID: r.RefundID, Amount: r.Amount, Currency: "USD"}, nil
}

// askedFor are our references of what was asked for at the carrier for the SIM.
const askedFor = `
	select client_ref from carrier_order c join order_line l on l.id = c.order_line_id where l.order_id = @order and c.kind = 'new'
	union all select client_ref from sim_reissue where line_id = @line`

func (h *history) args() map[string]any {
	return map[string]any{"order": h.order.ID, "line": h.lineID}
}

func (h *history) count(query string) int { return h.Count(h.t, query, h.args()) }

// buy has a shopper pay for an eSIM that the carrier, or the pool, delivers.
func (h *history) buy(t *rapid.T) {
	plan := rapid.SampledFrom([]string{"plan", "plan", "endless", "test-reissue-refused", "test-reissue-slow", "test-reissue-timeout"}).Draw(t, "plan")
	source := rapid.SampledFrom([]string{"http", "http", "pool"}).Draw(t, "carrier")
	h.sold = plan == "plan" || plan == "endless"
	h.Exec(h.t, `update product set carrier = ?, plan_ref = ? where goods_id = 'plan'`, source, plan)
	if source == "pool" {
		fill(h.t, h.Bench, 1)
	}
	h.order = h.pays(h.t)
	h.jobs()
	h.passes(h.t, 2, 20*time.Second)
	h.jobs()
	h.lineID = int64(h.Count(h.t, `select s.id from sim_line s join order_line l on l.id = s.order_line_id where l.order_id = ?`, h.order.ID))
	if h.lineID == 0 {
		t.Fatal("nothing was delivered")
	}
	if source == "pool" {
		err := h.DB.Gorm.Raw(`select iccid from sim_line where id = ?`, h.lineID).Scan(&h.imported).Error
		if err != nil {
			t.Fatal(err)
		}
	}
	h.reads(t)
}

// pays is an order of one unit that is paid for, whose delivery was asked for.
func (h *history) pays(t *testing.T) order.Order {
	o := h.charged(t, 1)
	h.Exec(t, `update payment_attempt set intent_id = ? where order_id = ?`, fmt.Sprint("pi_", o.ID), o.ID)
	return o
}

// phone returns the carrier's word for the profile that the shopper has, and its line; it skips a step of a SIM that nobody has.
func (h *history) phone(t *rapid.T) (ref, profile string) {
	rows := []struct{ Ref, Profile string }{}
	err := h.DB.Gorm.Raw(`select ref, profile from sandbox.carrier_line where (lpa in (?) or iccid = ?) and retired_at is null`, h.codes, h.imported).Scan(&rows).Error
	if err != nil {
		h.t.Fatal(err)
	}
	if len(rows) > 1 {
		t.Fatalf("the shopper has %d codes that can be used", len(rows))
	}
	if len(rows) == 0 {
		t.Skip("no code works")
	}
	return rows[0].Ref, rows[0].Profile
}

func (h *history) install(t *rapid.T) {
	ref, profile := h.phone(t)
	if profile != "RELEASED" {
		t.Skip("it was installed before")
	}
	h.Control(h.t, ref, "install", map[string]any{"device": "Pixel 9"})
	h.note("installed")
}

func (h *history) uses(t *rapid.T) {
	ref, profile := h.phone(t)
	if profile != "ENABLED" {
		t.Skip("it is on no phone")
	}
	h.Control(h.t, ref, "attach", nil)
	h.Control(h.t, ref, "use", map[string]any{"mb": rapid.SampledFrom([]int{10, 600, 5000}).Draw(t, "mb")})
	h.note("used")
}

func (h *history) ends(t *rapid.T) {
	ref, _ := h.phone(t)
	h.Control(h.t, ref, rapid.SampledFrom([]string{"runout", "expire"}).Draw(t, "how"), nil)
	h.note("ended")
}

func (h *history) deletes(t *rapid.T) {
	ref, profile := h.phone(t)
	if profile != "ENABLED" {
		t.Skip("it is on no phone")
	}
	h.Clock.Advance(time.Second)
	h.deletedAt = h.Clock.Now()
	h.Control(h.t, ref, "delete", nil)
	h.note("deleted")
}

func (h *history) retires(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "one in ten") != 0 {
		t.Skip("networks end few SIMs")
	}
	ref, _ := h.phone(t)
	h.retired = true
	h.Control(h.t, ref, "retire", nil)
	h.note("retired")
}

// hearsSome brings some of what the carrier has told, in any order and some of it twice; the rest comes later.
func (h *history) hearsSome(t *rapid.T) {
	h.told = append(h.told, h.Told()...)
	n := rapid.IntRange(0, len(h.told)).Draw(t, "messages")
	now := slices.Clone(h.told[:n])
	if rapid.Bool().Draw(t, "the last ones first") {
		now = slices.Clone(h.told[len(h.told)-n:])
		h.told = h.told[:len(h.told)-n]
	} else {
		h.told = h.told[n:]
	}
	h.works(append(now, now...))
}

func (h *history) works(told []apptest.Told) {
	for _, m := range told {
		if err := h.sims.Receive(ctx, carrier.HTTP, m.Payload, m.Signature); err != nil {
			h.t.Fatal(err)
		}
	}
	for _, id := range h.ids(`select id from carrier_event where handled_at is null`) {
		if err := h.sims.Work(ctx, id); err != nil && !jobs.IsLater(err) {
			h.t.Fatal(err)
		}
	}
}

func (h *history) ids(query string) []int64 {
	var ids []int64
	if err := h.DB.Gorm.Raw(query).Scan(&ids).Error; err != nil {
		h.t.Fatal(err)
	}
	return ids
}

// reads has somebody open the SIM's page, and the shopper keep the code that it shows.
func (h *history) reads(t *rapid.T) {
	if err := h.sims.Refresh(ctx, h.lineID); err != nil && carrier.ClassOf(err) != carrier.LineRetired {
		t.Fatalf("read the SIM: %v", err)
	}
	if kit, ok := h.shown(t); ok && kit.LPA != "" && !slices.Contains(h.codes, kit.LPA) {
		h.codes = append(h.codes, kit.LPA)
	}
}

// shown is what the install page has of the SIM, nothing once its money went back.
func (h *history) shown(t *rapid.T) (sim.Install, bool) {
	kits, err := h.sims.Installs(ctx, h.order.ID)
	if err != nil || len(kits) > 1 {
		t.Fatalf("%d kits: %v", len(kits), err)
	}
	if len(kits) == 0 {
		return sim.Install{}, false
	}
	return kits[0], true
}

func (h *history) asksAgain(t *rapid.T) {
	err := h.sims.AskReissue(ctx, h.lineID, "guest")
	if err != nil && (fault.Code(err) == "" || fault.Code(err) == "internal") {
		t.Fatalf("ask for a new eSIM: %v", err)
	}
	if err == nil {
		h.note("reissue asked")
	}
}

// topsUp is a shopper who wants more data: who is refused pays nothing.
func (h *history) topsUp(t *rapid.T) {
	if !h.sold {
		t.Skip("there is no more data for this plan")
	}
	err := h.views.Usable(ctx, h.lineID)
	if err != nil {
		if fault.Code(err) == "" {
			t.Fatalf("top up: %v", err)
		}
		return
	}
	o := h.pays(h.t)
	h.Exec(h.t, `update order_line set goods_id = 'more', sim_line_id = ? where order_id = ?`, h.lineID, o.ID)
	h.topUps = append(h.topUps, o)
	h.note("topped up")
}

// asksBack is a shopper who wants the money back; staff say yes where they are asked.
func (h *history) asksBack(t *rapid.T) {
	a, err := h.pay.RequestRefund(ctx, payment.RefundAsk{
		OrderID: h.order.ID, Reason: rapid.SampledFrom([]string{"WRONG_PURCHASE", "DELETED_ESIM", "NO_COVERAGE"}).Draw(t, "reason"), Actor: "guest",
	})
	if err != nil {
		t.Fatalf("ask for the money: %v", err)
	}
	if a.Refund != nil {
		h.note("refund asked")
	}
}

func (h *history) staff(t *rapid.T) {
	for _, id := range h.ids(`select id from refund where state = 'requested'`) {
		if _, err := h.pay.DecideRefund(ctx, id, rapid.Bool().Draw(t, "approve"), "staff:mei", "drawn"); err != nil {
			t.Fatalf("decide: %v", err)
		}
	}
}

// links has a customer take the SIM into an account.
func (h *history) links(*rapid.T) {
	h.Exec(h.t, `update sim_line set user_id = 7, linked_at = ? where id = ? and user_id is null and revoked_at is null`, h.Clock.Now(), h.lineID)
}

func (h *history) someJob(t *rapid.T) {
	rapid.SampledFrom([]func(){h.fulfilAll, h.issueAll, h.reissueAll, h.refundAll, h.takeBackAll}).Draw(t, "job")()
}

// jobs does everything that waits to be done.
func (h *history) jobs() {
	h.fulfilAll()
	h.issueAll()
	h.reissueAll()
	h.refundAll()
	h.takeBackAll()
}

func (h *history) each(ids []int64, do func(context.Context, int64) error) {
	for _, id := range ids {
		if err := do(ctx, id); err != nil && !jobs.IsLater(err) {
			h.t.Fatal(err)
		}
	}
}

func (h *history) fulfilAll() {
	h.each(h.ids(`select distinct order_id from order_line l join orders o on o.id = l.order_id where l.state = 'preparing' and o.paid_at is not null`), h.sims.Fulfil)
}

func (h *history) issueAll() {
	h.each(h.ids(`select id from carrier_order where state not in ('issued', 'failed') order by id`), h.sims.Issue)
}

func (h *history) reissueAll() {
	h.each(h.ids(`select id from sim_reissue where state not in ('issued', 'failed')`), h.sims.Reissue)
}

func (h *history) refundAll() {
	h.each(h.ids(`select id from refund where state = 'pending_refund'`), h.pay.Refund)
}

func (h *history) takeBackAll() {
	for kind, do := range map[string]func(context.Context, int64) error{"sim_cancel": h.sims.Cancel, "sim_reissue_cancel": h.sims.CancelReissue} {
		h.each(h.ids(`delete from river_job where kind = '`+kind+`' returning coalesce(args->>'requestId', args->>'reissueId')::bigint`), do)
	}
}

func (h *history) time(t *rapid.T) {
	h.Clock.Advance(time.Duration(rapid.SampledFrom([]int{1, 20, 60, 4 * 60, 4 * 60, 90 * 60, 30 * 3600}).Draw(t, "seconds")) * time.Second)
	if err := h.Sandbox.Work(ctx); err != nil {
		t.Fatal(err)
	}
}

func (h *history) erases(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "one in ten") != 0 {
		t.Skip("erased seldom")
	}
	h.Clock.Advance(400 * 24 * time.Hour)
	if err := errors.Join(h.Sandbox.Work(ctx), h.sims.Erase(ctx)); err != nil {
		t.Fatal(err)
	}
}

func (h *history) note(what string) { h.done[what]++ }

// holds looks at what may never be wrong.
func (h *history) holds(t *rapid.T) {
	if h.lineID == 0 {
		return
	}
	const usable = `select count(*) from sandbox.carrier_line where retired_at is null and ref in (
		select line from sandbox.carrier_order where client_ref in (` + askedFor + `)
		union select carrier_ref from sim_line where id = @line and carrier = 'pool')`
	if n := h.count(usable); n > 1 {
		t.Fatalf("%d eSIMs for one payment", n)
	}
	kit, ok := h.shown(t)
	if ok && kit.LPA != "" && !h.retired {
		if h.Count(h.t, `select count(*) from sandbox.carrier_line where lpa = ? and retired_at is not null`, kit.LPA) > 0 {
			t.Fatal("the code that is shown does not work any more")
		}
	}
	l, err := h.view()
	if fault.Code(err) == "sim_not_found" {
		if ok {
			t.Fatal("a SIM that is in no list has an install page")
		}
		return
	}
	if err != nil || !ok {
		t.Fatalf("a SIM that is listed has no install page, or %v", err)
	}
	deleted := l.State() == lines.Deleted || l.State() == lines.Retired || l.State() == lines.UsedUp || l.State() == lines.Expired || l.State() == lines.Reissuing
	switch state := l.State(); {
	case kit.Reissuing != l.Reissue.Open:
		t.Fatalf("the install page says %t, the list %s", kit.Reissuing, state)
	case kit.Reissuing && kit.LPA != "":
		t.Fatal("the old code is shown while a new eSIM is made")
	case kit.State == "deleted" && !deleted, state == lines.Deleted && kit.State != "deleted":
		t.Fatalf("the install page says %s, the list %s", kit.State, state)
	case state == lines.ReadyToInstall && (kit.State != "released" || kit.LPA == ""):
		t.Fatalf("ready to install, and the install page is %s", kit.State)
	}
}

// view is the SIM as lists show it to whoever bought it, without asking the carrier.
func (h *history) view() (lines.Line, error) {
	var ref, number string
	if err := h.DB.Gorm.Raw(`select ref from sim_line where id = ?`, h.lineID).Scan(&ref).Error; err != nil {
		return lines.Line{}, err
	}
	if err := h.DB.Gorm.Raw(`select order_no from orders where id = ?`, h.order.ID).Scan(&number).Error; err != nil {
		return lines.Line{}, err
	}
	return h.views.Detail(ctx, lines.Owner{TenantID: 20, UserID: 7, TrackedOrderNo: number}, ref)
}

// settle lets everything come to its end and looks at what must be right then.
func (h *history) settle(t *rapid.T) {
	for range 6 {
		h.Clock.Advance(20 * time.Minute)
		if err := h.Sandbox.Work(ctx); err != nil {
			t.Fatal(err)
		}
		h.works(append(h.told, h.Told()...))
		h.told = nil
		h.staff(t)
		h.jobs()
	}
	h.reads(t)
	h.holds(t)
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
	h.settledTopUps(t)
	mails := h.count(`select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_reissued' and (args->>'orderId')::bigint = @order`)
	if n := h.count(`select count(*) from sim_reissue where line_id = @line and state = 'issued' and error_class = ''`); n != mails || n > 2 {
		t.Fatalf("%d new profiles, %d mails", n, mails)
	}
	h.done["reissued"] += mails
	if refunded {
		h.note("refunded")
	}
	if erased {
		h.note("erased")
	}
	h.Exec(h.t, `delete from river_job`)
}

// settledTopUps makes sure that each order of more data is on a SIM that could be used when it was asked for, or went back.
func (h *history) settledTopUps(t *rapid.T) {
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
			h.note("top-up delivered")
		default:
			h.note("top-up given back")
		}
	}
}

func (h *history) reissuedSince(at time.Time) int {
	return h.Count(h.t, `select count(*) from sim_reissue where line_id = ? and state = 'issued' and updated_at >= ?`, h.lineID, at)
}

// What the shop sells is one SIM that works, whatever happens to it: at no time are there two profiles for one payment, no money
// is kept for what cannot be used, and every page says the same. -rapid.checks=10000 runs through that many lives.
func TestALifeOfASIM(t *testing.T) {
	t.Parallel()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("40"); err != nil {
			t.Fatal(err)
		}
	}
	c := newCounter(t, "")
	c.Product(t, "more", 900, 1_000_000)
	c.Exec(t, `update stock set on_hand = 1000000`)
	h := history{counter: c, t: t, done: map[string]int{}}
	h.pay = payment.NewService(payment.Deps{
		DB: c.DB, Clock: c.Clock, Orders: c.Orders, Queue: c.Queue, Provider: payBack{}, Sealer: c.Box, SIMs: c.sims, Log: c.Logs.Logger(),
	})
	h.sims = c.Delivery(c.Carriers, h.pay, c.Logs.Logger())
	h.views = lines.New(lines.Deps{DB: c.DB, Clock: c.Clock, Keeper: h.sims, Fresh: math.MaxInt64, Log: c.Logs.Logger()})
	lives := 0
	rapid.Check(t, func(rt *rapid.T) {
		life := h
		lives++
		life.buy(rt)
		rt.Repeat(map[string]func(*rapid.T){
			"install": life.install, "install again": life.install, "use": life.uses, "end": life.ends, "delete": life.deletes, "delete again": life.deletes,
			"retire": life.retires, "hear": life.hearsSome, "hear more": life.hearsSome, "read": life.reads, "read again": life.reads,
			"ask for a new one": life.asksAgain, "ask again": life.asksAgain, "top up": life.topsUp, "ask back": life.asksBack, "staff": life.staff,
			"link": life.links, "job": life.someJob, "another job": life.someJob, "a third job": life.someJob, "time": life.time, "erase": life.erases,
			"": life.holds,
		})
		life.settle(rt)
	})
	t.Logf("%d lives: %v", lives, h.done)
}
