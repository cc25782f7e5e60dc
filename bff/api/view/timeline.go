package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/shared"
)

// TimelinePaths are where the steps of a timeline lead; "" where a step is taken on the page itself, or by somebody else.
type TimelinePaths struct {
	Install, TopUp string
	// HintShown says that the page shows the SIM's hint and usage elsewhere, so that no step repeats them.
	HintShown bool
}

// stepState is where a step of a timeline stands, in the contract's words.
type stepState string

const (
	stepDone  stepState = "done"
	stepNow   stepState = "now"
	stepLater stepState = "later"
)

// timeline writes the steps of one eSIM.
type timeline struct {
	SIMExtras
	sim   owned.SIM
	paths TimelinePaths
}

// Timeline returns the four steps of an eSIM after its payment: install, land, use, top up; while a refund is open only that it is not
// to be installed. It is nil for a card, before the eSIM was issued, and after it was erased.
func Timeline(sim owned.SIM, b SIMExtras, paths TimelinePaths) []gen.TimelineStep {
	if sim.SimType == owned.Physical || sim.ErasedAt != nil || sim.State() == owned.Preparing || sim.State() == owned.Unknown {
		return nil
	}
	t := timeline{b, sim, paths}
	if sim.RefundOpen() {
		return []gen.TimelineStep{t.installStep()}
	}
	steps := []gen.TimelineStep{t.installStep(), t.attachStep(), t.useStep()}
	if sim.State() != owned.Retired && sim.Profile != carrier.ProfileDeleted {
		steps = append(steps, t.topUpStep())
	}
	return steps
}

// step returns a step with its mark: the state and, where it is known, when it was done or began.
func (t timeline) step(name string, state stepState, at *time.Time, text string) gen.TimelineStep {
	if state == stepLater {
		at = nil
	}
	mark := t.word("mark."+string(state), nil)
	if at != nil {
		mark = t.word("mark."+string(state)+"At", map[string]any{"time": t.time(*at)})
	}
	return gen.TimelineStep{Step: name, State: string(state), Title: t.word(name+".title", nil), Mark: mark, At: at, Text: text}
}

// installStep is done once a phone has the profile. When it was put there is known while the carrier has reported nothing newer of it.
func (t timeline) installStep() gen.TimelineStep {
	const name = "install"
	switch state := t.sim.State(); {
	case state == owned.Reissuing:
		return t.reissueStep(owned.HintReissuing)
	case state == owned.Deleted:
		return t.reissueStep(t.sim.Hint(t.Now))
	case t.sim.Profile == carrier.ProfileDeleted:
		return t.step(name, stepDone, nil, t.word("install.removed", nil))
	case t.installed():
		var at *time.Time
		if p := t.sim.Profile; (p == carrier.ProfileDownloaded || p == carrier.ProfileInstalled) && !t.sim.ProfileAt.IsZero() {
			at = &t.sim.ProfileAt
		}
		return t.step(name, stepDone, at, t.word("install.done", nil))
	case t.over():
		return t.step(name, stepLater, nil, t.word("install.missed", nil))
	case t.sim.RefundOpen():
		s := t.step(name, stepLater, nil, t.hint(owned.HintRefund))
		s.Mark = t.word("mark.hold", nil)
		return s
	}
	text := t.word("install.now", nil)
	if before := t.sim.UseBefore(); before != nil {
		text = t.word("install.nowBefore", map[string]any{"time": t.time(*before)})
	}
	s := t.step(name, stepNow, nil, text)
	s.Link = t.link(t.paths.Install, "install.action")
	if t.sim.StartsAtInstall() {
		s.Mark, s.Text = t.word("mark.arrival", nil), sentences(t.Locale, t.word("install.arrival", nil), text)
		s.Link = t.link(t.paths.Install, "install.page")
	}
	return s
}

// reissueStep is the step of installing a new eSIM in place of this one, or of learning why there is none.
func (t timeline) reissueStep(hint owned.Hint) gen.TimelineStep {
	s := t.step("install", stepNow, nil, t.hint(hint))
	if t.sim.BoughtNo != "" && !t.paths.HintShown {
		s.Link = reissueLink(t.sim.Ref, string(hint), t.Locale)
	}
	return s
}

// attachStep is done once the eSIM was on a network. Until then it says what to switch on, and what starts the plan.
func (t timeline) attachStep() gen.TimelineStep {
	const name = "land"
	if t.attached() {
		return t.step(name, stepDone, t.sim.FirstAttach, t.word("land.done", nil))
	}
	// What starts with the installation is part of that step.
	text := t.word("land.todo", nil)
	if t.paths.HintShown && t.sim.Hint(t.Now) == owned.HintRoaming {
		text = ""
	}
	if t.sim.Rule != nil && t.sim.Started() == nil && !t.over() && !t.sim.StartsAtInstall() {
		text = sentences(t.Locale, text, t.activation(t.sim))
	}
	if !t.installed() || t.over() || t.sim.State() == owned.Reissuing {
		return t.step(name, stepLater, nil, text)
	}
	return t.step(name, stepNow, nil, text)
}

// useStep says how much is left and until when; before that how long the plan lasts, after it how much of it was used.
func (t timeline) useStep() gen.TimelineStep {
	const name = "use"
	data := t.sim.Usage().Data
	switch {
	case t.over():
		var at *time.Time
		if t.sim.State() == owned.Expired {
			at = t.sim.ValidUntil()
		}
		return t.step(name, stepDone, at, t.dataUsed(data))
	case t.sim.State() != owned.Active:
		text := ""
		if t.sim.Rule != nil && t.sim.State() != owned.Deleted {
			text = t.word("use.later", map[string]any{"days": days(t.Locale, t.sim.Rule.Days)})
		}
		return t.step(name, stepLater, nil, text)
	case !t.attached():
		return t.step(name, stepLater, nil, t.dataLeft(data))
	case t.sim.Hint(t.Now) == owned.HintAPN:
		return t.step(name, stepNow, nil, sentences(t.Locale, t.dataLeft(data), t.hint(owned.HintAPN)))
	}
	return t.step(name, stepNow, nil, t.dataLeft(data))
}

// topUpStep can be done once the eSIM is on a phone. Where the SIM's hint says so it is the next thing, or soon while the eSIM is used.
func (t timeline) topUpStep() gen.TimelineStep {
	const name = "top_up"
	if hint := t.sim.Hint(t.Now); hint.TopUp() {
		s := t.step(name, stepNow, nil, t.hint(hint))
		if !t.over() {
			s = t.step(name, stepLater, nil, t.hint(hint))
			s.Mark = t.word("mark.soon", nil)
		}
		s.Link = t.link(t.paths.TopUp, "top_up.action")
		return s
	}
	if !t.installed() {
		return t.step(name, stepLater, nil, t.word("top_up.later", nil))
	}
	s := t.step(name, stepLater, nil, t.word("top_up.any", nil))
	s.Mark, s.Link = t.word("mark.any", nil), t.link(t.paths.TopUp, "top_up.action")
	return s
}

// hint says what helps now, "" where the page says it.
func (t timeline) hint(h owned.Hint) string {
	if t.paths.HintShown {
		return ""
	}
	return t.text("hint." + string(h) + ".text")
}

// installed reports whether a phone has the profile, or must have had it.
func (t timeline) installed() bool {
	switch t.sim.State() {
	case owned.Installed, owned.Active:
		return true
	}
	switch t.sim.Profile {
	case carrier.ProfileDownloaded, carrier.ProfileInstalled, carrier.ProfileEnabled, carrier.ProfileDisabled:
		return true
	}
	return t.sim.FirstAttach != nil
}

// attached reports whether the eSIM was on a network; who used data was.
func (t timeline) attached() bool { return t.sim.FirstAttach != nil || t.sim.Usage().Data.Used > 0 }

// over reports whether nothing is left on the eSIM that could be used, here or on a new one.
func (t timeline) over() bool {
	switch t.sim.State() {
	case owned.UsedUp, owned.Expired, owned.Retired:
		return true
	case owned.Deleted:
		return t.sim.NoReissue() != ""
	}
	return false
}

// dataLeft says how much data the running plans have and until when, "" where the page says it; one without a limit has only an end.
func (t timeline) dataLeft(data owned.Meter) string {
	if t.paths.HintShown {
		return ""
	}
	params := map[string]any{}
	key := "use.unlimited"
	if !data.Unlimited && data.Total != nil && data.Remaining != nil {
		key, params["left"], params["total"] = "use.left", notify.Volume(*data.Remaining), notify.Volume(*data.Total)
	}
	if until := t.sim.ValidUntil(); until != nil {
		key += "Until"
		params["time"] = t.time(*until)
	}
	return t.word(key, params)
}

// dataUsed says how much was used of a plan that is over, "" where nobody counted or the page says it.
func (t timeline) dataUsed(data owned.Meter) string {
	if t.paths.HintShown || data.Unlimited || data.Total == nil || *data.Total == 0 {
		return ""
	}
	return t.word("use.spent", map[string]any{"used": notify.Volume(data.Used), "total": notify.Volume(*data.Total)})
}

func (t timeline) word(key string, params map[string]any) string {
	return t.filled("timeline."+key, params)
}

func (t timeline) time(at time.Time) string {
	return notify.Time(t.Locale, at, cmp.Or(t.sim.Zone(), t.Zone, time.UTC))
}

func (t timeline) link(path, word string) *gen.SimHintLink {
	if path == "" {
		return nil
	}
	return &gen.SimHintLink{Path: path, Text: t.word(word, nil)}
}

// sentences puts sentences together as the language does; empty ones are left out.
func sentences(locale string, list ...string) string {
	filled := slices.DeleteFunc(slices.Clone(list), func(one string) bool { return one == "" })
	return strings.Join(filled, shared.In(locale, " ", ""))
}

// days says how many days, as plans do.
func days(locale string, n int) string {
	key := "days_other"
	if n == 1 {
		key = "days_one"
	}
	return shared.Text(locale, "plan", key, map[string]any{"count": n})
}
