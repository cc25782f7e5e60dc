package check_test

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/editor/check"
)

const head = "---\ntitle: T\nupdated: 2026-11-20\nseoTitle: S\nseoDescription: D\n---\n\n"

// brief is what a test compares of a finding.
type brief struct {
	Code         string
	Line, Column int
}

func found(in check.Input) []brief {
	if in.Locale == "" {
		in.Locale = "en"
	}
	if in.Kind == "" {
		in.Kind = "service"
	}
	if in.Other == "" {
		in.Other = head + "text\n"
	}
	in.Leads = func(path string) bool { return path == "/esim" }
	var out []brief
	for _, f := range check.Text(in) {
		if f.Severity != check.Note {
			out = append(out, brief{f.Code, f.Line, f.Column})
		}
	}
	return out
}

// hasErrors reports whether one of the findings keeps the text from being published.
func hasErrors(list []check.Finding) bool {
	return slices.ContainsFunc(list, func(f check.Finding) bool { return f.Severity == check.Error })
}

func TestAFindingHasItsPlace(t *testing.T) {
	t.Parallel()
	const line = 8
	for name, c := range map[string]struct {
		in   check.Input
		want []brief
	}{
		"nothing":                 {check.Input{Source: head + "Read [this](/esim).\n"}, nil},
		"half-width punctuation":  {check.Input{Locale: "zh", Source: head + "好的。退款,好!\n"}, []brief{{"half_width", line, 5}, {"half_width", line, 7}}},
		"English in Chinese":      {check.Input{Locale: "zh", Source: head + "好 this is an English sentence here.\n"}, []brief{{"english_sentence", line, 3}}},
		"Chinese in English":      {check.Input{Source: head + "Good 未翻译的中文句子还在这里\n"}, []brief{{"chinese_sentence", line, 6}}},
		"a term":                  {check.Input{Source: head + "Use your Coupon, see [x](/esim).\n"}, []brief{{"term", line, 10}}},
		"a term inside a word":    {check.Input{Source: head + "Windows signing in.\n"}, nil},
		"a term inside a term":    {check.Input{Locale: "zh", Source: head + "月租套餐\n"}, nil},
		"a Chinese term":          {check.Input{Locale: "zh", Source: head + "用优惠券\n"}, []brief{{"term", line, 2}}},
		"a broken link":           {check.Input{Source: head + "[a](/esim) [b](/esimm)\n"}, []brief{{"link_nowhere", line, 16}}},
		"the other language":      {check.Input{Source: head + "[a](/zh/esim)\n"}, []brief{{"link_language", line, 5}}},
		"a script":                {check.Input{Source: head + "[a](javascript:alert(1))\n"}, []brief{{"link_scheme", line, 5}}},
		"the same link again":     {check.Input{Source: head + "[a](x) [b](x)\n"}, []brief{{"link_relative", line, 5}, {"link_relative", line, 12}}},
		"HTML":                    {check.Input{Source: head + "a <b>b</b>\n"}, []brief{{"html", line, 3}, {"html", line, 7}}},
		"an image":                {check.Input{Source: head + "![a](https://x.example/a.png)\n"}, []brief{{"image", line, 6}}},
		"a title too many":        {check.Input{Source: head + "# A\n", Other: head + "# B\n"}, []brief{{"heading_level", line, 1}}},
		"a level left out":        {check.Input{Source: head + "## A\n\n#### B\n", Other: head + "## A\n\n### B\n"}, []brief{{"heading_order", line + 2, 1}}},
		"a heading in code":       {check.Input{Source: head + "```\n# no heading\n```\n"}, nil},
		"parts that differ":       {check.Input{Source: head + "## A\n"}, []brief{{"parts_differ", line - 1, 1}}},
		"no front matter":         {check.Input{Source: "text"}, []brief{{"no_front_matter", 1, 1}}},
		"no title":                {check.Input{Source: strings.Replace(head, "title: T", "title:", 1) + "a\n"}, []brief{{"field_missing", 2, 7}}},
		"no day":                  {check.Input{Source: strings.Replace(head, "2026-11-20", "yesterday", 1) + "a\n"}, []brief{{"no_day", 3, 10}}},
		"a wide title in Chinese": {check.Input{Locale: "zh", Source: strings.Replace(head, ": S", ": "+strings.Repeat("退", 31), 1) + "a\n"}, []brief{{"too_wide", 4, 11}}},
		"a long description":      {check.Input{Source: strings.Replace(head, ": D", ": "+strings.Repeat("d", 161), 1) + "a\n"}, []brief{{"too_long", 5, 17}}},
		"no text":                 {check.Input{Source: "\xff"}, []brief{{"no_text", 1, 1}}},
		"a question without answer": {
			check.Input{Kind: "faq", Source: "---\ntitle: T\n---\n## A?\n\n## B?\n\nb\n", Other: "---\ntitle: T\n---\n## A?\n\na\n\n## B?\n\nb\n"},
			[]brief{{"no_answer", 4, 4}},
		},
		"a question too many": {
			check.Input{Kind: "faq", Source: "---\ntitle: T\n---\n## A?\n\na\n", Other: "---\ntitle: T\n---\n## A?\n\na\n\n## B?\n\nb\n"},
			[]brief{{"questions_differ", 4, 1}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, found(c.in))
		})
	}
}

func TestAnUntranslatedTextIsReported(t *testing.T) {
	t.Parallel()
	list := check.Text(check.Input{Kind: "service", Locale: "en", Source: head + "text\n"})
	require.Equal(t, "not_translated", list[0].Code)
	require.True(t, hasErrors(list))
}

func TestWidthsCountFullWidthCharactersTwice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"eSIM": 4, "退款": 4, "，": 2, "é": 1, "“”": 2} {
		require.Equal(t, want, check.Width(text), text)
	}
}

// What the shop came with is published: nothing of it may be an error.
func TestTheTextsOfTheShopHaveNoErrors(t *testing.T) {
	t.Parallel()
	files, err := editor.ReadFolder(data.FS, "content", 0)
	require.NoError(t, err)
	sources := map[string]string{}
	for _, f := range files {
		sources[f.String()] = f.Source
	}
	for _, f := range files {
		other := f
		other.Locale = map[string]string{"en": "zh", "zh": "en"}[f.Locale]
		list := check.Text(check.Input{Kind: f.Kind, Name: f.Name, Locale: f.Locale, Source: f.Source, Other: sources[other.String()]})
		require.False(t, hasErrors(list), "%s: %v", f, list)
	}
}

// A text of nothing but faults takes no longer than typing allows. It is the program's only test then, so that its processor time is
// that of the check; the clock would count what other programs do, too.
func TestATextOfFaultsIsCheckedQuickly(t *testing.T) {
	began := processorTime(t)
	list := check.Text(check.Input{Kind: "service", Locale: "zh", Source: head + strings.Repeat("国家,[a](x) # <b>\n", 10_000), Other: head})
	require.Len(t, list, check.MaxFindings)
	require.Less(t, processorTime(t)-began, 5*time.Second)
}

// processorTime returns what this program has used so far.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
