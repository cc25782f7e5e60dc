package texts_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/studio/texts"
	"github.com/roamcart/roamcart/bff/tenant"
)

const (
	refunds = "/texts/service/refund"
)

// fixture is the Studio with the area of texts, and the shop's texts behind it.
type fixture struct {
	studiotest.Served
	t     *testing.T
	area  *texts.Area
	shown *content.Service
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	signer, err := secret.NewSigner(studiotest.Key)
	require.NoError(t, err)
	f := fixture{t: t, shown: content.New(db)}
	f.area = &texts.Area{Texts: editor.New(db, clk, signer, data.FS, queue)}
	f.area.Pages = &publishing.Service{
		Texts: f.area.Texts, Shown: f.shown, Catalog: catalog.New(db, clk, slog.Default()), Address: "http://127.0.0.1:1",
		Sites: tenant.Always(tenant.Tenant{ID: 20, Hosts: []string{"shop.example"}}), Patience: 10 * time.Millisecond,
	}
	f.Served = studiotest.Serve(t, db, clk, f.area)
	return f
}

func source(title string) string {
	return "---\ntitle: " + title + "\nupdated: 2026-11-20\nseoTitle: S\nseoDescription: D\n---\n\n## A\n\ntext\n"
}

func saveForm(title, revision string) map[string]any {
	return map[string]any{"source": source(title), "revision": revision, "version": "0"}
}

func (f fixture) publishedTitle() string {
	f.t.Helper()
	p, err := f.shown.Page(f.t.Context(), 20, "service", "refund", "en")
	require.NoError(f.t, err)
	return p.Title
}

func TestNobodyDoesWhatTheRoleDoesNotAllow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens := map[staff.Role]string{}
	for _, role := range staff.Roles() {
		tokens[role] = f.Member(string(role), role)
	}
	refused := 0
	for _, r := range f.Routes {
		if !strings.HasPrefix(r.Path, "/texts") {
			continue
		}
		path := strings.NewReplacer(":kind", "service", ":name", "refund", ":locale", "en", ":id", "4711").Replace(r.Path)
		status, _ := f.Call(r.Method, path, "forged", map[string]any{})
		require.Equal(t, http.StatusUnauthorized, status, path)
		for role, token := range tokens {
			status, said := f.Call(r.Method, path, token, map[string]any{})
			require.Less(t, status, 500, "%s %s: %v", r.Method, path, said)
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s %s of %s: %v", r.Method, path, role, said)
			if status == http.StatusForbidden {
				refused++
			}
		}
	}
	require.Greater(t, refused, 20)
	require.Equal(t, "Refunds", f.publishedTitle())

	status, _ := f.Call(http.MethodPut, refunds+"/review", tokens[staff.Editor], map[string]any{"state": "approved"})
	require.Equal(t, http.StatusForbidden, status, "who does not publish does not approve")
}

func TestTwoEditorsOfOneTextLoseNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, ben := f.Member("mei", staff.Editor), f.Member("ben", staff.Editor)
	f.MustCall(http.MethodPut, refunds+"/drafts/en", mei, saveForm("Mei", "0"))
	status, said := f.Call(http.MethodPut, refunds+"/drafts/en", ben, saveForm("Ben", "0"))
	require.Equal(t, http.StatusConflict, status)
	require.Equal(t, "texts_overtaken", said["code"])
	require.Contains(t, said["message"], "mei has saved")
	now := said["data"].(map[string]any)["now"].(map[string]any)
	require.Contains(t, now["source"], "title: Mei")
	asides := f.MustCall(http.MethodGet, refunds+"/asides", ben, nil)["asides"].([]any)
	require.Contains(t, asides[0].(map[string]any)["source"], "title: Ben")
	require.Empty(t, f.MustCall(http.MethodGet, refunds+"/asides", mei, nil)["asides"])
	f.MustCall(http.MethodPost, refunds+"/presence", mei, map[string]any{"locale": "en"})
	others := f.MustCall(http.MethodPost, refunds+"/presence", ben, map[string]any{"locale": ""})["others"].([]any)
	require.Equal(t, "mei", others[0].(map[string]any)["author"])
}

func TestAPublisherPublishesWhatWasSeen(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, pat := f.Member("mei", staff.Editor), f.Member("pat", staff.Publisher)
	f.MustCall(http.MethodPut, refunds+"/drafts/en", mei, saveForm("Money back", "0"))
	publish := func(revision, mode string) (int, map[string]any) {
		return f.Call(http.MethodPost, refunds+"/publish", pat, map[string]any{"revisions": map[string]string{"en": revision}, "mode": mode})
	}
	_, said := publish("0", "correction")
	require.Equal(t, "texts_overtaken", said["code"], "another revision than the one that was seen")
	_, said = publish("1", "both")
	require.Equal(t, "texts_one_language", said["code"])
	require.Contains(t, said["message"], "Chinese")
	_, said = publish("1", "for ever")
	require.Equal(t, "bad_request", said["code"])
	require.Equal(t, "Refunds", f.publishedTitle())
	status, said := publish("1", "correction")
	require.Equal(t, http.StatusOK, status, said)
	require.Empty(t, said["behind"])
	require.Equal(t, "Money back", f.publishedTitle())
	_, said = publish("1", "correction")
	require.Equal(t, "texts_nothing_new", said["code"], "the same button again")

	past := f.MustCall(http.MethodGet, refunds+"/history", mei, nil)["publications"].([]any)
	require.Len(t, past, 2)
	require.Equal(t, []any{"pat", ""}, []any{past[0].(map[string]any)["author"], past[1].(map[string]any)["author"]}, "the shop's files are nobody")
	f.MustCall(http.MethodPost, refunds+"/restore", pat, map[string]any{"publication": past[1].(map[string]any)["id"]})
	require.Equal(t, "Refunds", f.publishedTitle())
}

func TestATextIsBegunPublishedAndTakenAway(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, pat := f.Member("mei", staff.Editor), f.Member("pat", staff.Publisher)
	const news = "/texts/service/news"
	_, said := f.Call(http.MethodPost, refunds, mei, map[string]any{})
	require.Equal(t, "texts_there", said["code"])
	f.MustCall(http.MethodPost, news, mei, map[string]any{})
	for _, locale := range []string{"en", "zh"} {
		f.MustCall(http.MethodPut, news+"/drafts/"+locale, mei, saveForm(map[string]string{"en": "News", "zh": "新闻"}[locale], "1"))
	}
	f.MustCall(http.MethodPost, news+"/publish", pat, map[string]any{"revisions": map[string]string{"en": "2", "zh": "2"}, "mode": "both"})
	_, err := f.shown.Page(t.Context(), 20, "service", "news", "en")
	require.NoError(t, err)
	// Nobody answers at the address of the shop: the receipt says of each page that it was not seen.
	past := f.MustCall(http.MethodGet, news+"/history", mei, nil)["publications"].([]any)[0].(map[string]any)
	require.Positive(t, past["pages"].(map[string]any)["late"])
	receipt := f.MustCall(http.MethodGet, news+"/history/"+past["id"].(string)+"/receipt", mei, nil)
	require.Equal(t, true, receipt["pages"].([]any)[0].(map[string]any)["late"])
	status, _ := f.Call(http.MethodGet, refunds+"/history/"+past["id"].(string)+"/receipt", mei, nil)
	require.Equal(t, http.StatusNotFound, status)

	f.MustCall(http.MethodPost, news+"/withdraw", pat, map[string]any{})
	_, err = f.shown.Page(t.Context(), 20, "service", "news", "en")
	require.Error(t, err)
	for path, code := range map[string]string{news: "texts_not_published", refunds: "texts_own"} {
		_, said := f.Call(http.MethodPost, path+"/withdraw", pat, map[string]any{})
		require.Equal(t, code, said["code"])
	}
}

func TestAPreviewForColleaguesIsTakenBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei := f.Member("mei", staff.Editor)
	f.MustCall(http.MethodPut, refunds+"/drafts/en", mei, saveForm("Money back", "0"))
	body := map[string]any{"revisions": map[string]string{"en": "1"}, "hours": 24}
	link := f.MustCall(http.MethodPost, refunds+"/links", mei, body)["links"].([]any)[0].(map[string]any)
	require.Contains(t, link["qr"], "<svg")
	token := link["address"].(string)[strings.Index(link["address"].(string), "/preview/")+len("/preview/"):]
	_, err := f.area.Texts.Open(t.Context(), 20, token)
	require.NoError(t, err)
	for _, forged := range []string{token[:len(token)-2], "x" + token, ""} {
		_, err := f.area.Texts.Open(t.Context(), 20, forged)
		require.ErrorIs(t, err, editor.ErrPreview)
	}
	f.MustCall(http.MethodDelete, refunds+"/links/"+link["id"].(string), mei, map[string]any{})
	_, err = f.area.Texts.Open(t.Context(), 20, token)
	require.ErrorIs(t, err, editor.ErrPreview)
	for _, hours := range []int{0, -1, 721} {
		body["hours"] = hours
		_, said := f.Call(http.MethodPost, refunds+"/links", mei, body)
		require.Equal(t, "texts_bad_expiry", said["code"])
	}
}

func TestScriptsAreWordsAndNothingElse(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei, pat := f.Member("mei", staff.Editor), f.Member("pat", staff.Publisher)
	const script = "<script>alert(1)</script>"
	evil := source(script) + "\n" + script + "\n\n[x](javascript:alert(1))\n"
	saved := f.MustCall(http.MethodPut, refunds+"/drafts/en", mei, map[string]any{"source": evil, "revision": "0", "version": "0"})
	raw, err := json.Marshal(saved["findings"])
	require.NoError(t, err)
	require.Contains(t, string(raw), `"html"`)
	require.Contains(t, string(raw), `"link_scheme"`)
	_, said := f.Call(http.MethodPost, refunds+"/publish", pat, map[string]any{"revisions": map[string]string{"en": "1"}, "mode": "alone"})
	require.Equal(t, "texts_faulty", said["code"])
	p, err := f.area.Texts.Live(editor.Text{Kind: "service", Name: "refund"})
	require.NoError(t, err)
	preview, err := f.area.Texts.Open(t.Context(), 20, p)
	require.NoError(t, err)
	page, _, err := preview.Page("service", "refund", "en")
	require.NoError(t, err)
	require.NotContains(t, page.HTML, "<script")
	require.NotContains(t, page.HTML, "javascript:")
	f.MustCall(http.MethodPost, refunds+"/comments", mei, map[string]any{"body": script, "quote": script, "locale": "xx"})
	comments := f.MustCall(http.MethodGet, refunds, mei, nil)["comments"].([]any)
	require.Equal(t, script, comments[0].(map[string]any)["body"], "it is shown as words")
	require.Empty(t, comments[0].(map[string]any)["locale"])
}

func TestUnknownTextsAreNotFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei := f.Member("mei", staff.Admin)
	for _, path := range []string{"/texts/service/none", "/texts/news/x", "/texts/service/..%2f..", refunds + "?site=99", refunds + "/versions/fr/1", refunds + "/versions/en/9"} {
		status, said := f.Call(http.MethodGet, path, mei, nil)
		require.Equal(t, http.StatusNotFound, status, "%s: %v", path, said)
	}
	for _, at := range []string{"2020-01-01T00:00:00Z", "2126-01-01T00:00:00Z"} {
		_, said := f.Call(http.MethodPost, refunds+"/schedule", mei, map[string]any{"revisions": map[string]string{}, "mode": "both", "publishAt": at})
		require.Equal(t, "texts_bad_time", said["code"])
	}
	list := f.MustCall(http.MethodGet, "/texts?q=refund&state=all", mei, nil)
	require.NotEmpty(t, list["texts"])
	require.Empty(t, f.MustCall(http.MethodGet, "/texts?q=nothing+at+all+like+this", mei, nil)["texts"])
}
