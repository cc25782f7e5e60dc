package editor

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

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
				return refuse("asked_twice", map[string]any{"question": q.Question}, "%s: %q is asked twice", v.File, q.Question)
			}
			return fmt.Errorf("publish %s: %w", v.File, err)
		}
	}
	return nil
}
