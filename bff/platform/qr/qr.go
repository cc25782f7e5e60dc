package qr

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	goqr "github.com/piglig/go-qr"
)

// ErrText is returned for a text that is empty or too long for a QR code.
var ErrText = errors.New("qr: text is empty or too long")

// minPixels is the least width of a PNG: twice the 240 CSS pixels a code is shown at.
const minPixels = 480

// SVG returns the QR code of text as an svg element without a size of its own: the page sets size, role and title.
// The error is ErrText.
func SVG(text string) (string, error) {
	bits, err := bitmap(text)
	if err != nil {
		return "", err
	}
	n := strconv.Itoa(len(bits))
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + n + ` ` + n + `" shape-rendering="crispEdges">`)
	b.WriteString(`<rect width="` + n + `" height="` + n + `" fill="#fff"/><path stroke="#000" d="`)
	for y, row := range bits {
		stroke(&b, y, row)
	}
	b.WriteString(`"/></svg>`)
	return b.String(), nil
}

// stroke draws a row as one line through the middles of its modules, lifting the pen where they are white: half as long as a
// rectangle for each run, on a page that may show ninety-nine codes.
func stroke(b *strings.Builder, y int, row []bool) {
	pen := -1 // where the line has come to
	for x := 0; x < len(row); x++ {
		if !row[x] {
			continue
		}
		start := x
		for x < len(row) && row[x] {
			x++
		}
		if pen < 0 {
			fmt.Fprintf(b, "M%d %d.5", start, y)
		} else {
			fmt.Fprintf(b, "m%d 0", start-pen)
		}
		fmt.Fprintf(b, "h%d", x-start)
		pen = x
	}
}

// PNG returns the QR code of text as a black and white PNG, at least 480 pixels wide. The error is ErrText.
func PNG(text string) ([]byte, error) {
	bits, err := bitmap(text)
	if err != nil {
		return nil, err
	}
	return writePNG(bits, (minPixels+len(bits)-1)/len(bits))
}

// quiet is the width of the white border that a reader needs, in modules.
const quiet = 4

// bitmap returns the square of modules, quiet zone included.
func bitmap(text string) ([][]bool, error) {
	if text == "" {
		return nil, ErrText
	}
	code, err := goqr.EncodeText(text, goqr.Medium)
	if err != nil {
		return nil, ErrText
	}
	size := code.Size()
	bits := make([][]bool, size+2*quiet)
	for y := range bits {
		bits[y] = make([]bool, size+2*quiet)
		for x := range bits[y] {
			bits[y][x] = code.Module(x-quiet, y-quiet) // white outside of the code
		}
	}
	return bits, nil
}
