package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A receipt names the pages that a publication has changed, and no others: those that quote a text as well as its own.
func TestAReceiptNamesEveryPageThatChanged(t *testing.T) {
	t.Parallel()
	renderer := newPageRenderer(t)
	renderer.show = func(answer []byte) []byte {
		var page struct {
			Data struct{ Data, Seo json.RawMessage }
		}
		if err := json.Unmarshal(answer, &page); err != nil {
			return []byte(err.Error())
		}
		return fmt.Appendf(nil, "<main>%s %s</main>", page.Data.Data, page.Data.Seo)
	}
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.SSRURL = renderer.URL }})
	pages := slices.DeleteFunc(shop.SitemapPaths(), func(path string) bool {
		return strings.Count(path, "/") == 4 && !strings.HasSuffix(path, "/jp-3g-7")
	})
	exec(t, shop, `update product set visible = goods_id = 'jp-3g-7'`) // one plan stands for all
	waittest.Eventually(t, "the other plans are gone", func() bool {
		d, err := shop.Read("/sitemaps/zh.xml")
		return err == nil && !strings.Contains(string(d.Body), "/us-5g-7<")
	})
	folder, edit := t.TempDir(), editorsCLI(t, shop)
	edit("pull", folder)
	for name, change := range map[string][2]string{
		"faq/01-choosing": {"\n## ", "\n\n## "}, // a line more, but nothing that is shown
		"faq/02-devices":  {"title: ", "title: 1 "},
		"service/refund":  {"title: ", "title: 1 "},
	} {
		for _, lang := range []string{"en", "zh"} {
			path := filepath.Join(folder, lang, filepath.FromSlash(name)+".md")
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), change[0], change[1], 1)), 0o600))
		}
	}
	edit("save", folder, "--tenant", "20")
	before := entityTags(t, shop, pages)
	var receipts []struct {
		Pages []struct {
			Address, Why string
			Milliseconds *int64
		}
	}
	answer := edit("publish", "faq/01-choosing", "faq/02-devices", "service/refund", "--tenant", "20", "--json")
	require.NoError(t, json.Unmarshal([]byte(answer), &receipts))
	if len(receipts) != 3 || len(receipts[0].Pages) != 0 {
		t.Fatalf("a change that nobody sees changed pages: %s", answer)
	}
	var told, changed []string
	for _, receipt := range receipts {
		for _, p := range receipt.Pages {
			if p.Milliseconds == nil {
				t.Errorf("%s: %s", p.Address, p.Why)
			}
			if path := strings.TrimPrefix(p.Address, shop.URL); !strings.HasSuffix(path, ".md") {
				told = append(told, path)
			}
		}
	}
	after := entityTags(t, shop, pages)
	for _, page := range pages {
		if after[page] != before[page] {
			changed = append(changed, page)
		}
	}
	slices.Sort(told)
	slices.Sort(changed)
	if !slices.Equal(told, changed) || len(changed) < 10 {
		t.Errorf("the receipts name %v, changed have %v", told, changed)
	}
}

// entityTags returns the entity tags of pages.
func entityTags(t *testing.T, shop *apptest.Shop, paths []string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, path := range paths {
		res, err := http.Get(shop.URL + path)
		require.NoError(t, err)
		_ = res.Body.Close()
		out[path] = res.Header.Get("ETag")
	}
	return out
}

// editorsCLI types commands of the editors beside a running shop.
func editorsCLI(t *testing.T, shop *apptest.Shop) func(words ...string) string {
	t.Helper()
	cfg := secondConfig(t, shop)
	return func(words ...string) string {
		t.Helper()
		var out bytes.Buffer
		require.NoError(t, app.Content(t.Context(), cfg, words, ops.Console{Out: &out, User: "mei"}))
		return out.String()
	}
}
