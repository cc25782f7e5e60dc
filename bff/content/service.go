package content

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Service reads what editors have published. It is safe for concurrent use.
type Service struct{ db *pg.DB }

// New returns a service that reads from db.
func New(db *pg.DB) *Service { return &Service{db: db} }

// Page is a document as it is shown.
type Page struct {
	Title          string
	Markdown, HTML string
	UpdatedAt      time.Time
	SEOTitle       string
	SEODescription string
}

// Entry is a document as it is listed.
type Entry struct {
	Kind, Name, Title string
	UpdatedAt         time.Time
}

// Answer is a frequently asked question with its answer.
type Answer struct {
	Category, Question, Markdown, HTML string
	// Name is that of the file which the question comes from.
	Name string
}

// Page returns a document of kind service, terms or page. The fault is not_found.
func (s *Service) Page(ctx context.Context, tenant int64, kind, name, lang string) (Page, error) {
	var p Page
	err := s.db.SQL.QueryRowContext(ctx, `select title, body_md, html, updated_at, seo_title, seo_description from content_document
		where tenant_id in (0, $1) and kind = $2 and name = $3 and locale = $4 order by tenant_id desc limit 1`,
		tenant, kind, name, lang).Scan(&p.Title, &p.Markdown, &p.HTML, &p.UpdatedAt, &p.SEOTitle, &p.SEODescription)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Page{}, fault.New("not_found")
	case err != nil:
		return Page{}, fmt.Errorf("read %s/%s: %w", kind, name, err)
	}
	p.UpdatedAt = p.UpdatedAt.UTC()
	return p, nil
}

// List returns the documents that a site has in lang, for the footer and the sitemap. Never nil.
func (s *Service) List(ctx context.Context, tenant int64, lang string) ([]Entry, error) {
	rows, err := s.db.SQL.QueryContext(ctx, `select kind, name, title, updated_at from (
			select distinct on (kind, name) kind, name, title, updated_at, sort from content_document
			where tenant_id in (0, $1) and locale = $2 order by kind, name, tenant_id desc) d
		order by kind, sort, name`, tenant, lang)
	if err != nil {
		return nil, fmt.Errorf("list documents: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := []Entry{}
	for rows.Next() {
		var e Entry
		if err := rows.Scan(&e.Kind, &e.Name, &e.Title, &e.UpdatedAt); err != nil {
			return nil, fmt.Errorf("list documents: %w", err)
		}
		e.UpdatedAt = e.UpdatedAt.UTC()
		out = append(out, e)
	}
	return out, rows.Err()
}

// FAQ returns every question of a site in lang, in the editors' order. Never nil.
func (s *Service) FAQ(ctx context.Context, tenant int64, lang string) ([]Answer, error) {
	return s.questions(ctx, tenant, lang, nil)
}

// SearchFAQ returns the questions that hold every word of keyword, in the language of the page or in the other one.
// Never nil. The fault is validation_failed when keyword is empty.
func (s *Service) SearchFAQ(ctx context.Context, tenant int64, lang, keyword string) ([]Answer, error) {
	words := strings.Fields(folded(input.Line(keyword)))
	if len(words) == 0 {
		return nil, fault.Fields(map[string]string{"keyword": "keyword_required"})
	}
	return s.questions(ctx, tenant, lang, words)
}

// questions reads both languages in one statement and pairs them by their category and place. A category that a site has for itself
// stands in place of the one that all share. Two categories may have the same places: one of an editor, and one that came with a later
// version of the shop.
func (s *Service) questions(ctx context.Context, tenant int64, lang string, words []string) ([]Answer, error) {
	rows, err := s.db.SQL.QueryContext(ctx, `select locale, tenant_id, sort, name, category, question, answer_md, answer_html
		from faq_item i where tenant_id = $1 or (tenant_id = 0
			and not exists (select 1 from faq_item own where own.tenant_id = $1 and own.tenant_id > 0 and own.name = i.name))
		order by sort / $2, name, sort, tenant_id, id`, tenant, PlacesPerFile)
	if err != nil {
		return nil, fmt.Errorf("read questions: %w", err)
	}
	defer func() { _ = rows.Close() }()
	type place struct {
		tenant, sort int64
		name         string
	}
	text, shown, order := map[place]string{}, map[place]Answer{}, []place{}
	for rows.Next() {
		var locale string
		var at place
		var a Answer
		if err := rows.Scan(&locale, &at.tenant, &at.sort, &a.Name, &a.Category, &a.Question, &a.Markdown, &a.HTML); err != nil {
			return nil, fmt.Errorf("read questions: %w", err)
		}
		at.name = a.Name
		text[at] += "\n" + folded(a.Category+"\n"+a.Question+"\n"+a.Markdown)
		if locale == lang {
			shown[at] = a
			order = append(order, at)
		}
	}
	out := []Answer{}
	for _, at := range order {
		if containsAll(text[at], words) {
			out = append(out, shown[at])
		}
	}
	return out, rows.Err()
}

func containsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// folded makes texts comparable: full-width and half-width letters, and their case, are the same.
func folded(s string) string { return cases.Fold().String(norm.NFKC.String(s)) }
