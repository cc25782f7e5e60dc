package validity

import (
	"slices"
	"time"
)

// Effect is what a top-up does to a SIM that has a plan.
type Effect string

// The effects, in the contract's words.
const (
	// Queue lets the new plan begin when all before it have ended.
	Queue Effect = "queue"
	// Extend makes the present plan larger and longer.
	Extend Effect = "extend"
	// Replace ends the present plan at once, with what is left of it.
	Replace Effect = "replace"
)

// Plan is a plan on a SIM that runs or waits. Data is in any one unit.
type Plan struct {
	Active bool
	// EndsAt is nil for a plan that has not started.
	EndsAt *time.Time
	// Left is nil when it is unlimited.
	Left *int64
	// Length is how long it lasts once it starts; only plans that wait need it.
	Length Rule
}

// TopUp is a plan that would be added.
type TopUp struct {
	Effect Effect
	Rule   Rule
	// Data is nil when it is unlimited.
	Data *int64
}

// After is what a SIM would have after a top-up.
type After struct {
	// Effect is what would happen: a top-up of a SIM without a plan starts like a first one, whatever it does to others.
	Effect Effect
	// Data is what is left over all plans then, nil when one is unlimited.
	Data *int64
	// StartsAt and Until are nil for a plan that waits for its first use.
	StartsAt *time.Time
	Until    *time.Time
	// RunsOut says that the data of all plans before it is limited: it starts when that is used up, at StartsAt at the latest.
	RunsOut bool
	// First says that nothing runs or waits before it.
	First bool
	// Lost is what a plan that is replaced gives up; 0 when that is unlimited.
	Lost int64
}

// Preview returns the effect of buying a top-up now. plans are those that run or wait, in the order of their use.
func Preview(now time.Time, plans []Plan, t TopUp) After {
	if len(plans) == 0 {
		return fresh(now, t)
	}
	switch t.Effect {
	case Extend:
		return extended(plans, t)
	case Replace:
		return replaced(now, plans, t)
	default:
		return queued(plans, t)
	}
}

// fresh is a top-up of a SIM of which nothing runs or waits: it starts with the next use, at once where nothing has to
// happen first.
func fresh(now time.Time, t TopUp) After {
	a := After{Effect: Queue, Data: t.Data, First: true}
	if t.Rule.Activation == OnInstall || t.Rule.Activation == OnRegistration {
		end := t.Rule.End(now)
		a.StartsAt, a.Until = &now, &end
	}
	return a
}

func extended(plans []Plan, t TopUp) After {
	a := After{Effect: Extend, Data: sum(plans, t.Data)}
	if end := plans[len(plans)-1].EndsAt; end != nil {
		until := t.Rule.Extended(*end)
		a.Until = &until
	}
	return a
}

func queued(plans []Plan, t TopUp) After {
	a := After{Effect: Queue, Data: sum(plans, t.Data), RunsOut: !slices.ContainsFunc(plans, func(p Plan) bool { return p.Left == nil })}
	if last := lastEnd(plans); last != nil {
		until := t.Rule.End(*last)
		a.StartsAt, a.Until = last, &until
	}
	return a
}

func replaced(now time.Time, plans []Plan, t TopUp) After {
	end := t.Rule.End(now)
	a := After{Effect: Replace, Data: t.Data, StartsAt: &now, Until: &end}
	var waiting []Plan
	for _, p := range plans {
		switch {
		case !p.Active:
			waiting = append(waiting, p)
		case p.Left != nil:
			a.Lost += *p.Left
		}
	}
	a.Data = sum(waiting, t.Data)
	return a
}

// lastEnd walks the line: what waits begins when what is before it has ended. It is nil while nothing has started.
func lastEnd(plans []Plan) *time.Time {
	var last *time.Time
	for _, p := range plans {
		switch {
		case p.EndsAt != nil:
			if last == nil || p.EndsAt.After(*last) {
				last = p.EndsAt
			}
		case last != nil && p.Length.Days > 0:
			end := p.Length.End(*last)
			last = &end
		}
	}
	return last
}

func sum(plans []Plan, data *int64) *int64 {
	if data == nil {
		return nil
	}
	total := *data
	for _, p := range plans {
		if p.Left == nil {
			return nil
		}
		total += *p.Left
	}
	return &total
}
