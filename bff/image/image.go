package image

import (
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Image is an image that was uploaded.
type Image struct {
	Name Name
	// Bytes is how many all files have together.
	Bytes int64
	// AltEn and AltZh say what it shows; both are "" when it is decorative, and until somebody has written them.
	AltEn, AltZh string
	// Decorative says that it shows nothing that a text does not say.
	Decorative bool
	// Author is who has uploaded it, as others read the name.
	Author    string
	CreatedAt time.Time
	// Revision is how often it was described.
	Revision int64
}

// Described reports whether a text may use the image.
func (i Image) Described() bool { return i.Decorative || i.AltEn != "" && i.AltZh != "" }

// row is a row of the table.
type row struct {
	Name         string
	Bytes        int64
	AltEn, AltZh string
	Decorative   bool
	Author       string
	CreatedAt    time.Time
	Revision     int64
}

const columns = `name, bytes, alt_en, alt_zh, decorative, author, created_at,
	(select count(*) from audit_log where entity = 'image' and entity_id = image.name and action = 'describe') as revision`

func (r row) image() Image {
	name, _ := ParseName(r.Name)
	return Image{name, r.Bytes, r.AltEn, r.AltZh, r.Decorative, r.Author, r.CreatedAt, r.Revision}
}

// Named returns the images of the names, by name; those that there are not are missing.
func Named(c pg.Conn, names []string) (map[string]Image, error) {
	return named(c, names, "")
}

// LockNamed is Named for a text that is about to show the images: until the transaction ends, none of them is deleted.
func LockNamed(tx *pg.Tx, names []string) (map[string]Image, error) {
	return named(tx, names, ` order by hash for share`)
}

func named(c pg.Conn, names []string, how string) (map[string]Image, error) {
	out := map[string]Image{}
	if len(names) == 0 {
		return out, nil
	}
	rows, err := pg.List[row](c, "find images", `select `+columns+` from image where name = any(cast(? as text[]))`+how, pg.Array(names))
	for _, r := range rows {
		out[r.Name] = r.image()
	}
	return out, err
}
