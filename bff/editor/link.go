package editor

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// LinkUpTo is how long the link of a preview may be good.
const LinkUpTo = 30 * 24 * time.Hour

// PreviewLink is the link to a preview that was given to colleagues.
type PreviewLink struct {
	ID        int64
	En, Zh    *int64
	Author    string
	CreatedAt time.Time
	Until     time.Time
	RevokedBy string
	RevokedAt *time.Time
}

// CreateLink returns the token of a preview of a text as it stands now, which can be taken back. The error is Refused for a time that
// is none, or more than LinkUpTo.
func (s *Service) CreateLink(ctx context.Context, t Text, by Actor, good time.Duration) (token string, until time.Time, err error) {
	if good < time.Minute || good > LinkUpTo {
		return "", until, refuse("bad_expiry", nil, "a link is good for a minute to 30 days")
	}
	until = s.clock.Now().Add(good).Truncate(time.Second)
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		states, err := s.one(ctx, tx.SQL(), t)
		if err != nil {
			return err
		}
		versions := map[string]any{"en": nil, "zh": nil}
		c := claim{Tenant: t.Tenant, Kind: t.Kind, Name: t.Name, Versions: map[string]int64{}, Until: until.Unix()}
		for _, locale := range content.Languages {
			if newest := states[locale].Newest(); newest != nil {
				c.Versions[locale], versions[locale] = newest.ID, newest.ID
			}
		}
		list, err := pg.List[int64](tx, "share preview", `
			insert into content_link (tenant_id, kind, name, en, zh, author, created_at, until) values (?, ?, ?, ?, ?, ?, ?, ?) returning id`,
			t.Tenant, t.Kind, t.Name, versions["en"], versions["zh"], by.Name, s.clock.Now(), until)
		if err != nil {
			return err
		}
		c.Link = list[0]
		if token, err = s.sign(c, until); err != nil {
			return err
		}
		return s.audit(tx, t, by, "share_preview", "", "", map[string]any{"link": c.Link, "until": until})
	})
	return token, until, err
}

// Links lists the links to previews of a text that are good, the newest first, and those that were taken back. Never nil.
func (s *Service) Links(ctx context.Context, t Text) ([]PreviewLink, error) {
	return pg.List[PreviewLink](s.db.Conn(ctx), "list links", `
		select id, en, zh, author, created_at, until, revoked_by, revoked_at from content_link
		where (tenant_id, kind, name) = (?, ?, ?) and until > ? order by id desc limit 50`, t.Tenant, t.Kind, t.Name, s.clock.Now())
}

// Revoke takes a link back: from now on it shows nothing. It reports whether there was one that was good.
func (s *Service) Revoke(ctx context.Context, t Text, by Actor, id int64) (bool, error) {
	var changed bool
	err := s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) (err error) {
		changed, err = pg.Changed(tx, "revoke link", `update content_link set revoked_by = ?, revoked_at = ?
			where id = ? and (tenant_id, kind, name) = (?, ?, ?) and revoked_at is null`, by.Name, s.clock.Now(), id, t.Tenant, t.Kind, t.Name)
		if err != nil || !changed {
			return err
		}
		return s.audit(tx, t, by, "revoke_preview", "", "", map[string]any{"link": id})
	})
	return changed, err
}

// TokenOf makes the token of a link once more, for who wants to send it again. It is "" when there is no such link, or no longer.
func (s *Service) TokenOf(ctx context.Context, t Text, id int64) (string, error) {
	links, err := s.Links(ctx, t)
	if err != nil {
		return "", err
	}
	for _, l := range links {
		if l.ID != id || l.RevokedAt != nil {
			continue
		}
		c := claim{Tenant: t.Tenant, Kind: t.Kind, Name: t.Name, Versions: map[string]int64{}, Until: l.Until.Unix(), Link: id}
		for locale, v := range map[string]*int64{"en": l.En, "zh": l.Zh} {
			if v != nil {
				c.Versions[locale] = *v
			}
		}
		return s.sign(c, l.Until)
	}
	return "", nil
}

// LiveFor is how long the token of a live preview is good.
const LiveFor = 12 * time.Hour

// Live returns the token of a preview that shows what is being written at the moment it is looked at, for who writes it.
func (s *Service) Live(t Text) (string, error) {
	until := s.clock.Now().Add(LiveFor).Truncate(time.Second)
	return s.sign(claim{Tenant: t.Tenant, Kind: t.Kind, Name: t.Name, Until: until.Unix(), Live: true}, until)
}

// revoked reports whether a link was taken back.
func (s *Service) revoked(ctx context.Context, id int64) (bool, error) {
	if id == 0 {
		return false, nil
	}
	list, err := pg.List[int64](s.db.Conn(ctx), "read link", `select id from content_link where id = ? and revoked_at is null`, id)
	return len(list) == 0, err
}
