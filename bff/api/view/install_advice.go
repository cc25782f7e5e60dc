package view

import (
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/shared"
)

// installAdvice is when the eSIMs of an order are installed that are not yet.
type installAdvice struct {
	// now and arrival are the names of what is installed before the journey, and of what begins when it is installed.
	now, arrival []string
}

func adviceOf(items []gen.OrderItem) installAdvice {
	var a installAdvice
	for _, i := range items {
		switch {
		case i.SimType != "esim" || !slices.Contains(i.SimStates, string(owned.ReadyToInstall)):
		case i.StartsAtInstall != nil:
			a.arrival = append(a.arrival, i.Name)
		default:
			a.now = append(a.now, i.Name)
		}
	}
	return a
}

// InstallAdvice says when the eSIMs of an order are installed that wait for it, by their names where they differ, and where they were
// mailed to; "" when none waits.
func InstallAdvice(items []gen.OrderItem, email, locale string) string {
	advice := adviceOf(items).text(locale)
	if advice == "" {
		return ""
	}
	return sentences(locale, advice, shared.Text(locale, "server", "install.advice.mailed", map[string]any{"email": email}))
}

func (a installAdvice) text(locale string) string {
	sentence := func(when string, names []string) string {
		if names == nil {
			return ""
		}
		list := strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), shared.Text(locale, "plan", "listSeparator", nil))
		return shared.Text(locale, "server", "install.advice."+when+a.named(), map[string]any{"names": list})
	}
	return sentences(locale, sentence("now", a.now), sentence("arrival", a.arrival))
}

// named ends the keys of the words that name plans, because they differ.
func (a installAdvice) named() string {
	if a.now != nil && a.arrival != nil {
		return "Named"
	}
	return ""
}
