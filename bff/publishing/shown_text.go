package publishing

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Shown is what visitors read.
type Shown interface {
	Page(ctx context.Context, tenant int64, kind, name, lang string) (content.Page, error)
	List(ctx context.Context, tenant int64, lang string) ([]content.Entry, error)
	FAQ(ctx context.Context, tenant int64, lang string) ([]content.Answer, error)
}

// shownText is what the pages of a site in a language take from the texts, of those that one text may change.
type shownText struct {
	of        editor.Text
	page      content.Page
	siblings  []string
	questions []content.Answer
	// simTypes are those of each plan, by its id.
	simTypes map[string][]string
}

// quoted is how many questions the pages of a kind quote; those of plans choose theirs by the SIM types.
var quoted = map[pages.Kind]int{
	pages.Home: content.HomeQuestions, pages.ESIM: content.ESIMQuestions, pages.ESIMModule: content.ESIMQuestions,
}

// read looks up what is shown where a text is.
func (s *Service) read(ctx context.Context, site tenant.Tenant, locale string, t editor.Text) (shownText, error) {
	out := shownText{of: t}
	var err error
	if t.Kind == "faq" {
		if out.questions, err = s.Shown.FAQ(ctx, site.ID, locale); err != nil {
			return out, err
		}
		goods, err := s.Catalog.All(ctx, site.ID, locale)
		out.simTypes = map[string][]string{}
		for _, g := range goods {
			out.simTypes[g.ID] = g.SimTypes
		}
		return out, err
	}
	if out.page, err = s.Shown.Page(ctx, site.ID, t.Kind, t.Name, locale); err != nil && fault.Code(err) != "not_found" {
		return out, err
	}
	list, err := s.Shown.List(ctx, site.ID, locale)
	for _, e := range list {
		if e.Kind == t.Kind {
			out.siblings = append(out.siblings, e.Name, e.Title)
		}
	}
	return out, err
}

// on returns what a page takes from the texts, to be compared; takes says whether it may take anything.
func (x shownText) on(page *watched) (what string, takes bool) {
	if page.twin() {
		return x.twin(), page.own
	}
	switch x.of.Kind {
	case "faq":
		if page.own {
			return questions(x.questions), true
		}
		if page.kind == pages.Detail {
			return questions(content.PlanExcerpt(x.questions, x.simTypes[path.Base(page.path)])), true
		}
		n, quotes := quoted[page.kind]
		return questions(content.Excerpt(x.questions, n)), quotes
	case "page":
		// The guide to eSIM stands in the shop's app as well.
		return x.text(), page.own || page.kind == pages.ESIMModule && x.of.Name == "esim"
	}
	if page.own {
		return fmt.Sprintf("%s %v", x.text(), x.siblings), true
	}
	// The pages of a kind name each other.
	return fmt.Sprintf("%v", x.siblings), map[pages.Kind]string{pages.Service: "service", pages.Terms: "terms"}[page.kind] == x.of.Kind
}

// text returns what the text's page shows of it: HTML, and not how an editor wrote that.
func (x shownText) text() string {
	page := x.page
	page.Markdown = ""
	return fmt.Sprintf("%v", page)
}

// questions returns what a page shows of questions.
func questions(list []content.Answer) string {
	shown := slices.Clone(list)
	for i := range shown {
		shown[i].Markdown = ""
	}
	return fmt.Sprintf("%v", shown)
}

// twin returns what the Markdown twin of the text's page takes from it: what an editor wrote, and nothing that only search engines
// are reported.
func (x shownText) twin() string {
	var out strings.Builder
	for _, q := range x.questions {
		fmt.Fprintf(&out, "%s\n%s\n%s\n", q.Category, q.Question, q.Markdown)
	}
	fmt.Fprintf(&out, "%s\n%s\n%s\n%v", x.page.Title, x.page.UpdatedAt.Format(time.DateOnly), x.page.Markdown, x.siblings)
	return out.String()
}
