package editor

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// DiscardedText is what somebody wrote that did not become part of a text: refused because somebody else had saved, or thrown away. Only
// its author sees it.
type DiscardedText struct {
	ID        int64
	Locale    string
	Source    string
	CreatedAt time.Time
}

// DiscardedTexts lists what was kept aside of a text for somebody, the newest first. Never nil.
func (s *Service) DiscardedTexts(ctx context.Context, by Actor, t Text) ([]DiscardedText, error) {
	return pg.List[DiscardedText](s.db.Conn(ctx), "list words kept aside", `
		select id, locale, source, created_at from content_aside
		where actor = ? and (tenant_id, kind, name) = (?, ?, ?) order by id desc limit 50`, by.ID, t.Tenant, t.Kind, t.Name)
}

// DeleteDiscardedText deletes words that were kept aside for somebody.
func (s *Service) DeleteDiscardedText(ctx context.Context, by Actor, id int64) error {
	return pg.Exec(s.db.Conn(ctx), "delete words kept aside", `delete from content_aside where id = ? and actor = ?`, id, by.ID)
}

// keepDiscarded keeps the words of a file for somebody. Of words that are based on the same revision the newest are kept.
func (s *Service) keepDiscarded(tx *pg.Tx, by Actor, f File, revision int64) (int64, error) {
	list, err := pg.List[int64](tx, "keep words aside", `
		insert into content_aside (tenant_id, kind, name, locale, source, revision, actor, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)
		on conflict (actor, tenant_id, kind, name, locale, revision) do update set source = excluded.source, created_at = excluded.created_at
		returning id`, f.Tenant, f.Kind, f.Name, f.Locale, f.Source, revision, by.ID, s.clock.Now())
	if err != nil {
		return 0, err
	}
	return list[0], nil
}
