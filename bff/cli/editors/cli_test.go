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

// office is an editor beside a shop of two sites, whose pages are the titles of the refunds text.
type office struct {
	t   *testing.T
	cli *editors.CLI
	// folder is where the editor works.
	folder string
}

func open(t *testing.T) office {
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
	return office{t, &editors.CLI{Service: publishing.Service{
		Texts: editor.New(db, cl, signer, data.FS, nil), Shown: texts, Catalog: catalog.New(db, cl, slog.Default()), Address: shop.URL,
		Sites: tenant.Always(tenant.Tenant{ID: 20, Hosts: []string{"localhost"}}, tenant.Tenant{ID: 22, Hosts: []string{"uk.localhost"}}, tenant.Tenant{ID: 23 /* which nobody can open */}),
	}}, t.TempDir()}
}

// types a command and returns what it answers.
func (o office) types(words ...string) (string, error) {
	var out bytes.Buffer
	err := ops.Program{Name: "content", Commands: o.cli.Commands(), Open: func(context.Context) error { return nil }}.
		Run(context.Background(), words, ops.Console{In: strings.NewReader(""), Out: &out, User: "mei"})
	return out.String(), err
}

func (o office) must(words ...string) string {
	o.t.Helper()
	said, err := o.types(words...)
	require.NoError(o.t, err)
	return said
}

// retitles changes the title of a text in the folder.
func (o office) retitles(lang, title string) {
	o.t.Helper()
	path := filepath.Join(o.folder, lang, "service", "refund.md")
	text, err := os.ReadFile(path)
	require.NoError(o.t, err)
	lines := strings.SplitN(string(text), "\n", 3)
	require.NoError(o.t, os.WriteFile(path, []byte(lines[0]+"\ntitle: "+title+"\n"+lines[2]), 0o600))
}

func TestFromTheFolderToTheVisitors(t *testing.T) {
	t.Parallel()
	o := open(t)
	require.Contains(t, o.must("list"), "service/refund")
	require.Len(t, strings.Fields(o.must("pull", o.folder, "service/refund")), 2)
	require.Equal(t, "nothing new\n", o.must("save", o.folder))
	o.retitles("en", "Money back")
	require.Contains(t, o.must("save", o.folder), "preview  http://localhost:")
	require.Regexp(t, `service/refund +en +files +1 by mei, 2026-11-21 08:00Z +publish it`, o.must("list"))
	_, err := o.types("publish", "service/refund")
	require.ErrorContains(t, err, "nothing new in zh")
	o.retitles("zh", "退钱")
	o.must("save", o.folder)

	var receipts []struct {
		Versions map[string]int64
		Pages    []struct {
			Address      string
			Milliseconds *int64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(o.must("publish", "service/refund", "--json")), &receipts))
	require.Equal(t, map[string]int64{"en": 1, "zh": 2}, receipts[0].Versions)
	require.Len(t, receipts[0].Pages, 2*2*2, "two sites, two languages, page and twin")
	for _, p := range receipts[0].Pages {
		require.NotNil(t, p.Milliseconds, p.Address)
	}
	require.Contains(t, receipts[0].Pages[4].Address, "http://uk.localhost:")
	require.Contains(t, o.must("restore", "service/refund"), "fresh after")
	o.must("pull", o.folder, "service/refund")
	o.retitles("en", "Refunds ")
	o.must("save", o.folder)
	require.Contains(t, o.must("publish", "service/refund", "--alone"), "no page says anything else than before", "a space more")
	_, err = o.types("publish", "service/refund")
	require.Error(t, err, "a version that was taken back is no draft")
	require.Contains(t, o.must("preview", "service/refund", "--for", "2h"), "/preview/")
}

// What search engines are told stands in the page alone: its Markdown twin has nothing new to show, and is not waited for.
func TestATwinThatSaysTheSameIsNotCalledStale(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.must("pull", o.folder, "service/refund")
	path := filepath.Join(o.folder, "en/service/refund.md")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, bytes.Replace(text, []byte("seoTitle: "), []byte("seoTitle: New "), 1), 0o600))
	o.must("save", o.folder)
	said := o.must("publish", "service/refund", "--alone")
	require.Regexp(t, `/en/services/refund +fresh after`, said)
	require.NotContains(t, said, "refund.md")
	require.NotContains(t, said, "not seen fresh")

	o.retitles("en", "Money back")
	o.must("save", o.folder)
	require.Regexp(t, `/en/services/refund.md +fresh after`, o.must("publish", "service/refund", "--alone"))
}

func TestAReceiptSaysWhenTheShopDoesNotAnswer(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.must("pull", o.folder, "service/refund")
	o.retitles("en", "Money back")
	o.must("save", o.folder)
	said := o.must("publish", "service/refund", "--alone", "--at", "http://127.0.0.1:1")
	require.Contains(t, said, "left behind: zh")
	require.Contains(t, said, "not seen fresh: the shop does not answer at http://127.0.0.1:1")
	require.NotContains(t, said, "/zh/services/refund", "nothing has changed there")
	require.Contains(t, o.must("list"), "left behind by the other language")
}

func TestWhatIsNotUnderstood(t *testing.T) {
	t.Parallel()
	o := open(t)
	for name, words := range map[string][]string{
		"no such command": {"fly"}, "no folder": {"save"}, "no text": {"publish"}, "no such kind": {"publish", "news/x"},
		"an empty folder": {"save", o.folder}, "for ever": {"preview", "service/refund", "--for", "1000h"}, "a word too many": {"list", "x"},
		"no such folder": {"save", o.folder + "/none"}, "no such site": {"list", "--tenant", "99"},
	} {
		_, err := o.types(words...)
		var usage *ops.UsageError
		require.ErrorAs(t, err, &usage, name)
	}
	_, err := o.types("preview", "service/nothing")
	require.ErrorContains(t, err, "service/nothing: there is no such text")
	require.Contains(t, o.must("help"), "roamcart content <command>")
}

func TestAFolderIsNotWrittenOver(t *testing.T) {
	t.Parallel()
	mei := open(t)
	ben := office{mei.t, mei.cli, t.TempDir()}
	for _, o := range []office{mei, ben} {
		o.must("pull", o.folder, "service/refund")
	}
	mei.retitles("en", "Mei")
	_, err := mei.types("pull", mei.folder, "service/refund")
	require.ErrorContains(t, err, "en/service/refund.md was changed and not saved")
	mei.must("save", mei.folder)
	mei.retitles("en", "Mei again")
	mei.must("save", mei.folder)

	ben.retitles("en", "Ben")
	_, err = ben.types("save", ben.folder)
	require.ErrorContains(t, err, "version 2 by mei")
	ben.must("pull", ben.folder, "service/refund", "--over")
	ben.retitles("en", "Both")
	require.Contains(t, ben.must("save", ben.folder), "version 3")
	require.Contains(t, mei.must("pull", mei.folder), filepath.Join(mei.folder, "en/service/refund.md"), "all of it was saved")

	mei.must("pull", mei.folder, "service/refund", "--shown")
	_, err = mei.types("save", mei.folder)
	require.ErrorContains(t, err, "version 3 by mei", "a draft waits")
	require.Contains(t, mei.must("save", mei.folder, "--over"), "version 4", "what is shown takes the draft back")
	require.NotContains(t, mei.must("list"), "publish it")
}

func TestWhatIsWrongWithAFolderIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.must("pull", o.folder, "service/refund")
	o.retitles("zh", "退,钱")
	for _, name := range []string{"en/service/Big.md", "fr/service/refund.md"} {
		path := filepath.Join(o.folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	}
	_, err := o.types("save", o.folder)
	said := ops.ErrorLines(err)
	require.Len(t, said, 3)
	for i, what := range []string{`en/service/Big.md: "service/Big": a name has small letters`, "fr/service/refund.md: its folder is no language", "zh/service/refund.md: half-width"} {
		require.Contains(t, said[i], what)
	}
}

func TestATextFromWindowsIsUnderstood(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.must("pull", o.folder, "service/refund")
	path := filepath.Join(o.folder, "en/service/refund.md")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("\ufeff"+strings.ReplaceAll(string(text), "\n", "\r\n")), 0o600))
	require.Equal(t, "nothing new\n", o.must("save", o.folder))
}

// adds writes a text of the kind service in both languages, with a line in each.
func (o office) adds(name, line string) {
	o.t.Helper()
	for _, lang := range content.Languages {
		path := filepath.Join(o.folder, lang, "service", name+".md")
		require.NoError(o.t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(o.t, os.WriteFile(path, []byte("---\ntitle: T\nupdated: 2026-11-20\nseoTitle: T\nseoDescription: T\n---\n\n"+line+"\n"), 0o600))
	}
}

func TestALinkLeadsSomewhere(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.adds("insurance", "[a](/service/refnd) [b](/services/refnd) [c](/travel-card/asia/none) [d](/travel-card/none) [e](/payment/1)")
	_, err := o.types("save", o.folder)
	require.Equal(t, []string{
		"en/service/insurance.md: a link to a page that the shop does not have: /service/refnd, /services/refnd, /travel-card/asia/none, /travel-card/none, /payment/1",
		"zh/service/insurance.md: a link to a page that the shop does not have: /service/refnd, /services/refnd, /travel-card/asia/none, /travel-card/none, /payment/1",
	}, ops.ErrorLines(err))

	o.adds("insurance", "[a](/services/refund?x=1#y) [b](/travel-card/asia/jp-3g-7) [c](/travel-card/asia) [d](/my-account) [e](/services/claims) [f](https://x.example/y)")
	o.adds("claims", "[a](/services/insurance)")
	o.must("save", o.folder)
	const nobody = "http://127.0.0.1:1" // the shop of this test has no such pages to wait for
	require.NotContains(t, o.must("publish", "service/insurance", "service/claims", "--at", nobody), "nowhere")
	require.Regexp(t, `en/service/claims.md +links to it, which leads nowhere now`, o.must("withdraw", "service/insurance", "--at", nobody))
}
