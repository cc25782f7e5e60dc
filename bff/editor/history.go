package editor

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// PublicationRecord is a text as it was published: by whom, when, and the version in each language; nil when it was taken away.
type PublicationRecord struct {
	ID     int64
	En, Zh *int64
	Stale  string
	Author string
	At     time.Time
	// Receipt says that there is one, with so many pages that were fresh and late; Slowest is the time of the last fresh one.
	Receipt     bool
	Fresh, Late int
	Slowest     *int64
}

// publicationsAtOnce is how many publications are listed at a time.
const publicationsAtOnce = 50

// History lists the publications of a text, the newest first: those with numbers below before, 0 for all. Never nil.
func (s *Service) History(ctx context.Context, t Text, before int64) ([]PublicationRecord, error) {
	return pg.List[PublicationRecord](s.db.Conn(ctx), "list publications", `
		select id, en, zh, stale, actor as author, at, r.publication_id is not null and not r.unknown as receipt,
			coalesce(fresh, 0) as fresh, coalesce(late, 0) as late, slowest
		from content_publication left join content_receipt r on r.publication_id = id
		where (tenant_id, kind, name) = (?, ?, ?) and (? = 0 or id < ?) order by id desc limit ?`,
		t.Tenant, t.Kind, t.Name, before, before, publicationsAtOnce)
}

// Versions lists what was handed in of a text in a language, the newest first, without the words. Never nil.
func (s *Service) Versions(ctx context.Context, t Text, locale string) ([]Version, error) {
	rows, err := pg.List[struct {
		ID        int64
		Author    string
		CreatedAt time.Time
	}](s.db.Conn(ctx), "list versions", `select id, author, created_at from content_version
		where (tenant_id, kind, name, locale) = (?, ?, ?, ?) order by id desc limit 100`, t.Tenant, t.Kind, t.Name, locale)
	out := make([]Version, len(rows))
	for i, r := range rows {
		out[i] = Version{ID: r.ID, File: File{Text: t, Locale: locale}, Author: r.Author, At: r.CreatedAt}
	}
	return out, err
}

// Version returns a version of a text; nil when that text has no such version in the language.
func (s *Service) Version(ctx context.Context, t Text, locale string, id int64) (*Version, error) {
	return s.version(ctx, s.db.Pool(ctx), t, locale, id)
}
