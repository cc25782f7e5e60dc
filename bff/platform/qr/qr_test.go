package qr_test

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	zxing "github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/qr"
)

var texts = []string{
	"LPA:1$smdp.example.com$04386-AGYFT-A74Y8-3F815",
	"LPA:1$rsp-0001.eu.example.com$aBcDeF-" + strings.Repeat("x9", 60) + "$1.3.6.1.4.1.31746$1",
	"https://shop.example/en/payment/260305-ABCDEFGH-X?a=1&b=\"<>\"",
	"1",
}

func TestPNGDecodes(t *testing.T) {
	t.Parallel()
	for _, text := range texts {
		data, err := qr.PNG(text)
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		require.GreaterOrEqual(t, img.Bounds().Dx(), 480)
		require.Equal(t, img.Bounds().Dx(), img.Bounds().Dy())
		require.Equal(t, text, decode(t, img))
	}
}

func TestSVGDecodes(t *testing.T) {
	t.Parallel()
	for _, text := range texts {
		svg, err := qr.SVG(text)
		require.NoError(t, err)
		require.NotContains(t, svg, "LPA")
		require.Equal(t, 1, strings.Count(svg, "<path"))
		var doc struct {
			ViewBox string `xml:"viewBox,attr"`
			Shape   string `xml:"shape-rendering,attr"`
			Rect    struct {
				Fill string `xml:"fill,attr"`
			} `xml:"rect"`
			Path struct {
				D      string `xml:"d,attr"`
				Stroke string `xml:"stroke,attr"`
			} `xml:"path"`
		}
		require.NoError(t, xml.Unmarshal([]byte(svg), &doc))
		require.Equal(t, "crispEdges", doc.Shape)
		require.Equal(t, "#fff", doc.Rect.Fill)
		require.Equal(t, "#000", doc.Path.Stroke)
		size, err := strconv.Atoi(strings.Fields(doc.ViewBox)[2])
		require.NoError(t, err)
		modules := draw(t, doc.Path.D, size)
		for i := range size {
			for _, edge := range []int{0, 1, 2, 3, size - 4, size - 3, size - 2, size - 1} {
				require.False(t, modules[edge][i] || modules[i][edge], "the quiet zone is white")
			}
		}
		require.True(t, modules[4][4], "the finder pattern begins after four modules")
		require.Equal(t, text, decode(t, raster(modules, 8)))
	}
}

func TestRefusesText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", strings.Repeat("secret", 1000)} {
		_, err := qr.SVG(text)
		require.ErrorIs(t, err, qr.ErrText)
		_, err = qr.PNG(text)
		require.ErrorIs(t, err, qr.ErrText)
		require.NotContains(t, err.Error(), "secret")
	}
}

// A move to the first run of a row or on to its next one, and the run.
var run = regexp.MustCompile(`(?:M(\d+) (\d+)\.5|m(\d+) 0)h(\d+)`)

func draw(t *testing.T, path string, size int) [][]bool {
	t.Helper()
	require.Empty(t, run.ReplaceAllString(path, ""))
	modules := make([][]bool, size)
	for i := range modules {
		modules[i] = make([]bool, size)
	}
	x, y := 0, 0
	for _, m := range run.FindAllStringSubmatch(path, -1) {
		if m[3] == "" {
			x, _ = strconv.Atoi(m[1])
			y, _ = strconv.Atoi(m[2])
		} else {
			gap, _ := strconv.Atoi(m[3])
			x += gap
		}
		w, _ := strconv.Atoi(m[4])
		for ; w > 0; w-- {
			modules[y][x] = true
			x++
		}
	}
	return modules
}

func raster(modules [][]bool, scale int) image.Image {
	img := image.NewGray(image.Rect(0, 0, len(modules)*scale, len(modules)*scale))
	for y := range img.Rect.Max.Y {
		for x := range img.Rect.Max.X {
			if !modules[y/scale][x/scale] {
				img.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return img
}

func decode(t *testing.T, img image.Image) string {
	t.Helper()
	bmp, err := gozxing.NewBinaryBitmapFromImage(img)
	require.NoError(t, err)
	res, err := zxing.NewQRCodeReader().Decode(bmp, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
	require.NoError(t, err)
	level := res.GetResultMetadata()[gozxing.ResultMetadataType_ERROR_CORRECTION_LEVEL]
	require.Contains(t, []any{"M", "Q", "H"}, level, "at least M, more where the code does not get larger")
	return res.GetText()
}
