package content

import (
	escape "html"
	"regexp"
	"strconv"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/roamcart/roamcart/bff/image"
)

// Image is an image in a text.
type Image struct {
	Name image.Name
	// Alt is its alternative text there, "" for a decorative one.
	Alt string
}

// Images lists the images of a text, ![what it shows](image:NAME), in its order.
func Images(markdown string) []Image {
	var out []Image
	walk(markdown, func(n ast.Node, source []byte) {
		if img, ok := n.(*ast.Image); ok {
			if name, ok := imageName(img); ok {
				out = append(out, Image{name, altOf(img, source)})
			}
		}
	})
	return out
}

func imageName(n *ast.Image) (image.Name, bool) {
	name, ok := strings.CutPrefix(string(n.Destination), image.Scheme)
	if !ok {
		return image.Name{}, false
	}
	return image.ParseName(name)
}

// altOf is the text of an image, without what marks it up.
func altOf(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			out.Write(util.UnescapePunctuations(n.Segment.Value(source)))
			if n.SoftLineBreak() || n.HardLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.String:
			out.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(escape.UnescapeString(out.String()))
}

// pictureSizes says how wide pages show an image: as wide as the text, which has no more than 720 pixels.
const pictureSizes = "(min-width: 768px) 720px, calc(100vw - 32px)"

// pictures renders images in the sizes in which there are files; its own sizes keep the page from moving when it arrives. What is
// not an image of the Studio is left out.
type pictures struct{}

// RegisterFuncs registers the renderer of images.
func (p pictures) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindImage, p.render)
}

func (pictures) render(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Image)
	name, ok := imageName(n)
	if !entering || !ok {
		return ast.WalkSkipChildren, nil
	}
	_, _ = w.WriteString(`<picture><source type="image/webp" srcset="` + name.Srcset() + `" sizes="` + pictureSizes + `">` +
		`<img src="` + image.Prefix + name.Fallback() + `" alt="` + escape.EscapeString(altOf(n, source)) +
		`" width="` + strconv.Itoa(name.Width) + `" height="` + strconv.Itoa(name.Height) + `"`)
	if !atTheTop(n) {
		_, _ = w.WriteString(` loading="lazy"`)
	}
	_, _ = w.WriteString(` decoding="async"></picture>`)
	return ast.WalkSkipChildren, nil
}

// atTheTop reports whether a part stands in the first block of a text, which is in sight when the page is opened.
func atTheTop(n ast.Node) bool {
	for n.Parent() != nil && n.Parent().Kind() != ast.KindDocument {
		n = n.Parent()
	}
	return n.PreviousSibling() == nil
}

// allowPictures lets a policy pass what pictures renders, and no image from elsewhere.
func allowPictures(p *bluemonday.Policy) {
	file := `/images/[0-9a-f]{32}-[0-9]{1,4}\.`
	p.AllowElements("picture")
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^image/webp$`)).OnElements("source")
	p.AllowAttrs("srcset").Matching(regexp.MustCompile(`^` + file + `webp [0-9]{1,4}w(, ` + file + `webp [0-9]{1,4}w)*$`)).OnElements("source")
	p.AllowAttrs("sizes").Matching(regexp.MustCompile(`^` + regexp.QuoteMeta(pictureSizes) + `$`)).OnElements("source")
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^` + file + `(jpg|png)$`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(bluemonday.Integer).OnElements("img")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("img")
	p.AllowAttrs("decoding").Matching(regexp.MustCompile(`^async$`)).OnElements("img")
}
