package markdown

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Document is a page as Markdown.
type Document struct {
	// Canonical is the address that the page gives for itself.
	Canonical string
	// Text ends with a line end.
	Text string
}

// Of reads a page. Links come out absolute: those without a host are below origin, "https://shop.example".
func Of(page io.Reader, origin string) (Document, error) {
	root, err := html.Parse(page)
	if err != nil {
		return Document{}, fmt.Errorf("read page: %w", err)
	}
	base, err := url.Parse(origin)
	if err != nil {
		return Document{}, fmt.Errorf("read origin of page: %w", err)
	}
	var d Document
	var main *html.Node
	colon := ":"
	for n := range root.Descendants() {
		switch {
		case n.DataAtom == atom.Link && attribute(n, "rel") == "canonical":
			d.Canonical = attribute(n, "href")
		case n.DataAtom == atom.Html && strings.HasPrefix(attribute(n, "lang"), "zh"):
			colon = "："
		case n.DataAtom == atom.Main && main == nil:
			main = n
		}
	}
	if main == nil {
		return Document{}, fmt.Errorf("page %s has no main part", d.Canonical)
	}
	w := writer{base: base, colon: colon}
	blocks := w.blocks(main)
	if i := slices.IndexFunc(blocks, func(b string) bool { return strings.HasPrefix(b, "# ") }); i > 0 {
		// What a style sheet puts above the title follows it.
		title := blocks[i]
		blocks = slices.Insert(slices.Delete(blocks, i, i+1), 0, title)
	}
	d.Text = strings.Join(blocks, "\n\n") + "\n"
	return d, nil
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// browserOnly are the elements that say nothing on paper.
var browserOnly = []atom.Atom{
	atom.Script, atom.Style, atom.Template, atom.Svg, atom.Nav, atom.Dialog, atom.Input, atom.Select, atom.Textarea, atom.Button,
	atom.Label, atom.Fieldset, atom.Iframe, atom.Noscript,
}

// leftOut reports whether a part is for a browser, or is not shown: forms that search and filter, what is said only after
// something has happened, and what search engines shall not quote.
func leftOut(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return n.Type != html.TextNode
	}
	if slices.Contains(browserOnly, n.DataAtom) || n.DataAtom == atom.Form && attribute(n, "method") == "get" {
		return true
	}
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		switch a.Key {
		case "hidden", "data-nosnippet":
			return true
		case "aria-hidden":
			return a.Val == "true"
		case "role":
			return a.Val == "status" || a.Val == "alert" || a.Val == "search"
		}
		return false
	})
}

var blockElements = []atom.Atom{
	atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Details, atom.Div, atom.Dl, atom.Figure, atom.Footer, atom.Form,
	atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr, atom.Li, atom.Main, atom.Ol, atom.P, atom.Pre,
	atom.Section, atom.Summary, atom.Table, atom.Ul,
}

// isBlock reports whether an element stands on lines of its own, by itself or by what it holds.
func isBlock(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if slices.Contains(blockElements, n.DataAtom) {
		return true
	}
	for d := range n.Descendants() {
		if slices.Contains(blockElements, d.DataAtom) {
			return true
		}
	}
	return false
}
