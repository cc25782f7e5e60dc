package editor

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Use is a text that uses an image.
type Use struct {
	Text
	// Titles are those of the text as it is written, by language; a language that does not use the image has none.
	Titles map[string]string
}

//go:embed using.sql
var usingSQL string

// Using lists the texts that use images, by the images' names: what is shown or will be, what was handed in last, and what is being
// written. Former versions do not count: restoring one whose image is gone is refused.
func (s *Service) Using(c pg.Conn, names []string) (map[string][]Use, error) {
	rows, err := pg.List[struct {
		Image    string
		TenantID int64
		Kind     string
		Name     string
		Locale   string
		Source   string
	}](c, "find texts with images", usingSQL, pg.Array(names))
	out := map[string][]Use{}
	for _, r := range rows {
		t := Text{r.TenantID, r.Kind, r.Name}
		list := out[r.Image]
		if len(list) == 0 || list[len(list)-1].Text != t {
			list = append(list, Use{t, map[string]string{}})
		}
		list[len(list)-1].Titles[r.Locale] = Field(r.Source, "title")
		out[r.Image] = list
	}
	return out, err
}

// Images finds the images that sources use, by name; those that there are not are missing.
func (s *Service) Images(ctx context.Context, sources ...string) (map[string]image.Image, error) {
	return image.Named(s.db.Conn(ctx), imageNames(sources...))
}

func imageNames(sources ...string) []string {
	var out []string
	for _, source := range sources {
		body, err := content.Body(source)
		if err != nil {
			continue
		}
		for _, i := range content.Images(body) {
			out = append(out, i.Name.String())
		}
	}
	return out
}

// checkImages refuses a file with an image that is gone, or that nobody has described. Until the transaction ends, none of its
// images is deleted.
func checkImages(tx *pg.Tx, f File) error {
	names := imageNames(f.Source)
	there, err := image.LockNamed(tx, names)
	if err != nil {
		return err
	}
	var wrong []string
	for _, name := range names {
		switch i, known := there[name]; {
		case !known:
			wrong = append(wrong, "an image that there is not: "+name)
		case !i.Described():
			wrong = append(wrong, "an image without an alternative text in both languages: "+name)
		}
	}
	body, err := content.Body(f.Source)
	if err != nil {
		return fmt.Errorf("%s: %w", f, err)
	}
	for _, i := range content.Images(body) {
		if there[i.Name.String()].Described() && i.Alt == "" && !there[i.Name.String()].Decorative {
			wrong = append(wrong, "an image without an alternative text: "+i.Name.String())
		}
	}
	if len(wrong) > 0 {
		return refuse("faulty", map[string]any{"locale": f.Locale}, "%s: %s", f, strings.Join(wrong, "; "))
	}
	return nil
}
