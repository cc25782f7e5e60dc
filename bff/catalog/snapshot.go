package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/bff/catalog/naming"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// snapshot is one site's catalogue at one version, with the stock of a moment. It is read-only.
type snapshot struct {
	raw     raw
	free    map[string]int64
	checked time.Time
	// changes is how often Invalidate had been called when the reading began.
	changes int64
	views   map[string]*view
	index   []searchEntry
}

// view is the snapshot in one language.
type view struct {
	goods  []Goods
	byID   map[string]int
	groups []Group
	// destinations holds those that some goods cover, in the order of a dictionary of the language.
	destinations []Destination
	byCode       map[string]int
	// names holds every destination's, by code.
	names map[string]string
	// tiles are the codes of all destinations that are shown by a neutral tile, sorted; nil for none.
	tiles []string
}

// raw is what the database holds, in both languages.
type raw struct {
	version      int64
	products     []productRow
	groups       []groupRow
	destinations []destinationRow
	own          []ownRow
}

type productRow struct {
	GoodsID        string    `json:"goods_id"`
	GroupCode      string    `json:"group_code"`
	NameEn         string    `json:"name_en"`
	NameZh         string    `json:"name_zh"`
	DescriptionEn  string    `json:"description_en"`
	DescriptionZh  string    `json:"description_zh"`
	Image          string    `json:"image"`
	Price          int64     `json:"price"`
	Currency       string    `json:"currency"`
	SimTypes       []string  `json:"sim_types"`
	DataMB         int64     `json:"data_mb"`
	DataPer        string    `json:"data_per"`
	Unlimited      bool      `json:"unlimited"`
	SpeedAfterKbps int       `json:"speed_after_kbps"`
	Days           int       `json:"days"`
	VoiceMinutes   int       `json:"voice_minutes"`
	VoiceUnlimited bool      `json:"voice_unlimited"`
	NetworkType    string    `json:"network_type"`
	Activation     string    `json:"activation"`
	UseWithinDays  int       `json:"use_within_days"`
	DayRule        string    `json:"day_rule"`
	DayZone        string    `json:"day_zone"`
	Hotspot        string    `json:"hotspot"`
	RefundPolicy   string    `json:"refund_policy"`
	RealName       []string  `json:"real_name"`
	ContractPeriod string    `json:"contract_period"`
	Deposit        int64     `json:"deposit"`
	TransferNumber bool      `json:"transfer_number"`
	LocalNumber    bool      `json:"local_number"`
	Popularity     int       `json:"popularity"`
	PublishedAt    time.Time `json:"published_at"`
	UpdatedAt      time.Time `json:"updated_at"`
	Covers         []string  `json:"covers"`
}

type groupRow struct {
	Code    string `json:"code"`
	NameEn  string `json:"name_en"`
	NameZh  string `json:"name_zh"`
	IntroEn string `json:"intro_en"`
	IntroZh string `json:"intro_zh"`
	Image   string `json:"image"`
}

type destinationRow struct {
	Code    string   `json:"code"`
	Region  string   `json:"region"`
	NameEn  string   `json:"name_en"`
	NameZh  string   `json:"name_zh"`
	Aliases []string `json:"aliases"`
}

// ownRow is what the site says of a destination in one language instead of what all say. Name and Symbol may be empty.
type ownRow struct {
	Code   string `json:"code"`
	Lang   string `json:"lang"`
	Name   string `json:"name"`
	Symbol string `json:"symbol"`
}

// load reads a site's catalogue and stock in one statement, so that they belong together.
func load(ctx context.Context, db *pg.DB, tenant int64) (raw, map[string]int64, error) {
	var r raw
	var products, groups, destinations, own, stock []byte
	err := db.SQL.QueryRowContext(ctx, `select
		coalesce((select version from catalog_version where tenant_id = $1), 0),
		(select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('covers', (
				select coalesce(jsonb_agg(d.code order by d.sort, d.code), '[]') from product_destination d
				where d.tenant_id = p.tenant_id and d.goods_id = p.goods_id)) order by p.goods_id), '[]')
			from product p where p.tenant_id = $1 and p.visible),
		(select coalesce(jsonb_agg(to_jsonb(g) order by g.sort, g.code), '[]') from product_group g where g.tenant_id = $1),
		(select coalesce(jsonb_agg(to_jsonb(d) order by d.sort, d.code), '[]') from destination d),
		(select coalesce(jsonb_agg(to_jsonb(s) order by s.code), '[]') from destination_site s where s.tenant_id = $1),
		(select coalesce(jsonb_object_agg(s.sku, s.on_hand - s.allocated), '{}') from stock s where s.tenant_id = $1)`,
		tenant).Scan(&r.version, &products, &groups, &destinations, &own, &stock)
	if err != nil {
		return raw{}, nil, fmt.Errorf("load catalogue: %w", err)
	}
	free := map[string]int64{}
	for _, part := range []struct {
		from []byte
		into any
	}{{products, &r.products}, {groups, &r.groups}, {destinations, &r.destinations}, {own, &r.own}, {stock, &free}} {
		if err := json.Unmarshal(part.from, part.into); err != nil {
			return raw{}, nil, fmt.Errorf("read catalogue: %w", err)
		}
	}
	return r, free, nil
}

// check reads what may have changed since: the version and the stock.
func check(ctx context.Context, db *pg.DB, tenant int64) (version int64, free map[string]int64, err error) {
	var stock []byte
	err = db.SQL.QueryRowContext(ctx, `select coalesce((select version from catalog_version where tenant_id = $1), 0),
		(select coalesce(jsonb_object_agg(sku, on_hand - allocated), '{}') from stock where tenant_id = $1)`,
		tenant).Scan(&version, &stock)
	if err == nil {
		err = json.Unmarshal(stock, &free)
	}
	if err != nil {
		return 0, nil, fmt.Errorf("check catalogue: %w", err)
	}
	return version, free, nil
}

func newSnapshot(r raw, free map[string]int64, now time.Time) *snapshot {
	s := &snapshot{raw: r, free: free, checked: now, views: map[string]*view{}, index: newIndex(r)}
	s.views["en"] = s.view(language.English, func(en, _ string) string { return en })
	s.views["zh"] = s.view(language.Chinese, func(_, zh string) string { return zh })
	return s
}

// in returns the view in lang; every language the shop does not speak is answered in English.
func (s *snapshot) in(lang string) *view {
	if v, ok := s.views[lang]; ok {
		return v
	}
	return s.views["en"]
}

func (s *snapshot) view(lang language.Tag, pick func(en, zh string) string) *view {
	names, own := map[string]string{}, map[string]bool{}
	v := &view{byID: map[string]int{}, byCode: map[string]int{}, names: names}
	for _, d := range s.raw.destinations {
		names[d.Code] = pick(d.NameEn, d.NameZh)
	}
	for _, o := range s.raw.own {
		if o.Lang != lang.String() {
			continue
		}
		if o.Name != "" {
			names[o.Code], own[o.Code] = o.Name, true
		}
		if o.Symbol == naming.Tile {
			v.tiles = append(v.tiles, o.Code)
		}
	}
	perGroup, perCode := map[string]int{}, map[string]int{}
	for i, p := range s.raw.products {
		g := goods(p, pick)
		for _, code := range p.Covers {
			g.Destinations = append(g.Destinations, Place{Code: code, Name: names[code]})
			perCode[code]++
		}
		for _, sim := range p.SimTypes {
			g.Available = g.Available || s.free[p.GoodsID+":"+sim] > 0
		}
		if slices.ContainsFunc(p.RealName, func(code string) bool { return own[code] }) {
			for _, code := range p.RealName {
				g.RealNamePlaces = append(g.RealNamePlaces, cmp.Or(names[code], code))
			}
		}
		perGroup[p.GroupCode]++
		v.byID[p.GoodsID] = i
		v.goods = append(v.goods, g)
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

func goods(p productRow, pick func(en, zh string) string) Goods {
	return Goods{
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
