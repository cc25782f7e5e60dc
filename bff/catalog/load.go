package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// raw is what the database holds, in both languages.
type raw struct {
	version int64
	// mark is the snapshot of the database in which this was read: what its transactions did not see has changed since.
	mark         mark
	products     []*productRow
	groups       []groupRow
	destinations []destinationRow
	own          []ownRow
	// titles are those for all sites, then those of this one.
	titles []titleRow
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
	// Free is how many can be sold, by SIM type.
	Free map[string]int64 `json:"free"`
	// NumbersGone says that all of its numbers are sold.
	NumbersGone bool `json:"numbers_gone"`
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

// numbersGoneSQL says of a product p that comes with a number whether none is left. One that a cart holds is not gone: it is free
// again in a quarter of an hour, which is not logged.
const numbersGoneSQL = `(p.local_number and not exists (
	    select 1 from phone_number n where n.tenant_id = p.tenant_id and n.goods_id = p.goods_id and n.order_id is null))`

// productsSQL selects the visible products of the site $1 as JSON, with what they cover and their stock. A condition may be added.
const productsSQL = `
	select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object(
	    'covers', (
	        select coalesce(jsonb_agg(d.code order by d.sort, d.code), '[]') from product_destination d
	        where d.tenant_id = p.tenant_id and d.goods_id = p.goods_id),
	    'free', (
	        select coalesce(jsonb_object_agg(split_part(s.sku, ':', 2), s.on_hand - s.allocated), '{}') from stock s
	        where s.tenant_id = p.tenant_id and s.sku in (p.goods_id || ':esim', p.goods_id || ':physical')),
	    'numbers_gone', ` + numbersGoneSQL + `
	    ) order by p.goods_id), '[]')
	from product p where p.tenant_id = $1 and p.visible`

// mark is a pg_snapshot as text: "xmin:xmax:xip,xip".
type mark string

// after reports whether a database that is at m can have been at o before; one that was restored cannot.
func (m mark) after(o mark) bool { return m.xmin() >= o.xmin() }

func (m mark) xmin() int64 {
	text, _, _ := strings.Cut(string(m), ":")
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// load reads a site's catalogue and stock in one statement, so that they belong together.
func load(ctx context.Context, db *pg.DB, tenant int64) (raw, error) {
	var r raw
	var products, groups, destinations, own, titled []byte
	err := db.SQL.QueryRowContext(ctx, `select
		coalesce((select version from catalog_version where tenant_id = $1), 0), pg_current_snapshot()::text, (`+productsSQL+`),
		(select coalesce(jsonb_agg(to_jsonb(g) order by g.sort, g.code), '[]') from product_group g where g.tenant_id = $1),
		(select coalesce(jsonb_agg(to_jsonb(d) order by d.sort, d.code), '[]') from destination d),
		(select coalesce(jsonb_agg(to_jsonb(s) order by s.code), '[]') from destination_site s where s.tenant_id = $1),
		(select coalesce(jsonb_agg(to_jsonb(p) order by p.tenant_id), '[]') from page_title p where p.tenant_id in (0, $1))`,
		tenant).Scan(&r.version, &r.mark, &products, &groups, &destinations, &own, &titled)
	if err != nil {
		return raw{}, fmt.Errorf("load catalogue: %w", err)
	}
	for _, part := range []struct {
		from []byte
		into any
	}{{products, &r.products}, {groups, &r.groups}, {destinations, &r.destinations}, {own, &r.own}, {titled, &r.titles}} {
		if err := json.Unmarshal(part.from, part.into); err != nil {
			return raw{}, fmt.Errorf("read catalogue: %w", err)
		}
	}
	return r, nil
}

// loadGoods reads those of ids that are visible.
func loadGoods(ctx context.Context, db *pg.DB, tenant int64, ids []string) ([]*productRow, error) {
	var text []byte
	var rows []*productRow
	err := db.SQL.QueryRowContext(ctx, productsSQL+` and p.goods_id = any($2)`, tenant, ids).Scan(&text)
	if err == nil {
		err = json.Unmarshal(text, &rows)
	}
	if err != nil {
		return nil, fmt.Errorf("load goods: %w", err)
	}
	return rows, nil
}

// changedGoods is what has changed at a site since a mark.
type changedGoods struct {
	version int64
	mark    mark
	// goods are the ids of products that may have changed; all says that more has changed than products.
	goods []string
	all   bool
}

// readChangedGoods reads what the log of changes has of a site since a mark.
func readChangedGoods(ctx context.Context, db *pg.DB, tenant int64, since mark) (changedGoods, error) {
	var n changedGoods
	var text []byte
	var tags []string
	site := strconv.FormatInt(tenant, 10)
	err := db.SQL.QueryRowContext(ctx, `
		select coalesce((select version from catalog_version where tenant_id = $1), 0), pg_current_snapshot()::text, (
		    select coalesce(jsonb_agg(distinct tag), '[]') from change_log
		    where xid >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(xid, $2::pg_snapshot)
		        and (tag = 'destinations' or split_part(tag, ':', 2) = $3))`,
		tenant, string(since), site).Scan(&n.version, &n.mark, &text)
	if err == nil {
		err = json.Unmarshal(text, &tags)
	}
	if err != nil {
		return changedGoods{}, fmt.Errorf("check catalogue: %w", err)
	}
	for _, tag := range tags {
		kind, rest, _ := strings.Cut(tag, ":")
		switch kind {
		case "goods":
			n.goods = append(n.goods, strings.TrimPrefix(rest, site+":"))
		case "site", "shelves", "destinations", "titles":
			n.all = true
		}
	}
	return n, nil
}
