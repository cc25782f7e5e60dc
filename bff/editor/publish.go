package editor

import (
	"context"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Publication is a text as it was published: the version shown in each language, 0 for none, and the language that was
// left behind, "" for neither.
type Publication struct {
	ID int64
	Text
	Versions map[string]int64
	Stale    string
}

// Mode says what becomes of a language in which nothing waits while the other one is published.
type Mode string

// The modes.
const (
	// Both refuses: both languages go together.
	Both Mode = "both"
	// Alone publishes one language; the other is left behind.
	Alone Mode = "alone"
	// Correction publishes one language whose meaning has not changed: the other is not left behind.
	Correction Mode = "correction"
)

// Modes are all modes.
var Modes = []Mode{Both, Alone, Correction}

// Order is what is to be published.
type Order struct {
	Mode Mode
	// Versions are those that must wait, by language, 0 for none; nil takes whatever waits.
	Versions map[string]int64
}

// Publish shows the drafts of a text. The errors are Refused: nothing new, a translation that is missing or was not touched,
// another draft than the one that was ordered.
func (s *Service) Publish(ctx context.Context, t Text, by Actor, o Order) (Publication, error) {
	return s.move(ctx, t, by, "publish", func(ctx context.Context, tx *pg.Tx) (map[string]Version, string, error) {
		next, stale, err := s.waiting(ctx, tx, t, o)
		if err != nil {
			return nil, "", err
		}
		return s.withOtherLanguage(ctx, tx, t, next, stale)
	})
}

// waiting returns the drafts of a text that an order is about, and the language that they leave behind.
func (s *Service) waiting(ctx context.Context, tx *pg.Tx, t Text, o Order) (map[string]Version, string, error) {
	states, err := s.one(ctx, tx.SQL(), t)
	if err != nil {
		return nil, "", err
	}
	next, untouched := map[string]Version{}, ""
	for _, locale := range content.Languages {
		state := states[locale]
		if state.Newest() == nil {
			return nil, "", refuse("missing", map[string]any{"locale": locale}, "%s is missing in %s: hand it in first", t, locale)
		}
		if state.Draft != nil {
			next[locale] = *state.Draft
		} else {
			untouched = locale
		}
		if o.Versions != nil && next[locale].ID != o.Versions[locale] {
			return nil, "", refuse("overtaken", nil, "%s has another draft in %s by now: look at it first", t, locale)
		}
	}
	switch {
	case len(next) == 0:
		return nil, "", refuse("nothing_new", nil, "%s has nothing new to publish", t)
	case len(next) == 2:
		return next, "", nil
	case o.Mode == Alone:
		return next, untouched, nil
	case o.Mode == Correction && states[untouched].Stale: // it was left behind before
		return next, untouched, nil
	case o.Mode == Correction:
		return next, "", nil
	}
	return nil, "", refuse("one_language", map[string]any{"locale": untouched},
		"%s has nothing new in %s: hand that in too, or say --alone, or --correction when the meaning is the same", t, untouched)
}

// withOtherLanguage adds to the new versions of a text the version that the other language shows.
func (s *Service) withOtherLanguage(
	ctx context.Context, tx *pg.Tx, t Text, next map[string]Version, stale string,
) (map[string]Version, string, error) {
	states, err := s.one(ctx, tx.SQL(), t)
	if err != nil {
		return nil, "", err
	}
	if err := s.keepFiles(ctx, tx, t, states); err != nil {
		return nil, "", err
	}
	for _, locale := range content.Languages {
		if _, there := next[locale]; there {
			continue
		}
		shown := states[locale].Shown
		if shown == nil {
			return nil, "", refuse("missing", map[string]any{"locale": locale}, "%s is missing in %s: publish that too", t, locale)
		}
		next[locale] = *shown
	}
	return next, stale, samePlaces(t, next)
}

// keepFiles stores the texts of the files before the first publication of a text: from then on they are not asked any
// more, and it can be restored.
func (s *Service) keepFiles(ctx context.Context, tx *pg.Tx, t Text, states map[string]State) error {
	first := Publication{Text: t, Versions: map[string]int64{}}
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
	return s.record(ctx, tx, &first, FilesAuthor)
}

// Withdraw takes a text away that editors have added: its page is gone, or the text that all sites share is there again.
// The errors are Refused: nothing is published, or the shop cannot be without it.
func (s *Service) Withdraw(ctx context.Context, t Text, by Actor) (Publication, error) {
	return s.move(ctx, t, by, "withdraw", func(ctx context.Context, tx *pg.Tx) (map[string]Version, string, error) {
		own, err := s.fromFiles(t)
		if err != nil {
			return nil, "", err
		}
		if own[t] != nil {
			return nil, "", refuse("own", nil, "%s belongs to the shop: publish another, or restore it", t)
		}
		states, err := s.one(ctx, tx.SQL(), t)
		if err != nil {
			return nil, "", err
		}
		for _, state := range states {
			if state.Shown != nil {
				return map[string]Version{}, "", nil
			}
		}
		return nil, "", refuse("not_published", nil, "%s is not published", t)
	})
}

// choice names the versions of a text that are shown next, none where it names none, and the language that is left behind.
type choice func(ctx context.Context, tx *pg.Tx) (next map[string]Version, stale string, err error)

// move points a text to the versions that choose names, to none where it names none, and writes what they say where pages
// read it.
func (s *Service) move(ctx context.Context, t Text, by Actor, action string, choose choice) (Publication, error) {
	var out Publication
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) (err error) {
		if err := lockPublishing(ctx, tx, t); err != nil {
			return err
		}
		out, err = s.moveIn(ctx, tx, t, by, action, choose)
		return err
	})
	return out, err
}

// lockPublishing lets one publication of a text be made at a time.
func lockPublishing(ctx context.Context, tx *pg.Tx, t Text) error {
	if _, err := tx.SQL().ExecContext(ctx, `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
		fmt.Sprintf("publish %d %s", t.Tenant, t)); err != nil {
		return fmt.Errorf("wait for another publication: %w", err)
	}
	return nil
}

// moveIn is move in a transaction that has locked the publishing of the text.
func (s *Service) moveIn(ctx context.Context, tx *pg.Tx, t Text, by Actor, action string, choose choice) (Publication, error) {
	next, stale, err := choose(ctx, tx)
	if err != nil {
		return Publication{}, err
	}
	out := Publication{Text: t, Versions: map[string]int64{}, Stale: stale}
	for _, locale := range content.Languages {
		v, shown := next[locale]
		if !shown {
			if err := s.hide(ctx, tx, t, locale); err != nil {
				return Publication{}, err
			}
			continue
		}
		if err := checkImages(tx, v.File); err != nil {
			return Publication{}, err
		}
		if err := s.show(ctx, tx, v); err != nil {
			return Publication{}, err
		}
		out.Versions[locale] = v.ID
	}
	if err := s.record(ctx, tx, &out, by.Name); err != nil {
		return Publication{}, err
	}
	return out, s.audit(tx, t, by, action, "", "", map[string]any{"publication": out.ID, "versions": out.Versions, "stale": stale})
}

// record notes a publication and gives it its number.
func (s *Service) record(ctx context.Context, tx *pg.Tx, p *Publication, author string) error {
	if err := tx.SQL().QueryRowContext(ctx, `
		insert into content_publication (tenant_id, kind, name, en, zh, stale, actor, at)
		values ($1, $2, $3, nullif($4::bigint, 0), nullif($5::bigint, 0), $6, $7, $8) returning id`,
		p.Tenant, p.Kind, p.Name, p.Versions["en"], p.Versions["zh"], p.Stale, author, s.clock.Now()).Scan(&p.ID); err != nil {
		return fmt.Errorf("note publication: %w", err)
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
		var counted []string
		for _, locale := range content.Languages {
			counted = append(counted, fmt.Sprintf("%d in %s", counts[locale], locale))
		}
		return refuse(
			"questions_differ",
			map[string]any{"en": counts["en"], "zh": counts["zh"]},
			"a category has as many questions in each language, not %s",
			strings.Join(counted, " and "),
		)
	}
	return nil
}
