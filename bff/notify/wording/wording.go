package wording

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Body are the texts of a kind of mail that differ from the built-in ones, by "group.key", then by locale.
type Body map[string]map[string]string

// Finding is something that keeps a body from being used.
type Finding struct {
	// Code is that of notify.Text.Fault, About what it is about.
	Code   string `json:"code"`
	Key    string `json:"key"`
	Locale string `json:"locale"`
	About  any    `json:"about"`
}

// Check lists what is wrong with a body of a kind, in the order of its texts. Never nil.
func Check(kind string, b Body) []Finding {
	out := []Finding{}
	known := notify.TextsOf(kind)
	for _, t := range known {
		text, differs := b[t.Key]
		if !differs {
			continue
		}
		for _, locale := range notify.Locales {
			if code, about := t.Fault(locale, text[locale]); code != "" {
				out = append(out, Finding{code, t.Key, locale, about})
			}
		}
	}
	for key := range b {
		if !slices.ContainsFunc(known, func(t notify.Text) bool { return t.Key == key }) {
			out = append(out, Finding{"unknown", key, "", nil})
		}
	}
	return out
}

// Overrides returns the texts of bodies that can be used, by kind.
func Overrides(bodies map[string]Body) notify.Overrides {
	out := notify.Overrides{}
	for _, locale := range notify.Locales {
		out[locale] = map[string]string{}
	}
	for kind, b := range bodies {
		bad := map[string]bool{}
		for _, f := range Check(kind, b) {
			bad[f.Key] = true
		}
		for key, text := range b {
			if bad[key] {
				continue
			}
			for _, locale := range notify.Locales {
				out[locale][key] = text[locale]
			}
		}
	}
	return out
}

// Memory keeps the texts of staff for the mails. It is safe for concurrent use.
type Memory struct {
	db  *pg.DB
	log *slog.Logger
	now atomic.Pointer[notify.Overrides]
}

// NewMemory returns a memory that reads from db when it is first asked; log gets an entry when it cannot.
func NewMemory(db *pg.DB, log *slog.Logger) *Memory { return &Memory{db: db, log: log} }

// Overrides returns the texts of staff. While they were never read, those of the shop hold.
func (m *Memory) Overrides(ctx context.Context) notify.Overrides {
	if own := m.now.Load(); own != nil {
		return *own
	}
	if err := m.Reload(ctx); err != nil {
		m.log.WarnContext(ctx, "mail texts of staff not read", "error", err)
		return nil
	}
	return *m.now.Load()
}

// Reload reads the texts anew.
func (m *Memory) Reload(ctx context.Context) error {
	list, err := pg.List[struct {
		Kind string
		Body pg.JSON[Body]
	}](m.db.Conn(ctx), "read mail texts", `select kind, body from mail_text`)
	if err != nil {
		return err
	}
	bodies := map[string]Body{}
	for _, r := range list {
		bodies[r.Kind] = r.Body.V
	}
	own := Overrides(bodies)
	m.now.Store(&own)
	return nil
}
