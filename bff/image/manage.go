package image

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// MaxAlt is how many characters an alternative text may have.
const MaxAlt = 300

// Words are what an image shows, in both languages, or that it is decorative.
type Words struct {
	AltEn, AltZh string
	Decorative   bool
}

// Describe says what an image shows, whose revision was seen. Of a decorative one the words are left out. Faults: not_found,
// image_overtaken, details_same, validation_failed.
func (s *Service) Describe(ctx context.Context, by audit.By, hash string, revision int64, w Words) (Image, error) {
	w.AltEn, w.AltZh = input.Line(w.AltEn), input.Line(w.AltZh)
	if w.Decorative {
		w.AltEn, w.AltZh = "", ""
	}
	wrong := map[string]string{}
	for field, alt := range map[string]string{"altEn": w.AltEn, "altZh": w.AltZh} {
		switch {
		case !w.Decorative && alt == "":
			wrong[field] = "image_alt_required"
		case utf8.RuneCountInString(alt) > MaxAlt || strings.ContainsRune(alt, 0):
			wrong[field] = "image_alt_long"
		}
	}
	if len(wrong) > 0 {
		f := fault.Fields(wrong)
		return Image{}, f.WithParams(map[string]any{"max": MaxAlt})
	}
	var out Image
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		was, err := one(tx, hash, " for update")
		if err != nil {
			return err
		}
		times, author, err := audit.Changes(tx, "image", was.Name.String(), "describe")
		switch {
		case err != nil:
			return err
		case times != revision:
			return fault.New("image_overtaken").WithParams(map[string]any{"author": author})
		}
		out = was
		out.AltEn, out.AltZh, out.Decorative = w.AltEn, w.AltZh, w.Decorative
		if out == was {
			return fault.New("details_same")
		}
		out.Revision = revision + 1
		if err := pg.Exec(tx, "describe an image", `update image set alt_en = ?, alt_zh = ?, decorative = ? where hash = ?`,
			w.AltEn, w.AltZh, w.Decorative, hash); err != nil {
			return err
		}
		return s.audit(tx, by, was.Name, "describe", map[string]any{
			"from": Words{was.AltEn, was.AltZh, was.Decorative}, "to": w,
		})
	})
	return out, err
}

// Using lists the texts that use an image of a name.
type Using func(c pg.Conn, name string) ([]string, error)

// Delete deletes an image that no text uses; its files follow within a day. Faults: not_found, image_in_use, whose message names
// the texts.
func (s *Service) Delete(ctx context.Context, by audit.By, hash string, using Using) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		i, err := one(tx, hash, " for update")
		if err != nil {
			return err
		}
		texts, err := using(tx, i.Name.String())
		switch {
		case err != nil:
			return err
		case len(texts) > 0:
			return fault.New("image_in_use").WithParams(map[string]any{"texts": strings.Join(texts, ", ")})
		}
		if err := pg.Exec(tx, "delete an image", `delete from image where hash = ?`, hash); err != nil {
			return err
		}
		return s.audit(tx, by, i.Name, "delete", map[string]any{"altEn": i.AltEn, "altZh": i.AltZh})
	})
}

// Query is which images are listed.
type Query struct {
	// Search has words of which all must be in the alternative texts or the name of who has uploaded the image.
	Search string
	// Before is the hash of the image after which the list goes on; "" begins at the newest.
	Before string
	Limit  int
}

// List lists images, the newest first. Never nil.
func (s *Service) List(ctx context.Context, q Query) ([]Image, error) {
	where, args := `true`, []any{}
	if q.Before != "" {
		where += ` and (created_at, hash) < (select created_at, hash from image where hash = ?)`
		args = append(args, q.Before)
	}
	for word := range strings.FieldsSeq(strings.ReplaceAll(q.Search, "\x00", "")) {
		where += ` and position(lower(?) in lower(alt_en || ' ' || alt_zh || ' ' || author)) > 0`
		args = append(args, word)
	}
	rows, err := pg.List[row](s.DB.Conn(ctx), "list images",
		`select `+columns+` from image where `+where+` order by created_at desc, hash desc limit ?`, append(args, q.Limit)...)
	out := make([]Image, len(rows))
	for i, r := range rows {
		out[i] = r.image()
	}
	return out, err
}
