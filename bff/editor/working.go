package editor

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Working is what an editor writes in one language of a text, saved while it is typed.
type Working struct {
	Locale, Source string
	// Revision counts the saves, 0 before the first; Base is the version that the words were made from.
	Revision, Base int64
	// Dirty says that the words are not handed in.
	Dirty bool
	// Author saved last, At; both empty before the first save.
	Author string
	At     time.Time
	// Newest is the version that an editor would go on with, 0 for the shop's files. Where it is not Base, somebody has handed
	// in another one since.
	Newest int64
	// newestSaved says that the words of the revision are those of the newest version: who has seen the revision has seen both.
	newestSaved bool
}

// ConflictError is the error for words that are based on something older than what is there. The words were kept aside.
type ConflictError struct {
	Now         Working
	DiscardedID int64
}

// Error says so.
func (*ConflictError) Error() string { return "somebody else has saved in the meantime" }

// Basis is what words are based on: the revision and the version that their author has seen.
type Basis struct{ Revision, Version int64 }

// workingRow is a row of content_working.
type workingRow struct {
	Locale, Source string
	Revision, Base int64
	Dirty          bool
	Author         string
	UpdatedAt      time.Time
}

// Working returns what is being written in each language of a text; a language without any words has an empty source. The
// error is ErrNoText when there is no such text.
func (s *Service) Working(ctx context.Context, t Text) (map[string]Working, error) {
	states, err := s.One(ctx, t)
	if err != nil {
		return nil, err
	}
	rows, err := s.workingRows(s.db.Conn(ctx), t)
	if err != nil {
		return nil, err
	}
	out := map[string]Working{}
	for _, locale := range content.Languages {
		out[locale] = rows[locale].working(locale, states[locale])
	}
	return out, nil
}

func (s *Service) workingRows(c pg.Conn, t Text) (map[string]workingRow, error) {
	list, err := pg.List[workingRow](c, "read drafts", `
		select locale, source, revision, base, dirty, author, updated_at from content_working
		where (tenant_id, kind, name) = (?, ?, ?)`, t.Tenant, t.Kind, t.Name)
	out := map[string]workingRow{}
	for _, r := range list {
		out[r.Locale] = r
	}
	return out, err
}

// working is what is being written: the words of the row as long as they are not handed in, and else those of the newest
// version.
func (r workingRow) working(locale string, state State) Working {
	w := Working{Locale: locale, Revision: r.Revision, Author: r.Author, At: r.UpdatedAt}
	if newest := state.Newest(); newest != nil {
		w.Source, w.Base, w.Newest, w.newestSaved = newest.Source, newest.ID, newest.ID, newest.Source == r.Source
	}
	if r.Dirty && r.Source != w.Source {
		w.Source, w.Base, w.Dirty = r.Source, r.Base, true
	}
	return w
}

// SaveWorking keeps the words of a file, whatever they are. They name what they are based on: words that are based on an older
// revision, or on an older version than the newest where nothing else was written, are kept aside for their author, and the
// error is ConflictError. Whoever has seen the newest version names it, or the revision whose words were handed in as it, and goes on
// from there.
func (s *Service) SaveWorking(ctx context.Context, by Actor, f File, on Basis) (Working, error) {
	if len(f.Source) > maxSource || !f.isText() {
		return Working{}, refuse("no_text", map[string]any{"max": maxSource}, "%s: no text in UTF-8 of at most %d bytes", f, maxSource)
	}
	var out Working
	var conflict *ConflictError
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		conflict = nil
		states, now, err := s.lockWorking(ctx, tx, f.Text)
		if err != nil {
			return err
		}
		w := now[f.Locale]
		switch {
		case w.Source == f.Source: // also the same again, whose answer was lost
			out = w
			return nil
		case w.Revision != on.Revision, !w.Dirty && !w.newestSaved && w.Newest != on.Version:
			id, err := s.keepDiscarded(tx, by, f, on.Revision)
			conflict = &ConflictError{w, id}
			return err
		}
		base := w.Base
		if on.Version == w.Newest {
			base = w.Newest
		}
		newest := states[f.Locale].Newest()
		row := workingRow{
			Source: f.Source, Revision: w.Revision + 1, Base: base, Dirty: newest == nil || newest.Source != f.Source,
			Author: by.Name, UpdatedAt: s.clock.Now(),
		}
		out = row.working(f.Locale, states[f.Locale])
		if err := s.writeWorking(tx, by, f, row); err != nil {
			return err
		}
		return pg.Exec(tx, "reopen review", `update content_review set state = 'draft', author = ?, at = ?
			where (tenant_id, kind, name) = (?, ?, ?) and state = 'approved'`, by.Name, row.UpdatedAt, f.Tenant, f.Kind, f.Name)
	})
	if err == nil && conflict != nil {
		return Working{}, conflict
	}
	return out, err
}

// Adopt says that an editor has seen the newest version of a language and goes on with the words that are there: handing them
// in replaces that version. The error is ConflictError when the basis is not what is there.
func (s *Service) Adopt(ctx context.Context, by Actor, t Text, locale string, on Basis) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		_, now, err := s.lockWorking(ctx, tx, t)
		if err != nil {
			return err
		}
		w := now[locale]
		if w.Revision != on.Revision || w.Newest != on.Version {
			return &ConflictError{Now: w}
		}
		return pg.Exec(tx, "go on from a version", `update content_working set base = ?, actor = ?, author = ?
			where (tenant_id, kind, name, locale) = (?, ?, ?, ?)`, w.Newest, by.ID, by.Name, t.Tenant, t.Kind, t.Name, locale)
	})
}

// lockWriting lets one editor write in a text at a time.
func lockWriting(tx *pg.Tx, t Text) error {
	return pg.Exec(tx, "wait for another editor", `select pg_advisory_xact_lock(hashtextextended(?, 0))`,
		fmt.Sprintf("write %d %s", t.Tenant, t))
}

// lockWorking locks what is being written of a text and returns how it stands.
func (s *Service) lockWorking(ctx context.Context, tx *pg.Tx, t Text) (map[string]State, map[string]Working, error) {
	if err := lockWriting(tx, t); err != nil {
		return nil, nil, err
	}
	states, err := s.one(ctx, tx.SQL(), t)
	if err != nil {
		return nil, nil, err
	}
	rows, err := s.workingRows(tx, t)
	out := map[string]Working{}
	for _, locale := range content.Languages {
		out[locale] = rows[locale].working(locale, states[locale])
	}
	return states, out, err
}

func (s *Service) writeWorking(tx *pg.Tx, by Actor, f File, r workingRow) error {
	return pg.Exec(tx, "save draft", `
		insert into content_working (tenant_id, kind, name, locale, source, revision, base, dirty, actor, author, updated_at)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		on conflict (tenant_id, kind, name, locale) do update set source = excluded.source, revision = excluded.revision,
			base = excluded.base, dirty = excluded.dirty, actor = excluded.actor, author = excluded.author, updated_at = excluded.updated_at`,
		f.Tenant, f.Kind, f.Name, f.Locale, r.Source, r.Revision, r.Base, r.Dirty, by.ID, r.Author, r.UpdatedAt)
}

// HandIn makes versions of what is being written, in the languages whose revision is named, all or none, and returns the newest
// version of each language. Nothing happens to words that are no other than the newest version's. The errors are ConflictError for
// another revision, and Refused for words that the shop cannot show or a version that nobody here has seen.
func (s *Service) HandIn(ctx context.Context, by Actor, t Text, revisions map[string]int64) (map[string]int64, error) {
	out := map[string]int64{}
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := lockVersions(tx); err != nil {
			return err
		}
		states, now, err := s.lockWorking(ctx, tx, t)
		if err != nil {
			return err
		}
		for _, locale := range content.Languages {
			w, f := now[locale], File{Text: t, Locale: locale, Source: now[locale].Source}
			revision, named := revisions[locale]
			switch {
			case named && w.Revision != revision:
				return &ConflictError{Now: w}
			case !named || !w.Dirty:
				if newest := states[locale].Newest(); newest != nil {
					out[locale] = newest.ID
				}
				continue
			}
			if w.Base != w.Newest {
				newest := states[locale].Newest()
				return refuse("unseen", map[string]any{"version": newest.ID, "author": newest.Author, "locale": locale},
					"%s: you have not seen version %d by %s", f, newest.ID, newest.Author)
			}
			if err := f.check(); err != nil {
				return refuse("faulty", map[string]any{"locale": locale}, "%s", err)
			}
			v := Version{File: f, Author: by.Name, At: s.clock.Now()}
			if err := s.insert(ctx, tx, &v, false); err != nil {
				return err
			}
			row := workingRow{Source: f.Source, Revision: w.Revision, Base: v.ID, Author: w.Author, UpdatedAt: w.At}
			if err := s.writeWorking(tx, by, f, row); err != nil {
				return err
			}
			out[locale] = v.ID
		}
		return nil
	})
	return out, err
}

// Discard goes back to the newest version of a language. The words that are thrown away are kept aside for who does it.
func (s *Service) Discard(ctx context.Context, by Actor, t Text, locale string, revision int64) (Working, error) {
	var out Working
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		states, now, err := s.lockWorking(ctx, tx, t)
		if err != nil {
			return err
		}
		w := now[locale]
		if w.Revision != revision {
			return &ConflictError{Now: w}
		}
		f := File{Text: t, Locale: locale, Source: w.Source}
		if w.Dirty {
			if _, err := s.keepDiscarded(tx, by, f, w.Revision); err != nil {
				return err
			}
		}
		row := workingRow{Revision: w.Revision + 1, Author: by.Name, UpdatedAt: s.clock.Now()}
		out = row.working(locale, states[locale])
		return s.writeWorking(tx, by, f, row)
	})
	return out, err
}
