package catalog

import "context"

// Titled names a page of the catalogue that staff may describe for search engines.
type Titled struct {
	Kind TitledKind
	// Code is that of the product, of the group, or of the destination in upper case.
	Code string
}

// TitledKind is what a page with a title of its own is about.
type TitledKind string

// The kinds.
const (
	TitledProduct     TitledKind = "product"
	TitledGroup       TitledKind = "group"
	TitledDestination TitledKind = "destination"
)

// TitledKinds are all kinds.
var TitledKinds = []TitledKind{TitledProduct, TitledGroup, TitledDestination}

// SearchText is what staff write about a page for search engines. "" stands for what is generated; {{placeholders}} are those of the
// generated text.
type SearchText struct{ Title, Description string }

// titleRow is what staff say of a page at one site, or at all.
type titleRow struct {
	Kind          TitledKind `json:"kind"`
	Code          string     `json:"code"`
	TitleEn       string     `json:"title_en"`
	TitleZh       string     `json:"title_zh"`
	DescriptionEn string     `json:"description_en"`
	DescriptionZh string     `json:"description_zh"`
}

// titles returns what rows say in a language, the later ones before the earlier.
func titles(rows []titleRow, pick func(en, zh string) string) map[Titled]SearchText {
	out := map[Titled]SearchText{}
	for _, r := range rows {
		of := Titled{r.Kind, r.Code}
		text := out[of]
		if title := pick(r.TitleEn, r.TitleZh); title != "" {
			text.Title = title
		}
		if description := pick(r.DescriptionEn, r.DescriptionZh); description != "" {
			text.Description = description
		}
		out[of] = text
	}
	return out
}

// SearchText returns what staff write about a page of a site for search engines.
func (s *Service) SearchText(ctx context.Context, tenant int64, lang string, of Titled) (SearchText, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return SearchText{}, err
	}
	return snap.in(lang).titles[of], nil
}

// TitlePlaceholders are what texts for search engines may fill in, by what the page is about.
var TitlePlaceholders = map[TitledKind][]string{
	TitledProduct:     {"goods", "price", "network", "sim", "places", "brand"},
	TitledGroup:       {"group", "intro", "count", "brand"},
	TitledDestination: {"destination", "count", "price", "sim", "plans", "brand"},
}
