package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/tenant"
)

const previewPurpose = "preview"

// PreviewFor is how long a preview's link is good.
const PreviewFor = 24 * time.Hour

// ErrPreview says that a link to a preview is none, or no longer.
var ErrPreview = errors.New("no such preview")

// Preview is what a preview's link shows: a text in the versions that were the newest when the link was made.
type Preview struct {
	Text
	// Versions by language; a language that is missing has none. What is being written has no ID.
	Versions map[string]Version
	// Drafts are the languages in which the version is not the one that visitors see.
	Drafts []string
	Until  time.Time
	// Site returns a site with what is previewed of it besides texts; nil for a text.
	Site func(tenant.Tenant) tenant.Tenant
}

// claim is what a link says, in few letters.
type claim struct {
	Tenant   int64            `json:"t"`
	Kind     string           `json:"k"`
	Name     string           `json:"n"`
	Versions map[string]int64 `json:"v"`
	Until    int64            `json:"u"`
	// Link is the link that can be taken back, 0 for one that cannot.
	Link int64 `json:"l,omitempty"`
	// Live shows what is being written.
	Live bool `json:"w,omitempty"`
}

// Link returns the token of a preview of a text as it stands now: what was handed in last, or else what is shown.
func (s *Service) Link(ctx context.Context, t Text, good time.Duration) (string, error) {
	states, err := s.One(ctx, t)
	if err != nil {
		return "", err
	}
	until := s.clock.Now().Add(good).Truncate(time.Second)
	c := claim{Tenant: t.Tenant, Kind: t.Kind, Name: t.Name, Versions: map[string]int64{}, Until: until.Unix()}
	for locale, state := range states {
		if newest := state.Newest(); newest != nil {
			c.Versions[locale] = newest.ID
		}
	}
	return s.sign(c, until)
}

func (s *Service) sign(c claim, until time.Time) (string, error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("write preview: %w", err)
	}
	return s.signer.Sign(previewPurpose, string(raw), until), nil
}

// Open reads a preview's token at a site. The error is ErrPreview for one that was not made here, has expired, or is of
// another site.
func (s *Service) Open(ctx context.Context, tenant int64, token string) (Preview, error) {
	raw, ok := s.signer.Verify(previewPurpose, token, s.clock.Now())
	var c claim
	if !ok || json.Unmarshal([]byte(raw), &c) != nil || (c.Tenant != 0 && c.Tenant != tenant) {
		return Preview{}, ErrPreview
	}
	gone, err := s.revoked(ctx, c.Link)
	if err != nil {
		return Preview{}, err
	}
	if gone {
		return Preview{}, ErrPreview
	}
	t := Text{c.Tenant, c.Kind, c.Name}
	states, err := s.One(ctx, t)
	switch {
	case errors.Is(err, ErrNoText): // another version of the shop came without it
		return Preview{}, ErrPreview
	case err != nil:
		return Preview{}, err
	}
	if c.Live {
		return s.live(ctx, t, states, time.Unix(c.Until, 0).UTC())
	}
	out := Preview{Text: t, Versions: map[string]Version{}, Until: time.Unix(c.Until, 0).UTC()}
	for _, locale := range content.Languages {
		id, there := c.Versions[locale]
		if !there {
			continue
		}
		shown := states[locale].Shown
		if shown != nil && shown.ID == id {
			out.Versions[locale] = *shown
			continue
		}
		v, err := s.version(ctx, s.db.Pool(ctx), t, locale, id)
		if err != nil {
			return Preview{}, err
		}
		if v == nil { // a text of the files that is an editor's by now
			return Preview{}, ErrPreview
		}
		out.Versions[locale] = *v
		out.Drafts = append(out.Drafts, locale)
	}
	return out, nil
}

// live shows what is being written; in a language whose words cannot be shown yet, the newest version.
func (s *Service) live(ctx context.Context, t Text, states map[string]State, until time.Time) (Preview, error) {
	rows, err := s.workingRows(s.db.Conn(ctx), t)
	if err != nil {
		return Preview{}, err
	}
	out := Preview{Text: t, Versions: map[string]Version{}, Until: until}
	for _, locale := range content.Languages {
		w := rows[locale].working(locale, states[locale])
		f := File{Text: t, Locale: locale, Source: w.Source}
		newest := states[locale].Newest()
		switch {
		case w.Dirty && f.shows():
			out.Versions[locale] = Version{File: f, Author: w.Author, At: w.At}
		case newest != nil:
			out.Versions[locale] = *newest
		default:
			continue
		}
		if shown := states[locale].Shown; shown == nil || shown.Source != out.Versions[locale].Source {
			out.Drafts = append(out.Drafts, locale)
		}
	}
	return out, nil
}

// Page returns the previewed text as a page shows it; ok is false when it has none in the language, or is another text.
func (p Preview) Page(kind, name, lang string) (page content.Page, ok bool, err error) {
	v, ok := p.Versions[lang]
	if !ok || p.Kind != kind || p.Name != name {
		return content.Page{}, false, nil
	}
	d, err := content.ParseDocument(kind, name, lang, v.Source)
	return content.Page{
		Title: d.Title, Markdown: d.Markdown, HTML: d.HTML, UpdatedAt: d.Updated, SEOTitle: d.SEOTitle, SEODescription: d.SEODescription,
	}, err == nil, err
}

// FAQ returns the questions of a site with those that are previewed in their place.
func (p Preview) FAQ(published []content.Answer, lang string) ([]content.Answer, error) {
	v, ok := p.Versions[lang]
	if !ok || p.Kind != "faq" {
		return published, nil
	}
	list, err := content.ParseQuestions(p.Name, lang, v.Source, 0)
	if err != nil || len(list) == 0 {
		return published, err
	}
	var own []content.Answer
	for _, q := range list {
		own = append(own, content.Answer{Category: q.Category, Question: q.Question, Markdown: q.Markdown, HTML: q.HTML})
	}
	at := slices.IndexFunc(published, func(a content.Answer) bool { return a.Name == p.Name })
	rest := slices.DeleteFunc(slices.Clone(published), func(a content.Answer) bool { return a.Name == p.Name })
	if at < 0 {
		at = len(rest)
	}
	return slices.Insert(rest, at, own...), nil
}
