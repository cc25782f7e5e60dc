// Package palette knows the colours of the shop's groups, for everything that draws them: those that the pages have on their
// plans (ssr/app/components/plan/PlanArt.tsx).
package palette

import (
	"image/color"
	"strconv"
)

// Shop stands for the whole shop, in the colours of its actions and texts.
const Shop = ""

// Of returns the two colours of a group, "#rrggbb", between which its pictures run. White text on either has a contrast of
// 4.5:1 or more. A group without colours has those of Shop.
func Of(group string) (from, to string) {
	pair, ok := pairs[group]
	if !ok {
		pair = pairs[Shop]
	}
	return pair[0], pair[1]
}

// Colour reads "#rrggbb"; what is none is black.
func Colour(hex string) color.RGBA {
	if len(hex) != 7 {
		return color.RGBA{A: 255}
	}
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		return color.RGBA{A: 255}
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}

var pairs = map[string][2]string{
	Shop:                 {"#0b6e6e", "#10233a"},
	"asia":               {"#0b6e6e", "#0a3f5c"},
	"china-hk-macau":     {"#a3341b", "#5c1a2e"},
	"europe":             {"#24479c", "#1a2a5e"},
	"americas":           {"#8a4b0f", "#4a2a12"},
	"oceania":            {"#0a6a8f", "#123a6b"},
	"middle-east-africa": {"#7d5a12", "#4d2f0d"},
	"global":             {"#4a3f8f", "#10233a"},
	"monthly":            {"#5b2c7a", "#2c1a52"},
}
