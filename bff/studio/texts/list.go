package texts

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/studio"
)

// stamp is a version, or words that are being written: by whom, when.
type stamp struct {
	// Version is 0 for the shop's files.
	Version int64     `json:"version,string"`
	Author  string    `json:"author"`
	At      time.Time `json:"at"`
}

func stampOf(v *editor.Version) *stamp {
	if v == nil {
		return nil
	}
	return &stamp{v.ID, authorOf(v.Author), v.At}
}

// authorOf is an author as the application knows it, "" for the shop's files.
func authorOf(author string) string {
	if author == editor.FilesAuthor {
		return ""
	}
	return author
}

// language is how a text stands in a language.
type language struct {
	Title     string `json:"title"`
	Published *stamp `json:"published"`
	// Handed is a version that waits, Writing are words that are not handed in.
	Handed  *stamp `json:"handed"`
	Writing *stamp `json:"writing"`
	// Behind says that the other language was published without this one.
	Behind bool `json:"behind"`
}

// item is a text in the list.
type item struct {
	Kind      string              `json:"kind"`
	Name      string              `json:"name"`
	Languages map[string]language `json:"languages"`
	Review    editor.ReviewState  `json:"review"`
	Comments  int                 `json:"comments"`
	Schedule  *schedule           `json:"schedule"`
}

// filters are what a list may be narrowed to.
var filters = map[string]func(editor.Overview) bool{
	"waiting": editor.Overview.HasUnpublished,
	"behind": func(o editor.Overview) bool {
		return slices.ContainsFunc(content.Languages, func(locale string) bool { return o.States[locale].Stale || o.Working[locale].Source == "" })
	},
	"review":    func(o editor.Overview) bool { return o.Review != editor.Draft },
	"scheduled": func(o editor.Overview) bool { return o.Schedule != nil },
	"comments":  func(o editor.Overview) bool { return o.Open > 0 },
}

func (a *Area) list(c echo.Context) error {
	of, err := a.site(c)
	if err != nil {
		return err
	}
	all, err := a.Texts.Overview(c.Request().Context(), of)
	if err != nil {
		return err
	}
	out := struct {
		Texts []item        `json:"texts"`
		Sites []studio.Site `json:"sites"`
		// Counts are how many texts there are for each filter.
		Counts map[string]int `json:"counts"`
	}{[]item{}, studio.SitesIn(a.Pages.Sites(), studio.Locale(c)), map[string]int{"all": len(all)}}
	narrow, search := filters[c.QueryParam("state")], c.QueryParam("q")
	for _, o := range all {
		for name, is := range filters {
			if is(o) {
				out.Counts[name]++
			}
		}
		if (narrow == nil || narrow(o)) && o.Has(search) {
			out.Texts = append(out.Texts, itemOf(o))
		}
	}
	return c.JSON(http.StatusOK, out)
}

func itemOf(o editor.Overview) item {
	out := item{Kind: o.Kind, Name: o.Name, Languages: map[string]language{}, Review: o.Review, Comments: o.Open}
	if o.Schedule != nil {
		out.Schedule = scheduleOf(*o.Schedule)
	}
	for _, locale := range content.Languages {
		state, w := o.States[locale], o.Working[locale]
		l := language{Title: o.Title(locale), Published: stampOf(state.Shown), Handed: stampOf(state.Draft), Behind: state.Stale}
		if w.Dirty {
			l.Writing = &stamp{w.Base, w.Author, w.At}
		}
		out.Languages[locale] = l
	}
	return out
}
