package markdown_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/markdown"
)

func text(t *testing.T, main string) string {
	t.Helper()
	d, err := markdown.Of(strings.NewReader(`<!doctype html><html><head><link rel="canonical" href="https://shop.example/en/x"></head>
<body><header><p>Menu</p></header><main id="main">`+main+`</main><footer>Foot</footer></body></html>`), "https://shop.example")
	require.NoError(t, err)
	require.Equal(t, "https://shop.example/en/x", d.Canonical)
	return d.Text
}

func TestPartsOfAPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"the title comes first": {`<p>10 GB</p><h1>Japan</h1><p>$4</p>`, "# Japan\n\n10 GB\n\n$4\n"},
		"headings and paragraphs": {`<h1>One  <span>two</span></h1><div><p>A <strong>b </strong>c, <em>d</em>.</p><p> </p><p>E<br>f</p></div>`,
			"# One two\n\nA **b** c, *d*.\n\nE\\\nf\n"},
		"links":         {`<p><a href="/en/faq">FAQ</a> <a href="#x">here</a> <a href="mailto:a@b.example">us</a></p>`, "[FAQ](https://shop.example/en/faq) here [us](mailto:a@b.example)\n"},
		"flex children": {`<p><span>3 GB</span><span>7 days</span></p>`, "3 GB 7 days\n"},
		"lists": {`<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol><li><p>x</p></li><li>y</li></ol>`,
			"- a\n- b · c\n\n1. x\n2. y\n"},
		"long items": {`<ul><li>a<ol><li>b</li><li>c</li></ol></li></ul>`, "- a\n\n  1. b\n  2. c\n"},
		"cards":      {`<ul><li><article><h3><a href="/p">Japan</a></h3><div><p>3 GB</p><ul><li>5G</li><li>eSIM</li></ul><p>$4</p></div></article></li></ul>`, "- **[Japan](https://shop.example/p)** · 3 GB · 5G / eSIM · $4\n"},
		"one link":   {`<a href="/p"><div>Japan</div><div>from $4</div></a>`, "[Japan · from $4](https://shop.example/p)\n"},
		"facts":      {`<dl><div><dt>Days</dt><dd>7</dd></div><dt>Net</dt><dd><span>5G</span></dd></dl>`, "- **Days**: 7\n- **Net**: 5G\n"},
		"tables":     {`<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1|2</td><td><p>x</p><ul><li>y</li><li>z</li></ul></td></tr></tbody></table>`, "| A | B |\n| --- | --- |\n| 1\\|2 | x y / z |\n"},
		"questions":  {`<details><summary>Why?</summary><div><p>Because.</p></div></details>`, "### Why?\n\nBecause.\n"},
		"what is for browsers": {`<nav>Home</nav><form><p>Pick</p><label>Quantity</label><input value="x"><button>Go</button></form>
			<form method="get"><p>Filter</p></form><p role="status">Done.</p><div data-nosnippet><p>Write to us</p></div><svg><text>s</text></svg>
			<p hidden>secret</p><p aria-hidden="true">icon</p><script>1</script><img alt="" src="/a.svg"><p>end</p>`, "Pick\n\nend\n"},
		"pictures in sizes": {`<p>a <picture><source type="image/webp" srcset="/m.webp 320w"><img alt="A map" src="/m.png"></picture></p>`, "a ![A map](https://shop.example/m.png)\n"},
		"pictures":          {`<p><img alt="A map" src="/m.png"></p>`, "![A map](https://shop.example/m.png)\n"},
		"signs of Markdown": {`<p>2*3 [x] a_b &lt;b&gt; <code>a*b</code></p>`, "2\\*3 \\[x\\] a\\_b \\<b> `a*b`\n"},
		"quotes and rules":  {"<blockquote><p>a</p><p>b</p></blockquote><hr><pre>x\n y\n</pre>", "> a\n>\n> b\n\n---\n\n```\nx\n y\n```\n"},
		"Chinese":           {`<h2>退款</h2><p>未激活，<strong>30 天</strong>内可退。</p>`, "## 退款\n\n未激活，**30 天**内可退。\n"},
	} {
		require.Equal(t, c.want, text(t, c.html), name)
	}
}

func TestChineseFactsHaveAChineseColon(t *testing.T) {
	t.Parallel()
	d, err := markdown.Of(strings.NewReader(`<html lang="zh-Hans"><main><dl><dt>天数</dt><dd>7 天</dd></dl></main></html>`), "https://shop.example")
	require.NoError(t, err)
	require.Equal(t, "- **天数**：7 天\n", d.Text)
}

func TestAPageWithoutAMainPart(t *testing.T) {
	t.Parallel()
	_, err := markdown.Of(strings.NewReader("<p>x</p>"), "https://shop.example")
	require.Error(t, err)
}
