package titles

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// AllSites stands in the place of a site's number for what all sites say.
const AllSites = 0

// Text is the text of a page for search engines, in both languages; "" stands for what is generated.
type Text struct {
	TitleEn, TitleZh, DescriptionEn, DescriptionZh string
}

// In returns the text in a language.
func (t Text) In(lang string) catalog.SearchText {
	if lang == "zh" {
		return catalog.SearchText{Title: t.TitleZh, Description: t.DescriptionZh}
	}
	return catalog.SearchText{Title: t.TitleEn, Description: t.DescriptionEn}
}

// Lines returns the text as it is stored: each part on one line.
func (t Text) Lines() Text {
	return Text{line(t.TitleEn), line(t.TitleZh), line(t.DescriptionEn), line(t.DescriptionZh)}
}

func line(text string) string { return strings.Join(strings.Fields(input.Line(text)), " ") }

// Override is what staff say of a page.
type Override struct {
	// TenantID is AllSites or that of the site which says it.
	TenantID int64
	Kind     catalog.TitledKind
	Code     string
	Text     `gorm:"embedded"`
	// Revision is to be named by the next change; it is 0 where staff have written nothing yet.
	Revision int64
	Author   string
	At       time.Time
}

// Of is the page.
func (o Override) Of() catalog.Titled { return catalog.Titled{Kind: o.Kind, Code: o.Code} }

// Service reads and changes what staff say. It is safe for concurrent use.
type Service struct {
	db    *pg.DB
	clock clock.Clock
}

// New returns a service on db; c dates changes.
func New(db *pg.DB, c clock.Clock) *Service { return &Service{db, c} }

const ownSQL = `select tenant_id, kind, code, title_en, title_zh, description_en, description_zh, revision, author, at from page_title`

// List returns what staff say at a site and at all, of every page. Never nil.
func (s *Service) List(ctx context.Context, tenantID int64) ([]Override, error) {
	return pg.List[Override](s.db.Conn(ctx), "list titles", ownSQL+` where tenant_id in (0, ?) order by kind, code, tenant_id`, tenantID)
}

// Get returns what staff say of a page by site, AllSites among them.
func (s *Service) Get(ctx context.Context, of catalog.Titled) (map[int64]Override, error) {
	list, err := pg.List[Override](s.db.Conn(ctx), "read titles", ownSQL+` where kind = ? and code = ?`, of.Kind, of.Code)
	out := map[int64]Override{}
	for _, o := range list {
		out[o.TenantID] = o
	}
	return out, err
}

// Set says something of a page at a site, or at all, whose revision its author has seen. Faults: not_found for a page that no site has,
// titles_overtaken, details_same, titles_faulty.
func (s *Service) Set(ctx context.Context, by audit.By, tenantID int64, of catalog.Titled, revision int64, t Text) error {
	t = t.Lines()
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		// Whoever changes a page of the catalogue, at whichever site, waits here.
		if err := merchandise.LockAllSites(tx); err != nil {
			return err
		}
		incomplete, err := known(tx, tenantID, of)
		if err != nil {
			return err
		}
		list, err := pg.List[Override](tx, "read title", ownSQL+` where (tenant_id, kind, code) = (?, ?, ?)`, tenantID, of.Kind, of.Code)
		if err != nil {
			return err
		}
		was := Override{TenantID: tenantID, Kind: of.Kind, Code: of.Code}
		if len(list) > 0 {
			was = list[0]
		}
		switch {
		case was.Revision != revision:
			return fault.New("titles_overtaken").WithParams(map[string]any{"author": was.Author})
		case was.Text == t:
			return fault.New("details_same")
		case len(Check(of.Kind, t, incomplete)) > 0:
			return fault.New("titles_faulty")
		}
		return s.write(tx, by, was, t)
	})
}

func (s *Service) write(tx *pg.Tx, by audit.By, was Override, t Text) error {
	now := s.clock.Now()
	err := pg.Exec(tx, "write title", `
		insert into page_title (tenant_id, kind, code, title_en, title_zh, description_en, description_zh, revision, actor, author, at)
		values (@tenant, @kind, @code, @titleEn, @titleZh, @descriptionEn, @descriptionZh, @revision, @actor, @author, @now)
		on conflict (kind, code, tenant_id) do update set title_en = excluded.title_en, title_zh = excluded.title_zh,
			description_en = excluded.description_en, description_zh = excluded.description_zh, revision = excluded.revision,
			actor = excluded.actor, author = excluded.author, at = excluded.at`,
		map[string]any{
			"tenant": was.TenantID, "kind": was.Kind, "code": was.Code, "titleEn": t.TitleEn, "titleZh": t.TitleZh,
			"descriptionEn": t.DescriptionEn, "descriptionZh": t.DescriptionZh, "revision": was.Revision + 1, "actor": by.Actor,
			"author": by.Author, "now": now,
		})
	if err != nil {
		return err
	}
	detail := map[string]any{}
	for field, pair := range map[string][2]string{
		"title_en": {was.TitleEn, t.TitleEn}, "title_zh": {was.TitleZh, t.TitleZh},
		"description_en": {was.DescriptionEn, t.DescriptionEn}, "description_zh": {was.DescriptionZh, t.DescriptionZh},
	} {
		if pair[0] != pair[1] {
			detail[field] = pair[:]
		}
	}
	return pg.Exec(tx, "note in the audit log", `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
		values (?, ?, ?, 'title', ?, ?, '', '', ?, ?)`,
		was.TenantID, now, by.Actor, fmt.Sprintf("%s/%s", was.Kind, was.Code), was.Kind, pg.AsJSON(detail), by.RequestID)
}

// pagesOf finds a page at a site, or with 0 at any; incomplete says that a product lacks its full-speed allowance or the speed after.
var pagesOf = map[catalog.TitledKind]string{
	catalog.TitledProduct: `select data_mb = 0 or speed_after_kbps = 0 as incomplete from product
		where goods_id = @code and cast(@tenant as bigint) in (0, tenant_id)`,
	catalog.TitledGroup: `select false as incomplete from product_group where code = @code and cast(@tenant as bigint) in (0, tenant_id)`,
	catalog.TitledDestination: `select false as incomplete from destination where code = @code
		and (@tenant = 0 or exists (select 1 from tenant where id = cast(@tenant as bigint)))`,
}

// known reports whether a page may not promise unlimited data. Fault: not_found.
func known(c pg.Conn, tenantID int64, of catalog.Titled) (incomplete bool, err error) {
	query, ok := pagesOf[of.Kind]
	if !ok {
		return false, fault.New("not_found")
	}
	list, err := pg.List[bool](c, "find page", query, map[string]any{"code": of.Code, "tenant": tenantID})
	if err == nil && len(list) == 0 {
		err = fault.New("not_found")
	}
	for _, one := range list {
		incomplete = incomplete || one
	}
	return incomplete, err
}

// Faults lists what is wrong with a text of a page at a site, or at all. Never nil. Fault: not_found.
func (s *Service) Faults(ctx context.Context, tenantID int64, of catalog.Titled, t Text) ([]Finding, error) {
	incomplete, err := known(s.db.Conn(ctx), tenantID, of)
	return Check(of.Kind, t.Lines(), incomplete), err
}
