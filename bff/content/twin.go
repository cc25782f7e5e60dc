package content

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/roamcart/roamcart/bff/image"
)

// Twin returns an editor's text as it stands in the Markdown twin of a page: links inside the shop are absolute, at origin and with
// the prefix of lang, images are those files that every program reads, no heading stands above level top, and HTML, which pages leave out, is left out.
func Twin(markdown, lang, origin string, top int) string {
	t := twin{source: []byte(markdown), origin: origin, prefix: origin + "/" + lang}
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
	origin string
	// prefix stands before the path of a link inside the shop.
	prefix string
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
			t.link(n.Pos(), to, t.prefix+to)
		}
	case *ast.Image:
		if name, ok := imageName(n); ok {
			t.link(n.Pos(), string(n.Destination), t.origin+image.Prefix+name.Fallback())
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
			t.edits = append(t.edits, edit{part.Start, part.Stop, ""})
		}
	}
}

// link replaces the destination of the link that begins at a place: it stands behind the link's text, or in a definition.
func (t *twin) link(begin int, to, with string) {
	place := func(from int, marks ...string) (at int) {
		at = -1
		for _, mark := range marks {
			if i := bytes.Index(t.source[from:], []byte(mark+to)); i >= 0 && (at < 0 || from+i+len(mark) < at) {
				at = from + i + len(mark)
			}
		}
		return at
	}
	at := place(begin, "](", "](<")
	if at < 0 {
		at = place(0, "]: ", "]: <")
	}
	if e := (edit{at, at + len(to), with}); at >= 0 && !slices.Contains(t.edits, e) {
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
