package blocks_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/block"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/blocks"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/tenant"
)

// fixture is the Studio with the area, on a shop in which every path but /nowhere leads to a page.
type fixture struct {
	studiotest.Served
	t      *testing.T
	db     *pg.DB
	sites  *tenant.Registry
	clock  *clock.Fake
	blocks *block.Service
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	sites, err := tenant.Open(t.Context(), db, tenant.Options{})
	require.NoError(t, err)
	leads := func(_ context.Context, _ int64, path string) (bool, error) { return path != "/nowhere", nil }
	signer, err := secret.NewSigner(studiotest.Key)
	require.NoError(t, err)
	service := &block.Service{DB: db, Clock: clk, Leads: leads, Zone: sites.Zone, Signer: signer}
	area := &blocks.Area{Sites: sites.All, Blocks: service, Address: func(tenant.Tenant) string { return studiotest.Origin }}
	return fixture{studiotest.Serve(t, db, clk, area), t, db, sites, clk, service}
}

// readSite returns a site as visitors see it now.
func (f fixture) readSite(id int64) tenant.Tenant {
	f.t.Helper()
	require.NoError(f.t, f.sites.Reload(f.t.Context()))
	s, ok := f.sites.ByID(id)
	require.True(f.t, ok)
	return s
}

type text = map[string]any

func entry(en, zh, link string) map[string]any {
	return map[string]any{"name": text{"en": en, "zh": zh}, "icon": "sim", "link": link}
}

func menu(revision string, entries ...map[string]any) map[string]any {
	return map[string]any{"revision": revision, "body": map[string]any{"menu": entries}}
}

// codes are what is wrong, as "code field locale".
func codes(answer map[string]any) []string {
	out := []string{}
	for _, one := range answer["findings"].([]any) {
		f := one.(map[string]any)
		out = append(out, strings.TrimSpace(f["code"].(string)+" "+f["field"].(string)+" "+f["locale"].(string)))
	}
	return out
}

func TestAMenuIsDraftedPublishedAndRestored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, pat := f.Member("mei", staff.Editor), f.Member("pat", staff.Publisher)
	const path = "/blocks/22/menu"
	was, others := f.readSite(22).Menus("zh", 1), f.readSite(20).Menus("zh", 1)
	before := f.MustCall(http.MethodGet, path, mei, nil)
	require.Equal(t, []any{false, "0"}, []any{before["own"], before["revision"]})
	require.Empty(t, codes(before), "the menu of the files has no faults")

	bad := f.MustCall(http.MethodPut, path+"/draft", mei, menu("0",
		entry("Plans", "", "/nowhere"), entry("Help", "帮助,中心", "javascript:alert(1)"), entry("<b>x</b>", "好", "//evil.example"), entry("A", "甲", "https://a.example/x")))
	require.ElementsMatch(t, []string{
		"missing menu.0.name zh", "link_nowhere menu.0.link", "half_width menu.1.name zh", "link_none menu.1.link", "link_none menu.2.link",
	}, codes(bad))
	status, said := f.Call(http.MethodPost, path+"/publish", pat, menu("1"))
	require.Equal(t, "blocks_faulty", said["code"], status)
	require.Equal(t, was, f.readSite(22).Menus("zh", 1), "a draft is shown to nobody")

	f.MustCall(http.MethodPut, path+"/draft", mei, menu("1", entry("Plans", "套餐", "/travel-card/listing"), entry("Deals", "优惠", "https://deals.example/")))
	status, said = f.Call(http.MethodPut, path+"/draft", pat, menu("1", entry("Mine", "我的", "/faq")))
	require.Equal(t, http.StatusConflict, status)
	require.Contains(t, said["message"], "mei")
	status, _ = f.Call(http.MethodPost, path+"/publish", mei, menu("2"))
	require.Equal(t, http.StatusForbidden, status, "editors do not publish")
	f.MustCall(http.MethodPost, path+"/publish", pat, menu("2"))
	shown := f.readSite(22).Menus("zh", 1)
	require.Len(t, shown, 2)
	require.Equal(t, []string{"套餐", "/zh/travel-card/listing"}, []string{shown[0].Name, shown[0].RedirectURL})
	require.Equal(t, others, f.readSite(20).Menus("zh", 1), "other sites keep theirs")
	_, said = f.Call(http.MethodPost, path+"/publish", pat, menu("3"))
	require.Equal(t, "blocks_nothing_new", said["code"])

	// A start with other files leaves it alone.
	_, err := f.db.SQL.Exec(`delete from seed_version; delete from menu_item where tenant_id = 20`)
	require.NoError(t, err)
	require.NoError(t, seeded.Again(t.Context(), f.db))
	require.Equal(t, shown, f.readSite(22).Menus("zh", 1))
	require.Equal(t, others, f.readSite(20).Menus("zh", 1))

	past := f.MustCall(http.MethodGet, path+"/history", mei, nil)["versions"].([]any)
	require.Len(t, past, 2, "the files, and this one")
	first := past[1].(map[string]any)
	require.Empty(t, first["author"])
	back := map[string]any{"revision": "3", "version": first["id"]}
	status, _ = f.Call(http.MethodPost, "/blocks/20/menu/restore", pat, map[string]any{"revision": "0", "version": first["id"]})
	require.Equal(t, http.StatusNotFound, status, "another site's")
	f.MustCall(http.MethodPost, path+"/restore", pat, back)
	require.Equal(t, was, f.readSite(22).Menus("zh", 1))
	var acts int
	require.NoError(t, f.db.SQL.QueryRow(`select count(*) from audit_log where entity = 'block' and tenant_id = 22`).Scan(&acts))
	require.Equal(t, 2, acts)
}

func TestASaveWhoseAnswerWasLostIsNoConflictWithOneself(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, pat := f.Member("mei", staff.Editor), f.Member("pat", staff.Publisher)
	const path = "/blocks/22/menu/draft"
	f.MustCall(http.MethodPut, path, mei, menu("0", entry("Plans ", "套餐", "/faq")))
	again := f.MustCall(http.MethodPut, path, mei, menu("0", entry("Plans ", "套餐", "/faq")))
	require.Equal(t, "1", again["revision"], "it is the success that it was")
	_, said := f.Call(http.MethodPut, path, mei, menu("0", entry("Plans", "资费", "/faq")))
	require.Equal(t, "blocks_overtaken", said["code"], "other words are not")
	f.MustCall(http.MethodPut, path, pat, menu("1", entry("Pat", "帕", "/faq")))
	_, said = f.Call(http.MethodPut, path, mei, menu("0", entry("Plans ", "套餐", "/faq")))
	require.Equal(t, "blocks_overtaken", said["code"], "somebody has saved since")
	f.MustCall(http.MethodDelete, path, pat, menu("2"))
	_, said = f.Call(http.MethodPut, path, pat, menu("2"))
	require.Equal(t, "blocks_overtaken", said["code"], "a draft that was thrown away is no empty one")
}

func TestAHomePageAndABannerSayWhatStaffPublish(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pat := f.Member("pat", staff.Publisher)
	words := func(revision string, in map[string]any) map[string]any {
		return map[string]any{"revision": revision, "body": map[string]any{"words": in}}
	}
	files := block.FromFiles("hero.title")
	saved := f.MustCall(http.MethodPut, "/blocks/20/home/draft", pat, words("0", map[string]any{
		"hero.title": text{"en": "Spring sale", "zh": "春季特惠"}, "how": text{"en": "{{x}}", "zh": "如何使用"},
		"hero.benefit": block.FromFiles("hero.benefit"), "__proto__": text{"en": "x", "zh": "x"},
	}))
	require.Equal(t, []string{"no_text words.how en"}, codes(saved), "nothing that the renderer would fill in")
	require.Len(t, saved["body"].(map[string]any)["words"], 2, "what the files say, and what no page has, is not kept")
	f.MustCall(http.MethodPut, "/blocks/20/home/draft", pat, words("1", map[string]any{"hero.title": text{"en": "Spring sale", "zh": "春季特惠"}}))
	require.Nil(t, f.readSite(20).Words("zh"))
	f.MustCall(http.MethodPost, "/blocks/20/home/publish", pat, words("2", nil))
	require.Equal(t, map[string]string{"hero.title": "春季特惠"}, f.readSite(20).Words("zh"))
	require.Nil(t, f.readSite(22).Words("zh"))
	f.MustCall(http.MethodPut, "/blocks/20/home/draft", pat, words("3", map[string]any{"hero.title": files}))
	f.MustCall(http.MethodPost, "/blocks/20/home/publish", pat, words("4", nil))
	require.Nil(t, f.readSite(20).Words("zh"), "the files are followed again")

	banner := func(revision, en, zh, link string) map[string]any {
		return map[string]any{"revision": revision, "body": map[string]any{"banner": map[string]any{"text": text{"en": en, "zh": zh}, "link": link}}}
	}
	require.Equal(t, []string{"missing banner.text zh", "missing banner.link"},
		codes(f.MustCall(http.MethodPut, "/blocks/22/banner/draft", pat, banner("0", "10% off", "", ""))))
	f.MustCall(http.MethodPut, "/blocks/22/banner/draft", pat, banner("1", "10% off", "九折优惠", "/travel-card/listing"))
	f.MustCall(http.MethodPost, "/blocks/22/banner/publish", pat, banner("2", "", "", ""))
	said, href := f.readSite(22).Campaign("zh")
	require.Equal(t, []string{"九折优惠", "/zh/travel-card/listing"}, []string{said, href})
	f.MustCall(http.MethodPut, "/blocks/22/banner/draft", pat, banner("3", "", "", ""))
	f.MustCall(http.MethodPost, "/blocks/22/banner/publish", pat, banner("4", "", "", ""))
	said, _ = f.readSite(22).Campaign("zh")
	require.Empty(t, said, "the campaign is over")
	require.Len(t, f.MustCall(http.MethodGet, "/blocks", pat, nil)["blocks"], 3*len(f.sites.All()))
	f.MustCall(http.MethodPut, "/blocks/22/banner/draft", pat, banner("5", "x", "", ""))
	f.MustCall(http.MethodDelete, "/blocks/22/banner/draft", pat, map[string]any{"revision": "6"})
	require.Nil(t, f.MustCall(http.MethodGet, "/blocks/22/banner", pat, nil)["draft"])
}

// A preview shows the draft of the moment at which it was made, at its own site, until it expires.
func TestAPreviewShowsAPartAsItWasDrafted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei := f.Member("mei", staff.Editor)
	const path = "/blocks/22/menu"
	f.MustCall(http.MethodPut, path+"/draft", mei, menu("0", entry("Deals", "优惠", "/faq")))
	links := f.MustCall(http.MethodPost, path+"/links", mei, map[string]any{"hours": 1})["links"].([]any)
	_, token, _ := strings.Cut(links[0].(map[string]any)["address"].(string), "/preview/")
	f.MustCall(http.MethodPut, path+"/draft", mei, menu("1", entry("Later", "以后", "/faq")))
	p, err := f.blocks.Open(t.Context(), 22, token)
	require.NoError(t, err)
	shown := p.Site(f.readSite(22)).Menus("zh", 1)
	require.Equal(t, []any{1, "优惠", "/zh/faq"}, []any{len(shown), shown[0].Name, shown[0].RedirectURL})
	require.Greater(t, len(f.readSite(22).Menus("zh", 1)), 1, "visitors see no draft")
	for site, of := range map[int64]string{20: token, 22: "x"} {
		_, err = f.blocks.Open(t.Context(), site, of)
		require.ErrorIs(t, err, editor.ErrPreview)
	}
	f.clock.Advance(time.Hour)
	_, err = f.blocks.Open(t.Context(), 22, token)
	require.ErrorIs(t, err, editor.ErrPreview)
}

// seeded.Day is 16:00 in Hong Kong.
func TestABannerIsShownFromAMomentUntilAnother(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pat := f.Member("pat", staff.Publisher)
	const path = "/blocks/21/banner"
	banner := func(revision, en, from, until string) map[string]any {
		return map[string]any{"revision": revision, "body": map[string]any{"banner": map[string]any{
			"text": text{"en": en, "zh": "优惠"}, "link": "/faq", "from": from, "until": until,
		}}}
	}
	draft := func(revision, en, from, until string) []string {
		t.Helper()
		return codes(f.MustCall(http.MethodPut, path+"/draft", pat, banner(revision, en, from, until)))
	}
	bannerText := func() string {
		t.Helper()
		require.NoError(t, f.blocks.UpdateBanners(t.Context()))
		en, _ := f.readSite(21).Campaign("en")
		require.False(t, f.readSite(21).BannerDue(f.clock.Now()))
		return en
	}
	require.Equal(t, []string{"time_past banner.from"}, draft("0", "Sale", "2026-11-21T16:00", ""))
	require.Equal(t, []string{"time_past banner.until"}, draft("1", "Sale", "", "2026-11-21T15:59"))
	require.Equal(t, []string{"time_order banner.until"}, draft("2", "Sale", "2026-11-21T18:00", "2026-11-21T18:00"))
	require.Equal(t, []string{"time_invalid banner.from", "time_invalid banner.until"}, draft("3", "Sale", "<script>", "tomorrow"))
	status, said := f.Call(http.MethodPost, path+"/publish", pat, banner("4", "", "", ""))
	require.Equal(t, "blocks_faulty", said["code"], status)

	require.Empty(t, draft("4", "Sale", "2026-11-21T18:00", "2026-11-21T20:00"))
	after := f.MustCall(http.MethodPost, path+"/publish", pat, banner("5", "", "", ""))
	require.Equal(t, "Asia/Hong_Kong", after["zone"])
	require.Empty(t, bannerText(), "it has not begun")
	f.clock.Advance(2*time.Hour - time.Second)
	require.Empty(t, bannerText())
	f.clock.Advance(time.Second)
	require.True(t, f.readSite(21).BannerDue(f.clock.Now()))
	_, err := f.db.SQL.Exec(`delete from change_log`)
	require.NoError(t, err)
	require.Equal(t, "Sale", bannerText())
	var tag string
	require.NoError(t, f.db.SQL.QueryRow(`select string_agg(tag, ' ') from change_log`).Scan(&tag))
	require.Equal(t, "site:21", tag, "every front door is told")

	// What has begun can be written anew, and its beginning stays.
	require.Empty(t, draft("6", "Last hours", "2026-11-21T18:00", "2026-11-21T20:00"))
	f.MustCall(http.MethodPost, path+"/publish", pat, banner("7", "", "", ""))
	require.Equal(t, "Last hours", bannerText())
	f.clock.Advance(2 * time.Hour)
	require.Empty(t, bannerText(), "it is over")
	past := f.MustCall(http.MethodGet, path+"/history", pat, nil)["versions"].([]any)
	status, said = f.Call(http.MethodPost, path+"/restore", pat, map[string]any{"revision": "8", "version": past[1].(map[string]any)["id"]})
	require.Equal(t, "blocks_faulty", said["code"], "%d: its times are over", status)
}

func TestNobodyDoesWhatTheRoleDoesNotAllow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, role := range staff.Roles() {
		token := f.Member(string(role), role)
		for _, r := range f.Routes {
			if !strings.HasPrefix(r.Path, "/blocks") {
				continue
			}
			path := strings.NewReplacer(":site", "20", ":kind", "menu").Replace(r.Path)
			status, said := f.Call(r.Method, path, token, map[string]any{"revision": "7"})
			require.Less(t, status, 500, "%s %s: %v", r.Method, path, said)
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s %s of %s: %v", r.Method, path, role, said)
		}
	}
	token := f.Member("mei", staff.Editor)
	for _, path := range []string{"/blocks/99/menu", "/blocks/20/footer"} {
		status, _ := f.Call(http.MethodGet, path, token, nil)
		require.Equal(t, http.StatusNotFound, status)
	}
}
