package editors

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/publishing"
)

// entry is how a text stands in one language.
type entry struct {
	Text   string `json:"text"`
	Locale string `json:"locale"`
	// Shown is the version that visitors see: 0 for the shop's files, absent for none.
	Shown *int64 `json:"shown,omitempty"`
	// Draft was handed in after that, by whom and when.
	Draft  int64      `json:"draft,omitempty"`
	Author string     `json:"author,omitempty"`
	At     *time.Time `json:"at,omitempty"`
	Stale  bool       `json:"stale,omitempty"`
}

// textList is every text in every language.
type textList []entry

func newTextList(all map[editor.Text]map[string]editor.State) textList {
	out := textList{}
	for t, states := range all {
		for _, locale := range content.Languages {
			state := states[locale]
			e := entry{Text: t.String(), Locale: locale, Stale: state.Stale}
			if state.Shown != nil {
				e.Shown = &state.Shown.ID
			}
			if state.Draft != nil {
				e.Draft, e.Author, e.At = state.Draft.ID, state.Draft.Author, &state.Draft.At
			}
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b entry) int { return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Locale, b.Locale)) })
	return out
}

// Text is a table, and what is to be done.
func (l textList) Text(w io.Writer) {
	fmt.Fprint(w, "TEXT\tLANGUAGE\tSHOWN\tDRAFT\tTO DO\n")
	for _, e := range l {
		shown, draft := "-", "-"
		if e.Shown != nil {
			shown = version(*e.Shown)
		}
		if e.Draft != 0 {
			draft = fmt.Sprintf("%s by %s, %s", version(e.Draft), e.Author, e.At.UTC().Format("2006-01-02 15:04Z"))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", e.Text, e.Locale, shown, draft, e.todo())
	}
}

func (e entry) todo() string {
	switch {
	case e.Shown == nil && e.Draft == 0:
		return "missing: translate it"
	case e.Draft != 0:
		return "publish it"
	case e.Stale:
		return "left behind by the other language"
	}
	return ""
}

func version(id int64) string {
	if id == 0 {
		return "files"
	}
	return fmt.Sprint(id)
}

// files are the paths that were written.
type files []string

// Text is a line for each.
func (f files) Text(w io.Writer) {
	slices.Sort(f)
	for _, path := range f {
		fmt.Fprintln(w, path)
	}
}

// draft is a file that was handed in, and where it can be looked at.
type draft struct {
	Text    string `json:"text"`
	Locale  string `json:"locale,omitempty"`
	Version int64  `json:"version,omitempty"`
	Preview string `json:"preview"`
}

type saved []draft

// Text is what was taken, and the links.
func (s saved) Text(w io.Writer) {
	if len(s) == 0 {
		fmt.Fprintln(w, "nothing new")
	}
	printed := map[string]bool{}
	for _, d := range s {
		if d.Version != 0 {
			fmt.Fprintf(w, "%s\t%s\tversion %d\n", d.Text, d.Locale, d.Version)
		}
	}
	for _, d := range s {
		if !printed[d.Preview] {
			fmt.Fprintf(w, "%s\tpreview\t%s\n", d.Text, d.Preview)
		}
		printed[d.Preview] = true
	}
}

type receipt struct {
	Text     string           `json:"text"`
	Versions map[string]int64 `json:"versions"`
	Stale    string           `json:"stale,omitempty"`
	// Linked are the files of texts that link to one which is gone.
	Linked []string          `json:"linked,omitempty"`
	Pages  []publishing.Seen `json:"pages"`
}

type receipts []receipt

// Text is what was published, and which pages show it.
func (r receipts) Text(w io.Writer) {
	for _, one := range r {
		if len(one.Versions) == 0 {
			fmt.Fprintf(w, "%s\twithdrawn\n", one.Text)
		} else {
			fmt.Fprintf(w, "%s\tpublished: en %d, zh %d\n", one.Text, one.Versions["en"], one.Versions["zh"])
		}
		if one.Stale != "" {
			fmt.Fprintf(w, "%s\tleft behind: %s\n", one.Text, one.Stale)
		}
		for _, file := range one.Linked {
			fmt.Fprintf(w, "%s\tlinks to it, which leads nowhere now\n", file)
		}
		if len(one.Pages) == 0 {
			fmt.Fprintf(w, "%s\tno page says anything else than before\n", one.Text)
		}
		plans, last := 0, int64(0)
		for _, p := range one.Pages {
			switch {
			case p.Milliseconds == nil:
				fmt.Fprintf(w, "%s\tnot seen fresh: %s\n", p.Address, strings.Join(strings.Fields(p.Why), " "))
			case p.Plan:
				plans, last = plans+1, max(last, *p.Milliseconds)
			default:
				fmt.Fprintf(w, "%s\tfresh after %d ms\n", p.Address, *p.Milliseconds)
			}
		}
		if plans > 0 {
			fmt.Fprintf(w, "the pages of %d plans\tfresh after %d ms, the last of them\n", plans, last)
		}
	}
}

// note says in an error what was published before it.
func (r receipts) note() string {
	if len(r) == 0 {
		return ""
	}
	var done []string
	for _, one := range r {
		done = append(done, one.Text)
	}
	return "; published before that: " + strings.Join(done, ", ")
}
