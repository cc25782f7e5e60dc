package content_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/content"
)

func TestImagesOfTexts(t *testing.T) {
	t.Parallel()
	hash := strings.Repeat("0a", 16)
	name := hash + "-700x350.jpg"
	picture := func(alt, lazy string) string {
		return strings.ReplaceAll(`<picture><source type="image/webp" srcset="/images/H-320.webp 320w, /images/H-640.webp 640w, /images/H-700.webp 700w" `+
			`sizes="(min-width: 768px) 720px, calc(100vw - 32px)"><img src="/images/H-700.jpg" alt="`, "H", hash) + alt +
			`" width="700" height="350"` + lazy + ` decoding="async"></picture>`
	}
	const lazy = ` loading="lazy"`
	for markdown, want := range map[string]string{
		"![A map](image:" + name + ")":                                "<p>" + picture("A map", "") + "</p>",
		"a\n\n![A *map* of \\[HK\\] &amp; \"x\"](image:" + name + ")": "<p>a</p>\n<p>" + picture("A map of [HK] &amp; &#34;x&#34;", lazy) + "</p>",
		"![](image:" + name + ")":                                     "<p>" + picture("", "") + "</p>",
		`![<script>alert(1)</script>](image:` + name + `)`:            "<p>" + picture("alert(1)", "") + "</p>",
		`![x" onerror="alert(1)](image:` + name + `)`:                 "<p>" + picture("x&#34; onerror=&#34;alert(1)", "") + "</p>",
		`![x](image:` + name + ` "a title")`:                          "<p>" + picture("x", "") + "</p>",
		"- a\n- ![x](image:" + name + ")":                             "<ul>\n<li>a</li>\n<li>" + picture("x", "") + "</li>\n</ul>",
		"![x](image:" + strings.Repeat("0", 32) + ")":                 "<p></p>",
		"![x](/images/" + hash + "-700.jpg)":                          "<p></p>",
		"![x](https://evil.example/p.png)":                            "<p></p>",
		"![x](javascript:alert(1))":                                   "<p></p>",
		`<img src="/images/` + hash + `-700.jpg">`:                    "",
		`<picture><source srcset="//evil.example/x"></picture>`:       "<p></p>",
	} {
		got, err := content.Render(markdown, "en")
		require.NoError(t, err)
		require.Equal(t, want, got, markdown)
	}
	list := content.Images("![A *map*](image:" + name + ") ![x](/x.png)\n\n[![B](image:" + name + ")](/esim) `![C](image:" + name + ")`")
	require.Len(t, list, 2)
	require.Equal(t, []string{name, "A map", "B"}, []string{list[0].Name.String(), list[0].Alt, list[1].Alt})
	require.Empty(t, content.RenderProblemTexts("![A map](image:"+name+")"))
	require.Len(t, content.RenderProblemTexts("![A map](image:"+name+"x) ![b](/images/"+hash+"-700.jpg)"), 2)
}
