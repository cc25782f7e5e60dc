package image

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// File is a file that was made of an upload.
type File struct {
	Width int
	// Ext is webp, jpg or png.
	Ext  string
	Body []byte
}

// Made is what an encoder makes of an upload: the WebP files in ascending width, and the fallback.
type Made struct {
	// Width and Height are those of the largest file, in pixels.
	Width, Height int
	// Ext is the type of the fallback.
	Ext   string
	Files []File
}

// Encoder makes files of what was uploaded. The faults are those of Upload.
type Encoder interface {
	Encode(ctx context.Context, upload []byte) (Made, error)
}

// Store stores files by their names.
type Store interface {
	// Put stores a file, in place of one of the same name. Whoever gets it gets all of it.
	Put(ctx context.Context, name string, body []byte) error
	// Get reads a file. The error is fs.ErrNotExist when there is none.
	Get(ctx context.Context, name string) ([]byte, error)
	// Modified is when a file was stored last. The error is fs.ErrNotExist when there is none.
	Modified(ctx context.Context, name string) (time.Time, error)
	// Delete deletes a file; one that is not there is no error.
	Delete(ctx context.Context, name string) error
	// Each calls see for all files, in any order, with the time at which each was stored last, and stops at its error.
	Each(ctx context.Context, see func(name string, modified time.Time) error) error
}

// Service keeps the images. It is safe for concurrent use.
type Service struct {
	DB      *pg.DB
	Clock   clock.Clock
	Store   Store
	Encoder Encoder
}

// Upload makes files of what was uploaded, stores them and returns the image. What was uploaded before is the image that is there.
// Faults: image_not_supported for what is no image of a known kind, image_broken for one that cannot be read to its end,
// image_too_large for more pixels than are taken, image_busy while others are being made.
func (s *Service) Upload(ctx context.Context, by audit.By, upload []byte) (Image, error) {
	made, err := s.Encoder.Encode(ctx, upload)
	if err != nil {
		return Image{}, err
	}
	name := Name{hashOf(made.Files), made.Width, made.Height, made.Ext}
	size := int64(0)
	files := map[string][]byte{}
	for _, f := range made.Files {
		files[name.File(f.Width, f.Ext)] = f.Body
		size += int64(len(f.Body))
	}
	for file, body := range files {
		if err := s.Store.Put(ctx, file, body); err != nil {
			return Image{}, fmt.Errorf("store %s: %w", file, err)
		}
	}
	out, err := s.add(ctx, by, name, size)
	if err != nil {
		return Image{}, err
	}
	// Since the row is there, no sweep deletes a file. One may have done so between the file and the row.
	for file, body := range files {
		if err := s.putMissing(ctx, file, body); err != nil {
			return Image{}, err
		}
	}
	return out, nil
}

// add stores the row of an image unless there is one, and returns what is there.
func (s *Service) add(ctx context.Context, by audit.By, name Name, size int64) (out Image, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := lock(tx, name.Hash); err != nil {
			return err
		}
		added, err := pg.Changed(tx, "add an image", `insert into image (hash, name, bytes, actor, author, created_at)
			values (?, ?, ?, ?, ?, ?) on conflict do nothing`, name.Hash, name.String(), size, by.Actor, by.Author, s.Clock.Now())
		if err != nil {
			return err
		}
		there, err := Named(tx, []string{name.String()})
		if out = there[name.String()]; err != nil || !added {
			return err
		}
		return s.audit(tx, by, name, "upload", map[string]any{"bytes": size})
	})
	return out, err
}

// putMissing stores a file unless it is there.
func (s *Service) putMissing(ctx context.Context, file string, body []byte) error {
	_, err := s.Store.Modified(ctx, file)
	if errors.Is(err, fs.ErrNotExist) {
		err = s.Store.Put(ctx, file, body)
	}
	if err != nil {
		return fmt.Errorf("look for %s: %w", file, err)
	}
	return nil
}

// hashOf is what files are known by: the hash of their hashes.
func hashOf(files []File) string {
	all := sha256.New()
	for _, f := range files {
		one := sha256.Sum256(f.Body)
		all.Write(one[:])
	}
	return hex.EncodeToString(all.Sum(nil)[:16])
}

// lock keeps the row of an upload and the deletion of a file by a sweep apart: when the one has it, the other is done or has not begun.
func lock(tx *pg.Tx, hash string) error {
	return pg.Exec(tx, "wait for others", `select pg_advisory_xact_lock(hashtextextended(?, 0))`, "image "+hash)
}

// One returns an image by its hash. Fault: not_found.
func (s *Service) One(ctx context.Context, hash string) (Image, error) {
	return one(s.DB.Conn(ctx), hash, "")
}

func one(c pg.Conn, hash, how string) (Image, error) {
	rows, err := pg.List[row](c, "find an image", `select `+columns+` from image where hash = ?`+how, hash)
	switch {
	case err != nil:
		return Image{}, err
	case len(rows) == 0:
		return Image{}, fault.New("not_found")
	}
	return rows[0].image(), nil
}

// audit notes what somebody did with an image, in the transaction that does it.
func (s *Service) audit(tx *pg.Tx, by audit.By, name Name, action string, detail map[string]any) error {
	return pg.Exec(tx, "note in the audit log", `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
		values (0, ?, ?, 'image', ?, ?, '', '', ?, ?)`, s.Clock.Now(), by.Actor, name.String(), action, pg.AsJSON(detail), by.RequestID)
}
