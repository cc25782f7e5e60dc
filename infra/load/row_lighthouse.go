package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// lighthouseScript runs Lighthouse; scripts/bench.sh installs what it needs.
const lighthouseScript = "infra/load/lighthouse/run.mjs"

// lighthouseResult is the result of Lighthouse runs on one page.
type lighthouseResult struct {
	// Runs have scores from 0 to 1, times in milliseconds and layout shift by name.
	Runs []map[string]float64
	// Below are the audits that count and were not perfect, by id, with the last explanation of each.
	Below map[string]string
}

// lighthouseGoals are for a phone: 4G, four times slower than this machine.
var lighthouseGoals = []struct {
	name, what, short, unit string
	part                    float64 // of the unit that Lighthouse has
	least                   bool
	bound                   float64
}{
	{"performance", "performance", "", "", 1, true, 1},
	{"accessibility", "accessibility", "", "", 1, true, 1},
	{"best-practices", "best practices", "", "", 1, true, 1},
	{"seo", "SEO", "", "", 1, true, 1},
	{"largest-contentful-paint", "largest contentful paint", "LCP", "s", 1000, false, 1},
	{"cumulative-layout-shift", "layout shift", "CLS", "", 1, false, 0.01},
	{"total-blocking-time", "total blocking time", "TBT", "ms", 1, false, 30},
}

// lighthouseRuns is how often each page is visited; the median counts.
const lighthouseRuns = 5

// lighthouseRow is Lighthouse on a phone for each page, and the worst page of all; and the listing on slow 3G, as
// Lighthouse works it out and as a browser meets it that waits as long.
func lighthouseRow(ctx context.Context, b *bench) ([]Figure, error) {
	var figures []Figure
	worst := map[string]float64{}
	for _, page := range shownPages {
		for _, lang := range shownLanguages {
			found, err := b.audit(ctx, "/"+lang+page.path, "phone")
			if err != nil {
				return figures, err
			}
			one := Figure{What: "/" + lang + page.path}
			var parts []string
			for _, g := range lighthouseGoals {
				value := found.median(g.name) / g.part
				if before, ok := worst[g.name]; !ok || g.least == (value < before) {
					worst[g.name] = value
				}
				parts = append(parts, strings.TrimSpace(g.short+" "+number(value)+" "+g.unit))
			}
			one.Text = strings.Join(parts, " · ")
			if below := slices.Sorted(maps.Keys(found.Below)); len(below) > 0 {
				one.Text += " · below 1: " + strings.Join(below, ", ")
			}
			figures = append(figures, one)
		}
	}
	for _, g := range lighthouseGoals {
		f := figure("worst of these, "+g.what, worst[g.name], g.unit)
		if g.least {
			figures = append(figures, f.atLeast(g.bound))
		} else {
			figures = append(figures, f.atMost(g.bound))
		}
	}
	slow, err := b.audit(ctx, listing, "slow")
	if err != nil {
		return figures, err
	}
	applied, err := b.audit(ctx, listing, "applied")
	if err != nil {
		return figures, err
	}
	return append(figures,
		figure("listing on slow 3G (simulated): largest contentful paint", slow.median("largest-contentful-paint")/1000, "s").atMost(2),
		figure("listing on slow 3G (simulated): interactive", slow.median("interactive")/1000, "s").atMost(3),
		figure("listing on slow 3G (applied): largest contentful paint", applied.median("largest-contentful-paint")/1000, "s"),
	), nil
}

// audit runs Lighthouse on a page with one of the profiles of the script.
func (b *bench) audit(ctx context.Context, page, profile string) (lighthouseResult, error) {
	if _, err := os.Stat("infra/load/lighthouse/node_modules/lighthouse"); err != nil {
		return lighthouseResult{}, errors.New("lighthouse is not installed: npm ci --prefix infra/load/lighthouse")
	}
	program := chromiumProgram()
	if program == "" {
		return lighthouseResult{}, errors.New("chromium is missing (Debian: apt-get install chromium; elsewhere CHROMIUM_PATH)")
	}
	// Somebody was there before: the first visitor of a page gets it less tightly packed, the visits after that are measured.
	if _, _, err := b.shop.waitUntilStable(ctx, b.shop.URL+page); err != nil {
		return lighthouseResult{}, err
	}
	report, err := output(ctx, "node", lighthouseScript, program, profile, strconv.Itoa(lighthouseRuns), b.shop.URL+page)
	if err != nil {
		return lighthouseResult{}, err
	}
	var found lighthouseResult
	if err := json.Unmarshal(report, &found); err != nil {
		return lighthouseResult{}, fmt.Errorf("%s: %w", lighthouseScript, err)
	}
	return found, nil
}

func (a lighthouseResult) median(name string) float64 {
	var values []float64
	for _, run := range a.Runs {
		values = append(values, run[name])
	}
	return median(values)
}
