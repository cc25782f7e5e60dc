package share

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"golang.org/x/image/font/sfnt"

	"github.com/roamcart/roamcart/bff/catalog/palette"
)

// Where things stand, in pixels.
const (
	margin     = 72
	brandLine  = 118
	titleLine  = 232
	amountStep = 146
	firstStep  = 68
	nextStep   = 58
	pillHeight = 92
	shownLines = 3
)

var (
	white = color.RGBA{R: 255, G: 255, B: 255, A: 255}
	pale  = color.RGBA{R: 236, G: 240, B: 244, A: 255}
)

// Draw returns the picture of a card.
func Draw(c Card) ([]byte, error) {
	f, err := letters()
	if err != nil {
		return nil, err
	}
	from, to := palette.Of(c.Group)
	on := ground(palette.Colour(from), palette.Colour(to))
	if err := inscribe(on, f, c, palette.Colour(to)); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, on); err != nil {
		return nil, fmt.Errorf("write picture: %w", err)
	}
	return out.Bytes(), nil
}

// ground runs from one colour to the other, with the waves of a signal in the upper right corner. The colour changes from
// left to right only, because equal rows make a small file.
func ground(from, to color.RGBA) *image.RGBA {
	on := image.NewRGBA(image.Rect(0, 0, Width, Height))
	for x := range Width {
		on.SetRGBA(x, 0, mixed(from, to, float64(x)/Width))
	}
	for y := 1; y < Height; y++ {
		copy(on.Pix[y*on.Stride:(y+1)*on.Stride], on.Pix[:on.Stride])
	}
	const thickness, strength = 36.0, 0.12
	for _, radius := range []float64{180, 310, 440} {
		reach := int(radius + thickness)
		for y := range min(reach, Height) {
			for x := max(Width-reach, 0); x < Width; x++ {
				off := math.Abs(math.Hypot(float64(Width-x), float64(y))-radius) - thickness/2
				// The last half pixel on either side is the soft edge.
				if cover := min(max(0.5-off, 0), 1); cover > 0 {
					on.SetRGBA(x, y, mixed(on.RGBAAt(x, y), white, strength*cover))
				}
			}
		}
	}
	return on
}

func mixed(a, b color.RGBA, share float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*share)) }
	return color.RGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255}
}

// inscribe writes brand, title, allowance and facts from the top, and the price at the bottom right.
func inscribe(on *image.RGBA, f *sfnt.Font, c Card, dark color.RGBA) error {
	titleSize, titleStep, y, gap := 92.0, 112, titleLine+18, firstStep+18
	if c.Amount != "" {
		titleSize, titleStep, y, gap = 68, 82, titleLine, firstStep
	}
	pens := map[float64]pen{}
	for _, size := range []float64{34, 40, 50, titleSize, 120} {
		p, err := newPen(f, size)
		if err != nil {
			return err
		}
		defer func() { _ = p.face.Close() }()
		pens[size] = p
	}
	const inner = Width - 2*margin
	pens[34].write(on, margin, brandLine, pale, pens[34].known(c.Brand))
	for i, line := range pens[titleSize].fold(c.Title, inner, 2) {
		if i > 0 {
			y += titleStep
		}
		pens[titleSize].write(on, margin, y, white, line)
	}
	if c.Amount != "" {
		y += amountStep
		pens[120].write(on, margin, y, white, pens[120].known(c.Amount))
	}
	room := inner
	if c.Price != "" {
		// The facts stay left of the price, wherever they end.
		room = pill(on, pens[50], c.Price, dark) - margin - 24
	}
	y += gap
	lines := shownLines
	for _, text := range c.Lines {
		for _, line := range pens[40].fold(text, room, max(lines, 1)) {
			if lines == 0 || y > Height-margin/2 {
				return nil
			}
			pens[40].write(on, margin, y, pale, line)
			y, lines = y+nextStep, lines-1
		}
	}
	return nil
}

// pill writes the price on a white ground and returns where that begins.
func pill(on *image.RGBA, p pen, price string, ink color.RGBA) (left int) {
	const padding = 36
	price = p.known(price)
	left = Width - margin - p.width(price) - 2*padding
	top := Height - margin - pillHeight
	const radius = pillHeight / 2.0
	for y := top; y < top+pillHeight; y++ {
		for x := left; x < Width-margin; x++ {
			// The distance from the line between the centres of both round ends.
			dx := max(float64(left)+radius-float64(x), float64(x)-float64(Width-margin)+radius, 0)
			cover := min(max(radius+0.5-math.Hypot(dx, float64(y)-float64(top)-radius+0.5), 0), 1)
			on.SetRGBA(x, y, mixed(on.RGBAAt(x, y), white, cover))
		}
	}
	p.write(on, left+padding, top+pillHeight/2+18, ink, price)
	return left
}
