package content_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/content"
)

func TestATextInATwin(t *testing.T) {
	t.Parallel()
	hash := strings.Repeat("0a", 16)
	picture := hash + "-700x350.jpg"
	for source, want := range map[string]string{
		"See [refunds](/services/refund) and [us](https://a.example/x).":        "See [refunds](https://shop.example/zh/services/refund) and [us](https://a.example/x).",
		"`](/esim)` is code, [a **b**](/esim) a link.":                          "`](/esim)` is code, [a **b**](https://shop.example/zh/esim) a link.",
		"[one](</faq>) [two](/faq \"t\") [three][x] [four][x]\n\n[x]: /contact": "[one](<https://shop.example/zh/faq>) [two](https://shop.example/zh/faq \"t\") [three][x] [four][x]\n\n[x]: https://shop.example/zh/contact",
		"| a | b |\n| - | - |\n| [c](/cart) | d |":                              "| a | b |\n| - | - |\n| [c](https://shop.example/zh/cart) | d |",
		"## When\n\nSoon.\n\n### Later\n\n```\n## no heading\n```":              "#### When\n\nSoon.\n\n##### Later\n\n```\n## no heading\n```",
		"When\n----\n\nSoon.":    "#### When\n\nSoon.",
		"#### Deep\n\nAs it is.": "#### Deep\n\nAs it is.",
		"<!-- a note\nof an editor -->\n\nText<!-- x -->, <<!-- y -->b>.": "Text , < b>.",
		"![A map](image:" + picture + ") [![B](image:" + picture + ")](/esim)": "![A map](https://shop.example/images/" + hash + "-700.jpg) " +
			"[![B](https://shop.example/images/" + hash + "-700.jpg)](https://shop.example/zh/esim)",
		"Line one\nline two": "Line one\nline two",
	} {
		require.Equal(t, want, content.Twin(source, "zh", "https://shop.example", 4), source)
	}
	require.Equal(t, "## When", content.Twin("## When", "en", "https://shop.example", 2))
	require.Equal(t, `\[a\](b) \*c\* \_d\_ \<e> \| f`, content.Escape("[a](b) *c* _d_ <e> | f"))
}
