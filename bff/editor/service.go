package editor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/signed"
)

// Service keeps drafts, previews them and publishes them. It is safe for concurrent use.
type Service struct {
	db     *pg.DB
	clock  clock.Clock
	signer *signed.Signer
	files  fs.FS
}

// New returns a service. files holds the texts that the shop came with, under content/{en,zh}.
func New(db *pg.DB, cl clock.Clock, signer *signed.Signer, files fs.FS) *Service {
	return &Service{db: db, clock: cl, signer: signer, files: files}
}

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
	out := map[Text]map[string]State{}
	if err := s.fromFiles(tenant, out); err != nil {
		return nil, err
	}
	rows, err := s.db.SQL.QueryContext(ctx, `
		select v.id, v.kind, v.name, v.locale, v.source, v.author, v.created_at, p.version_id is not distinct from v.id as shown,
			coalesce((select stale = v.locale from content_publication c where (c.tenant_id, c.kind, c.name) = (v.tenant_id, v.kind, v.name)
				order by id desc limit 1), false)
		from content_version v left join content_published p using (tenant_id, kind, name, locale)
		where v.tenant_id = $1 and (p.version_id = v.id or (not v.from_files and v.id > coalesce(p.version_id, 0)))
		order by v.id`, tenant)
	if err != nil {
		return nil, fmt.Errorf("list texts: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		v := &Version{File: File{Text: Text{Tenant: tenant}}}
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
	return out, rows.Err()
}

// One returns the state of a text by language. The error says that there is none.
func (s *Service) One(ctx context.Context, t Text) (map[string]State, error) {
	all, err := s.List(ctx, t.Tenant)
	if err != nil {
		return nil, err
	}
	if all[t] == nil {
		return nil, fmt.Errorf("%s%s: %w", t, siteNote(t.Tenant), errNoText)
	}
	return all[t], nil
}

var errNoText = errors.New("there is no such text")

func siteNote(tenant int64) string {
	if tenant == 0 {
		return ""
	}
	return fmt.Sprintf(" of site %d alone", tenant)
}

// fromFiles lists what the shop came with.
func (s *Service) fromFiles(tenant int64, out map[Text]map[string]State) error {
	if tenant != 0 {
		return nil
	}
	files, err := ReadFolder(s.files, "content", 0)
	for _, f := range files {
		if out[f.Text] == nil {
			out[f.Text] = map[string]State{}
		}
		out[f.Text][f.Locale] = State{Shown: &Version{File: f, Author: "the shop's files"}}
	}
	return err
}

// ReadFolder reads folder/{en,zh}/kind/name.md, whichever are there. The error names every file that is no text.
func ReadFolder(files fs.FS, folder string, tenant int64) ([]File, error) {
	var out []File
	var wrong []error
	err := fs.WalkDir(files, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".md") {
			return err
		}
		rest := strings.TrimSuffix(strings.TrimPrefix(name, folder+"/"), ".md")
		locale, text, _ := strings.Cut(rest, "/")
		if !slices.Contains(content.Languages, locale) {
			wrong = append(wrong, fmt.Errorf("%s: its folder is no language: %s", name, strings.Join(content.Languages, ", ")))
			return nil
		}
		t, err := ParseText(tenant, text)
		if err != nil {
			wrong = append(wrong, err)
			return nil
		}
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		out = append(out, File{t, locale, strings.ReplaceAll(string(source), "\r\n", "\n")})
		return nil
	})
	return out, errors.Join(append(wrong, err)...)
}

// Save keeps files as drafts, all or none, and returns those that say something new. The error says what is wrong with
// which file.
func (s *Service) Save(ctx context.Context, files []File, author string) ([]Version, error) {
	var wrong []error
	tenants := map[int64]map[Text]map[string]State{}
	for _, f := range files {
		wrong = append(wrong, f.check())
		tenants[f.Tenant] = nil
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	for tenant := range maps.Keys(tenants) {
		var err error
		if tenants[tenant], err = s.List(ctx, tenant); err != nil {
			return nil, err
		}
	}
	var saved []Version
	err := s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		saved = nil
		for _, f := range files {
			if known := tenants[f.Tenant][f.Text][f.Locale].Newest(); known != nil && known.Source == f.Source {
				continue
			}
			v := Version{File: f, Author: author, At: s.clock.Now()}
			if err := s.insert(ctx, tx, &v, false); err != nil {
				return err
			}
			saved = append(saved, v)
		}
		return nil
	})
	return saved, err
}

func (s *Service) insert(ctx context.Context, tx *pg.Tx, v *Version, fromFiles bool) error {
	err := tx.SQL().QueryRowContext(ctx, `
		insert into content_version (tenant_id, kind, name, locale, source, from_files, author, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
		v.Tenant, v.Kind, v.Name, v.Locale, v.Source, fromFiles, v.Author, v.At).Scan(&v.ID)
	if err != nil {
		return fmt.Errorf("keep %s: %w", v.File, err)
	}
	return nil
}

// version reads one version of a text; nil when that text has no such version.
func (s *Service) version(ctx context.Context, t Text, locale string, id int64) (*Version, error) {
	v := &Version{ID: id, File: File{Text: t, Locale: locale}}
	err := s.db.SQL.QueryRowContext(ctx, `select source, author, created_at from content_version
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
