package image

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// leftFor is how long files stay that no row names.
const leftFor = 24 * time.Hour

// deleteTimeout bounds the deletion of a file, during which an upload of the same image waits. It waits for two seconds at most.
const deleteTimeout = 1500 * time.Millisecond

// Sweep deletes files that were stored more than a day ago and that no row names: what an upload has left that did not come to its
// end, and what belonged to an image that was deleted.
func (s *Service) Sweep(ctx context.Context) error {
	known, err := pg.List[string](s.DB.Conn(ctx), "list images", `select hash from image`)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, hash := range known {
		there[hash] = true
	}
	old := s.Clock.Now().Add(-leftFor)
	var left []string
	err = s.Store.Each(ctx, func(name string, modified time.Time) error {
		if hash, _, ok := ParseFile(name); (!ok || !there[hash]) && modified.Before(old) {
			left = append(left, name)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("list the files of images: %w", err)
	}
	for _, name := range left {
		if err := s.sweep(ctx, name, old); err != nil {
			return err
		}
	}
	return nil
}

// sweep deletes a file unless an upload has stored it again since, or a row names it by now.
func (s *Service) sweep(ctx context.Context, name string, old time.Time) error {
	modified, err := s.Store.Modified(ctx, name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !modified.Before(old) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for %s: %w", name, err)
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		hash, _, _ := ParseFile(name)
		if err := lock(tx, hash); err != nil {
			return err
		}
		rows, err := pg.List[string](tx, "find an image", `select hash from image where hash = ?`, hash)
		if err != nil || len(rows) > 0 {
			return err
		}
		// Within the transaction, so that an upload that comes now stores its row when the file is gone, and finds it missing.
		ctx, cancel := context.WithTimeout(ctx, deleteTimeout)
		defer cancel()
		if err := s.Store.Delete(ctx, name); err != nil {
			return fmt.Errorf("delete %s: %w", name, err)
		}
		return nil
	})
}
