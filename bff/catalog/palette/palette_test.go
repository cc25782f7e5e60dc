package palette_test

import (
	"image/color"
	"math"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/palette"
)

// A picture of a plan has the colours that its page has, and white can be read on both.
func TestPicturesHaveTheColoursOfThePages(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../ssr/app/styles.css")
	require.NoError(t, err)
	shelves := regexp.MustCompile(`(?m)^  --gradient-([\w-]+): (#\w{6}), (#\w{6});$`).FindAllStringSubmatch(string(source), -1)
	require.Len(t, shelves, 8)
	for _, s := range append(shelves, []string{"", palette.Shop, "#0b6e6e", "#10233a"}) {
		from, to := palette.Of(s[1])
		require.Equal(t, [2]string{s[2], s[3]}, [2]string{from, to}, s[1])
		for _, hex := range []string{from, to} {
			require.GreaterOrEqual(t, 1.05/(luminance(palette.Colour(hex))+0.05), 4.5, "white on %s of %q", hex, s[1])
		}
	}
	from, to := palette.Of("a shelf of tomorrow")
	require.Equal(t, [2]string{"#0b6e6e", "#10233a"}, [2]string{from, to})
}

// luminance is the relative luminance of WCAG 2.
func luminance(c color.RGBA) float64 {
	part := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.03928 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}
