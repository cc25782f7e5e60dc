package owned

import (
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
)

// Meter is how much of one thing a SIM has used. Remaining and Total are nil when there is no limit or nobody has counted
// yet; an unlimited meter never says 0.
type Meter struct {
	Used      int64
	Remaining *int64
	Total     *int64
	Unlimited bool
	Deadline  *time.Time
	AsOf      *time.Time
}

// Usage are the meters of a SIM: data in megabytes of 1024 times 1024 bytes, voice in minutes, SMS in messages.
type Usage struct {
	Data  Meter
	Voice Meter
	SMS   Meter
}

const megabyte = 1 << 20

// Usage adds up the plans that run now; before any does those that wait, and after all have ended the last one.
func (sim SIM) Usage() Usage {
	plans := sim.plansIn(carrier.PlanActive)
	if len(plans) == 0 {
		plans = sim.openPlans()
	}
	if len(plans) == 0 && len(sim.Plans) > 0 {
		plans = sim.Plans[len(sim.Plans)-1:]
	}
	return count(plans)
}

// Usage returns the meters of one plan.
func (p Plan) Usage() Usage { return count([]Plan{p}) }

func count(plans []Plan) Usage {
	return Usage{
		Data:  meter(plans, func(p Plan) (*int64, *int64) { return p.TotalBytes, p.RemainingBytes }).inUnits(megabyte),
		Voice: meter(plans, func(p Plan) (*int64, *int64) { return toInt64(p.VoiceTotal), toInt64(p.VoiceLeft) }),
		SMS:   meter(plans, func(p Plan) (*int64, *int64) { return toInt64(p.SMSTotal), toInt64(p.SMSLeft) }),
	}
}

func meter(plans []Plan, of func(Plan) (total, left *int64)) Meter {
	var m Meter
	var total, left int64
	for _, p := range plans {
		if m.AsOf == nil || p.AsOf.Before(*m.AsOf) {
			m.AsOf = &p.AsOf
		}
		t, rest := of(p)
		if t == nil {
			m.Unlimited, m.Deadline = true, latest(m.Deadline, p.EndsAt)
			continue
		}
		if *t > 0 {
			m.Deadline = latest(m.Deadline, p.EndsAt)
		}
		total += *t
		if rest != nil {
			left += *rest
		}
	}
	m.Used = max(0, total-left)
	if !m.Unlimited && len(plans) > 0 {
		m.Total, m.Remaining = &total, &left
	}
	return m
}

// inUnits turns a meter into larger units: what is left is rounded down, so that nothing is promised that is not there.
func (m Meter) inUnits(unit int64) Meter {
	if m.Total == nil {
		m.Used /= unit
		return m
	}
	total, left := *m.Total/unit, *m.Remaining/unit
	m.Total, m.Remaining, m.Used = &total, &left, max(0, total-left)
	return m
}

func latest(a, b *time.Time) *time.Time {
	if a == nil || (b != nil && b.After(*a)) {
		return b
	}
	return a
}

// toInt64 converts a number that may be nil.
func toInt64(n *int) *int64 {
	if n == nil {
		return nil
	}
	v := int64(*n)
	return &v
}
