package landmark_test

import (
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog/landmark"
)

// A drawing goes into pages unescaped, so it holds shapes and nothing that could load, run or be named twice.
func TestDrawingsAreSmallAndHarmless(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(os.DirFS("."), "*.svg")
	require.NoError(t, err)
	require.Len(t, names, 20)
	attributes := []string{"xmlns", "viewBox", "fill", "fill-opacity", "fill-rule", "opacity", "d", "stroke", "stroke-opacity", "stroke-width"}
	for _, name := range names {
		art := landmark.Of(strings.ToUpper(strings.TrimSuffix(name, ".svg")))
		require.NotEmpty(t, art, name)
		require.LessOrEqual(t, len(art), 1400, name)
		for d := xml.NewDecoder(strings.NewReader(art)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, name)
			switch at := token.(type) {
			case xml.StartElement:
				require.Contains(t, []string{"svg", "g", "path"}, at.Name.Local, name)
				for _, a := range at.Attr {
					require.True(t, slices.Contains(attributes, a.Name.Local), "%s: %s", name, a.Name.Local)
				}
			case xml.CharData, xml.EndElement:
			default:
				t.Errorf("%s: %T", name, at)
			}
		}
	}
	for _, code := range []string{"ZZ", "", "../landmark", "jp.svg"} {
		require.Empty(t, landmark.Of(code), code)
	}
}
