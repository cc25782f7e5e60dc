package tenants

import (
	"fmt"
	"io"

	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/tenant/regional"
)

// site is a site and what it lacks.
type site struct {
	ID       int64              `json:"id,string"`
	Code     string             `json:"code"`
	Name     string             `json:"name"`
	Currency string             `json:"currency"`
	Host     string             `json:"host"`
	Hidden   bool               `json:"hidden"`
	Lacks    []regional.Missing `json:"lacks"`
}

func siteOf(s regional.Site) site {
	return site{s.ID, s.Code, s.NameEn, s.Currency, s.Host, s.Hidden, s.Lacks}
}

// Text says how the site stands, and what it lacks.
func (s site) Text(w io.Writer) { sites{s}.Text(w) }

type sites []site

// Text is a table of sites, each followed by what it lacks.
func (l sites) Text(w io.Writer) {
	fmt.Fprint(w, "SITE\tCODE\tSTATE\tCURRENCY\tHOST\tNAME\n")
	for _, s := range l {
		state := "open"
		if s.Hidden {
			state = "hidden"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", s.ID, s.Code, state, s.Currency, s.Host, s.Name)
		for _, one := range s.Lacks {
			fmt.Fprintf(w, "\t\t- %s\n", sentence(one))
		}
	}
}

// sentence says in words what a site lacks.
func sentence(l regional.Missing) string {
	text := map[string]string{
		"payment": "it offers no payment method", "plans": "no plan is shown at a price", "company": "it does not say who sells: --company and its address in both languages",
		"texts": "legal texts are missing: %d", "shipping": "it sells cards and has no shipping table (plans: %d)", "prices": "plans without a price, which are not shown: %d",
		"stock": "plans that are sold out until stock is delivered: %d", "drafts": "texts with words that are not published: %d",
		"legal": "its legal texts are those that all sites share",
	}[l.Code]
	if l.Count > 0 {
		text = fmt.Sprintf(text, l.Count)
	}
	if l.Blocks {
		text += " (it cannot be opened)"
	}
	return text
}

// made is a site that was made, or would be.
type made struct {
	ID      int64              `json:"id,string"`
	Code    string             `json:"code"`
	Host    string             `json:"host"`
	DryRun  bool               `json:"dryRun"`
	Plans   []plan             `json:"plans"`
	Entries int                `json:"menuEntries"`
	Parts   int                `json:"parts"`
	Texts   int                `json:"texts"`
	Ways    int                `json:"shippingMethods"`
	Lacks   []regional.Missing `json:"lacks"`
}

type plan struct {
	ID    string `json:"id"`
	Was   string `json:"was"`
	Price string `json:"price"`
}

func madeOf(m regional.NewSiteResult) made {
	out := made{m.ID, m.Code, m.Host, m.ID == 0, []plan{}, m.Entries, m.Parts, m.Texts, m.Ways, m.Lacks}
	for _, p := range m.Plans {
		one := plan{ID: p.GoodsID, Was: money.Format(p.Was, m.FromCurrency, m.FromSymbol)}
		if p.Price > 0 {
			one.Price = money.Format(p.Price, m.Currency, m.Symbol)
		}
		out.Plans = append(out.Plans, one)
	}
	return out
}

// Text says what the site has, what its plans cost and what it lacks.
func (m made) Text(w io.Writer) {
	if m.DryRun {
		fmt.Fprintf(w, "The site %s would be made. Nobody would find it at %s until it is opened.\n", m.Code, m.Host)
	} else {
		fmt.Fprintf(w, "The site %s was made, as number %d. Nobody finds it at %s until it is opened.\n", m.Code, m.ID, m.Host)
	}
	fmt.Fprintf(w, "\nPLAN\tTHERE\tHERE\n")
	for _, p := range m.Plans {
		fmt.Fprintf(w, "%s\t%s\t%s\n", p.ID, p.Was, p.Price)
	}
	fmt.Fprintf(w, "\nMenu entries %d, parts of pages %d, texts of its own %d, ways to send cards %d.\n", m.Entries, m.Parts, m.Texts, m.Ways)
	for _, l := range m.Lacks {
		fmt.Fprintf(w, "- %s\n", sentence(l))
	}
}
