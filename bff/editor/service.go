package editor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Service keeps drafts, previews them and publishes them. It is safe for concurrent use.
type Service struct {
	db     *pg.DB
	clock  clock.Clock
	signer *secret.Signer
	files  fs.FS
	queue  Queue
}

// Queue takes jobs in the transaction that needs them.
type Queue interface {
	Enqueue(ctx context.Context, tx *pg.Tx, jobs ...jobs.Job) error
}

// New returns a service. files holds the texts that the shop came with, under content/{en,zh}; queue takes the jobs of
// scheduled publications.
func New(db *pg.DB, cl clock.Clock, signer *secret.Signer, files fs.FS, queue Queue) *Service {
	return &Service{db: db, clock: cl, signer: signer, files: files, queue: queue}
}

// reader is a connection, or a transaction.
type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// FilesAuthor is the author of what comes from the shop's files.
const FilesAuthor = "the shop's files"

// State is how a text stands in one language.
type State struct {
	// Shown is the version that visitors see: ID 0 when it comes from the shop's files, nil when there is none.
	Shown *Version
	// Draft was handed in after what is shown; nil when there is none.
	Draft *Version
	// Stale says that the other language was published without this one.
	Stale bool
}

// Newest is what an editor would go on with; nil when there is nothing.
func (s State) Newest() *Version {
	if s.Draft != nil {
		return s.Draft
	}
	return s.Shown
}

// List returns the texts that a site has for itself, or with 0 those that all share, each with its state by language.
func (s *Service) List(ctx context.Context, tenant int64) (map[Text]map[string]State, error) {
	return s.states(ctx, s.db.Pool(ctx), Text{Tenant: tenant})
}

// One returns the state of a text by language. The error says that there is none.
func (s *Service) One(ctx context.Context, t Text) (map[string]State, error) {
	return s.one(ctx, s.db.Pool(ctx), t)
}

func (s *Service) one(ctx context.Context, from reader, t Text) (map[string]State, error) {
	found, err := s.states(ctx, from, t)
	if err != nil {
		return nil, err
	}
	if found[t] == nil {
		return nil, fmt.Errorf("%s%s: %w", t, siteNote(t.Tenant), ErrNoText)
	}
	return found[t], nil
}

// Has reports whether there is a text, if only as a draft.
func (s *Service) Has(ctx context.Context, t Text) (bool, error) {
	found, err := s.states(ctx, s.db.Pool(ctx), t)
	return found[t] != nil, err
}

// states reads one text, or without a kind every text of the site.
func (s *Service) states(ctx context.Context, from reader, of Text) (map[Text]map[string]State, error) {
	out, err := s.fromFiles(of)
	if err != nil {
		return nil, err
	}
	// A draft is newer than all of the editors' words that were ever published: what was taken back is none. The words of the files
	// are numbered when the first publication replaces them, which may be after a draft. Where nothing is shown, all are drafts.
	rows, err := from.QueryContext(ctx, `
		select v.id, v.kind, v.name, v.locale, v.source, v.author, v.created_at, p.version_id is not distinct from v.id as shown,
			coalesce((select stale = v.locale from content_publication c where (c.tenant_id, c.kind, c.name) = (v.tenant_id, v.kind, v.name)
				order by id desc limit 1), false)
		from content_version v left join content_published p using (tenant_id, kind, name, locale)
		where v.tenant_id = $1 and ($2 = '' or (v.kind, v.name) = ($2, $3)) and (p.version_id = v.id or (not v.from_files and
			(p.version_id is null or v.id > coalesce((select max(pv.id) from content_publication c
				join content_version pv on pv.id = case v.locale when 'en' then c.en else c.zh end and not pv.from_files
				where (c.tenant_id, c.kind, c.name) = (v.tenant_id, v.kind, v.name)), 0))))
		order by v.id`, of.Tenant, of.Kind, of.Name)
	if err != nil {
		return nil, fmt.Errorf("list texts: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		v := &Version{File: File{Text: Text{Tenant: of.Tenant}}}
		var shown, stale bool
		if err := rows.Scan(&v.ID, &v.Kind, &v.Name, &v.Locale, &v.Source, &v.Author, &v.At, &shown, &stale); err != nil {
			return nil, fmt.Errorf("list texts: %w", err)
		}
		if out[v.Text] == nil {
			out[v.Text] = map[string]State{}
		}
		state := out[v.Text][v.Locale]
		if shown {
			state.Shown = v
		} else {
			state.Draft = v
		}
		state.Stale = stale
		out[v.Text][v.Locale] = state
	}
	for _, states := range out {
		for locale, state := range states {
			// Who hands in what is shown gives up what was drafted in between.
			if state.Draft != nil && state.Shown != nil && state.Draft.Source == state.Shown.Source {
				state.Draft = nil
				states[locale] = state
			}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list texts: %w", err)
	}
	return out, begun(ctx, from, of, out)
}

// ErrNoText says that there is no such text, if only as a draft.
var ErrNoText = errors.New("there is no such text")

func siteNote(tenant int64) string {
	if tenant == 0 {
		return ""
	}
	return fmt.Sprintf(" of site %d alone", tenant)
}

// fromFiles lists what the shop came with: one text, or without a kind all of them.
func (s *Service) fromFiles(of Text) (map[Text]map[string]State, error) {
	out := map[Text]map[string]State{}
	if of.Tenant != 0 {
		return out, nil
	}
	files, err := s.shippedFile(of)
	for _, f := range files {
		if out[f.Text] == nil {
			out[f.Text] = map[string]State{}
		}
		out[f.Text][f.Locale] = State{Shown: &Version{File: f, Author: FilesAuthor}}
	}
	return out, err
}

// shippedFile reads the files that the shop came with.
func (s *Service) shippedFile(of Text) ([]File, error) {
	if of.Kind == "" {
		return ReadFolder(s.files, "content", 0)
	}
	files, err := fs.Sub(s.files, "content")
	if err != nil {
		return nil, fmt.Errorf("read texts: %w", err)
	}
	var out []File
	for _, locale := range content.Languages {
		f, err := ReadFile(files, File{Text: of, Locale: locale})
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// version reads one version of a text; nil when that text has no such version.
func (s *Service) version(ctx context.Context, from reader, t Text, locale string, id int64) (*Version, error) {
	v := &Version{ID: id, File: File{Text: t, Locale: locale}}
	err := from.QueryRowContext(ctx, `select source, author, created_at from content_version
		where id = $1 and (tenant_id, kind, name, locale) = ($2, $3, $4, $5)`, id, t.Tenant, t.Kind, t.Name, locale).
		Scan(&v.Source, &v.Author, &v.At)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read version %d: %w", id, err)
	}
	return v, nil
}
