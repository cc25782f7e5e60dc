package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/content"
)

// FAQ is the page of questions and answers.
const FAQ Kind = "faq"

var faqPage = Page[gen.FaqPage]{
	Row: Row{
		Kind: FAQ, Pattern: "/faq", Query: []Param{{Name: "keyword", NoIndex: true, Empty: true}, previewParam}, Tier: TierContent,
		JSONLD: []string{organization, breadcrumbs, questions}, OGType: "article", Text: "faq",
	},
	Data: faqData,
	Tags: func(t *tagList, _ gen.FaqPage) { t.add("faq") },
	Head: func(_ Words, d gen.FaqPage) Head {
		if d.Keyword != nil { // what a search has found is a part of another page
			return Head{}
		}
		return Head{Questions: d.Items}
	},
}

// faqData gathers the questions; a keyword that is there but empty is the page's to complain about.
func faqData(ctx context.Context, s *Source, a PageContext) (gen.FaqPage, error) {
	keyword := a.Query.Get("keyword")
	var list []content.Answer
	var err error
	if keyword == "" {
		list, err = s.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	} else {
		list, err = s.Content.SearchFAQ(ctx, a.Tenant.ID, a.Locale, keyword)
	}
	if err == nil && a.Preview != nil && keyword == "" {
		list, err = a.Preview.FAQ(list, a.Locale)
	}
	out := gen.FaqPage{Items: a.questions(list)}
	if a.Query.Has("keyword") {
		out.Keyword = &keyword
	}
	return out, err
}
