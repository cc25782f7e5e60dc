package images

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/image/encode"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Images *image.Service
	// Texts knows which texts use an image.
	Texts Texts
}

// Texts finds the texts that use images; *editor.Service is one.
type Texts interface {
	Using(c pg.Conn, names []string) (map[string][]editor.Use, error)
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	r.Read("/images", staff.ReadImages, a.list)
	r.Write(http.MethodPost, "/images", staff.EditImages, a.upload, studio.Upload(encode.MaxBytes),
		studio.ContentTypes("image/jpeg", "image/png", "image/webp", "image/gif", echo.MIMEOctetStream))
	r.Read("/images/:hash", staff.ReadImages, a.show)
	r.Write(http.MethodPut, "/images/:hash", staff.EditImages, a.describe)
	r.Write(http.MethodDelete, "/images/:hash", staff.EditImages, a.remove)
	r.Read("/images/files/:file", staff.ReadImages, file(web.NewImages(a.Images.Store)))
}

// item is an image as the application knows it.
type item struct {
	Hash string `json:"hash"`
	// Name is what texts call it, after image:.
	Name       string `json:"name"`
	Width      int    `json:"width"`
	Height     int    `json:"height"`
	Bytes      int64  `json:"bytes"`
	AltEn      string `json:"altEn"`
	AltZh      string `json:"altZh"`
	Decorative bool   `json:"decorative"`
	// Described says that a text may use it.
	Described bool      `json:"described"`
	Author    string    `json:"author"`
	CreatedAt time.Time `json:"createdAt"`
	// Thumbnail is the path of its smallest file.
	Thumbnail string `json:"thumbnail"`
	Uses      []use  `json:"uses"`
	Revision  int64  `json:"revision,string"`
}

// use is a text that uses an image. Site is 0 for one that all sites share.
type use struct {
	Site  int64  `json:"site,string"`
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Title string `json:"title"`
}

func itemOf(i image.Image, uses []editor.Use, lang string) item {
	n := i.Name
	out := item{
		n.Hash, n.String(), n.Width, n.Height, i.Bytes, i.AltEn, i.AltZh, i.Decorative, i.Described(), i.Author, i.CreatedAt,
		studio.Prefix + "/api/images/files/" + n.File(n.Widths()[0], "webp"), []use{}, i.Revision,
	}
	for _, u := range uses {
		out.Uses = append(out.Uses, use{u.Tenant, u.Kind, u.Text.Name, titleOf(u, lang)})
	}
	return out
}

// titleOf is the title of a text in a language, else in the other one, else its name.
func titleOf(u editor.Use, lang string) string {
	if title := u.Titles[lang]; title != "" {
		return title
	}
	for _, title := range u.Titles {
		if title != "" {
			return title
		}
	}
	return u.Text.String()
}

// pageSize is how many images are listed at once.
const pageSize = 24

func (a *Area) list(c echo.Context) error {
	ctx := c.Request().Context()
	found, err := a.Images.List(ctx, image.Query{Search: c.QueryParam("q"), Before: c.QueryParam("before"), Limit: pageSize + 1})
	if err != nil {
		return err
	}
	out := struct {
		Images []item `json:"images"`
		// Next is where to go on, "" at the end.
		Next string `json:"next"`
	}{Images: []item{}}
	if len(found) > pageSize {
		found = found[:pageSize]
		out.Next = found[pageSize-1].Name.Hash
	}
	out.Images, err = a.items(ctx, c, found...)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) items(ctx context.Context, c echo.Context, list ...image.Image) ([]item, error) {
	out, names := []item{}, []string{}
	for _, i := range list {
		names = append(names, i.Name.String())
	}
	uses, err := a.Texts.Using(a.Images.DB.Conn(ctx), names)
	for _, i := range list {
		out = append(out, itemOf(i, uses[i.Name.String()], c.Request().Header.Get("lang")))
	}
	return out, err
}

// answer answers with an image.
func (a *Area) answer(c echo.Context) func(i image.Image, err error) error {
	return func(i image.Image, err error) error {
		if err != nil {
			return err
		}
		list, err := a.items(c.Request().Context(), c, i)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, list[0])
	}
}

func (a *Area) show(c echo.Context) error {
	return a.answer(c)(a.Images.One(c.Request().Context(), c.Param("hash")))
}

func (a *Area) upload(c echo.Context) error {
	return a.answer(c)(a.Images.Upload(c.Request().Context(), studio.By(c), studio.Uploaded(c)))
}

func (a *Area) describe(c echo.Context) error {
	in, err := studio.Decode[struct {
		AltEn      string `json:"altEn"`
		AltZh      string `json:"altZh"`
		Decorative bool   `json:"decorative"`
		Revision   int64  `json:"revision,string"`
	}](c)
	if err != nil {
		return err
	}
	return a.answer(c)(a.Images.Describe(c.Request().Context(), studio.By(c), c.Param("hash"), in.Revision,
		image.Words{AltEn: in.AltEn, AltZh: in.AltZh, Decorative: in.Decorative}))
}

func (a *Area) remove(c echo.Context) error {
	lang := c.Request().Header.Get("lang")
	err := a.Images.Delete(c.Request().Context(), studio.By(c), c.Param("hash"), func(conn pg.Conn, name string) ([]string, error) {
		uses, err := a.Texts.Using(conn, []string{name})
		var out []string
		for _, u := range uses[name] {
			out = append(out, fmt.Sprintf("%s (%s)", titleOf(u, lang), u.Text))
		}
		return out, err
	})
	return studio.Respond(c, err)
}

// file answers with a file of an image, for the Studio's own pages.
func file(files *web.Images) echo.HandlerFunc {
	return func(c echo.Context) error {
		return files.Serve(c, c.Param("file"), "private, max-age=86400, immutable")
	}
}
