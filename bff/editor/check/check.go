package check

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/image"
)

// Severity says how much a finding weighs.
type Severity string

// The severities: an error keeps a text from being published, a warning does not, a note only informs.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Finding is what a check has found in one language of a text.
type Finding struct {
	Code     string         `json:"code"`
	Severity Severity       `json:"severity"`
	Params   map[string]any `json:"params,omitempty"`
	// Line and Column begin at 1; columns and Length count characters.
	Line   int `json:"line"`
	Column int `json:"column"`
	Length int `json:"length,omitempty"`
	// Field is that of the front matter; "" for what stands in the text.
	Field string `json:"field,omitempty"`
}

// Input is a text in one language.
type Input struct {
	Kind, Name, Locale, Source string
	// Other is the text in the other language, "" when it is not translated.
	Other string
	// Leads reports whether the shop has a page at a path without a language; nil believes every link.
	Leads func(path string) bool
	// Images are those that the text uses and that there are, by name; nil believes every image.
	Images map[string]image.Image
}

// Limits of a text. Widths count a full-width character as two.
const (
	MaxTitle       = 60
	MaxDescription = 160
	// LongRead is after how many minutes of reading a text is called long.
	LongRead = 8
	// MaxFindings is how many findings of a text are returned: nobody reads more, and a text of faults alone stays quick to check.
	MaxFindings = 200
)

// Text says what is wrong with a text in one language, in the order of its lines. Never nil.
func Text(in Input) []Finding {
	l := &list{source: in.Source, found: []Finding{}}
	if !utf8.ValidString(in.Source) || strings.ContainsRune(in.Source, 0) {
		l.at(0, 0, Finding{Code: "no_text", Severity: Error})
		return l.found
	}
	head, body := l.frontMatter()
	l.fields(in, head)
	l.rules(in)
	l.terms(in)
	if body >= 0 {
		l.markdown(in, body)
		l.translation(in, body)
		l.reading(body)
	}
	slices.SortStableFunc(l.found, func(a, b Finding) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
	return l.found
}

// list collects findings of a source.
type list struct {
	source string
	found  []Finding
}

// at adds a finding about n bytes at an offset of the source.
func (l *list) at(offset, n int, f Finding) {
	if len(l.found) == MaxFindings {
		return
	}
	offset = min(max(offset, 0), len(l.source))
	before := l.source[:offset]
	f.Line = strings.Count(before, "\n") + 1
	f.Column = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	f.Length = utf8.RuneCountInString(l.source[offset:min(offset+n, len(l.source))])
	l.found = append(l.found, f)
}

// field is a line of the front matter; at is where its value begins.
type field struct {
	value string
	at    int
}

// frontMatter reads the fields of a source and says where its text begins, -1 when it has no front matter.
func (l *list) frontMatter() (map[string]field, int) {
	const mark = "---\n"
	end := strings.Index(l.source, "\n"+mark)
	if !strings.HasPrefix(l.source, mark) || end < 0 {
		l.at(0, 3, Finding{Code: "no_front_matter", Severity: Error})
		return nil, -1
	}
	head, offset := map[string]field{}, len(mark)
	for line := range strings.Lines(l.source[len(mark) : end+1]) {
		key, value, ok := strings.Cut(strings.TrimRight(line, "\n"), ":")
		if !ok {
			l.at(offset, len(line)-1, Finding{Code: "front_matter_line", Severity: Error})
		} else {
			at := offset + len(key) + 1 + len(value) - len(strings.TrimLeft(value, " "))
			head[strings.TrimSpace(key)] = field{strings.Trim(strings.TrimSpace(value), `"`), at}
		}
		offset += len(line)
	}
	return head, end + 1 + len(mark)
}

// rules finds every place that the house rules are against.
func (l *list) rules(in Input) {
	for _, r := range content.Rules(in.Locale) {
		for _, place := range r.Pattern.FindAllStringIndex(l.source, -1) {
			l.at(place[0], place[1]-place[0], Finding{
				Code: r.Code, Severity: Error, Params: map[string]any{"found": strings.TrimSpace(l.source[place[0]:place[1]])},
			})
		}
	}
}
