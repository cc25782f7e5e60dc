package editor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Restore publishes the version of a text before the last.
func (s *Service) Restore(ctx context.Context, t Text, by Actor) (Publication, error) {
	return s.move(ctx, t, by, "restore", func(ctx context.Context, tx *pg.Tx) (map[string]Version, string, error) {
		return s.before(ctx, tx, t)
	})
}

// RestoreTo shows what a former publication showed, as new versions with the old words. The errors are Refused: no such
// publication, one that showed nothing, or one that says what is shown already.
func (s *Service) RestoreTo(ctx context.Context, t Text, by Actor, publication int64) (Publication, error) {
	return s.move(ctx, t, by, "restore", func(ctx context.Context, tx *pg.Tx) (map[string]Version, string, error) {
		old, stale, err := s.published(ctx, tx, t, `and id = $4`, publication)
		if errors.Is(err, sql.ErrNoRows) || err == nil && len(old) == 0 {
			return nil, "", refuse("no_publication", nil, "%s was not published like that", t)
		}
		if err != nil {
			return nil, "", err
		}
		states, err := s.one(ctx, tx.SQL(), t)
		if err != nil {
			return nil, "", err
		}
		changed := false
		for _, locale := range content.Languages {
			v := old[locale]
			if shown := states[locale].Shown; shown != nil && shown.Source == v.Source {
				old[locale] = *shown
				continue
			}
			v.Author, v.At = by.Name, s.clock.Now()
			if err := s.insert(ctx, tx, &v, false); err != nil {
				return nil, "", err
			}
			old[locale], changed = v, true
		}
		if !changed {
			return nil, "", refuse("same", nil, "%s says that already", t)
		}
		return old, stale, samePlaces(t, old)
	})
}

// before returns the version of a text before the last publication.
func (s *Service) before(ctx context.Context, tx *pg.Tx, t Text) (map[string]Version, string, error) {
	next, stale, err := s.published(ctx, tx, t, `order by id desc limit 1 offset 1`)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, "", refuse("never_other", nil, "%s was never anything else", t)
	}
	return next, stale, err
}

// published reads what a publication showed, none where it took the text away. The error is sql.ErrNoRows when there is none.
func (s *Service) published(ctx context.Context, tx *pg.Tx, t Text, which string, args ...any) (map[string]Version, string, error) {
	var en, zh sql.NullInt64
	var stale string
	err := tx.SQL().QueryRowContext(ctx, `select en, zh, stale from content_publication where (tenant_id, kind, name) = ($1, $2, $3) `+which,
		append([]any{t.Tenant, t.Kind, t.Name}, args...)...).Scan(&en, &zh, &stale)
	if err != nil {
		return nil, "", fmt.Errorf("read publications: %w", err)
	}
	next := map[string]Version{}
	if !en.Valid || !zh.Valid { // it was not there
		return next, "", nil
	}
	for locale, id := range map[string]int64{"en": en.Int64, "zh": zh.Int64} {
		v, err := s.version(ctx, tx.SQL(), t, locale, id)
		if err != nil {
			return nil, "", err
		}
		if v == nil {
			return nil, "", fmt.Errorf("publication of %s: version %d is missing", t, id)
		}
		next[locale] = *v
	}
	return next, stale, nil
}
