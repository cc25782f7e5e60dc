package carrier

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"time"
)

// test is what a test plan makes the carrier do.
type test struct {
	// refuse is answered to the order.
	refuse *refusal
	// lost drops the connection and does nothing; dropAfter makes the line first.
	lost, dropAfter bool
	// never leaves the order as it is; slow is far behind the others; fails ends it with that reason.
	never bool
	fails string
	// rejects refuses every registration.
	rejects bool
	// word is a profile state that nobody knows.
	word string
	// fixed refuses every new profile for its line, slow is how long one takes, and dropReissue makes it and drops the connection.
	fixed, dropReissue bool
	slow               time.Duration
}

// tests are the test plans by ref. They are data plans of 1 GB for 7 days.
var tests = map[string]test{
	"test-fails":               {fails: "out_of_stock"},
	"test-insufficient-credit": {refuse: refuse(http.StatusPaymentRequired, "insufficient_credit")},
	"test-invalid":             {refuse: refuse(http.StatusBadRequest, "bad_request")},
	"test-ip-blocked":          {refuse: refuse(http.StatusForbidden, "ip_blocked")},
	"test-kyc-reject":          {rejects: true},
	"test-maintenance":         {refuse: &refusal{status: http.StatusServiceUnavailable, code: "maintenance", after: 1}},
	"test-never":               {never: true},
	"test-out-of-stock":        {refuse: refuse(http.StatusConflict, "out_of_stock")},
	"test-plan-retired":        {refuse: refuse(http.StatusGone, "plan_retired")},
	"test-rate-limited":        {refuse: &refusal{status: http.StatusTooManyRequests, code: "too_many_requests", after: 1}},
	"test-reissue-refused":     {fixed: true},
	"test-reissue-slow":        {slow: slowReissue},
	"test-reissue-timeout":     {dropReissue: true},
	"test-timeout":             {lost: true},
	"test-timeout-after-issue": {dropAfter: true},
	"test-unknown-word":        {word: "QUIESCED"},
	"test-upstream":            {refuse: refuse(http.StatusBadGateway, "")},
}

// TestPlans are the names of the plans that force something to go wrong.
func TestPlans() []string { return slices.Sorted(maps.Keys(tests)) }

// plans are all that can be ordered.
func (u *unit) plans(ctx context.Context) ([]Plan, error) {
	list, err := u.c.o.Plans(ctx, u.Tx, "")
	if err != nil {
		return nil, err
	}
	for _, ref := range TestPlans() {
		list = append(list, testPlan(ref))
	}
	return list, nil
}

func (u *unit) plan(ctx context.Context, ref string) (Plan, error) {
	if _, ok := tests[ref]; ok {
		return testPlan(ref), nil
	}
	if ref == "" {
		return Plan{}, refuse(http.StatusGone, "plan_retired")
	}
	list, err := u.c.o.Plans(ctx, u.Tx, ref)
	if err != nil {
		return Plan{}, err
	}
	if len(list) == 0 {
		return Plan{}, refuse(http.StatusGone, "plan_retired")
	}
	return list[0], nil
}

func testPlan(ref string) Plan {
	return Plan{Ref: ref, Family: "test", DataMB: 1024, Days: 7, Kyc: tests[ref].rejects}
}

type shownPlan struct {
	Ref       string `json:"ref"`
	DataMB    int64  `json:"dataMb"`
	Unlimited bool   `json:"unlimited"`
	PerDay    bool   `json:"perDay"`
	Voice     int    `json:"voiceMinutes"`
	Days      int    `json:"days"`
	Effect    string `json:"effect"`
}

func shown(list []Plan) []shownPlan {
	out := make([]shownPlan, len(list))
	for i, p := range list {
		effect := "queue"
		if p.Extends {
			effect = "extend"
		}
		out[i] = shownPlan{p.Ref, p.DataMB, p.Unlimited, p.PerDay, p.VoiceMinutes, p.Days, effect}
	}
	return out
}
