package content_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

func newService(t *testing.T) (*content.Service, *pg.DB) {
	t.Helper()
	db := seeded.New(t)
	return content.New(db), db
}

func TestRenderKeepsOnlyWhatIsHarmless(t *testing.T) {
	t.Parallel()
	for markdown, want := range map[string]string{
		"a **b**":                          `<p>a <strong>b</strong></p>`,
		"[faq](/faq?x=1)":                  `<p><a href="/zh/faq?x=1">faq</a></p>`,
		"[out](https://example.com/a)":     `<p><a href="https://example.com/a">out</a></p>`,
		"[mail](mailto:a@b.example)":       `<p><a href="mailto:a@b.example">mail</a></p>`,
		"[protocol](//evil.example)":       `<p><a href="//evil.example">protocol</a></p>`,
		"[x](javascript:alert)":            `<p>x</p>`,
		"<script>alert(1)</script>":        ``,
		`<img src=x onerror="alert(1)">`:   ``,
		"![p](https://evil.example/p.png)": `<p></p>`,
		"## Head\n\ntext":                  "<h2 id=\"head\">Head</h2>\n<p>text</p>",
	} {
		got, err := content.Render(markdown, "zh")
		require.NoError(t, err)
		require.Equal(t, want, got, markdown)
	}
}

func TestParseTreeNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	good := "---\ntitle: T\nupdated: 2026-01-02\nseoTitle: S\nseoDescription: D\n---\ntext"
	for complaint, files := range map[string]map[string]string{
		"no front matter":           {"c/en/page/a.md": "text"},
		"title is missing":          {"c/en/page/a.md": strings.Replace(good, "title: T\n", "", 1)},
		`updated: "soon" is no day`: {"c/en/page/a.md": strings.Replace(good, "2026-01-02", "soon", 1)},
		"text is missing":           {"c/en/page/a.md": strings.TrimSuffix(good, "text")},
		"not key: value":            {"c/en/page/a.md": "---\nwhat\n---\ntext"},
		"page/a is missing in one":  {"c/en/page/a.md": good},
		"has no answer":             {"c/en/faq/a.md": "---\ntitle: T\n---\n## Why?\n\n## How?\nSo."},
		"question 100 is missing":   {"c/zh/faq/a.md": "---\ntitle: T\n---\n## Why?\nSo."},
	} {
		tree := fstest.MapFS{}
		for name, body := range files {
			tree[name] = &fstest.MapFile{Data: []byte(body)}
		}
		_, err := content.ParseTree(tree, "c")
		require.ErrorContains(t, err, complaint)
	}
	tree, err := content.ParseTree(fstest.MapFS{"c/en/page/a.md": {Data: []byte(good)}, "c/zh/page/a.md": {Data: []byte(good)}}, "c")
	require.NoError(t, err)
	require.Len(t, tree.Documents, 2)
	require.Equal(t, "<p>text</p>", tree.Documents[0].HTML)
}

func TestComplaints(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"套餐,流量": 1, "国家/地区，5 GB": 0, "这个国家": 1, "see the list of all our plans 吧": 1, "见:这里!": 1, "这里!": 1, "这里!\n": 1, "这里![图](image:x)": 0} {
		require.Len(t, content.RuleViolations("zh", text), want, text)
	}
	require.Len(t, content.RuleViolations("en", "Call 无限流量套餐说明书全文"), 1)
	require.Empty(t, content.RuleViolations("en", "Roamcart 中国香港站, see!"))
}

// The shop's own texts follow the house rules.
func TestTextsAreInTheirLanguage(t *testing.T) {
	t.Parallel()
	tree, err := content.ParseTree(data.FS, "content")
	require.NoError(t, err)
	check := func(where, lang, text string) { require.Empty(t, content.RuleViolations(lang, text), where) }
	for _, d := range tree.Documents {
		check(d.Kind+"/"+d.Name, d.Lang, d.Title+"\n"+d.SEOTitle+"\n"+d.SEODescription+"\n"+d.Markdown)
		require.LessOrEqual(t, len([]rune(d.SEODescription)), 160, d.Name)
		require.Empty(t, content.RenderProblemTexts(d.Markdown), d.Name)
	}
	for _, q := range tree.Questions {
		check(q.Question, q.Lang, q.Category+"\n"+q.Question+"\n"+q.Markdown)
		require.Empty(t, content.RenderProblemTexts(q.Markdown), q.Question)
	}
}

func TestLinksLeadToPages(t *testing.T) {
	t.Parallel()
	tree, err := content.ParseTree(data.FS, "content")
	require.NoError(t, err)
	known := map[string]bool{"/faq": true, "/contact": true, "/my-order": true, "/esim": true, "/why-us": true, "/my-account/sims-info": true, "/travel-card/which": true}
	for _, d := range tree.Documents {
		if d.Kind != "page" {
			known[map[string]string{"service": "/services/", "terms": "/terms/"}[d.Kind]+d.Name] = true
		}
	}
	href := regexp.MustCompile(`href="/(en|zh)(/[^"]*)"`)
	check := func(lang, html string) {
		for _, m := range href.FindAllStringSubmatch(html, -1) {
			require.Equal(t, lang, m[1])
			require.True(t, known[m[2]], m[2])
		}
	}
	for _, d := range tree.Documents {
		check(d.Lang, d.HTML)
	}
	for _, q := range tree.Questions {
		check(q.Lang, q.HTML)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	s, db := newService(t)
	ctx := context.Background()
	for kind, names := range map[string][]string{
		"service": {"delivery", "refund", "activation", "real-name", "monthly-plans"},
		"terms":   {"terms-and-conditions", "website-terms-of-use", "privacy-policy", "disclaimer", "cookie-policy"},
		"page":    {"why-us", "esim"},
	} {
		for _, name := range names {
			for _, lang := range content.Languages {
				p, err := s.Page(ctx, 20, kind, name, lang)
				require.NoError(t, err, name)
				require.NotEmpty(t, p.Title)
				require.NotEmpty(t, p.SEOTitle)
				require.Contains(t, p.HTML, "<h2")
				require.Equal(t, time.UTC, p.UpdatedAt.Location())
			}
		}
	}
	for _, missing := range [][2]string{{"service", "no-such"}, {"terms", "delivery"}, {"faq", "01-choosing"}} {
		_, err := s.Page(ctx, 20, missing[0], missing[1], "en")
		require.Equal(t, "not_found", fault.Code(err), missing)
	}
	list, err := s.List(ctx, 20, "zh")
	require.NoError(t, err)
	require.Len(t, list, 12)

	_, err = db.SQL.Exec(`insert into content_document (tenant_id, kind, name, locale, title, body_md, html, updated_at)
		values (22, 'service', 'refund', 'en', 'UK refunds', 'x', '<p>x</p>', now())`)
	require.NoError(t, err)
	uk, err := s.Page(ctx, 22, "service", "refund", "en")
	require.NoError(t, err)
	require.Equal(t, "UK refunds", uk.Title, "a site's own text wins")
	hk, err := s.Page(ctx, 21, "service", "refund", "en")
	require.NoError(t, err)
	require.Equal(t, "Refunds", hk.Title, "and stays on that site")
	list, err = s.List(ctx, 22, "en")
	require.NoError(t, err)
	require.Len(t, list, 12, "each name once")
}

func TestFAQ(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	ctx := context.Background()
	en, err := s.FAQ(ctx, 20, "en")
	require.NoError(t, err)
	zh, err := s.FAQ(ctx, 20, "zh")
	require.NoError(t, err)
	require.Len(t, zh, len(en))
	categories := map[string]bool{}
	for _, a := range en {
		categories[a.Category] = true
		require.NotEmpty(t, a.HTML)
	}
	require.GreaterOrEqual(t, len(en), 20)
	require.GreaterOrEqual(t, len(categories), 5)
	require.Equal(t, "Which plan do I need?", en[0].Question)
	require.Equal(t, "我该选哪个套餐？", zh[0].Question)

	find := func(lang, keyword string) []content.Answer {
		found, err := s.SearchFAQ(ctx, 20, lang, keyword)
		require.NoError(t, err)
		return found
	}
	require.NotEmpty(t, find("en", "hotspot"))
	require.Equal(t, find("en", "HOTSPOT"), find("en", "ｈｏｔｓｐｏｔ"), "neither case nor width matters")
	require.Equal(t, "可以给电脑共享流量吗？", find("zh", "hotspot laptop")[0].Question, "an English word finds the Chinese answer")
	require.Equal(t, "Can I share the data with a laptop?", find("en", "共享流量")[0].Question)
	require.Empty(t, find("en", "hotspot zebra"), "every word counts")
	require.NotNil(t, find("en", "zebra"))
	for _, empty := range []string{"", "  ", "　", "\u200b", "\x00 \u202e"} {
		_, err := s.SearchFAQ(ctx, 20, "en", empty)
		var f *fault.Error
		require.ErrorAs(t, err, &f)
		require.Equal(t, map[string]string{"keyword": "keyword_required"}, f.Fields)
	}
}

func TestLostContentIsReported(t *testing.T) {
	t.Parallel()
	for markdown, what := range map[string]string{
		"![a map](https://x.example/map.png)": "an image that is not one of the Studio's: https://x.example/map.png",
		"a <b>bold</b> word":                  "HTML: <b>",
		"<script>alert(1)</script>":           "HTML: <script>alert(1)</script>",
		"# Refunds":                           "level 2, 3 or 4: Refunds",
		"##### Fine print":                    "level 2, 3 or 4: Fine print",
		"[x](javascript:alert(1))":            "not https, mailto or tel: javascript:alert(1)",
		"[x](http://x.example)":               "not https, mailto or tel: http://x.example",
		"<http://x.example>":                  "not https, mailto or tel: http://x.example",
		"[x](//x.example)":                    "not https, mailto or tel: //x.example",
		"[x](faq)":                            "does not begin with /: faq",
		"[x](/en/faq)":                        "names the language, which comes by itself: /en/faq",
		"[x]()":                               "a link that is none",
	} {
		require.Contains(t, strings.Join(content.RenderProblemTexts(markdown), "\n"), what, markdown)
	}
	fine := "## A\n\n<!-- for editors -->\n[x](/faq) [y](#a) [z](mailto:a@b.example) <https://x.example> ~~no~~ `<b>`\n\n| a |\n|---|\n| 1 |"
	require.Empty(t, content.RenderProblemTexts(fine))
	require.Equal(t, []string{"/faq", "/services/refund"},
		content.Links("[a](/faq) [b](/faq?keyword=x) [c](/services/refund#how) [d](https://x.example/y) [e](#a)"))
	_, err := content.ParseQuestions("x", "en", "---\ntitle: T\n---\nHello.\n\n## A?\n\nYes.", 0)
	require.ErrorContains(t, err, "text before the first question: Hello.")
}

func TestACardPageHasQuestionsAboutCards(t *testing.T) {
	t.Parallel()
	texts, _ := newService(t)
	for lang, wanted := range map[string]string{"en": "How long does a card take?", "zh": "实体卡多久能到？"} {
		all, err := texts.FAQ(t.Context(), 20, lang)
		require.NoError(t, err)
		var asked []string
		for _, a := range content.PlanExcerpt(all, []string{"physical"}) {
			asked = append(asked, a.Question)
			require.NotContains(t, a.Question+a.HTML, "eSIM")
		}
		require.Len(t, asked, content.PlanQuestions)
		require.Contains(t, asked, wanted)
		require.Equal(t, content.Excerpt(all, content.PlanQuestions), content.PlanExcerpt(all, []string{"esim", "physical"}))
	}
}
