package editors_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/cli/editors"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/tenant"
)

// fixture is the editors' commands beside a shop of two sites, whose pages are the titles of the refunds text.
type fixture struct {
	t   *testing.T
	cli *editors.CLI
	// folder is where the editor works.
	folder string
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, cl := seeded.New(t), clock.NewFake(seeded.Day)
	signer, err := secret.NewSigner([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	texts := content.New(db)
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tenants := map[bool]int64{true: 22, false: 20}
		page, err := texts.Page(r.Context(), tenants[strings.HasPrefix(r.Host, "uk.")], "service", "refund", r.URL.Path[1:3])
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		tag := page.Title
		if !strings.HasSuffix(r.URL.Path, ".md") { // a twin says nothing of what search engines are told
			tag += page.SEOTitle
		}
		w.Header().Set("ETag", strconv.Quote(tag))
	}))
	t.Cleanup(shop.Close)
	return fixture{t, &editors.CLI{Service: publishing.Service{
		Texts: editor.New(db, cl, signer, data.FS, nil), Shown: texts, Catalog: catalog.New(db, cl, slog.Default()), Address: shop.URL,
		Sites: tenant.Always(tenant.Tenant{ID: 20, Hosts: []string{"localhost"}}, tenant.Tenant{ID: 22, Hosts: []string{"uk.localhost"}}, tenant.Tenant{ID: 23 /* which nobody can open */}),
	}}, t.TempDir()}
}

// run runs a command and returns its output.
func (f fixture) run(words ...string) (string, error) {
	var out bytes.Buffer
	err := ops.Program{Name: "content", Commands: f.cli.Commands(), Open: func(context.Context) error { return nil }}.
		Run(context.Background(), words, ops.Console{In: strings.NewReader(""), Out: &out, User: "mei"})
	return out.String(), err
}

func (f fixture) mustRun(words ...string) string {
	f.t.Helper()
	said, err := f.run(words...)
	require.NoError(f.t, err)
	return said
}

// setTitle changes the title of a text in the folder.
func (f fixture) setTitle(lang, title string) {
	f.t.Helper()
	path := filepath.Join(f.folder, lang, "service", "refund.md")
	text, err := os.ReadFile(path)
	require.NoError(f.t, err)
	lines := strings.SplitN(string(text), "\n", 3)
	require.NoError(f.t, os.WriteFile(path, []byte(lines[0]+"\ntitle: "+title+"\n"+lines[2]), 0o600))
}

func TestFromTheFolderToTheVisitors(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.Contains(t, f.mustRun("list"), "service/refund")
	require.Len(t, strings.Fields(f.mustRun("pull", f.folder, "service/refund")), 2)
	require.Equal(t, "nothing new\n", f.mustRun("save", f.folder))
	f.setTitle("en", "Money back")
	require.Contains(t, f.mustRun("save", f.folder), "preview  http://localhost:")
	require.Regexp(t, `service/refund +en +files +1 by mei, 2026-11-21 08:00Z +publish it`, f.mustRun("list"))
	_, err := f.run("publish", "service/refund")
	require.ErrorContains(t, err, "nothing new in zh")
	f.setTitle("zh", "退钱")
	f.mustRun("save", f.folder)

	var receipts []struct {
		Versions map[string]int64
		Pages    []struct {
			Address      string
			Milliseconds *int64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(f.mustRun("publish", "service/refund", "--json")), &receipts))
	require.Equal(t, map[string]int64{"en": 1, "zh": 2}, receipts[0].Versions)
	require.Len(t, receipts[0].Pages, 2*2*2, "two sites, two languages, page and twin")
	for _, p := range receipts[0].Pages {
		require.NotNil(t, p.Milliseconds, p.Address)
	}
	require.Contains(t, receipts[0].Pages[4].Address, "http://uk.localhost:")
	require.Contains(t, f.mustRun("restore", "service/refund"), "fresh after")
	f.mustRun("pull", f.folder, "service/refund")
	f.setTitle("en", "Refunds ")
	f.mustRun("save", f.folder)
	require.Contains(t, f.mustRun("publish", "service/refund", "--alone"), "no page says anything else than before", "a space more")
	_, err = f.run("publish", "service/refund")
	require.Error(t, err, "a version that was taken back is no draft")
	require.Contains(t, f.mustRun("preview", "service/refund", "--for", "2h"), "/preview/")
}

// What search engines are told stands in the page alone: its Markdown twin has nothing new to show, and is not waited for.
func TestAnUnchangedMarkdownPageIsNotStale(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustRun("pull", f.folder, "service/refund")
	path := filepath.Join(f.folder, "en/service/refund.md")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, bytes.Replace(text, []byte("seoTitle: "), []byte("seoTitle: New "), 1), 0o600))
	f.mustRun("save", f.folder)
	said := f.mustRun("publish", "service/refund", "--alone")
	require.Regexp(t, `/en/services/refund +fresh after`, said)
	require.NotContains(t, said, "refund.md")
	require.NotContains(t, said, "not seen fresh")

	f.setTitle("en", "Money back")
	f.mustRun("save", f.folder)
	require.Regexp(t, `/en/services/refund.md +fresh after`, f.mustRun("publish", "service/refund", "--alone"))
}

func TestAReceiptReportsAnUnreachableShop(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustRun("pull", f.folder, "service/refund")
	f.setTitle("en", "Money back")
	f.mustRun("save", f.folder)
	said := f.mustRun("publish", "service/refund", "--alone", "--at", "http://127.0.0.1:1")
	require.Contains(t, said, "left behind: zh")
	require.Contains(t, said, "not seen fresh: the shop does not answer at http://127.0.0.1:1")
	require.NotContains(t, said, "/zh/services/refund", "nothing has changed there")
	require.Contains(t, f.mustRun("list"), "left behind by the other language")
}

func TestInvalidCommandsAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, words := range map[string][]string{
		"no such command": {"fly"}, "no folder": {"save"}, "no text": {"publish"}, "no such kind": {"publish", "news/x"},
		"an empty folder": {"save", f.folder}, "for ever": {"preview", "service/refund", "--for", "1000h"}, "a word too many": {"list", "x"},
		"no such folder": {"save", f.folder + "/none"}, "no such site": {"list", "--tenant", "99"},
	} {
		_, err := f.run(words...)
		var usage *ops.UsageError
		require.ErrorAs(t, err, &usage, name)
	}
	_, err := f.run("preview", "service/nothing")
	require.ErrorContains(t, err, "service/nothing: there is no such text")
	require.Contains(t, f.mustRun("help"), "roamcart content <command>")
}

func TestAFolderIsNotWrittenOver(t *testing.T) {
	t.Parallel()
	mei := newFixture(t)
	ben := fixture{mei.t, mei.cli, t.TempDir()}
	for _, f := range []fixture{mei, ben} {
		f.mustRun("pull", f.folder, "service/refund")
	}
	mei.setTitle("en", "Mei")
	_, err := mei.run("pull", mei.folder, "service/refund")
	require.ErrorContains(t, err, "en/service/refund.md was changed and not saved")
	mei.mustRun("save", mei.folder)
	mei.setTitle("en", "Mei again")
	mei.mustRun("save", mei.folder)

	ben.setTitle("en", "Ben")
	_, err = ben.run("save", ben.folder)
	require.ErrorContains(t, err, "version 2 by mei")
	ben.mustRun("pull", ben.folder, "service/refund", "--over")
	ben.setTitle("en", "Both")
	require.Contains(t, ben.mustRun("save", ben.folder), "version 3")
	require.Contains(t, mei.mustRun("pull", mei.folder), filepath.Join(mei.folder, "en/service/refund.md"), "all of it was saved")

	mei.mustRun("pull", mei.folder, "service/refund", "--shown")
	_, err = mei.run("save", mei.folder)
	require.ErrorContains(t, err, "version 3 by mei", "a draft waits")
	require.Contains(t, mei.mustRun("save", mei.folder, "--over"), "version 4", "what is shown takes the draft back")
	require.NotContains(t, mei.mustRun("list"), "publish it")
}

func TestAllErrorsOfAFolderAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustRun("pull", f.folder, "service/refund")
	f.setTitle("zh", "退,钱")
	for _, name := range []string{"en/service/Big.md", "fr/service/refund.md"} {
		path := filepath.Join(f.folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	}
	_, err := f.run("save", f.folder)
	said := ops.ErrorLines(err)
	require.Len(t, said, 3)
	for i, what := range []string{`en/service/Big.md: "service/Big": a name has small letters`, "fr/service/refund.md: its folder is no language", "zh/service/refund.md: half-width"} {
		require.Contains(t, said[i], what)
	}
}

func TestATextFromWindowsIsUnderstood(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustRun("pull", f.folder, "service/refund")
	path := filepath.Join(f.folder, "en/service/refund.md")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("\ufeff"+strings.ReplaceAll(string(text), "\n", "\r\n")), 0o600))
	require.Equal(t, "nothing new\n", f.mustRun("save", f.folder))
}

// writeText writes a text of the kind service in both languages, with a line in each.
func (f fixture) writeText(name, line string) {
	f.t.Helper()
	for _, lang := range content.Languages {
		path := filepath.Join(f.folder, lang, "service", name+".md")
		require.NoError(f.t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(f.t, os.WriteFile(path, []byte("---\ntitle: T\nupdated: 2026-11-20\nseoTitle: T\nseoDescription: T\n---\n\n"+line+"\n"), 0o600))
	}
}

func TestBrokenLinksAreReported(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.writeText("insurance", "[a](/service/refnd) [b](/services/refnd) [c](/travel-card/asia/none) [d](/travel-card/none) [e](/payment/1)")
	_, err := f.run("save", f.folder)
	require.Equal(t, []string{
		"en/service/insurance.md: a link to a page that the shop does not have: /service/refnd, /services/refnd, /travel-card/asia/none, /travel-card/none, /payment/1",
		"zh/service/insurance.md: a link to a page that the shop does not have: /service/refnd, /services/refnd, /travel-card/asia/none, /travel-card/none, /payment/1",
	}, ops.ErrorLines(err))

	f.writeText("insurance", "[a](/services/refund?x=1#y) [b](/travel-card/asia/jp-3g-7) [c](/travel-card/asia) [d](/my-account) [e](/services/claims) [f](https://x.example/y)")
	f.writeText("claims", "[a](/services/insurance)")
	f.mustRun("save", f.folder)
	const nobody = "http://127.0.0.1:1" // the shop of this test has no such pages to wait for
	require.NotContains(t, f.mustRun("publish", "service/insurance", "service/claims", "--at", nobody), "nowhere")
	require.Regexp(t, `en/service/claims.md +links to it, which leads nowhere now`, f.mustRun("withdraw", "service/insurance", "--at", nobody))
}
