package catalog

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestArtIsDrawnFromData(t *testing.T) {
	t.Parallel()
	snap := smallCatalogue()
	card := string(CardSVG(*snap.in("en").goods[1]))
	for _, part := range []string{">JP<", ">10 GB<", ">15 days · 15天<", ">5G · eSIM · SIM<"} {
		require.Contains(t, card, part)
	}
	require.Contains(t, string(CardSVG(*snap.in("en").goods[2])), ">a day · 每天<")

	many := Goods{Group: "nowhere", Data: Data{MB: 512, Per: "total"}}
	for range 11 {
		many.Destinations = append(many.Destinations, Place{Code: "XX"})
	}
	require.Contains(t, string(CardSVG(many)), "XX +5<")
	require.Contains(t, string(CardSVG(many)), ">512 MB<")

	evil := string(GroupSVG(Group{Code: "asia", Name: `<script>"&`}))
	require.NotContains(t, evil, "<script>")
	for _, picture := range []string{card, evil} {
		d := xml.NewDecoder(strings.NewReader(picture))
		for {
			if _, err := d.Token(); err != nil {
				require.True(t, errors.Is(err, io.EOF), "not XML: %v", err)
				break
			}
		}
	}
}
