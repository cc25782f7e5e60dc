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
		if line = strings.Join(strings.Fields(line), " "); line != "" || len(lines) > 0 {
			lines = append(lines, line)
		}
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\\\n")
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
		return code(plainText(n))
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

// schemes are those of links that readers may follow; any other, such as one that runs a script, is left out.
var schemes = []string{"http", "https", "mailto", "tel", "sms"}

// address makes a link absolute; one within the page is left out.
func (w writer) address(href string) string {
	if href == "" || strings.HasPrefix(href, "#") {
		return ""
	}
	u, err := w.base.Parse(href)
	if err != nil || !slices.Contains(schemes, u.Scheme) {
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

// code writes a text between more backticks than follow each other in it, so that it cannot end what holds it.
func code(text string) string {
	inner := strings.Join(strings.Fields(text), " ")
	if inner == "" {
		return text
	}
	if inner[0] == '`' || inner[len(inner)-1] == '`' {
		inner = " " + inner + " " // readers take these blanks off again
	}
	mark := fence("`", inner)
	return mark + inner + mark
}

// fence returns a run of backticks, at least as long as shortest, that a text does not have.
func fence(shortest, text string) string {
	for strings.Contains(text, shortest) {
		shortest += "`"
	}
	return shortest
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
