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

// RenderProblem is a part of a text that visitors would not get as its author means it: Render leaves it out, or a link does not lead
// where it seems to.
type RenderProblem struct {
	// Code names what is wrong for programs, What says it in words, Found is the part itself.
	Code, What, Found string
}

// RenderProblemTexts lists the render problems of a text in words, each with the place.
func RenderProblemTexts(markdown string) []string {
	var out []string
	for _, l := range RenderProblems(markdown) {
		out = append(out, l.What+": "+l.Found)
	}
	return out
}

// RenderProblems lists the render problems of a text, in its order.
func RenderProblems(markdown string) []RenderProblem {
	var out []RenderProblem
	link := func(to string) {
		if code := linkProblem(to); code != "" {
			out = append(out, RenderProblem{code, wrongLinks[code], to})
		}
	}
	walk(markdown, func(n ast.Node, source []byte) {
		switch n := n.(type) {
		case *ast.Image:
			if _, ok := imageName(n); !ok {
				out = append(out, RenderProblem{"image", "an image that is not one of the Studio's", string(n.Destination)})
			}
		case *ast.HTMLBlock:
			out = append(out, html(string(n.Lines().Value(source)))...)
		case *ast.RawHTML:
			out = append(out, html(string(n.Segments.Value(source)))...)
		case *ast.Heading:
			if n.Level == 1 || n.Level > 4 {
				out = append(out, RenderProblem{"heading_level", "a heading that is not of level 2, 3 or 4", string(n.Lines().Value(source))})
			}
		case *ast.Link:
			link(string(n.Destination))
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL {
				link(string(n.URL(source)))
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
		if !ok || linkProblem(string(link.Destination)) != "" {
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

func html(tag string) []RenderProblem {
	if comment.MatchString(tag) {
		return nil
	}
	return []RenderProblem{{"html", "HTML", strings.TrimSpace(tag)}}
}

// wrongLinks say why a link would lead nowhere.
var wrongLinks = map[string]string{
	"link_none":     "a link that is none",
	"link_scheme":   "a link that is not https, mailto or tel",
	"link_relative": "a link inside the shop that does not begin with /",
	"link_language": "a link inside the shop that names the language, which comes by itself",
}

// linkProblem returns the code of why a link would lead nowhere, "" for one that may lead somewhere.
func linkProblem(to string) string {
	u, err := url.Parse(to)
	switch {
	case err != nil || to == "":
		return "link_none"
	case u.Scheme != "" && !slices.Contains(schemes, u.Scheme), u.Scheme == "" && u.Host != "":
		return "link_scheme"
	case u.Scheme != "" || strings.HasPrefix(to, "#"):
		return ""
	case !strings.HasPrefix(to, "/"):
		return "link_relative"
	}
	for _, lang := range Languages {
		if u.Path == "/"+lang || strings.HasPrefix(u.Path, "/"+lang+"/") {
			return "link_language"
		}
	}
	return ""
}
