package content

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Render turns an editor's Markdown into HTML that is safe to put on a page. Links to pages of the shop are written
// without a language ("/faq") and come out with lang's prefix ("/zh/faq").
func Render(markdown, lang string) (string, error) {
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithParserOptions(
			parser.WithAutoHeadingID(),
			parser.WithASTTransformers(util.Prioritized(localLinks{lang: lang}, 100)),
		),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(pictures{}, 100))),
	)
	var out bytes.Buffer
	if err := md.Convert([]byte(markdown), &out); err != nil {
		return "", fmt.Errorf("render markdown: %w", err)
	}
	return strings.TrimSpace(allowed.Sanitize(out.String())), nil
}

// allowed is what an editor's text may hold. Built once: a policy is read-only after it is made.
var allowed = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("h2", "h3", "h4", "p", "br", "hr", "strong", "em", "del", "ul", "ol", "li", "blockquote", "code", "pre",
		"table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("id").Matching(bluemonday.SpaceSeparatedTokens).OnElements("h2", "h3", "h4")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("href").OnElements("a")
	allowPictures(p)
	p.AllowURLSchemes("https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}()

// localLinks gives links inside the shop the prefix of the language.
type localLinks struct{ lang string }

// Transform rewrites the destinations in place.
func (l localLinks) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, ok := n.(*ast.Link)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		if d := string(link.Destination); strings.HasPrefix(d, "/") && !strings.HasPrefix(d, "//") {
			link.Destination = []byte("/" + l.lang + d)
		}
		return ast.WalkContinue, nil
	})
}
