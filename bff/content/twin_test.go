package content_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/content"
)

// An image of the Studio, and its file that every program reads.
const map1, file1 = "0123456789abcdef0123456789abcdef-1440x960.jpg", "0123456789abcdef0123456789abcdef-960.jpg"

func TestATextInATwin(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"See [refunds](/services/refund) and [us](https://a.example/x).":        "See [refunds](https://shop.example/zh/services/refund) and [us](https://a.example/x).",
		"`](/esim)` is code, [a **b**](/esim) a link.":                          "`](/esim)` is code, [a **b**](https://shop.example/zh/esim) a link.",
		"[one](</faq>) [two](/faq \"t\") [three][x] [four][x]\n\n[x]: /contact": "[one](<https://shop.example/zh/faq>) [two](https://shop.example/zh/faq \"t\") [three][x] [four][x]\n\n[x]: https://shop.example/zh/contact",
		"| a | b |\n| - | - |\n| [c](/cart) | d |":                              "| a | b |\n| - | - |\n| [c](https://shop.example/zh/cart) | d |",
		"## When\n\nSoon.\n\n### Later\n\n```\n## no heading\n```":              "#### When\n\nSoon.\n\n##### Later\n\n```\n## no heading\n```",
		"When\n----\n\nSoon.":                                        "#### When\n\nSoon.",
		"#### Deep\n\nAs it is.":                                     "#### Deep\n\nAs it is.",
		"<!-- a note\nof an editor -->\n\nText <b>bold</b>.":         "Text bold.",
		"Line one\nline two":                                         "Line one\nline two",
		"![A [map]](image:" + map1 + ") and ![](image:" + map1 + ")": "![A [map]](https://shop.example/images/" + file1 + ") and ![](https://shop.example/images/" + file1 + ")",
	} {
		require.Equal(t, want, content.Twin(source, "zh", "https://shop.example", 4), source)
	}
	require.Equal(t, "## When", content.Twin("## When", "en", "https://shop.example", 2))
	require.Equal(t, `\[a\](b) \*c\* \_d\_ \<e> \| f`, content.Escape("[a](b) *c* _d_ <e> | f"))
}
