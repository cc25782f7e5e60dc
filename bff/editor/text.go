package editor

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/content"
)

// Text names a text. Tenant is the site that has it for itself, 0 for one that all sites share.
type Text struct {
	Tenant     int64
	Kind, Name string
}

// String is kind/name.
func (t Text) String() string { return t.Kind + "/" + t.Name }

// Kinds are the kinds of texts.
var Kinds = []string{"service", "terms", "page", "faq"}

// pageNames are the texts of kind page: each has a place of its own in the shop.
var pageNames = []string{"esim", "why-us"}

var goodName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// ParseText reads kind/name.
func ParseText(tenant int64, s string) (Text, error) {
	kind, name, _ := strings.Cut(s, "/")
	switch {
	case !slices.Contains(Kinds, kind):
		return Text{}, fmt.Errorf("%q: a text is called kind/name, and a kind is one of %s", s, strings.Join(Kinds, ", "))
	case !goodName.MatchString(name):
		return Text{}, fmt.Errorf("%q: a name has small letters, digits and hyphens, 64 at most", s)
	case kind == "page" && !slices.Contains(pageNames, name):
		return Text{}, fmt.Errorf("%q: the pages are %s", s, strings.Join(pageNames, " and "))
	}
	return Text{tenant, kind, name}, nil
}

// File is a text in one language as an editor hands it in.
type File struct {
	Text
	Locale string
	Source string
}

// String is the file's place in a folder of texts.
func (f File) String() string { return f.Locale + "/" + f.Text.String() + ".md" }

// Limits of a file.
const (
	maxSource      = 200_000 // bytes
	maxDescription = 160     // characters
)

// Check says what is wrong with files, a line for each of them; nil when all may be shown.
func Check(files []File) error {
	var wrong []error
	for _, f := range files {
		wrong = append(wrong, f.check())
	}
	return errors.Join(wrong...)
}

func (f File) isText() bool { return utf8.ValidString(f.Source) && !strings.ContainsRune(f.Source, 0) }

func (f File) check() error {
	if len(f.Source) > maxSource {
		return fmt.Errorf("%s: longer than %d bytes", f, maxSource)
	}
	if !f.isText() {
		return fmt.Errorf("%s: it is no text in UTF-8", f)
	}
	if complaints := content.RuleViolations(f.Locale, f.Source); len(complaints) > 0 {
		return fmt.Errorf("%s: %s", f, strings.Join(complaints, "; "))
	}
	body, err := content.Body(f.Source)
	if err != nil {
		return fmt.Errorf("%s: %w", f, err)
	}
	if lost := content.RenderProblemTexts(body); len(lost) > 0 {
		return fmt.Errorf("%s: %s", f, strings.Join(lost, "; "))
	}
	if f.Kind == "faq" {
		found, err := content.ParseQuestions(f.Name, f.Locale, f.Source, 0)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", f, err)
		case len(found) == 0 || len(found) > content.PlacesPerFile:
			return fmt.Errorf("%s: %d questions, not between 1 and %d", f, len(found), content.PlacesPerFile)
		}
		return nil
	}
	d, err := content.ParseDocument(f.Kind, f.Name, f.Locale, f.Source)
	if err != nil {
		return fmt.Errorf("%s: %w", f, err)
	}
	if n := len([]rune(d.SEODescription)); n > maxDescription {
		return fmt.Errorf("%s: seoDescription has %d characters, %d at most", f, n, maxDescription)
	}
	return nil
}

// shows reports whether a page can be made of a file.
func (f File) shows() bool {
	if f.Kind == "faq" {
		list, err := content.ParseQuestions(f.Name, f.Locale, f.Source, 0)
		return err == nil && len(list) > 0
	}
	_, err := content.ParseDocument(f.Kind, f.Name, f.Locale, f.Source)
	return err == nil
}

// Version is a text in one language, handed in once.
type Version struct {
	ID int64
	File
	Author string
	At     time.Time
}
