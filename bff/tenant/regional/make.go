package regional

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// NewSiteResult is a site that was made, or would be.
type NewSiteResult struct {
	// ID is 0 for one that was only tried.
	ID                 int64
	Code, Host         string
	Currency, Symbol   string
	FromCurrency       string
	FromSymbol, Source string
	// Plans are all of them, in the order of the source's list.
	Plans []Priced
	// Entries, Parts and Texts are how many entries of the menu, parts that staff have written and texts of its own it takes over, Ways
	// how many ways to send cards.
	Entries, Parts, Texts, Ways int
	Lacks                       []Missing
}

var errOnlyTried = errors.New("the site was only tried")

// Try says what would be made of a site, and makes nothing. Faults are those of Make.
func (s *Service) Try(ctx context.Context, by audit.By, w NewSite) (NewSiteResult, error) {
	out, err := s.make(ctx, by, w, true)
	if errors.Is(err, errOnlyTried) {
		err = nil
	}
	out.ID = 0
	return out, err
}

// Make makes a site, which nobody finds until it is opened. The fault is validation_failed, with the fields of NewSite.
func (s *Service) Make(ctx context.Context, by audit.By, w NewSite) (NewSiteResult, error) {
	return s.make(ctx, by, w, false)
}

func (s *Service) make(ctx context.Context, by audit.By, w NewSite, try bool) (out NewSiteResult, err error) {
	w = w.typed()
	bad := w.check()
	err = s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := lockAllSites(tx); err != nil {
			return err
		}
		if err := s.places(tx, bad, 0, w.Code, w.Host); err != nil {
			return err
		}
		source, err := pg.List[struct {
			Currency, CurrencySymbol, Code string
		}](tx, "read site", `select currency, currency_symbol, code from tenant where id = ?`, w.Source)
		if err != nil {
			return err
		}
		if len(source) == 0 {
			bad["source"] = "site_source_unknown"
		}
		if err := bad.Err(); err != nil {
			return refuse(err, w)
		}
		from := source[0]
		out = NewSiteResult{
			Code: w.Code, Host: w.Host, Currency: w.Currency, Symbol: shared.CurrencySymbol(w.Currency), Source: from.Code,
			FromCurrency: from.Currency, FromSymbol: from.CurrencySymbol,
		}
		if err := s.write(tx, by, w, &out); err != nil {
			return err
		}
		if try {
			return errOnlyTried
		}
		return nil
	})
	return out, err
}

// refuse gives the faults of a form what their texts name.
func refuse(err error, w NewSite) error {
	var form *fault.Error
	if !errors.As(err, &form) {
		return err
	}
	return form.WithParams(map[string]any{"currency": w.Currency, "currencies": strings.Join(Currencies(), ", "), "host": w.Host, "code": w.Code})
}

// write makes the rows of a site.
func (s *Service) write(tx *pg.Tx, by audit.By, w NewSite, out *NewSiteResult) error {
	var rate *big.Rat
	if w.Factor != "" {
		rate, _ = factor(w.Factor)
	}
	var err error
	if out.Plans, err = prices(tx, w.Source, out.FromCurrency, w, rate); err != nil {
		return err
	}
	now := s.Clock.Now()
	args := map[string]any{"from": w.Source, "currency": w.Currency, "symbol": out.Symbol, "actor": by.Actor, "author": by.Author, "now": now}
	ids, err := pg.List[int64](tx, "number a site", `select greatest(coalesce(max(id), 0) + 1, ?) from tenant`, firstID)
	if err != nil {
		return err
	}
	out.ID, args["to"] = ids[0], ids[0]
	if err := insertSite(tx, args, w); err != nil {
		return err
	}
	if err := copySite(tx, args, out.Plans); err != nil {
		return err
	}
	if err := checkPrices(tx, out.ID, w); err != nil {
		return err
	}
	if w.Shipping {
		if out.Ways, err = takeShipping(tx, args, out.FromCurrency, w.Currency, rate); err != nil {
			return err
		}
	}
	if err := takeRewards(tx, args, out.FromCurrency, w.Currency, rate); err != nil {
		return err
	}
	if err := out.count(tx, args); err != nil {
		return err
	}
	return s.audit(tx, by, out.ID, "make", "", Hidden, map[string]any{
		"code": w.Code, "host": w.Host, "currency": w.Currency, "from": out.Source, "factor": w.Factor, "plans": len(out.Plans),
	})
}

// insertSite writes the row of a site, without a host, and the note of who made it.
func insertSite(tx *pg.Tx, args map[string]any, w NewSite) error {
	w.Details.into(args)
	args["code"], args["host"], args["zone"], args["icon"] = w.Code, w.Host, w.Zone, "/pc-static/globe.svg"
	if w.Country != "" {
		args["icon"] = fmt.Sprintf("/assets/flags/%s.svg", strings.ToLower(w.Country))
	}
	if err := pg.Exec(tx, "write site", `
		insert into tenant (id, code, hosts, name_en, name_zh, brand, icon, web_site, currency, currency_symbol, default_locale, time_zone,
			support_email, hotline, corporate_url, payment_methods, settings, sort)
		select @to, @code, '{}', @nameEn, @nameZh, @brand, @icon, '', @currency, @symbol, @locale, @zone, @email, @hotline, s.corporate_url,
			cast(@methods as text[]), `+settingsSQL+`, (select max(sort) + 1 from tenant)
		from tenant s where s.id = @from`, args); err != nil {
		return err
	}
	return pg.Exec(tx, "note who made a site", `
		insert into site_made (tenant_id, source_id, host, actor, author, made_at, edited_at)
		values (@to, @from, @host, @actor, @author, @now, @now)`, args)
}

// settingsSQL is the settings of the site s with another company and country of phone numbers.
const settingsSQL = `s.settings || jsonb_build_object('phoneCountry', cast(@phoneCountry as text), 'legal', jsonb_build_object('name', cast(@company as text),
	'address', jsonb_build_object('en', cast(@addressEn as text), 'zh', cast(@addressZh as text))))`

// into gives statements what they need of details.
func (d Details) into(args map[string]any) {
	maps.Copy(args, map[string]any{
		"nameEn": d.NameEn, "nameZh": d.NameZh, "brand": d.Brand, "locale": d.Locale, "email": d.SupportEmail, "hotline": d.Hotline,
		"company": d.Company, "addressEn": d.AddressEn, "addressZh": d.AddressZh, "phoneCountry": d.PhoneCountry,
		"methods": pg.Array(d.Methods),
	})
}

// count says what a new site has, and what it lacks.
func (m *NewSiteResult) count(tx *pg.Tx, args map[string]any) error {
	list, err := pg.List[struct{ Entries, Parts, Texts int }](tx, "count what was taken over", `
		select (select count(*) from menu_item where tenant_id = @to) as entries, (select count(*) from site_block where tenant_id = @to) as parts,
		       (select count(distinct (kind, name)) from content_published where tenant_id = @to) as texts`, args)
	if err != nil {
		return err
	}
	m.Entries, m.Parts, m.Texts = list[0].Entries, list[0].Parts, list[0].Texts
	all, err := lacks(tx, m.ID)
	m.Lacks = all[m.ID]
	return err
}
