package content

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// schemes are those of links that lead out of the shop.
var schemes = []string{"https", "mailto", "tel"}

// comment is HTML that nobody expects to see.
var comment = regexp.MustCompile(`^\s*<!--`)

// Lost lists what of a text visitors would not get as its author means it, each with the place: Render leaves it out, or a
// link does not lead where it seems to.
func Lost(markdown string) []string {
	var out []string
	walk(markdown, func(n ast.Node, source []byte) {
		switch n := n.(type) {
		case *ast.Image:
			out = append(out, "an image, and texts have none: "+string(n.Destination))
		case *ast.HTMLBlock:
			out = append(out, html(string(n.Lines().Value(source)))...)
		case *ast.RawHTML:
			out = append(out, html(string(n.Segments.Value(source)))...)
		case *ast.Heading:
			if n.Level == 1 || n.Level > 4 {
				out = append(out, "a heading that is not of level 2, 3 or 4: "+string(n.Lines().Value(source)))
			}
		case *ast.Link:
			if why := lostLink(string(n.Destination)); why != "" {
				out = append(out, why+": "+string(n.Destination))
			}
		case *ast.AutoLink:
			if at := string(n.URL(source)); n.AutoLinkType == ast.AutoLinkURL && lostLink(at) != "" {
				out = append(out, lostLink(at)+": "+at)
			}
		}
	})
	return out
}

// Links lists the pages of the shop that a text links to, "/services/refund", without a language and without what follows
// the path.
func Links(markdown string) []string {
	var out []string
	walk(markdown, func(n ast.Node, _ []byte) {
		link, ok := n.(*ast.Link)
		if !ok || lostLink(string(link.Destination)) != "" {
			return
		}
		if u, err := url.Parse(string(link.Destination)); err == nil && u.Scheme == "" && u.Path != "" && !slices.Contains(out, u.Path) {
			out = append(out, u.Path)
		}
	})
	return out
}

func walk(markdown string, see func(n ast.Node, source []byte)) {
	source := []byte(markdown)
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			see(n, source)
		}
		return ast.WalkContinue, nil
	})
}

func html(tag string) []string {
	if comment.MatchString(tag) {
		return nil
	}
	return []string{"HTML: " + strings.TrimSpace(tag)}
}

// lostLink says why a link would lead nowhere, "" for one that may lead somewhere.
func lostLink(to string) string {
	u, err := url.Parse(to)
	switch {
	case err != nil || to == "":
		return "a link that is none"
	case u.Scheme != "" && !slices.Contains(schemes, u.Scheme), u.Scheme == "" && u.Host != "":
		return "a link that is not https, mailto or tel"
	case u.Scheme != "" || strings.HasPrefix(to, "#"):
		return ""
	case !strings.HasPrefix(to, "/"):
		return "a link inside the shop that does not begin with /"
	}
	for _, lang := range Languages {
		if u.Path == "/"+lang || strings.HasPrefix(u.Path, "/"+lang+"/") {
			return "a link inside the shop that names the language, which comes by itself"
		}
	}
	return ""
}
