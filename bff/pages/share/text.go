package share

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// pen writes on a picture in one size.
type pen struct {
	face font.Face
	font *sfnt.Font
}

// newPen returns a pen that writes size pixels high.
func newPen(f *sfnt.Font, size float64) (pen, error) {
	// At 72 dots an inch a point is a pixel.
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return pen{}, fmt.Errorf("cut type of %v pixels: %w", size, err)
	}
	return pen{face: face, font: f}, nil
}

// width is how wide a text comes out, in pixels.
func (p pen) width(text string) int { return font.MeasureString(p.face, text).Ceil() }

// write puts a text with its left end and its base line at x, y.
func (p pen) write(on draw.Image, x, y int, c color.Color, text string) {
	d := font.Drawer{Dst: on, Src: image.NewUniform(c), Face: p.face, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

// known leaves out what the font does not have.
func (p pen) known(text string) string {
	var buf sfnt.Buffer
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if i, err := p.font.GlyphIndex(&buf, r); err != nil || i == 0 {
			return -1
		}
		return r
	}, text)), " ")
}

const ellipsis = "…"

// fold breaks a text into at most lines lines of the width; what does not fit ends with an ellipsis.
func (p pen) fold(text string, width, lines int) []string {
	var out []string
	line := ""
	rest := pieces(p.known(text))
	for len(rest) > 0 {
		if next := line + rest[0]; p.width(strings.TrimRight(next, " ")) <= width || line == "" {
			line, rest = next, rest[1:]
			continue
		}
		if len(out) == lines-1 {
			break
		}
		out, line = append(out, strings.TrimRight(line, " ")), ""
	}
	line = strings.TrimRight(line, " ")
	if len(rest) > 0 || p.width(line) > width {
		line = p.cut(line, width)
	}
	return append(out, line)
}

// cut shortens a line until it fits with the ellipsis.
func (p pen) cut(line string, width int) string {
	letters := []rune(line)
	for len(letters) > 0 && p.width(string(letters)+ellipsis) > width {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimRight(string(letters), " ,，、·") + ellipsis
}

// pieces splits a text where a line may end: after a space, and beside Chinese characters.
func pieces(text string) []string {
	var out []string
	letters := []rune(text)
	start := 0
	for i := 1; i < len(letters); i++ {
		if letters[i-1] == ' ' || parts(letters[i-1], letters[i]) {
			out = append(out, string(letters[start:i]))
			start = i
		}
	}
	return append(out, string(letters[start:]))
}

// parts reports whether a line may end between two neighbours: at a Chinese character, but neither before a mark nor after
// an opening bracket, nor between a number and its unit.
func parts(a, b rune) bool {
	if b == ' ' || unicode.IsPunct(b) && !unicode.Is(unicode.Ps, b) || unicode.Is(unicode.Ps, a) || unicode.IsDigit(a) {
		return false
	}
	return unicode.Is(unicode.Han, a) || unicode.Is(unicode.Han, b) || unicode.IsPunct(a) && a > unicode.MaxLatin1
}
