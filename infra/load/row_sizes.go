package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// shownPages are the kinds of pages that most visits see, with one address of each, without its language.
var shownPages = []shownPage{
	{"home", "/home"},
	{"listing", "/travel-card/listing"},
	{"detail", "/travel-card/asia/jp-3g-7"},
	{"faq", "/faq"},
}

type shownPage struct{ kind, path string }

// shownLanguages are the languages of the shop.
var shownLanguages = []string{"en", "zh"}

// sizesRow weighs what a page loads: all of its script in gzip, its style sheet and its HTML in brotli.
func sizesRow(ctx context.Context, b *bench) ([]Figure, error) {
	report, err := output(ctx, "node", "ssr/sizes.mjs", "--json")
	if err != nil {
		return nil, err
	}
	var sizes []size
	if err := json.Unmarshal(report, &sizes); err != nil {
		return nil, fmt.Errorf("ssr/sizes.mjs: %w", err)
	}
	var figures []Figure
	var heaviest size
	for _, s := range sizes {
		kind, isPage := strings.CutSuffix(s.Name, ".tsx")
		if !isPage {
			figures = append(figures, s.figure(s.Name))
			continue
		}
		if s.Size > heaviest.Size {
			heaviest = s
		}
		if slices.ContainsFunc(shownPages, func(p shownPage) bool { return p.kind == kind }) {
			figures = append(figures, s.figure("script of "+kind+" (gzip)"))
		}
	}
	figures = append(figures, heaviest.figure("script of the heaviest page, "+strings.TrimSuffix(heaviest.Name, ".tsx")+" (gzip)"))
	for _, page := range shownPages {
		for _, lang := range shownLanguages {
			_, body, err := b.shop.waitUntilStable(ctx, b.shop.URL+"/"+lang+page.path)
			if err != nil {
				return figures, err
			}
			figures = append(figures, figure(fmt.Sprintf("HTML of %s, %s (br)", page.kind, lang), float64(len(body)), "bytes").atMost(30_000))
		}
	}
	return figures, nil
}

// size is a line of ssr/sizes.mjs, in bytes.
type size struct {
	Name         string
	Size, Budget float64
}

func (s size) figure(what string) Figure { return figure(what, s.Size, "bytes").atMost(s.Budget) }
