package regional

import (
	"context"
	"reflect"
	"slices"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Change changes the details of a site that staff have made, and its host as long as it is hidden. Faults: not_found, site_from_files,
// site_overtaken, site_is_open for another host of an open site, details_same; site_incomplete where an open site would lose what it
// needs; validation_failed with the fields of Details and host.
func (s *Service) Change(ctx context.Context, by audit.By, id, revision int64, host string, d Details) error {
	w := NewSite{Details: d, Host: host}.typed()
	return s.onSite(ctx, id, revision, func(tx *pg.Tx, now Site, was Details) error {
		bad := fault.Form{}
		w.Details.check(bad, now.Currency)
		if w.Host != now.Host {
			if !now.Hidden {
				return fault.New("site_is_open")
			}
			if len(w.Host) > maxHost || !hostForm.MatchString(w.Host) {
				bad["host"] = "site_host_invalid"
			}
			if err := s.places(tx, bad, id, now.Code, w.Host); err != nil {
				return err
			}
		}
		if err := bad.Err(); err != nil {
			return refuse(err, NewSite{Host: w.Host, Currency: now.Currency})
		}
		if w.Host == now.Host && reflect.DeepEqual(was, w.Details) {
			return fault.New("details_same")
		}
		args := map[string]any{"site": id, "host": w.Host, "now": s.Clock.Now()}
		w.Details.into(args)
		if err := pg.Exec(tx, "change site", `update tenant s set name_en = @nameEn, name_zh = @nameZh, brand = @brand, default_locale = @locale,
				support_email = @email, hotline = @hotline, payment_methods = cast(@methods as text[]), settings = `+settingsSQL+`
			where s.id = @site`, args); err != nil {
			return err
		}
		if err := pg.Exec(tx, "note the change of a site", `update site_made set host = @host, revision = revision + 1, edited_at = @now
			where tenant_id = @site`, args); err != nil {
			return err
		}
		if !now.Hidden {
			if err := sells(tx, id, "payment", "company"); err != nil {
				return err
			}
		}
		return s.audit(tx, by, id, "change", "", "", map[string]any{"was": was, "is": w.Details, "host": w.Host})
	})
}

// Open lets visitors find a site. Faults: not_found, site_from_files, site_overtaken, site_is_open; site_incomplete, whose data is
// what is missing.
func (s *Service) Open(ctx context.Context, by audit.By, id, revision int64) error {
	return s.onSite(ctx, id, revision, func(tx *pg.Tx, now Site, _ Details) error {
		if !now.Hidden {
			return fault.New("site_is_open")
		}
		bad := fault.Form{}
		if err := s.places(tx, bad, id, now.Code, now.Host); err != nil {
			return err
		}
		if err := bad.Err(); err != nil {
			return refuse(err, NewSite{Host: now.Host, Code: now.Code})
		}
		if err := sells(tx, id); err != nil {
			return err
		}
		if err := pg.Exec(tx, "open site", `update tenant set hosts = array[cast(? as text)] where id = ?`, now.Host, id); err != nil {
			return err
		}
		if err := pg.Exec(tx, "note that a site is open", `update site_made set opened_at = ?, opened_by = ?, revision = revision + 1 where tenant_id = ?`,
			s.Clock.Now(), by.Author, id); err != nil {
			return err
		}
		return s.audit(tx, by, id, "open", Hidden, Open, map[string]any{"host": now.Host})
	})
}

// onSite does something with a site that staff have made and whose revision they have seen, while nobody else does.
func (s *Service) onSite(ctx context.Context, id, revision int64, do func(tx *pg.Tx, now Site, was Details) error) error {
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := lockAllSites(tx); err != nil {
			return err
		}
		now, was, err := get(tx, id)
		switch {
		case err != nil:
			return err
		case !now.Own:
			return fault.New("site_from_files")
		case now.Revision != revision:
			return fault.New("site_overtaken")
		}
		return do(tx, now, was)
	})
}

// sells refuses a site that lacks what an open one needs: of codes, or anything where none are named.
func sells(tx *pg.Tx, id int64, codes ...string) error {
	all, err := lacks(tx, id)
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(all[id], func(l Missing) bool { return !l.Blocks || len(codes) > 0 && !slices.Contains(codes, l.Code) })
	if len(missing) == 0 {
		return nil
	}
	return fault.New("site_incomplete").WithData(map[string]any{"lacks": missing})
}
