package content

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Whatever an editor writes, the page gets no script, no link that runs one, no markup that browsers read otherwise than it was cleaned,
// and nothing that breaks out of where it stands.
func FuzzRender(f *testing.F) {
	for _, seed := range []string{
		"# a\n\n## b {#c}\n\n[x](/faq) <https://shop.example> **b** ~~d~~\n\n| a | b |\n| - | - |\n| 1 | 2 |\n", "<script>alert(1)</script><img src=x onerror=alert(1)>",
		"[x](javascript:alert(1)) [y](java\tscript:alert(1)) [z](&#x6a;avascript:alert(1)) [v](vbscript:x) [d](data:text/html,<script>)",
		"[x](//evil.example) [y](\\\\evil.example) ![p](https://a.example/p.png \"t\")", "```html\n</pre><svg/onload=alert(1)>\n```", "<svg><style><img src=x onerror=alert(1)></style></svg>",
		"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">", "3. c\n4. d\n\n> q\n> - e\n\n\x00\xff\u2028", "<a href=\"&#1;javascript:x\">",
		"[a]: <javascript:x>\n[a] [b](mailto:a@b.example?subject=x) [c](tel:+1)", strings.Repeat("[", 60) + strings.Repeat("]", 60) + "(/x)", strings.Repeat("> ", 40) + "x",
	} {
		f.Add(seed, "zh")
	}
	f.Fuzz(func(t *testing.T, markdown, lang string) {
		if !slices.Contains(Languages, lang) {
			lang = "en"
		}
		text, err := Render(markdown, lang)
		require.NoError(t, err, "%q", markdown)
		if utf8.ValidString(markdown) && !utf8.ValidString(text) {
			t.Fatalf("%q becomes %q", markdown, text)
		}
		written := reread(t, text)
		for n := range parsed(t, text) {
			checkNode(t, n, text)
		}
		if clean := reread(t, allowed.Sanitize(text)); clean != written {
			t.Fatalf("%q is cleaned as\n%q, and once more as\n%q", markdown, written, clean)
		}
		if again := reread(t, written); again != written {
			t.Fatalf("%q is read as\n%q, and then as\n%q", markdown, written, again)
		}
	})
}

func checkNode(t *testing.T, n *nethtml.Node, text string) {
	t.Helper()
	if n.Type == nethtml.CommentNode || n.Type == nethtml.DoctypeNode {
		t.Fatalf("a comment in %q", text)
	}
	if n.Type != nethtml.ElementNode {
		return
	}
	if !slices.Contains(strings.Fields("h2 h3 h4 p br hr strong em del ul ol li blockquote code pre table thead tbody tr th td a"), n.Data) || n.Namespace != "" {
		t.Fatalf("<%s> in %q", n.Data, text)
	}
	for _, a := range n.Attr {
		if !slices.Contains([]string{"id", "start", "href", "rel"}, a.Key) {
			t.Fatalf("%s=%q in %q", a.Key, a.Val, text)
		}
		if a.Key != "href" {
			continue
		}
		to, err := url.Parse(a.Val)
		if err != nil || !slices.Contains([]string{"", "https", "mailto", "tel"}, strings.ToLower(to.Scheme)) || strings.ContainsAny(a.Val, "\r\n\t\x00\\") {
			t.Fatalf("a link to %q in %q: %v", a.Val, text, err)
		}
	}
}

// parsed returns every node of a piece of a page, as browsers read it.
func parsed(t *testing.T, text string) func(func(*nethtml.Node) bool) {
	t.Helper()
	return func(yield func(*nethtml.Node) bool) {
		for _, top := range fragment(t, text) {
			if !yield(top) {
				return
			}
			for n := range top.Descendants() {
				if !yield(n) {
					return
				}
			}
		}
	}
}

func fragment(t *testing.T, text string) []*nethtml.Node {
	t.Helper()
	list, err := nethtml.ParseFragment(strings.NewReader(text), &nethtml.Node{Type: nethtml.ElementNode, Data: "div", DataAtom: atom.Div})
	require.NoError(t, err, "%q cannot be read", text)
	return list
}

// reread writes what browsers read.
func reread(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	for _, n := range fragment(t, text) {
		require.NoError(t, nethtml.Render(&b, n), "%q cannot be written", text)
	}
	return b.String()
}
