package tenant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

type tenantRow struct {
	ID             int64     `json:"id"`
	Code           string    `json:"code"`
	Hosts          []string  `json:"hosts"`
	NameEn         string    `json:"name_en"`
	NameZh         string    `json:"name_zh"`
	Brand          string    `json:"brand"`
	Icon           string    `json:"icon"`
	WebSite        string    `json:"web_site"`
	Currency       string    `json:"currency"`
	CurrencySymbol string    `json:"currency_symbol"`
	DefaultLocale  string    `json:"default_locale"`
	TimeZone       string    `json:"time_zone"`
	SupportEmail   string    `json:"support_email"`
	Hotline        string    `json:"hotline"`
	CorporateURL   string    `json:"corporate_url"`
	PaymentMethods []string  `json:"payment_methods"`
	Settings       Settings  `json:"settings"`
	Menus          []menuRow `json:"menus"`
	Hidden         bool      `json:"hidden"`
	Blocks         struct {
		Home struct {
			Words map[string]Text `json:"words"`
		} `json:"home"`
		Banner struct {
			Banner *Banner `json:"banner"`
			Times  times   `json:"times"`
		} `json:"banner"`
	} `json:"blocks"`
}

type menuRow struct {
	UserType     int    `json:"user_type"`
	NameEn       string `json:"name_en"`
	NameZh       string `json:"name_zh"`
	Icon         string `json:"icon"`
	RedirectURL  string `json:"redirect_url"`
	RedirectType int    `json:"redirect_type"`
	Version      int    `json:"version"`
}

// ErrRow says that what the database says of the sites cannot be used: asking it again gives the same.
var ErrRow = errors.New("sites cannot be used")

// load reads every site with its menu and its other blocks in one statement.
func load(ctx context.Context, db *pg.DB) ([]Tenant, error) {
	var body []byte
	err := db.Pool(ctx).QueryRowContext(ctx, `select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('menus', (
			select coalesce(jsonb_agg(to_jsonb(m) order by m.user_type, m.position), '[]') from menu_item m
			where m.tenant_id = t.id), 'hidden', exists (
			select 1 from site_made s where s.tenant_id = t.id and s.opened_at is null), 'blocks', (
			select coalesce(jsonb_object_agg(b.kind, b.body || jsonb_build_object('times', to_jsonb(b) - 'body')), '{}') from site_block b
			where b.tenant_id = t.id and b.kind in ('home', 'banner'))) order by t.sort, t.id), '[]') from tenant t`).Scan(&body)
	if err != nil {
		return nil, fmt.Errorf("load sites: %w", err)
	}
	var rows []tenantRow
	if err := json.Unmarshal(body, &rows); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRow, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: there is no site in the database: has it been seeded?", ErrRow)
	}
	var out []Tenant
	for _, r := range rows {
		zone, err := time.LoadLocation(r.TimeZone)
		if err != nil {
			return nil, fmt.Errorf("%w: site %d: %w", ErrRow, r.ID, err)
		}
		out = append(out, Tenant{
			ID: r.ID, Code: r.Code, Hosts: r.Hosts, Name: Text{En: r.NameEn, Zh: r.NameZh}, Brand: r.Brand, Icon: r.Icon,
			WebSite: r.WebSite, Currency: strings.TrimSpace(r.Currency), CurrencySymbol: r.CurrencySymbol,
			DefaultLocale: r.DefaultLocale, TimeZone: r.TimeZone, Location: zone, SupportEmail: r.SupportEmail, Hotline: r.Hotline,
			CorporateURL: r.CorporateURL, PaymentMethods: r.PaymentMethods, Settings: r.Settings, Hidden: r.Hidden, menus: r.Menus,
			words: r.Blocks.Home.Words, banner: r.Blocks.Banner.Banner, bannerTimes: r.Blocks.Banner.Times,
		})
	}
	return out, nil
}
