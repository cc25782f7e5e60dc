package sim_test

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/sim"
)

// The steps of which a life of a SIM is made.

// buy has a shopper pay for an eSIM that the carrier, or the pool, delivers.
func (h *history) buy(t *rapid.T) {
	plan := rapid.SampledFrom([]string{"plan", "plan", "endless", "test-reissue-refused", "test-reissue-slow", "test-reissue-timeout"}).Draw(t, "plan")
	source := rapid.SampledFrom([]string{"http", "http", "pool"}).Draw(t, "carrier")
	h.sold = plan == "plan" || plan == "endless"
	h.Exec(h.t, `update product set carrier = ?, plan_ref = ? where goods_id = 'plan'`, source, plan)
	if source == "pool" {
		fillPool(h.t, h.Fixture, 1)
	}
	h.order = h.placePaidOrder(h.t, 1)
	h.runAllJobs()
	h.advance(h.t, 2, 20*time.Second)
	h.runAllJobs()
	h.simID = int64(h.Count(h.t, `select s.id from sim_line s join order_line l on l.id = s.order_line_id where l.order_id = ?`, h.order.ID))
	if h.simID == 0 {
		t.Fatal("nothing was delivered")
	}
	if source == "pool" {
		err := h.DB.Gorm.Raw(`select iccid from sim_line where id = ?`, h.simID).Scan(&h.imported).Error
		require.NoError(t, err)
	}
	h.refresh(t)
}

// phone returns the carrier's word for the profile that the shopper has, and its reference; it skips a step of a SIM that nobody has.
func (h *history) phone(t *rapid.T) (ref, profile string) {
	rows := []struct{ Ref, Profile string }{}
	err := h.DB.Gorm.Raw(`select ref, profile from sandbox.carrier_line where (lpa in (?) or iccid = ?) and retired_at is null`, h.codes, h.imported).Scan(&rows).Error
	require.NoError(h.t, err)
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
	h.countEvent("installed")
}

func (h *history) use(t *rapid.T) {
	ref, profile := h.phone(t)
	if profile != "ENABLED" {
		t.Skip("it is on no phone")
	}
	h.Control(h.t, ref, "attach", nil)
	h.Control(h.t, ref, "use", map[string]any{"mb": rapid.SampledFrom([]int{10, 600, 5000}).Draw(t, "mb")})
	h.countEvent("used")
}

func (h *history) endPlan(t *rapid.T) {
	ref, _ := h.phone(t)
	h.Control(h.t, ref, rapid.SampledFrom([]string{"runout", "expire"}).Draw(t, "how"), nil)
	h.countEvent("ended")
}

func (h *history) deleteProfile(t *rapid.T) {
	ref, profile := h.phone(t)
	if profile != "ENABLED" {
		t.Skip("it is on no phone")
	}
	h.Clock.Advance(time.Second)
	h.deletedAt = h.Clock.Now()
	h.Control(h.t, ref, "delete", nil)
	h.countEvent("deleted")
}

func (h *history) retire(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "one in ten") != 0 {
		t.Skip("networks end few SIMs")
	}
	ref, _ := h.phone(t)
	h.retired = true
	h.Control(h.t, ref, "retire", nil)
	h.countEvent("retired")
}

// receiveSomeMessages delivers some of the carrier's messages, in any order and each twice; the rest comes later.
func (h *history) receiveSomeMessages(t *rapid.T) {
	h.pending = append(h.pending, h.TakeMessages()...)
	n := rapid.IntRange(0, len(h.pending)).Draw(t, "messages")
	now := slices.Clone(h.pending[:n])
	if rapid.Bool().Draw(t, "the last ones first") {
		now = slices.Clone(h.pending[len(h.pending)-n:])
		h.pending = h.pending[:len(h.pending)-n]
	} else {
		h.pending = h.pending[n:]
	}
	h.receiveAndWork(append(now, now...))
}

func (h *history) receiveAndWork(messages []moduletest.Message) {
	for _, m := range messages {
		require.NoError(h.t, h.sims.Receive(ctx, carrier.HTTP, m.Payload, m.Signature))
	}
	for _, id := range h.ids(`select id from carrier_event where handled_at is null`) {
		if err := h.sims.ProcessEvent(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			h.t.Fatal(err)
		}
	}
}

func (h *history) ids(query string) []int64 {
	var ids []int64
	require.NoError(h.t, h.DB.Gorm.Raw(query).Scan(&ids).Error)
	return ids
}

// refresh has somebody open the SIM's page, and the shopper keep the code that it shows.
func (h *history) refresh(t *rapid.T) {
	if err := h.sims.Refresh(ctx, h.simID); err != nil && carrier.ClassOf(err) != carrier.SIMRetired {
		t.Fatalf("read the SIM: %v", err)
	}
	if kit, ok := h.shownKit(t); ok && kit.LPA != "" && !slices.Contains(h.codes, kit.LPA) {
		h.codes = append(h.codes, kit.LPA)
	}
}

// shownKit is what the install page has of the SIM, nothing once its money went back.
func (h *history) shownKit(t *rapid.T) (sim.Install, bool) {
	kits, err := h.sims.Installs(ctx, h.order.ID)
	if err != nil || len(kits) > 1 {
		t.Fatalf("%d kits: %v", len(kits), err)
	}
	if len(kits) == 0 {
		return sim.Install{}, false
	}
	return kits[0], true
}

func (h *history) askReissueOrRefusal(t *rapid.T) {
	err := h.sims.AskReissue(ctx, h.simID, "", "guest")
	if err != nil && (fault.Code(err) == "" || fault.Code(err) == "internal") {
		t.Fatalf("ask for a new eSIM: %v", err)
	}
	if err == nil {
		h.countEvent("reissue asked")
	}
}

// topUp is a shopper who wants more data: who is refused pays nothing.
func (h *history) topUp(t *rapid.T) {
	if !h.sold {
		t.Skip("there is no more data for this plan")
	}
	err := h.views.Usable(ctx, h.simID)
	if err != nil {
		if fault.Code(err) == "" {
			t.Fatalf("top up: %v", err)
		}
		return
	}
	o := h.placePaidOrder(h.t, 1)
	h.Exec(h.t, `update order_line set goods_id = 'more', sim_line_id = ? where order_id = ?`, h.simID, o.ID)
	h.topUps = append(h.topUps, o)
	h.countEvent("topped up")
}

// askRefund is a shopper who wants the money back; staff say yes where they are asked.
func (h *history) askRefund(t *rapid.T) {
	a, err := h.pay.RequestRefund(ctx, payment.ShopperRefund{
		OrderID: h.order.ID, Reason: rapid.SampledFrom([]string{"WRONG_PURCHASE", "DELETED_ESIM", "NO_COVERAGE"}).Draw(t, "reason"), Actor: "guest",
	})
	require.NoError(t, err, "ask for the money")
	if a.Refund != nil {
		h.countEvent("refund asked")
	}
}

func (h *history) decideRefunds(t *rapid.T) {
	for _, id := range h.ids(`select id from refund where state = 'requested'`) {
		if _, err := h.pay.DecideRefund(ctx, id, rapid.Bool().Draw(t, "approve"), "staff:mei", "test"); err != nil {
			t.Fatalf("decide: %v", err)
		}
	}
}

// linkSIM has a customer take the SIM into an account.
func (h *history) linkSIM(*rapid.T) {
	h.Exec(h.t, `update sim_line set user_id = 7, linked_at = ?, unlinked_at = null where id = ? and user_id is null and revoked_at is null`,
		h.Clock.Now(), h.simID)
	h.unlinked = false
}

func (h *history) runSomeJobs(t *rapid.T) {
	rapid.SampledFrom([]func(){h.fulfilAll, h.issueAll, h.reissueAll, h.refundAll, h.takeBackAll}).Draw(t, "job")()
}

// runAllJobs does everything that waits to be done.
func (h *history) runAllJobs() {
	h.fulfilAll()
	h.issueAll()
	h.reissueAll()
	h.refundAll()
	h.takeBackAll()
}

func (h *history) each(ids []int64, do func(context.Context, int64) error) {
	for _, id := range ids {
		if err := do(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			h.t.Fatal(err)
		}
	}
}

func (h *history) fulfilAll() {
	h.each(h.ids(`select distinct order_id from order_line l join orders o on o.id = l.order_id where l.state = 'preparing' and o.paid_at is not null`), h.sims.Fulfil)
}

func (h *history) issueAll() { h.runIssueJobs(h.t) }

func (h *history) reissueAll() { h.runReissueJobs(h.t) }

func (h *history) refundAll() {
	h.each(h.ids(`select id from refund where state = 'pending_refund'`), h.pay.Refund)
}

func (h *history) takeBackAll() { h.runCancelJobs(h.t) }

func (h *history) passTime(t *rapid.T) {
	h.Clock.Advance(time.Duration(rapid.SampledFrom([]int{1, 20, 60, 4 * 60, 4 * 60, 90 * 60, 30 * 3600}).Draw(t, "seconds")) * time.Second)
	require.NoError(t, h.Sandbox.ProcessDue(ctx))
}

func (h *history) erase(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "one in ten") != 0 {
		t.Skip("erased seldom")
	}
	h.Clock.Advance(400 * 24 * time.Hour)
	require.NoError(t, errors.Join(h.Sandbox.ProcessDue(ctx), h.sims.Erase(ctx)))
}
