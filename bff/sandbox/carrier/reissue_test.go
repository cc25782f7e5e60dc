package carrier_test

import (
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
)

// A deleted eSIM gets a new profile with another number and code; the old one is over, and what was left of its plans and its
// registration are on the new one.
func TestANewProfile(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	p := f.StartCarrier(t)
	far := p.Carriers[carrier.Pool]
	old := bindSIM(t, p, "8985200000000000010", "monthly")
	_, err := far.SubmitKyc(ctx, carrier.KycSubmission{SIMRef: old, Regime: "HK", ClientRef: "one", DocType: "passport", Fields: map[string]string{"documentNumber": "K1234567"}})
	if err != nil {
		t.Fatal(err)
	}
	p.Work(t, f, time.Minute)
	p.Control(t, old, "install", nil)
	p.Control(t, old, "attach", nil)
	p.Control(t, old, "use", map[string]any{"mb": 24})
	if _, err := far.Reissue(ctx, "a", old); carrier.ClassOf(err) != carrier.ReissueNotAllowed || err == nil {
		t.Errorf("an eSIM that is on a phone: %v", err)
	}
	p.Control(t, old, "delete", nil)
	if o, err := far.Reissue(ctx, "b", old); err != nil || o.State != carrier.OrderPending || o.SIMRef != "" {
		t.Fatalf("%+v %v", o, err)
	}
	p.TakeMessages()
	p.Work(t, f, time.Second)
	o, err := far.OrderByClientRef(ctx, "b")
	if err != nil || o.State != carrier.OrderFulfilled || o.SIMRef == old {
		t.Fatalf("%+v %v", o, err)
	}
	l, err := far.SIM(ctx, o.SIMRef)
	if err != nil || l.ICCID == "8985200000000000010" || l.Profile != carrier.ProfileReleased || l.FirstAttachAt != nil || l.RetiredAt != nil {
		t.Errorf("the new one: %+v %v", l, err)
	}
	if len(l.Plans) != 1 || l.Plans[0].State != carrier.PlanActive || *l.Plans[0].TotalBytes-*l.Plans[0].RemainingBytes != 24<<20 {
		t.Errorf("what is left: %+v", l.Plans)
	}
	if k, err := far.Kyc(ctx, o.SIMRef, "HK"); err != nil || k.State != carrier.KycApproved {
		t.Errorf("its registration: %+v %v", k, err)
	}
	if a, err := far.Activation(ctx, o.SIMRef); err != nil || !strings.HasPrefix(a.LPA, "LPA:1$") {
		t.Errorf("its code: %v", err)
	}
	if l, err := far.SIM(ctx, old); err != nil || l.RetiredAt == nil || len(l.Plans) != 0 {
		t.Errorf("the old one: %+v %v", l, err)
	}
	if _, err := far.Reissue(ctx, "c", old); carrier.ClassOf(err) != carrier.SIMRetired || err == nil {
		t.Errorf("the old one again: %v", err)
	}
	told := ""
	for _, m := range p.TakeMessages() {
		told += string(m.Payload)
	}
	if !strings.Contains(told, `"order.completed"`) || !strings.Contains(told, `"line.deleted"`) {
		t.Errorf("told: %s", told)
	}
	if ended, err := far.CancelOrder(ctx, o.Ref); err != nil || ended.State != carrier.OrderCancelled {
		t.Errorf("taken back: %+v %v", ended, err)
	}
	if l, err := far.SIM(ctx, o.SIMRef); err != nil || l.RetiredAt == nil || l.Plans[0].State != carrier.PlanRevoked {
		t.Errorf("after it was taken back: %+v %v", l, err)
	}
}

// The test plans refuse a new profile, take long for it, or make it without an answer; one that is installed meanwhile stays.
func TestNewProfilesThatGoWrong(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	p := f.StartCarrier(t)
	far := p.Carriers[carrier.HTTP]
	if _, err := far.Reissue(ctx, "a", bindSIM(t, p, "8985200000000000010", "test-reissue-refused")); carrier.ClassOf(err) != carrier.ReissueNotAllowed || err == nil {
		t.Errorf("refused: %v", err)
	}
	slow := bindSIM(t, p, "8985200000000000028", "test-reissue-slow")
	if _, err := far.Reissue(ctx, "b", slow); err != nil {
		t.Fatal(err)
	}
	p.Work(t, f, 2*time.Minute)
	if o, err := far.OrderByClientRef(ctx, "b"); err != nil || o.State != carrier.OrderPending {
		t.Errorf("slow: %+v %v", o, err)
	}
	p.Work(t, f, 2*time.Minute)
	if o, err := far.OrderByClientRef(ctx, "b"); err != nil || o.State != carrier.OrderFulfilled {
		t.Errorf("slow, in the end: %+v %v", o, err)
	}
	lost := bindSIM(t, p, "8985200000000000036", "test-reissue-timeout")
	if _, err := far.Reissue(ctx, "c", lost); carrier.ClassOf(err) != carrier.Upstream || err == nil {
		t.Errorf("timeout: %v", err)
	}
	if o, err := far.OrderByClientRef(ctx, "c"); err != nil || o.State != carrier.OrderFulfilled || o.SIMRef == "" {
		t.Errorf("timeout, looked up: %+v %v", o, err)
	}
	taken := bindSIM(t, p, "8985200000000000044", "plan")
	if _, err := far.Reissue(ctx, "d", taken); err != nil {
		t.Fatal(err)
	}
	p.Control(t, taken, "install", nil)
	p.Work(t, f, time.Second)
	if o, err := far.OrderByClientRef(ctx, "d"); err != nil || o.State != carrier.OrderFailed || o.Reason != carrier.ReissueNotAllowed {
		t.Errorf("installed meanwhile: %+v %v", o, err)
	}
	if l, err := far.SIM(ctx, taken); err != nil || l.RetiredAt != nil || len(l.Plans) != 1 {
		t.Errorf("the line that stays: %+v %v", l, err)
	}
}
