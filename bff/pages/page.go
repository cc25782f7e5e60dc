package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
)

// Page is a kind of page: everything that is known about it. T is what it shows, a type of the contract.
type Page[T any] struct {
	Row
	// Forward is where an address leads before anything is read; nil, and a nil redirect, lead nowhere.
	Forward func(a PageContext) *Redirect
	// Data gathers what the page shows. A fault not_found, or validation_failed for a parameter that has a value nobody offers,
	// makes the page the not-found page; login_required sends the visitor to the login; a *Redirect goes elsewhere. Every other
	// error is a failure of the page. No list in an answer is nil.
	Data func(ctx context.Context, s *Source, a PageContext) (T, error)
	// Moved is where the page is whose data were found at another address; nil, and a nil redirect, leave it there.
	Moved func(a PageContext, data T) *Redirect
	// Freights reports whether Head includes what sending a card costs; nil means that it does not.
	Freights func(data T) bool
	// Tags names what the page shows, besides its site, in the words of the log of changes. nil names nothing.
	Tags func(t *tagList, data T)
	// Entries lists the pages of the kind for the sitemap. nil means that there is one, and nobody knows when it changed.
	Entries func(in siteContent) []Entry
	// Head is what the head of the page says of its data; nil says nothing that the kind's texts do not.
	Head func(w Words, data T) Head
	// Titled is what the page is about, where staff may describe it for search engines; nil, and no code, where they may not.
	Titled func(a PageContext, data T) catalog.Titled
}

// page is a Page of any type of data.
type page interface {
	row() Row
	// gather returns what the page shows. The error may be a *Redirect.
	gather(ctx context.Context, s *Source, a PageContext) (shown, error)
	// entries are those that the inventory has of the kind.
	entries(in siteContent) []Entry
}

// shown is what a page shows, with what its kind says of it.
type shown struct {
	data     any
	freights bool
	tags     []string
	head     func(w Words) Head
}

func (p Page[T]) row() Row { return p.Row }

func (p Page[T]) entries(in siteContent) []Entry {
	if p.Entries == nil {
		return nil
	}
	return p.Entries(in)
}

func (p Page[T]) gather(ctx context.Context, s *Source, a PageContext) (shown, error) {
	if p.Forward != nil {
		if to := p.Forward(a); to != nil {
			return shown{}, to
		}
	}
	data, err := p.Data(ctx, s, a)
	if err != nil {
		return shown{}, err
	}
	if p.Moved != nil {
		if to := p.Moved(a, data); to != nil {
			return shown{}, to
		}
	}
	out := p.of(a, data)
	if p.Titled != nil {
		own, err := s.own(ctx, a, p.Titled(a, data))
		if err != nil {
			return shown{}, err
		}
		generated := out.head
		out.head = func(w Words) Head { return generated(w).saying(w, own) }
	}
	return out, nil
}

// of says of data what the kind says of it.
func (p Page[T]) of(a PageContext, data T) shown {
	out := shown{data: data, freights: p.Freights != nil && p.Freights(data), head: noHead}
	tags := newTagList(a.Tenant.ID)
	if p.Tags != nil {
		p.Tags(tags, data)
	}
	out.tags = tags.list
	if p.Head != nil {
		out.head = func(w Words) Head { return p.Head(w, data) }
	}
	return out
}

// nothing is shown where a page is elsewhere.
func nothing(a PageContext) shown {
	return shown{data: gen.EmptyPage{}, tags: newTagList(a.Tenant.ID).list, head: noHead}
}

func noHead(Words) Head { return Head{} }

// Replacement gathers what a kind of page shows in the place of its own function.
type Replacement struct {
	kind Kind
	in   func(page) page
}

// Replace returns a Replacement for tests of what is done with a page's data. It panics when T is not the kind's type.
func Replace[T any](kind Kind, data func(ctx context.Context, a PageContext) (T, error)) Replacement {
	return Replacement{kind, func(p page) page {
		own := p.(Page[T])
		own.Data = func(ctx context.Context, _ *Source, a PageContext) (T, error) { return data(ctx, a) }
		return own
	}}
}
