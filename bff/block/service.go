package block

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Service keeps drafts of menus, home pages and banners, and publishes them. It is safe for concurrent use.
type Service struct {
	DB    *pg.DB
	Clock clock.Clock
	// Leads reports whether a path without a language leads to a page of a site.
	Leads func(ctx context.Context, site int64, path string) (bool, error)
	// Signer signs the tokens of previews.
	Signer *secret.Signer
	// Zone returns the zone by whose clocks the moments of a site are meant; nil means UTC.
	Zone func(site int64) *time.Location
}

// Draft is what is being changed.
type Draft struct {
	Body   Body
	Author string
	At     time.Time
}

// State is how a part of a site stands.
type State struct {
	// Shown is what visitors see. Version is 0 while that is what the files say.
	Shown   Body
	Version int64
	// Draft is nil where nothing is being changed.
	Draft *Draft
	// Revision is to be named by the next save or publication.
	Revision int64
	// Findings are what is wrong with the draft, or else with what is shown. Never nil.
	Findings []Finding
}

// Version is what was shown from a time on.
type Version struct {
	ID     int64
	Body   pg.JSON[Body]
	Author string
	At     time.Time
}

// files is the author of what came with the shop; the Studio says it in its reader's language.
const files = ""

// Get returns how a part of a site stands.
func (s *Service) Get(ctx context.Context, site int64, kind Kind) (State, error) {
	out, err := s.state(s.DB.Conn(ctx), site, kind)
	if err != nil {
		return out, err
	}
	now := out.Shown
	if out.Draft != nil {
		now = out.Draft.Body
	}
	out.Findings, err = s.check(ctx, site, kind, now, out.Shown)
	return out, err
}

func (s *Service) state(c pg.Conn, site int64, kind Kind) (State, error) {
	var out State
	shown, err := pg.List[struct {
		Body    pg.JSON[Body]
		Version int64
	}](c, "read block", `select body, version from site_block where (tenant_id, kind) = (?, ?)`, site, kind)
	switch {
	case err != nil:
		return out, err
	case len(shown) > 0:
		out.Shown, out.Version = shown[0].Body.V.of(kind), shown[0].Version
	default:
		if out.Shown, err = fromFiles(c, site, kind); err != nil {
			return out, err
		}
	}
	drafts, err := pg.List[struct {
		Body      *pg.JSON[Body]
		Revision  int64
		Author    string
		UpdatedAt time.Time
	}](c, "read draft of block", `select body, revision, author, updated_at from site_block_draft where (tenant_id, kind) = (?, ?)`, site, kind)
	if err != nil || len(drafts) == 0 {
		return out, err
	}
	out.Revision = drafts[0].Revision
	if drafts[0].Body != nil {
		out.Draft = &Draft{drafts[0].Body.V.of(kind), drafts[0].Author, drafts[0].UpdatedAt}
	}
	return out, nil
}

// fromFiles returns what a site shows as long as staff have published nothing.
func fromFiles(c pg.Conn, site int64, kind Kind) (Body, error) {
	if kind != Menu {
		return Body{}.of(kind), nil
	}
	rows, err := pg.List[struct {
		NameEn, NameZh, Icon, RedirectURL string
		RedirectType, Version             int
	}](c, "read menu", `select name_en, name_zh, icon, redirect_url, redirect_type, version from menu_item
		where tenant_id = ? and user_type = 1 order by position`, site)
	out := Body{Menu: []Entry{}}
	for _, r := range rows {
		e := Entry{Icon: r.Icon, Link: r.RedirectURL, NewTab: r.RedirectType == 1, WithLanguage: r.Version == 1}
		e.Name.En, e.Name.Zh = r.NameEn, r.NameZh
		out.Menu = append(out.Menu, e)
	}
	return out, err
}

// Save keeps a draft, whatever it says. Fault: blocks_overtaken when somebody else has saved or published since, with their name. The
// same again over the same revision is the success that it was, because its answer may have been lost.
func (s *Service) Save(ctx context.Context, by audit.By, site int64, kind Kind, revision int64, b Body) (State, error) {
	b = b.of(kind)
	err := s.alone(ctx, site, kind, func(tx *pg.Tx, now State) error {
		switch {
		case now.Revision == revision+1 && now.Draft != nil && reflect.DeepEqual(now.Draft.Body, b):
			return nil
		case now.Revision != revision:
			return s.overtaken(tx, site, kind)
		}
		return s.write(tx, by, site, kind, revision+1, pg.AsJSON(b))
	})
	if err != nil {
		return State{}, err
	}
	return s.Get(ctx, site, kind)
}

// Discard throws a draft away. Fault: blocks_overtaken.
func (s *Service) Discard(ctx context.Context, by audit.By, site int64, kind Kind, revision int64) error {
	return s.change(ctx, site, kind, revision, func(tx *pg.Tx, _ State) error {
		return s.write(tx, by, site, kind, revision+1, nil)
	})
}

// Publish shows the draft. Faults: blocks_overtaken, blocks_nothing_new, blocks_faulty.
func (s *Service) Publish(ctx context.Context, by audit.By, site int64, kind Kind, revision int64) error {
	return s.change(ctx, site, kind, revision, func(tx *pg.Tx, now State) error {
		if now.Draft == nil || reflect.DeepEqual(now.Draft.Body, now.Shown) {
			return fault.New("blocks_nothing_new")
		}
		return s.show(ctx, tx, by, site, kind, now, now.Draft.Body, "publish")
	})
}

// Restore shows a former version again, as a new one. A draft is thrown away. Faults: blocks_overtaken, blocks_nothing_new,
// blocks_faulty, not_found.
func (s *Service) Restore(ctx context.Context, by audit.By, site int64, kind Kind, revision, version int64) error {
	return s.change(ctx, site, kind, revision, func(tx *pg.Tx, now State) error {
		old, err := pg.List[Version](tx, "read version of block", `select id, body, author, at from site_block_version
			where id = ? and (tenant_id, kind) = (?, ?)`, version, site, kind)
		switch {
		case err != nil:
			return err
		case len(old) == 0:
			return fault.New("not_found")
		case reflect.DeepEqual(old[0].Body.V.of(kind), now.Shown):
			return fault.New("blocks_nothing_new")
		}
		return s.show(ctx, tx, by, site, kind, now, old[0].Body.V.of(kind), "restore")
	})
}

// History lists what was shown, the newest first. Never nil.
func (s *Service) History(ctx context.Context, site int64, kind Kind) ([]Version, error) {
	return pg.List[Version](s.DB.Conn(ctx), "list versions of block", `select id, body, author, at from site_block_version
		where (tenant_id, kind) = (?, ?) order by id desc limit 100`, site, kind)
}

// change does something to a part of a site that nobody has changed since a revision, while nobody else changes it.
func (s *Service) change(ctx context.Context, site int64, kind Kind, revision int64, do func(tx *pg.Tx, now State) error) error {
	return s.alone(ctx, site, kind, func(tx *pg.Tx, now State) error {
		if now.Revision != revision {
			return s.overtaken(tx, site, kind)
		}
		return do(tx, now)
	})
}

// alone does something to a part of a site while nobody else changes it.
func (s *Service) alone(ctx context.Context, site int64, kind Kind, do func(tx *pg.Tx, now State) error) error {
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := pg.Exec(tx, "wait for another change", `select pg_advisory_xact_lock(hashtextextended(?, 0))`,
			fmt.Sprintf("block %d %s", site, kind)); err != nil {
			return err
		}
		now, err := s.state(tx, site, kind)
		if err != nil {
			return err
		}
		return do(tx, now)
	})
}

func (s *Service) overtaken(tx *pg.Tx, site int64, kind Kind) error {
	who, err := pg.List[string](tx, "read draft of block", `select author from site_block_draft where (tenant_id, kind) = (?, ?)`, site, kind)
	if err != nil {
		return err
	}
	if len(who) == 0 { // a revision that never was
		return fault.New("bad_request")
	}
	return fault.New("blocks_overtaken").WithParams(map[string]any{"author": who[0]})
}

// show publishes a body.
func (s *Service) show(ctx context.Context, tx *pg.Tx, by audit.By, site int64, kind Kind, now State, b Body, action string) error {
	found, err := s.check(ctx, site, kind, b, now.Shown)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return fault.New("blocks_faulty").WithData(map[string]any{"findings": found})
	}
	if now.Version == 0 { // the text of the files can be restored
		if _, err := s.keep(tx, site, kind, now.Shown, files); err != nil {
			return err
		}
	}
	id, err := s.keep(tx, site, kind, b, by.Author)
	if err != nil {
		return err
	}
	from, until, err := s.moments(site, b)
	if err != nil {
		return err
	}
	if err := pg.Exec(tx, "show block", `insert into site_block (tenant_id, kind, body, version, starts_at, ends_at, shows) values (?, ?, ?, ?, ?, ?, ?)
		on conflict (tenant_id, kind) do update set body = excluded.body, version = excluded.version, starts_at = excluded.starts_at,
			ends_at = excluded.ends_at, shows = excluded.shows`,
		site, kind, pg.AsJSON(b), id, from, until, from == nil || !from.After(s.Clock.Now())); err != nil {
		return err
	}
	if kind == Menu {
		if err := showMenu(tx, site, b.Menu); err != nil {
			return err
		}
	}
	if err := s.write(tx, by, site, kind, now.Revision+1, nil); err != nil {
		return err
	}
	return s.audit(tx, by, site, kind, action, map[string]any{"version": id})
}

func (s *Service) keep(tx *pg.Tx, site int64, kind Kind, b Body, author string) (int64, error) {
	ids, err := pg.List[int64](tx, "keep version of block", `insert into site_block_version (tenant_id, kind, body, author, at)
		values (?, ?, ?, ?, ?) returning id`, site, kind, pg.AsJSON(b), author, s.Clock.Now())
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// showMenu writes the menu where the pages read it.
func showMenu(tx *pg.Tx, site int64, list []Entry) error {
	if err := pg.Exec(tx, "clear menu", `delete from menu_item where tenant_id = ? and user_type = 1`, site); err != nil {
		return err
	}
	for i, e := range list {
		kind, version := 0, 0
		if e.NewTab {
			kind = 1
		}
		if e.WithLanguage {
			version = 1
		}
		if err := pg.Exec(tx, "write menu", `
			insert into menu_item (tenant_id, user_type, position, name_en, name_zh, icon, redirect_url, redirect_type, version)
			values (?, 1, ?, ?, ?, ?, ?, ?, ?)`, site, i, e.Name.En, e.Name.Zh, e.Icon, e.Link, kind, version); err != nil {
			return err
		}
	}
	return nil
}

// write keeps a draft; a body of nil is none.
func (s *Service) write(tx *pg.Tx, by audit.By, site int64, kind Kind, revision int64, body any) error {
	return pg.Exec(tx, "write draft of block", `
		insert into site_block_draft (tenant_id, kind, body, revision, actor, author, updated_at) values (?, ?, ?::jsonb, ?, ?, ?, ?)
		on conflict (tenant_id, kind) do update set body = excluded.body, revision = excluded.revision, actor = excluded.actor,
			author = excluded.author, updated_at = excluded.updated_at`, site, kind, body, revision, by.Actor, by.Author, s.Clock.Now())
}
