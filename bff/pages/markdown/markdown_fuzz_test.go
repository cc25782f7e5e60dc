package markdown_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"

	"github.com/roamcart/roamcart/bff/pages/markdown"
)

// What is markup on a page is nothing but Markdown in its twin: even a reader that trusts every text finds no element there that the
// twin did not mean.
func FuzzOf(f *testing.F) {
	for _, seed := range []string{
		"<h1>A</h1><p>b <strong>c</strong> <a href='/x'>d</a></p><ul><li>e</li></ul>", "<code>a`&lt;script&gt;alert(1)&lt;/script&gt;`</code>",
		"<pre>```\n&lt;script&gt;alert(1)&lt;/script&gt;\n</pre>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>", "<a href='javascript:alert(1)'>x</a>",
		"<a href='/a)b c&lt;script&gt;'>x</a>", "<img alt='a](javascript:x)' src='/p.png'>", "<table><tr><th>a|b<td><p>c<tr><td>d</table>", "<dl><dt>a<dd>b</dl>",
		"<details><summary>q</summary><p>a</details>", "<blockquote><ol><li>a<ul><li>b</ol></blockquote>", "\x00\xff<p>\u2028<br><br>", "<kbd>`</kbd><code>``</code><code> ` </code>",
	} {
		f.Add(seed)
	}
	trusting := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough), goldmark.WithRendererOptions(html.WithUnsafe()))
	meant := strings.Fields("html head body h1 h2 h3 h4 h5 h6 p br hr strong em del ul ol li blockquote code pre table thead tbody tr th td a img")
	f.Fuzz(func(t *testing.T, main string) {
		d, err := markdown.Of(strings.NewReader("<!doctype html><html><body><main>"+main+"</main></body></html>"), "https://shop.example")
		if err != nil {
			t.Fatalf("%q: %v", main, err)
		}
		if !strings.HasSuffix(d.Text, "\n") {
			t.Fatalf("%q ends as %q", main, d.Text)
		}
		var shown bytes.Buffer
		if err := trusting.Convert([]byte(d.Text), &shown); err != nil {
			t.Fatalf("%q: %v", d.Text, err)
		}
		root, err := nethtml.Parse(&shown)
		if err != nil {
			t.Fatalf("%q: %v", d.Text, err)
		}
		for n := range root.Descendants() {
			if n.Type != nethtml.ElementNode {
				continue
			}
			if !slices.Contains(meant, n.Data) {
				t.Fatalf("%q has the twin\n%s\nwith <%s>", main, d.Text, n.Data)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || (a.Key == "href" || a.Key == "src") && strings.Contains(strings.ToLower(a.Val), "script:") {
					t.Fatalf("%q has the twin\n%s\nwith %s=%q", main, d.Text, a.Key, a.Val)
				}
			}
		}
	})
}
