package markdown

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// inline writes a run of text and what marks it up as one line; a line break in it stays.
func (w writer) inline(run []*html.Node) string {
	var lines []string
	for line := range strings.SplitSeq(w.phrases(run), "\n") {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Trim(strings.Join(lines, "\\\n"), "\\\n")
}

// phrases writes parts one after the other. Two elements that only a style sheet keeps apart get a space between them.
func (w writer) phrases(run []*html.Node) string {
	var b strings.Builder
	wasElement := false
	for _, n := range run {
		text := w.phrase(n)
		if text == "" {
			continue
		}
		isElement := n.Type == html.ElementNode
		if wasElement && isElement {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		wasElement = isElement
	}
	return b.String()
}

func (w writer) phrase(n *html.Node) string {
	if leftOut(n) {
		return ""
	}
	if n.Type == html.TextNode {
		return escaped(strings.ReplaceAll(n.Data, "\n", " "))
	}
	text := w.phrases(slices.Collect(n.ChildNodes()))
	switch n.DataAtom {
	case atom.Br:
		return "\n"
	case atom.Img:
		return w.picture(n)
	case atom.A:
		return w.link(n, text)
	case atom.Strong, atom.B:
		return around("**", text)
	case atom.Em, atom.I:
		return around("*", text)
	case atom.Del, atom.S:
		return around("~~", text)
	case atom.Code, atom.Kbd:
		return around("`", plainText(n))
	}
	return text
}

func (w writer) link(n *html.Node, text string) string {
	to := w.address(attribute(n, "href"))
	if strings.TrimSpace(text) == "" || to == "" {
		return text
	}
	// A heading inside a link is the link's text.
	return "[" + strings.TrimSpace(strings.TrimLeft(text, "#")) + "](" + to + ")"
}

// address makes a link absolute; one within the page is left out.
func (w writer) address(href string) string {
	if href == "" || strings.HasPrefix(href, "#") {
		return ""
	}
	u, err := w.base.Parse(href)
	if err != nil {
		return ""
	}
	return strings.NewReplacer("(", "%28", ")", "%29", " ", "%20").Replace(u.String())
}

func (w writer) picture(n *html.Node) string {
	alt, src := attribute(n, "alt"), w.address(attribute(n, "src"))
	if alt == "" || src == "" {
		return ""
	}
	return "![" + escaped(alt) + "](" + src + ")"
}

func around(mark, text string) string {
	inner := strings.TrimSpace(text)
	if inner == "" {
		return text
	}
	start := strings.Index(text, inner)
	return text[:start] + mark + inner + mark + text[start+len(inner):]
}

func plainText(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

var escaped = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "`", "\\`").Replace
