package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/content"
)

// A page has the HTML of editors' texts alone, its twin the Markdown alone.
func TestTextsOfAPageAndOfItsTwin(t *testing.T) {
	t.Parallel()
	list := []content.Answer{{Category: "Devices", Question: "How?", Markdown: "## So\n\nSee [eSIM](/esim).", HTML: "<p>So.</p>"}}
	a := PageContext{Locale: "zh", Origin: "https://shop.example"}
	page := a.questions(list)[0]
	require.Equal(t, []string{"<p>So.</p>", ""}, []string{page.AnswerHtml, page.AnswerMarkdown})
	a.Twin = true
	twin := a.questions(list)[0]
	require.Equal(t, []string{"", "#### So\n\nSee [eSIM](https://shop.example/zh/esim)."}, []string{twin.AnswerHtml, twin.AnswerMarkdown})
	require.Equal(t, "Devices", twin.Category)
	require.NotNil(t, a.questions(nil))
	require.Equal(t, "## So", a.markdown(content.Page{Markdown: "# So"}))
}
