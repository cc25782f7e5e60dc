package content

import (
	"slices"
	"strings"
)

// How many questions other pages quote.
const (
	HomeQuestions = 6
	PlanQuestions = 4
	ESIMQuestions = 8
)

// Excerpt takes the first questions of each category in turn, n at most, so that an excerpt speaks of everything. Never nil.
func Excerpt(list []Answer, n int) []Answer {
	out := []Answer{}
	for round := 0; len(out) < min(n, len(list)); round++ {
		seen := map[string]int{}
		for _, a := range list {
			if seen[a.Category] == round && len(out) < n {
				out = append(out, a)
			}
			seen[a.Category]++
		}
	}
	return out
}

// PlanExcerpt takes the questions that stand beside a plan of the given SIM types: beside one that is sold as a card only, none
// speaks of eSIMs. Never nil.
func PlanExcerpt(list []Answer, simTypes []string) []Answer {
	if !slices.Contains(simTypes, "esim") {
		list = slices.DeleteFunc(slices.Clone(list), func(a Answer) bool { return strings.Contains(a.Question+a.HTML, "eSIM") })
	}
	return Excerpt(list, PlanQuestions)
}
