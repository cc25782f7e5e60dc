package block

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/tenant"
)

// previewPurpose distinguishes tokens of previews of parts from all others.
const previewPurpose = "preview of a part"

// Link is a preview that was given to colleagues.
type Link struct {
	ID        int64
	Author    string
	CreatedAt time.Time
	Until     time.Time
	RevokedBy string
	RevokedAt *time.Time
}

// CreateLink makes a link to a preview of a part as it is drafted now, or else shown, which can be taken back. Fault: texts_bad_expiry for
// a time that is less than a minute or more than editor.LinkUpTo.
func (s *Service) CreateLink(ctx context.Context, by audit.By, site int64, kind Kind, good time.Duration) error {
	if good < time.Minute || good > editor.LinkUpTo {
		return fault.New("texts_bad_expiry")
	}
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		now, err := s.state(tx, site, kind)
		if err != nil {
			return err
		}
		body := now.Shown
		if now.Draft != nil {
			body = now.Draft.Body
		}
		until := s.Clock.Now().Add(good).Truncate(time.Second)
		ids, err := pg.List[int64](tx, "share preview", `insert into site_block_link (tenant_id, kind, body, author, created_at, until)
			values (?, ?, ?, ?, ?, ?) returning id`, site, kind, pg.AsJSON(body), by.Author, s.Clock.Now(), until)
		if err != nil {
			return err
		}
		return s.audit(tx, by, site, kind, "share_preview", map[string]any{"link": ids[0], "until": until})
	})
}

// Links lists the links to previews of a part that are good, and those that were taken back, the newest first. Never nil.
func (s *Service) Links(ctx context.Context, site int64, kind Kind) ([]Link, error) {
	return pg.List[Link](s.DB.Conn(ctx), "list links", `select id, author, created_at, until, revoked_by, revoked_at from site_block_link
		where (tenant_id, kind) = (?, ?) and until > ? order by id desc limit 50`, site, kind, s.Clock.Now())
}

// Token returns the token of a link.
func (s *Service) Token(l Link) string {
	return s.Signer.Sign(previewPurpose, strconv.FormatInt(l.ID, 10), l.Until)
}

// Revoke takes a link back: from now on it shows nothing.
func (s *Service) Revoke(ctx context.Context, by audit.By, site int64, kind Kind, id int64) error {
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		changed, err := pg.Changed(tx, "revoke link", `update site_block_link set revoked_by = ?, revoked_at = ?
			where id = ? and (tenant_id, kind) = (?, ?) and revoked_at is null`, by.Author, s.Clock.Now(), id, site, kind)
		if err != nil || !changed {
			return err
		}
		return s.audit(tx, by, site, kind, "revoke_preview", map[string]any{"link": id})
	})
}

// PreviewKind is the kind of text that a preview of a part says it is of; its name is the kind of the part.
const PreviewKind = "part"

// Open reads a preview's token at a site. The error is editor.ErrPreview for one that was not made here, has expired, was taken back,
// or is of another site.
func (s *Service) Open(ctx context.Context, site int64, token string) (editor.Preview, error) {
	text, ok := s.Signer.Verify(previewPurpose, token, s.Clock.Now())
	id, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		return editor.Preview{}, editor.ErrPreview
	}
	list, err := pg.List[struct {
		Kind      Kind
		Body      pg.JSON[Body]
		Author    string
		CreatedAt time.Time
		Until     time.Time
	}](s.DB.Conn(ctx), "open preview", `select kind, body, author, created_at, until from site_block_link
		where id = ? and tenant_id = ? and revoked_at is null and until > ?`, id, site, s.Clock.Now())
	if err != nil {
		return editor.Preview{}, err
	}
	if len(list) == 0 {
		return editor.Preview{}, editor.ErrPreview
	}
	l := list[0]
	out := editor.Preview{
		Text:     editor.Text{Tenant: site, Kind: PreviewKind, Name: string(l.Kind)},
		Versions: map[string]editor.Version{},
		Drafts:   content.Languages,
		Until:    l.Until.UTC(),
		Site:     l.Body.V.of(l.Kind).in,
	}
	for _, locale := range content.Languages {
		out.Versions[locale] = editor.Version{ID: id, Author: l.Author, At: l.CreatedAt.UTC()}
	}
	return out, nil
}

// in returns a site as it is with a body in place of what is shown.
func (b Body) in(t tenant.Tenant) tenant.Tenant {
	switch {
	case b.Menu != nil:
		entries := make([]tenant.Entry, len(b.Menu))
		for i, e := range b.Menu {
			entries[i] = tenant.Entry{Name: e.Name, Icon: e.Icon, Link: e.Link, NewTab: e.NewTab, WithLanguage: e.WithLanguage}
		}
		return t.WithMenu(entries)
	case b.Banner != nil:
		return t.WithBanner(*b.Banner)
	}
	return t.WithWords(b.Words)
}

// audit notes what somebody did with a part, in the transaction that does it.
func (s *Service) audit(tx *pg.Tx, by audit.By, site int64, kind Kind, action string, detail map[string]any) error {
	raw, err := json.Marshal(detail)
	if err != nil {
		return fmt.Errorf("note in the audit log: %w", err)
	}
	return pg.Exec(tx, "note in the audit log", `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
		values (?, ?, ?, 'block', ?, ?, '', '', ?::jsonb, ?)`, site, s.Clock.Now(), by.Actor, kind, action, string(raw), by.RequestID)
}
