package content

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/roamcart/roamcart/bff/image"
)

// Twin returns an editor's text, one without RenderProblems, as it stands in the Markdown twin of a page: links inside the shop
// and images are absolute, at origin and in lang, no heading stands above level top, and comments in HTML are left out.
func Twin(markdown, lang, origin string, top int) string {
	t := twin{source: []byte(markdown), origin: origin, lang: lang}
	walk(markdown, func(n ast.Node, _ []byte) {
		if h, ok := n.(*ast.Heading); ok {
			t.lower = max(t.lower, top-h.Level)
		}
	})
	walk(markdown, t.see)
	slices.SortStableFunc(t.edits, func(a, b edit) int { return a.from - b.from })
	var out strings.Builder
	at := 0
	for _, e := range t.edits {
		if e.from < at { // inside of what another one has replaced
			continue
		}
		out.Write(t.source[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(t.source[at:])
	return strings.TrimSpace(out.String())
}

// Escape returns a text without the meaning that its signs have in Markdown.
var Escape = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "`", "\\`", "|", `\|`, "\n", " ").Replace

// twin collects what is different in a twin.
type twin struct {
	source []byte
	// origin and lang stand before the path of a link inside the shop.
	origin, lang string
	// lower is by how many levels headings are lowered.
	lower int
	edits []edit
}

// edit puts text in the place of a part of the source, in bytes.
type edit struct {
	from, to int
	text     string
}

func (t *twin) see(n ast.Node, source []byte) {
	switch n := n.(type) {
	case *ast.Link:
		if to := string(n.Destination); strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") {
			t.lead(n.Pos(), to, t.origin+"/"+t.lang+to)
		}
	case *ast.Image:
		if name, ok := imageName(n); ok {
			t.lead(n.Pos(), string(n.Destination), t.origin+image.Prefix+name.Fallback())
		}
	case *ast.Heading:
		t.heading(n)
	case *ast.HTMLBlock:
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			t.edits = append(t.edits, edit{line.Start, line.Stop, ""})
		}
		if n.HasClosure() {
			t.edits = append(t.edits, edit{n.ClosureLine.Start, n.ClosureLine.Stop, ""})
		}
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			part := n.Segments.At(i)
			t.edits = append(t.edits, edit{part.Start, part.Stop, " "}) // what stood on both sides is not to become HTML, or a link
		}
	}
}

// lead gives the link or image that begins at a place another destination: that stands behind its text, or in a definition.
func (t *twin) lead(begin int, from, to string) {
	place := func(begin int, marks ...string) (at int) {
		at = -1
		for _, mark := range marks {
			if i := bytes.Index(t.source[begin:], []byte(mark+from)); i >= 0 && (at < 0 || begin+i+len(mark) < at) {
				at = begin + i + len(mark)
			}
		}
		return at
	}
	at := place(begin, "](", "](<")
	if at < 0 {
		at = place(0, "]: ", "]: <")
	}
	if e := (edit{at, at + len(from), to}); at >= 0 && !slices.Contains(t.edits, e) {
		t.edits = append(t.edits, e)
	}
}

// heading lowers a heading. One that is underlined is written with signs before it.
func (t *twin) heading(n *ast.Heading) {
	if t.lower == 0 {
		return
	}
	if t.source[n.Pos()] == '#' {
		t.edits = append(t.edits, edit{n.Pos(), n.Pos(), strings.Repeat("#", t.lower)})
		return
	}
	lines := n.Lines()
	end := lines.At(lines.Len() - 1).Stop
	if i := bytes.IndexByte(t.source[end:], '\n'); i >= 0 {
		end += i + 1
	}
	to := len(t.source)
	if i := bytes.IndexByte(t.source[end:], '\n'); i >= 0 {
		to = end + i
	}
	text := bytes.ReplaceAll(bytes.TrimSpace(t.source[n.Pos():end]), []byte("\n"), []byte(" "))
	t.edits = append(t.edits, edit{n.Pos(), to, strings.Repeat("#", n.Level+t.lower) + " " + string(text)})
}
