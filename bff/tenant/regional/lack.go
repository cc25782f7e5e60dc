package regional

import (
	_ "embed"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Missing is something that a site does not have.
type Missing struct {
	// Code is payment, plans, company, texts or shipping for what a site cannot be opened without; prices, stock, drafts or legal for
	// what somebody may want to look at.
	Code string `json:"code"`
	// Count is how many plans or texts it is about, 0 where that says nothing.
	Count int `json:"count"`
	// Blocks says that the site cannot be opened.
	Blocks bool `json:"blocks"`
}

// legalTexts are the texts without which nobody may sell, by their names among the terms.
var legalTexts = []string{"terms-and-conditions", "privacy-policy", "cookie-policy", "website-terms-of-use", "disclaimer"}

type lackRow struct {
	ID                                                           int64
	Methods, Sold, Unpriced, SoldOut, Ways, Cards, Drafts, Texts int
	Company, Shared                                              bool
}

//go:embed lacks.sql
var lacksSQL string

// lacks returns what sites lack, by their numbers: of one, or with 0 of all.
func lacks(c pg.Conn, site int64) (map[int64][]Missing, error) {
	rows, err := pg.List[lackRow](c, "look what sites lack", lacksSQL,
		map[string]any{"legal": pg.Array(legalTexts), "site": site})
	out := map[int64][]Missing{}
	for _, r := range rows {
		out[r.ID] = r.lacks()
	}
	return out, err
}

func (r lackRow) lacks() []Missing {
	out := []Missing{}
	add := func(lacking bool, code string, count int, blocks bool) {
		if lacking {
			out = append(out, Missing{code, count, blocks})
		}
	}
	texts := 2*len(legalTexts) - r.Texts // in both languages
	add(r.Methods == 0, "payment", 0, true)
	add(r.Sold == 0, "plans", 0, true)
	add(!r.Company, "company", 0, true)
	add(texts > 0, "texts", texts, true)
	add(r.Ways == 0 && r.Cards > 0, "shipping", r.Cards, true)
	add(r.Unpriced > 0, "prices", r.Unpriced, false)
	add(r.SoldOut > 0, "stock", r.SoldOut, false)
	add(r.Drafts > 0, "drafts", r.Drafts, false)
	add(r.Shared, "legal", 0, false)
	return out
}
