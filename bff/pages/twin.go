package pages

import (
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/content"
)

// TwinSuffix makes the address of a page that of its Markdown twin.
const TwinSuffix = ".md"

// Levels below which headings of editors' texts stand in a twin: a text below the title of its page, an answer below its question.
const textLevel, answerLevel = 2, 4

// markdown returns a text for a twin.
func (a PageContext) markdown(p content.Page) string {
	return content.Twin(p.Markdown, a.Locale, a.Origin, textLevel)
}

// questions returns questions with their answers, HTML for a page and Markdown for its twin. Never nil.
func (a PageContext) questions(list []content.Answer) []gen.Faq {
	out := view.FAQ(list)
	if a.Twin {
		for i, q := range list {
			out[i].AnswerHtml, out[i].AnswerMarkdown = "", content.Twin(q.Markdown, a.Locale, a.Origin, answerLevel)
		}
	}
	return out
}
