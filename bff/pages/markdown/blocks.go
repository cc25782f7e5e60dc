package markdown

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// writer writes the parts of one page.
type writer struct {
	base *url.URL
	// colon separates a name from what it is, in the page's language.
	colon string
}

// blocks returns what an element holds as blocks of Markdown: paragraphs, headings, lists, tables. None is empty.
func (w writer) blocks(parent *html.Node) []string {
	var out []string
	var run []*html.Node
	add := func(blocks ...string) {
		for _, b := range blocks {
			if strings.TrimSpace(b) != "" {
				out = append(out, b)
			}
		}
	}
	for n := range parent.ChildNodes() {
		if leftOut(n) {
			continue
		}
		if !isBlock(n) {
			run = append(run, n)
			continue
		}
		add(w.inline(run))
		run = nil
		add(w.block(n)...)
	}
	add(w.inline(run))
	return out
}

func (w writer) block(n *html.Node) []string {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		level, _ := strconv.Atoi(n.Data[1:])
		return []string{w.heading(level, n)}
	case atom.Summary:
		return []string{w.heading(3, n)}
	case atom.Ul, atom.Ol:
		return []string{w.list(n)}
	case atom.Dl:
		return []string{w.terms(n)}
	case atom.Table:
		return []string{w.table(n)}
	case atom.Pre:
		text := strings.TrimRight(plainText(n), "\n")
		return []string{fence("```", text) + "\n" + text + "\n" + fence("```", text)}
	case atom.Blockquote:
		return []string{indented(strings.Join(w.blocks(n), "\n\n"), "> ", "> ")}
	case atom.Hr:
		return []string{"---"}
	case atom.A:
		// A card that is one link.
		return []string{w.link(n, strings.Join(w.blocks(n), " · "))}
	default:
		return w.blocks(n)
	}
}

func (w writer) heading(level int, n *html.Node) string {
	text := strings.Join(w.blocks(n), " ")
	if text == "" {
		return ""
	}
	return strings.Repeat("#", level) + " " + text
}

// list writes an item a line; of an item that holds several short parts, such as a plan's card, they follow each other.
func (w writer) list(n *html.Node) string {
	var items []string
	number := 1
	for item := range n.ChildNodes() {
		if leftOut(item) || item.DataAtom != atom.Li {
			continue
		}
		mark := "- "
		if n.DataAtom == atom.Ol {
			mark = strconv.Itoa(number) + ". "
			number++
		}
		if text := together(w.blocks(item)); text != "" {
			items = append(items, indented(text, mark, strings.Repeat(" ", len(mark))))
		}
	}
	return strings.Join(items, "\n")
}

// shortPart is the length in bytes up to which a part may stand beside others.
const shortPart = 200

// together joins the parts of an item: in one line when all of them are short, as on a plan's card.
func together(parts []string) string {
	var line []string
	for _, p := range parts {
		p = flat(p)
		if strings.Contains(p, "\n") || len(p) > shortPart {
			return strings.Join(parts, "\n\n")
		}
		if title := strings.TrimLeft(p, "#"); title != p {
			p = "**" + strings.TrimSpace(title) + "**"
		}
		line = append(line, p)
	}
	return strings.Join(line, " · ")
}

// flat writes a list of short items as one line, and leaves everything else.
func flat(block string) string {
	lines := strings.Split(block, "\n")
	for i, line := range lines {
		item, ok := strings.CutPrefix(line, "- ")
		if !ok {
			return block
		}
		lines[i] = item
	}
	return strings.Join(lines, " / ")
}

// terms writes pairs of a name and what it is.
func (w writer) terms(n *html.Node) string {
	var lines []string
	for d := range n.Descendants() {
		switch d.DataAtom {
		case atom.Dt:
			lines = append(lines, "- **"+strings.Join(w.blocks(d), " ")+"**"+w.colon)
		case atom.Dd:
			if len(lines) > 0 {
				last := &lines[len(lines)-1]
				// After a Chinese colon there is no space.
				if !strings.HasSuffix(*last, "：") {
					*last += " "
				}
				*last += strings.Join(w.blocks(d), " ")
			}
		}
	}
	return strings.Join(lines, "\n")
}

// table writes every row; its first one is the head.
func (w writer) table(n *html.Node) string {
	var rows []string
	for tr := range n.Descendants() {
		if tr.DataAtom != atom.Tr {
			continue
		}
		var cells []string
		for cell := range tr.ChildNodes() {
			if cell.DataAtom == atom.Td || cell.DataAtom == atom.Th {
				cells = append(cells, w.cell(cell))
			}
		}
		rows = append(rows, "| "+strings.Join(cells, " | ")+" |")
		if len(rows) == 1 {
			rows = append(rows, strings.Repeat("| --- ", len(cells))+"|")
		}
	}
	return strings.Join(rows, "\n")
}

func (w writer) cell(n *html.Node) string {
	parts := w.blocks(n)
	for i, p := range parts {
		parts[i] = flat(p)
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(strings.Join(parts, " ")), " "), "|", `\|`)
}

// indented puts first before the first line and rest before every other.
func indented(text, first, rest string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case i == 0:
			lines[i] = first + line
		case line != "" || strings.TrimSpace(rest) != "":
			lines[i] = strings.TrimRight(rest+line, " ")
		}
	}
	return strings.Join(lines, "\n")
}
