package editor

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// SaveOptions say who hands files in, and what they may replace.
type SaveOptions struct {
	Author string
	// Pulled is the version that each file was made from, by its place in the folder; a file that nobody pulled has none.
	Pulled map[string]int64
	// Over allows to overwrite what others have saved since.
	Over bool
}

// Save keeps files as drafts, all or none, and returns those that say something new. The error says what is wrong with
// which file; it is Refused when somebody else has changed a text in the meantime.
func (s *Service) Save(ctx context.Context, files []File, hand SaveOptions) ([]Version, error) {
	news, err := s.UnknownFiles(ctx, files)
	if err == nil {
		err = Check(news)
	}
	if err != nil {
		return nil, err
	}
	var saved []Version
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		saved = nil
		if err := lockVersions(tx); err != nil {
			return err
		}
		for _, f := range files {
			state, err := s.at(ctx, tx.SQL(), f)
			if err != nil {
				return err
			}
			if newest := state.Newest(); newest != nil && newest.Source == f.Source {
				continue
			}
			if err := hand.mayReplace(f, state); err != nil {
				return err
			}
			v := Version{File: f, Author: hand.Author, At: s.clock.Now()}
			if err := s.insert(ctx, tx, &v, false); err != nil {
				return err
			}
			saved = append(saved, v)
		}
		return nil
	})
	return saved, err
}

// lockVersions lets one editor hand in at a time: of two who do so at once, the second sees what the first has saved.
func lockVersions(tx *pg.Tx) error {
	return pg.Exec(tx, "wait for another editor", `select pg_advisory_xact_lock(hashtextextended('save texts', 0))`)
}

// at is how the text of a file stands where the file would be kept. A site that has no text of its own shows the one that
// all share.
func (s *Service) at(ctx context.Context, from reader, f File) (State, error) {
	states, err := s.states(ctx, from, f.Text)
	if err != nil {
		return State{}, err
	}
	state := states[f.Text][f.Locale]
	if state.Newest() != nil || f.Tenant == 0 {
		return state, nil
	}
	all := Text{Kind: f.Kind, Name: f.Name}
	if states, err = s.states(ctx, from, all); err != nil {
		return State{}, err
	}
	return State{Shown: states[all][f.Locale].Shown}, nil
}

// mayReplace refuses a file that was made from something older than what is there, and one that nobody pulled where the
// draft of somebody else waits.
func (h SaveOptions) mayReplace(f File, state State) error {
	newest := state.Newest()
	if newest == nil || h.Over {
		return nil
	}
	from, pulled := h.Pulled[f.String()]
	if pulled && from == newest.ID || !pulled && (state.Draft == nil || state.Draft.Author == h.Author) {
		return nil
	}
	since := FilesAuthor
	if newest.ID != 0 {
		since = fmt.Sprintf("version %d by %s, %s", newest.ID, newest.Author, newest.At.UTC().Format(time.RFC3339))
	}
	return refuse(
		"unseen",
		map[string]any{"version": newest.ID, "author": newest.Author},
		"%s: you have not seen what it says by now (%s): pull it to another folder, or say --over to replace it",
		f,
		since,
	)
}

// UnknownFiles returns the files whose text is that of no version. The others are as good as they were when they
// were handed in.
func (s *Service) UnknownFiles(ctx context.Context, files []File) ([]File, error) {
	var out []File
	for _, f := range files {
		known, err := s.HasVersion(ctx, f)
		if err != nil {
			return nil, err
		}
		if !known {
			out = append(out, f)
		}
	}
	return out, nil
}

// HasVersion reports whether a file has the text of some version, so that nothing is lost without it.
func (s *Service) HasVersion(ctx context.Context, f File) (bool, error) {
	came, err := s.fromFiles(f.Text)
	if err != nil {
		return false, err
	}
	if shown := came[f.Text][f.Locale].Shown; shown != nil && shown.Source == f.Source {
		return true, nil
	}
	if !f.isText() {
		return false, nil
	}
	var known bool
	err = s.db.Pool(ctx).QueryRowContext(ctx, `select exists (select 1 from content_version
		where (tenant_id, kind, name, locale) = ($1, $2, $3, $4) and source = $5)`, f.Tenant, f.Kind, f.Name, f.Locale, f.Source).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("look for %s: %w", f, err)
	}
	return known, nil
}

func (s *Service) insert(ctx context.Context, tx *pg.Tx, v *Version, fromFiles bool) error {
	if !fromFiles {
		if err := checkImages(tx, v.File); err != nil {
			return err
		}
	}
	err := tx.SQL().QueryRowContext(ctx, `
		insert into content_version (tenant_id, kind, name, locale, source, from_files, author, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
		v.Tenant, v.Kind, v.Name, v.Locale, v.Source, fromFiles, v.Author, v.At).Scan(&v.ID)
	if err != nil {
		return fmt.Errorf("keep %s: %w", v.File, err)
	}
	return nil
}
