package editor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Publication is a text as it was published: the version shown in each language, 0 for none, and the language that was
// left behind, "" for neither.
type Publication struct {
	Text
	Versions map[string]int64
	Stale    string
}

// Refused says in an editor's words why a text is not published.
type Refused struct{ Why string }

// Error is the reason.
func (r *Refused) Error() string { return r.Why }

func refused(format string, args ...any) error { return &Refused{fmt.Sprintf(format, args...)} }

// Publish shows the drafts of a text. Both languages go together; alone allows one to go without the other, which is marked
// as left behind. The errors are Refused: nothing new, a translation that is missing or was not touched.
func (s *Service) Publish(ctx context.Context, t Text, actor string, alone bool) (Publication, error) {
	return s.move(ctx, t, actor, func(ctx context.Context, tx *pg.Tx) (map[string]Version, string, error) {
		states, err := s.One(ctx, t)
		if err != nil {
			return nil, "", err
		}
		next, stale, drafts := map[string]Version{}, "", 0
		for _, locale := range content.Languages {
			state := states[locale]
			if state.Newest() == nil {
				return nil, "", refused("%s is missing in %s: hand it in first", t, locale)
			}
			if state.Draft == nil {
				stale = locale
				continue
			}
			next[locale] = *state.Draft
			drafts++
		}
		switch {
		case drafts == 0:
			return nil, "", refused("%s has nothing new to publish", t)
		case drafts == 1 && !alone:
			return nil, "", refused("%s has nothing new in %s: hand that in too, or say --alone", t, stale)
		}
		if err := s.keepFiles(ctx, tx, t, states); err != nil {
			return nil, "", err
		}
		if stale != "" {
			next[stale] = *states[stale].Shown
		}
		return next, stale, samePlaces(t, next)
	})
}

// keepFiles writes down what the files said before the first publication of a text: from then on they are not asked any
// more, and it can be restored.
func (s *Service) keepFiles(ctx context.Context, tx *pg.Tx, t Text, states map[string]State) error {
	first := Publication{t, map[string]int64{}, ""}
	for _, locale := range content.Languages {
		shown := states[locale].Shown
		if shown == nil || shown.ID != 0 {
			return nil
		}
		shown.At = s.clock.Now()
		if err := s.insert(ctx, tx, shown, true); err != nil {
			return err
		}
		first.Versions[locale] = shown.ID
	}
	return s.record(ctx, tx, first, "the shop's files")
}

// Restore shows again what a text said before it was last published.
func (s *Service) Restore(ctx context.Context, t Text, actor string) (Publication, error) {
	return s.move(ctx, t, actor, func(ctx context.Context, tx *pg.Tx) (map[string]Version, string, error) {
		var en, zh sql.NullInt64
		var stale string
		err := tx.SQL().QueryRowContext(ctx, `select en, zh, stale from content_publication
			where (tenant_id, kind, name) = ($1, $2, $3) order by id desc limit 1 offset 1`, t.Tenant, t.Kind, t.Name).Scan(&en, &zh, &stale)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, "", refused("%s was never anything else", t)
		}
		if err != nil {
			return nil, "", fmt.Errorf("read publications: %w", err)
		}
		next := map[string]Version{}
		if !en.Valid || !zh.Valid { // it was not there
			return next, "", nil
		}
		for locale, id := range map[string]int64{"en": en.Int64, "zh": zh.Int64} {
			v, err := s.version(ctx, t, locale, id)
			if err != nil {
				return nil, "", err
			}
			next[locale] = *v
		}
		return next, stale, nil
	})
}

// Withdraw takes a text away that editors have added: its page is gone, or the text that all sites share is there again.
// The errors are Refused: nothing is published, or the shop cannot be without it.
func (s *Service) Withdraw(ctx context.Context, t Text, actor string) (Publication, error) {
	return s.move(ctx, t, actor, func(ctx context.Context, _ *pg.Tx) (map[string]Version, string, error) {
		own, err := s.fromFiles(t)
		if err != nil {
			return nil, "", err
		}
		if own[t] != nil {
			return nil, "", refused("%s belongs to the shop: publish another, or restore it", t)
		}
		states, err := s.One(ctx, t)
		if err != nil {
			return nil, "", err
		}
		for _, state := range states {
			if state.Shown != nil {
				return map[string]Version{}, "", nil
			}
		}
		return nil, "", refused("%s is not published", t)
	})
}

// move points a text to the versions that choose names, to none where it names none, and writes what they say where pages
// read it.
func (s *Service) move(
	ctx context.Context, t Text, actor string, choose func(context.Context, *pg.Tx) (map[string]Version, string, error),
) (Publication, error) {
	var out Publication
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := tx.SQL().ExecContext(ctx, `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
			fmt.Sprintf("publish %d %s", t.Tenant, t)); err != nil {
			return fmt.Errorf("wait for another publication: %w", err)
		}
		next, stale, err := choose(ctx, tx)
		if err != nil {
			return err
		}
		out = Publication{t, map[string]int64{}, stale}
		for _, locale := range content.Languages {
			v, shown := next[locale]
			if !shown {
				if err := s.hide(ctx, tx, t, locale); err != nil {
					return err
				}
				continue
			}
			if err := s.show(ctx, tx, v); err != nil {
				return err
			}
			out.Versions[locale] = v.ID
		}
		return s.record(ctx, tx, out, actor)
	})
	return out, err
}

func (s *Service) record(ctx context.Context, tx *pg.Tx, p Publication, actor string) error {
	if _, err := tx.SQL().ExecContext(ctx, `
		insert into content_publication (tenant_id, kind, name, en, zh, stale, actor, at)
		values ($1, $2, $3, nullif($4::bigint, 0), nullif($5::bigint, 0), $6, $7, $8)`,
		p.Tenant, p.Kind, p.Name, p.Versions["en"], p.Versions["zh"], p.Stale, actor, s.clock.Now()); err != nil {
		return fmt.Errorf("note publication: %w", err)
	}
	return nil
}

// show moves the pointer of one language and writes what the pages read.
func (s *Service) show(ctx context.Context, tx *pg.Tx, v Version) error {
	if _, err := tx.SQL().ExecContext(ctx, `
		insert into content_published (tenant_id, kind, name, locale, version_id) values ($1, $2, $3, $4, $5)
		on conflict (tenant_id, kind, name, locale) do update set version_id = excluded.version_id`,
		v.Tenant, v.Kind, v.Name, v.Locale, v.ID); err != nil {
		return fmt.Errorf("publish %s: %w", v.File, err)
	}
	if v.Kind == "faq" {
		return s.showQuestions(ctx, tx, v)
	}
	d, err := content.ParseDocument(v.Kind, v.Name, v.Locale, v.Source)
	if err != nil {
		return fmt.Errorf("%s: %w", v.File, err)
	}
	if _, err := tx.SQL().ExecContext(ctx, `
		insert into content_document as d (tenant_id, kind, name, locale, title, body_md, html, seo_title, seo_description, updated_at, sort)
		select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce(max(sort) + 1, 0) from content_document where tenant_id = $1 and kind = $2
		on conflict (tenant_id, kind, name, locale) do update set title = excluded.title, body_md = excluded.body_md, html = excluded.html,
			seo_title = excluded.seo_title, seo_description = excluded.seo_description, updated_at = excluded.updated_at`,
		v.Tenant, v.Kind, v.Name, v.Locale, d.Title, d.Markdown, d.HTML, d.SEOTitle, d.SEODescription, d.Updated); err != nil {
		return fmt.Errorf("publish %s: %w", v.File, err)
	}
	return nil
}

// hide takes one language of a text away.
func (s *Service) hide(ctx context.Context, tx *pg.Tx, t Text, locale string) error {
	for _, table := range []string{"content_published", "content_document"} {
		if _, err := tx.SQL().ExecContext(ctx, `delete from `+table+` where (tenant_id, kind, name, locale) = ($1, $2, $3, $4)`,
			t.Tenant, t.Kind, t.Name, locale); err != nil {
			return fmt.Errorf("withdraw %s: %w", t, err)
		}
	}
	if t.Kind != "faq" {
		return nil
	}
	if _, err := tx.SQL().ExecContext(ctx, `delete from faq_item where (tenant_id, name, locale) = ($1, $2, $3)`,
		t.Tenant, t.Name, locale); err != nil {
		return fmt.Errorf("withdraw %s: %w", t, err)
	}
	return nil
}

func (s *Service) showQuestions(ctx context.Context, tx *pg.Tx, v Version) error {
	var first int
	if err := tx.SQL().QueryRowContext(ctx, `
		select coalesce((select min(sort) / $3 * $3 from faq_item where tenant_id in (0, $1) and name = $2),
			(select (max(sort) / $3 + 1) * $3 from faq_item where tenant_id in (0, $1)), $3)`,
		v.Tenant, v.Name, content.PlacesPerFile).Scan(&first); err != nil {
		return fmt.Errorf("place %s: %w", v.File, err)
	}
	list, err := content.ParseQuestions(v.Name, v.Locale, v.Source, first)
	if err != nil {
		return fmt.Errorf("%s: %w", v.File, err)
	}
	if _, err := tx.SQL().ExecContext(ctx, `delete from faq_item where tenant_id = $1 and name = $2 and locale = $3`,
		v.Tenant, v.Name, v.Locale); err != nil {
		return fmt.Errorf("publish %s: %w", v.File, err)
	}
	for _, q := range list {
		if _, err := tx.SQL().ExecContext(ctx, `
			insert into faq_item (tenant_id, name, locale, category, question, answer_md, answer_html, sort)
			values ($1, $2, $3, $4, $5, $6, $7, $8)`,
			v.Tenant, v.Name, v.Locale, q.Category, q.Question, q.Markdown, q.HTML, q.Sort); err != nil {
			if pg.IsUnique(err) {
				return refused("%s: %q is asked twice", v.File, q.Question)
			}
			return fmt.Errorf("publish %s: %w", v.File, err)
		}
	}
	return nil
}

// samePlaces refuses a category that has more questions in one language: a question has the same place in both, which is
// how a search in one finds the other.
func samePlaces(t Text, next map[string]Version) error {
	if t.Kind != "faq" {
		return nil
	}
	counts := map[string]int{}
	for locale, v := range next {
		list, err := content.ParseQuestions(v.Name, locale, v.Source, 0)
		if err != nil {
			return fmt.Errorf("%s: %w", v.File, err)
		}
		counts[locale] = len(list)
	}
	if counts["en"] != counts["zh"] {
		var said []string
		for _, locale := range content.Languages {
			said = append(said, fmt.Sprintf("%d in %s", counts[locale], locale))
		}
		return refused("a category has as many questions in each language, not %s", strings.Join(said, " and "))
	}
	return nil
}
