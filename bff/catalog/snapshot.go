package catalog

import (
	"cmp"
	"slices"
	"time"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/bff/catalog/naming"
)

// snapshot is one site's catalogue at one version, with the stock of a moment. It is read-only.
type snapshot struct {
	raw raw
	// checked is when it was compared with the database, or that was tried in vain; read is when it succeeded.
	checked, read time.Time
	// changes is how often Invalidate had been called when the reading began.
	changes int64
	views   map[string]*view
	index   []searchEntry
}

// view is the snapshot in one language.
type view struct {
	goods  []*Goods
	byID   map[string]int
	groups []Group
	// destinations holds those that some goods cover, in the order of a dictionary of the language.
	destinations []Destination
	byCode       map[string]int
	// names holds every destination's, by code.
	names map[string]string
	// own are the codes of those that the site calls otherwise than all sites do.
	own map[string]bool
	// tiles are the codes of all destinations that are shown by a neutral tile, sorted; nil for none.
	tiles []string
	// titles are what staff write for search engines.
	titles map[Titled]SearchText
}

// languages are those that the shop speaks.
var languages = map[string]struct {
	tag  language.Tag
	pick func(en, zh string) string
}{
	"en": {language.English, func(en, _ string) string { return en }},
	"zh": {language.Chinese, func(_, zh string) string { return zh }},
}

func newSnapshot(r raw, now time.Time) *snapshot {
	s := &snapshot{raw: r, checked: now, read: now, views: map[string]*view{}, index: newIndex(r)}
	for code, lang := range languages {
		s.views[code] = s.view(lang.tag, lang.pick)
	}
	return s
}

// with returns the snapshot with the goods of ids as rows say they are. ok is false when that changes more than the goods
// themselves: what there is, or where it stands or works.
func (s *snapshot) with(ids []string, rows []*productRow) (next *snapshot, ok bool) {
	at := map[int]*productRow{}
	for _, row := range rows {
		i, known := s.views["en"].byID[row.GoodsID]
		if !known || row.GroupCode != s.raw.products[i].GroupCode || !slices.Equal(row.Covers, s.raw.products[i].Covers) {
			return nil, false
		}
		at[i] = row
	}
	for _, id := range ids {
		if i, known := s.views["en"].byID[id]; known && at[i] == nil {
			return nil, false
		}
	}
	c := *s
	c.raw.products, c.views = slices.Clone(s.raw.products), map[string]*view{}
	for i, row := range at {
		c.raw.products[i] = row
	}
	for code, old := range s.views {
		v := *old
		v.goods = slices.Clone(old.goods)
		for i, row := range at {
			v.goods[i] = v.show(row, languages[code].pick)
		}
		c.views[code] = &v
	}
	return &c, true
}

// in returns the view in lang; every language the shop does not speak is answered in English.
func (s *snapshot) in(lang string) *view {
	if v, ok := s.views[lang]; ok {
		return v
	}
	return s.views["en"]
}

func (s *snapshot) view(lang language.Tag, pick func(en, zh string) string) *view {
	names := map[string]string{}
	v := &view{byID: map[string]int{}, byCode: map[string]int{}, names: names, own: map[string]bool{}, titles: titles(s.raw.titles, pick)}
	for _, d := range s.raw.destinations {
		names[d.Code] = pick(d.NameEn, d.NameZh)
	}
	for _, o := range s.raw.own {
		if o.Lang != lang.String() {
			continue
		}
		if o.Name != "" {
			names[o.Code], v.own[o.Code] = o.Name, true
		}
		if o.Symbol == naming.Tile {
			v.tiles = append(v.tiles, o.Code)
		}
	}
	perGroup, perCode := map[string]int{}, map[string]int{}
	for i, p := range s.raw.products {
		for _, code := range p.Covers {
			perCode[code]++
		}
		perGroup[p.GroupCode]++
		v.byID[p.GoodsID] = i
		v.goods = append(v.goods, v.show(p, pick))
	}
	for _, g := range s.raw.groups {
		v.groups = append(v.groups, Group{
			Code: g.Code, Name: pick(g.NameEn, g.NameZh), Intro: pick(g.IntroEn, g.IntroZh), Image: g.Image, Goods: perGroup[g.Code],
		})
	}
	for _, d := range s.raw.destinations {
		if perCode[d.Code] > 0 {
			v.destinations = append(v.destinations, Destination{
				Code: d.Code, Name: names[d.Code], Region: d.Region, Flag: v.flag(d.Code), Goods: perCode[d.Code],
			})
		}
	}
	byName := collate.New(lang)
	slices.SortStableFunc(v.destinations, func(a, b Destination) int { return byName.CompareString(a.Name, b.Name) })
	for i, d := range v.destinations {
		v.byCode[d.Code] = i
	}
	return v
}

// show returns a product as the view shows it.
func (v *view) show(p *productRow, pick func(en, zh string) string) *Goods {
	g := goods(p, pick)
	for _, code := range p.Covers {
		g.Destinations = append(g.Destinations, Place{Code: code, Name: v.names[code]})
	}
	g.Available = slices.ContainsFunc(optionsOf(*g, p.Free, p.NumbersGone), func(o Option) bool { return o.Available })
	if slices.ContainsFunc(p.RealName, func(code string) bool { return v.own[code] }) {
		for _, code := range p.RealName {
			g.RealNamePlaces = append(g.RealNamePlaces, cmp.Or(v.names[code], code))
		}
	}
	return g
}

// values returns copies of goods. Never nil.
func values(list []*Goods) []Goods {
	out := make([]Goods, len(list))
	for i, g := range list {
		out[i] = *g
	}
	return out
}

func goods(p *productRow, pick func(en, zh string) string) *Goods {
	return &Goods{
		ID: p.GoodsID, Group: p.GroupCode, Name: pick(p.NameEn, p.NameZh), Description: pick(p.DescriptionEn, p.DescriptionZh),
		Image: p.Image, Price: p.Price, Currency: p.Currency, SimTypes: p.SimTypes,
		Data: Data{MB: p.DataMB, Per: p.DataPer, Unlimited: p.Unlimited, SpeedAfterKbps: p.SpeedAfterKbps},
		Days: p.Days, Voice: Voice{Minutes: p.VoiceMinutes, Unlimited: p.VoiceUnlimited}, NetworkType: p.NetworkType,
		ContractPeriod: p.ContractPeriod, Deposit: p.Deposit, TransferNumber: p.TransferNumber, LocalNumber: p.LocalNumber,
		Activation: p.Activation, UseWithinDays: p.UseWithinDays, DayRule: p.DayRule, DayZone: p.DayZone, Hotspot: p.Hotspot,
		RefundPolicy: p.RefundPolicy, RealName: p.RealName, Popularity: p.Popularity, PublishedAt: p.PublishedAt.UTC(),
		UpdatedAt: p.UpdatedAt.UTC(),
	}
}
