package editor

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// PresentFor is how long somebody is there after the last call.
const PresentFor = 30 * time.Second

// Present is somebody who has a text open.
type Present struct {
	Author string
	// Locale is the language in which they write, "" while they read.
	Locale string
	SeenAt time.Time
}

// MarkPresent notes that somebody has a text open, and lists who else has. Never nil.
func (s *Service) MarkPresent(ctx context.Context, by Actor, t Text, locale string) ([]Present, error) {
	now := s.clock.Now()
	if err := pg.Exec(s.db.Conn(ctx), "be present", `
		insert into content_presence (tenant_id, kind, name, actor, author, locale, seen_at) values (?, ?, ?, ?, ?, ?, ?)
		on conflict (tenant_id, kind, name, actor) do update set author = excluded.author, locale = excluded.locale, seen_at = excluded.seen_at`,
		t.Tenant, t.Kind, t.Name, by.ID, by.Name, locale, now); err != nil {
		return nil, err
	}
	return s.others(ctx, by, t)
}

func (s *Service) others(ctx context.Context, by Actor, t Text) ([]Present, error) {
	return pg.List[Present](s.db.Conn(ctx), "list who is present", `
		select author, locale, seen_at from content_presence
		where (tenant_id, kind, name) = (?, ?, ?) and actor <> ? and seen_at > ? order by author, actor`,
		t.Tenant, t.Kind, t.Name, by.ID, s.clock.Now().Add(-PresentFor))
}

// MarkAbsent notes that somebody has closed a text.
func (s *Service) MarkAbsent(ctx context.Context, by Actor, t Text) error {
	return pg.Exec(s.db.Conn(ctx), "leave", `delete from content_presence where (tenant_id, kind, name, actor) = (?, ?, ?, ?)`,
		t.Tenant, t.Kind, t.Name, by.ID)
}
