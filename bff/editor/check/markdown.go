package check

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/image"
)

var (
	heading  = regexp.MustCompile(`(?m)^ {0,3}(#{1,6})[ \t]+(.*)$`)
	fence    = regexp.MustCompile("(?ms)^ {0,3}(```|~~~).*?(^ {0,3}(```|~~~)[ \t]*$|\\z)")
	question = regexp.MustCompile(`(?m)^## +(.*)$`)
)

// markdown looks at what the page would refuse, at links and at headings. body is where the text begins.
func (l *list) markdown(in Input, body int) {
	text := l.source[body:]
	next := map[string]int{}
	// place finds the next place of a part.
	place := func(part string) (int, bool) {
		at := strings.Index(text[next[part]:], part)
		if at < 0 || part == "" {
			return body, false
		}
		at += next[part]
		next[part] = at + len(part)
		return body + at, true
	}
	found := func(code, part string) {
		if len(l.found) == MaxFindings {
			return
		}
		at, ok := place("(" + part)
		if ok {
			at++
		} else {
			at, _ = place(part)
		}
		l.at(at, len(part), Finding{Code: code, Severity: Error, Params: map[string]any{"found": part}})
	}
	for _, loss := range content.RenderProblems(text) {
		if loss.Code != "heading_level" { // headings are looked at below, with their places
			found(loss.Code, loss.Found)
		}
	}
	for _, path := range content.Links(text) {
		if in.Leads != nil && !in.Leads(path) {
			found("link_nowhere", path)
		}
	}
	if in.Images != nil {
		for _, one := range content.Images(text) {
			name := one.Name.String()
			switch i, there := in.Images[name]; {
			case !there:
				found("image_unknown", image.Scheme+name)
			case !i.Described():
				found("image_undescribed", image.Scheme+name)
			case one.Alt == "" && !i.Decorative:
				found("image_alt", image.Scheme+name)
			}
		}
	}
	l.headings(text, body)
	if in.Kind == "faq" {
		l.questions(text, body)
	}
}

// headings finds levels that a page has not, and those that leave one out.
func (l *list) headings(text string, body int) {
	text = blank(text, fence.FindAllStringIndex(text, -1))
	last := 1
	for _, m := range heading.FindAllStringSubmatchIndex(text, -1) {
		level := m[3] - m[2]
		switch {
		case level == 1 || level > 4:
			l.at(body+m[2], m[5]-m[2], Finding{Code: "heading_level", Severity: Error})
		case level > last+1:
			l.at(body+m[2], m[5]-m[2], Finding{Code: "heading_order", Severity: Warning, Params: map[string]any{"level": level, "before": last}})
		}
		last = level
	}
}

// questions finds what a file of questions must not have.
func (l *list) questions(text string, body int) {
	places := question.FindAllStringSubmatchIndex(text, -1)
	if len(places) == 0 {
		l.at(body, 0, Finding{Code: "no_question", Severity: Error})
		return
	}
	if stray := strings.TrimSpace(text[:places[0][0]]); stray != "" {
		l.at(body+strings.Index(text, stray), len(stray), Finding{Code: "before_questions", Severity: Error})
	}
	var asked []string
	for i, m := range places {
		end := len(text)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		q := strings.TrimSpace(text[m[2]:m[3]])
		if strings.TrimSpace(text[m[1]:end]) == "" {
			l.at(body+m[2], m[3]-m[2], Finding{Code: "no_answer", Severity: Error})
		}
		if slices.Contains(asked, q) {
			l.at(body+m[2], m[3]-m[2], Finding{Code: "asked_twice", Severity: Error})
		}
		asked = append(asked, q)
	}
}

// translation compares a text with the one in the other language.
func (l *list) translation(in Input, body int) {
	if in.Other == "" {
		l.at(0, 0, Finding{Code: "not_translated", Severity: Error})
		return
	}
	other, err := content.Body(in.Other)
	if err != nil {
		return
	}
	count := func(text string) int {
		return len(heading.FindAllString(blank(text, fence.FindAllStringIndex(text, -1)), -1))
	}
	here, there := count(l.source[body:]), count(other)
	if here == there {
		return
	}
	f := Finding{Code: "parts_differ", Severity: Warning, Params: map[string]any{"here": here, "there": there}}
	if in.Kind == "faq" {
		f.Severity, f.Code = Error, "questions_differ"
	}
	l.at(body, 0, f)
}

// How much people read in a minute: English words, Chinese characters.
const (
	wordsPerMinute      = 220
	charactersPerMinute = 400
)

// reading says how long a text takes to read.
func (l *list) reading(body int) {
	text := blank(l.source[body:], address.FindAllStringIndex(l.source[body:], -1))
	han, words := 0, 0
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r > utf8.RuneSelf && r != '’' || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	}) {
		if word != "" {
			words++
		}
	}
	minutes := (han*wordsPerMinute + words*charactersPerMinute + wordsPerMinute*charactersPerMinute - 1) / (wordsPerMinute * charactersPerMinute)
	f := Finding{Code: "reading", Severity: Note, Params: map[string]any{"minutes": max(minutes, 1), "words": words, "characters": han}}
	if minutes > LongRead {
		f.Severity, f.Code = Warning, "long_read"
	}
	l.at(len(l.source), 0, f)
}
