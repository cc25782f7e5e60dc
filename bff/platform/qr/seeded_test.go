package qr_test

import (
	"encoding/xml"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/qr"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

// decodeEach is how many profiles share one decoding: there are tens of thousands, alike but for the token.
const decodeEach = 240

// Every profile that the seed puts into the pool holds a code of the same shape, which a phone reads, and reads right.
func TestTheCodesOfSeededProfilesDecode(t *testing.T) {
	t.Parallel()
	var codes []string
	require.NoError(t, seeded.New(t).Gorm.Raw(`select convert_from(activation, 'UTF8') from esim_profile`).Scan(&codes).Error)
	require.Greater(t, len(codes), 100)
	for n, code := range codes {
		lpa, err := esim.ParseLPA(code)
		if err != nil || lpa.String() != code || len(code) != len(codes[0]) {
			t.Fatalf("profile %d: %v", n, err)
		}
		if n%decodeEach != 0 {
			continue
		}
		svg, err := qr.SVG(lpa.String())
		require.NoError(t, err)
		var doc struct {
			ViewBox string `xml:"viewBox,attr"`
			Path    struct {
				D string `xml:"d,attr"`
			} `xml:"path"`
		}
		require.NoError(t, xml.Unmarshal([]byte(svg), &doc))
		size, err := strconv.Atoi(strings.Fields(doc.ViewBox)[2])
		require.NoError(t, err)
		require.Equal(t, code, decode(t, raster(draw(t, doc.Path.D, size), 2)))
	}
}
