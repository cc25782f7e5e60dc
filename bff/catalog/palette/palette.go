// Package palette knows the colours of the shop's shelves, for everything that draws them.
package palette

import (
	"image/color"
	"strconv"
)

// Global is the shelf whose colours stand for the whole shop.
const Global = "global"

// Of returns the two colours of a shelf, "#rrggbb", between which its pictures run. White text on either has a contrast of
// 4.5:1 or more. A shelf without colours has those of Global.
func Of(group string) (from, to string) {
	pair, ok := pairs[group]
	if !ok {
		pair = pairs[Global]
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
	"asia":               {"#9c2f4b", "#5b2a6e"},
	"china-hk-macau":     {"#a52a1f", "#7a1f3d"},
	"europe":             {"#1f4e9c", "#2a3570"},
	"americas":           {"#0f6b5c", "#1b4a63"},
	"oceania":            {"#0b6e8a", "#17508a"},
	"middle-east-africa": {"#8a5208", "#6b3213"},
	Global:               {"#0b6e6e", "#10233a"},
	"monthly":            {"#4a3c9c", "#33225f"},
}
