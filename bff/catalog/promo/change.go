package promo

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// AtSite is what a new code takes off at a site, in its currency, and what it asks for there.
type AtSite struct {
	TenantID           int64
	Value, MinSubtotal string
}

// Create makes a code at sites, at all of them or at none. One that its author sends again, because the answer was lost, is made
// already. Value and MinSubtotal of w are those of each site, its times are by the clocks of each. Faults: promo_confirm;
// validation_failed with the fields code, sites, kind, group, grantOn, maxUses, maxPerCustomer, starts and ends, and for each site
// value.ID and minSubtotal.ID.
func (s *Service) Create(ctx context.Context, by audit.By, code string, sites []AtSite, w CodeInput) error {
	name := NormalName(code)
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		f := form{bad: fault.Form{}, params: map[string]any{}}
		if !nameForm.MatchString(name) {
			f.wrong("code", "promo_code_form")
		}
		if len(sites) == 0 {
			f.wrong("sites", "promo_sites")
		}
		ids, made := []int64{}, []Code{}
		for _, at := range sites {
			ids = append(ids, at.TenantID)
		}
		if err := merchandise.LockSites(tx, ids...); err != nil {
			return err
		}
		for _, at := range sites {
			c, err := s.newCode(tx, Code{TenantID: at.TenantID, Code: name}, at, w, f)
			if err != nil {
				return err
			}
			made = append(made, c)
		}
		if err := f.err(); err != nil {
			return err
		}
		if sent, err := sentBefore(tx, by, made); sent || err != nil {
			return err
		}
		for _, c := range made {
			if err := s.insert(tx, by, c, w.Confirmed); err != nil {
				return err
			}
		}
		return nil
	})
}

// sentBefore reports whether an author has made all of these codes as they are, and nobody has changed them since.
func sentBefore(tx *pg.Tx, by audit.By, codes []Code) (bool, error) {
	for _, c := range codes {
		list, err := pg.List[Code](tx, "read promo code", codeSQL+` where p.tenant_id = ? and p.code = ?`, c.TenantID, c.Code)
		if err != nil || len(list) == 0 {
			return false, err
		}
		if was := list[0]; was.Revision != 1 || was.Author != by.Author || !maps.Equal(was.facts(), c.facts()) {
			return false, nil
		}
	}
	return true, nil
}

// newCode returns a new code of a site that is held.
func (s *Service) newCode(tx *pg.Tx, c Code, at AtSite, w CodeInput, f form) (Code, error) {
	type site struct{ Currency, Symbol, Zone string }
	list, err := pg.List[site](
		tx,
		"read a site",
		`select currency, currency_symbol as symbol, time_zone as zone from tenant where id = ?`,
		c.TenantID,
	)
	if err == nil && len(list) == 0 {
		err = fault.New("not_found")
	}
	if err != nil {
		return Code{}, err
	}
	c.Currency, c.Symbol, c.Zone = list[0].Currency, list[0].Symbol, list[0].Zone
	groups, err := groupsOf(tx, c.TenantID)
	if err != nil {
		return Code{}, err
	}
	w.Value, w.MinSubtotal = at.Value, at.MinSubtotal
	f.site = "." + strconv.FormatInt(c.TenantID, 10)
	return c, w.read(&c, groups, s.clock.Now(), f)
}

func groupsOf(tx *pg.Tx, tenantID int64) ([]string, error) {
	return pg.List[string](tx, "list groups", `select code from product_group where tenant_id = ?`, tenantID)
}

func (s *Service) insert(tx *pg.Tx, by audit.By, c Code, confirmed bool) error {
	if !confirmed {
		if err := c.confirm(tx); err != nil {
			return err
		}
	}
	made, err := pg.Changed(tx, "make a promo code", `
		insert into promo_code (tenant_id, code, kind, value, group_code, min_subtotal, starts_at, ends_at, max_uses, max_per_customer, grant_on)
		values (?, ?, ?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?) on conflict (tenant_id, code) do nothing`,
		c.TenantID, c.Code, c.Kind, c.Value, c.GroupCode, c.MinSubtotal, c.StartsAt, c.EndsAt, c.MaxUses, c.MaxPerCustomer, c.GrantOn)
	if err != nil {
		return err
	}
	if !made {
		return fault.Fields(map[string]string{"code": "promo_exists"})
	}
	if err := s.touch(tx, c, by, "create"); err != nil {
		return err
	}
	return s.audit(tx, c.TenantID, c.Code, by, "create", c.facts())
}

// Change changes a code of a site whose revision its author has seen. Faults: not_found, promo_overtaken, promo_confirm, details_same;
// validation_failed with the fields of Create, without the number of the site.
func (s *Service) Change(ctx context.Context, by audit.By, tenantID int64, code string, revision int64, w CodeInput) error {
	return s.change(ctx, tenantID, code, revision, func(tx *pg.Tx, was Code) error {
		c, f := was, form{bad: fault.Form{}, params: map[string]any{}}
		groups, err := groupsOf(tx, tenantID)
		if err != nil {
			return err
		}
		if err := w.read(&c, groups, s.clock.Now(), f); err != nil {
			return err
		}
		if err := f.err(); err != nil {
			return err
		}
		before, after, detail := was.facts(), c.facts(), map[string]any{}
		for name := range after {
			if before[name] != after[name] {
				detail[name] = []any{before[name], after[name]}
			}
		}
		if len(detail) == 0 {
			return fault.New("details_same")
		}
		gives := c.Kind != was.Kind || c.Value != was.Value || c.MinSubtotal != was.MinSubtotal || c.GroupCode != was.GroupCode
		if gives && !w.Confirmed {
			if err := c.confirm(tx); err != nil {
				return err
			}
		}
		err = pg.Exec(tx, "change a promo code", `
			update promo_code set kind = ?, value = ?, group_code = nullif(?, ''), min_subtotal = ?, starts_at = ?, ends_at = ?, max_uses = ?,
				max_per_customer = ?, grant_on = ? where id = ?`,
			c.Kind, c.Value, c.GroupCode, c.MinSubtotal, c.StartsAt, c.EndsAt, c.MaxUses, c.MaxPerCustomer, c.GrantOn, c.ID)
		if err != nil {
			return err
		}
		return s.done(tx, c, by, "change", detail)
	})
}

// End ends a code of a site at once. Faults: not_found, promo_overtaken, and promo_over for one that has ended.
func (s *Service) End(ctx context.Context, by audit.By, tenantID int64, code string, revision int64) error {
	return s.change(ctx, tenantID, code, revision, func(tx *pg.Tx, c Code) error {
		now := s.clock.Now()
		if c.EndsAt != nil && !now.Before(*c.EndsAt) {
			return fault.New("promo_over")
		}
		err := pg.Exec(tx, "end a promo code", `update promo_code set starts_at = least(starts_at, @now), ends_at = @now where id = @id`,
			map[string]any{"now": now, "id": c.ID})
		if err != nil {
			return err
		}
		return s.done(tx, c, by, "end", map[string]any{})
	})
}

// Delete deletes a code of a site that nobody has used or was given. Faults: not_found, promo_overtaken, promo_was_used.
func (s *Service) Delete(ctx context.Context, by audit.By, tenantID int64, code string, revision int64) error {
	return s.change(ctx, tenantID, code, revision, func(tx *pg.Tx, c Code) error {
		gone, err := pg.Changed(tx, "delete a promo code", `delete from promo_code p where id = ? and used = 0
			and not exists (select 1 from promo_redemption r where r.promo_id = p.id) and not exists (select 1 from promo_grant g where g.promo_id = p.id)`, c.ID)
		if err != nil {
			return err
		}
		if !gone {
			return fault.New("promo_was_used")
		}
		return s.done(tx, c, by, "delete", c.facts())
	})
}

// change holds a code of a site whose revision somebody has seen, and changes it.
func (s *Service) change(ctx context.Context, tenantID int64, code string, revision int64, do func(tx *pg.Tx, c Code) error) error {
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := merchandise.LockSites(tx, tenantID); err != nil {
			return err
		}
		list, err := pg.List[Code](tx, "read promo code", codeSQL+` where p.tenant_id = ? and p.code = ? for update of p`, tenantID, code)
		if err == nil && len(list) == 0 {
			err = fault.New("not_found")
		}
		if err != nil {
			return err
		}
		if c := list[0]; c.Revision != revision {
			return fault.New("promo_overtaken").WithParams(map[string]any{"author": c.Author})
		}
		return do(tx, list[0])
	})
}

func (s *Service) done(tx *pg.Tx, c Code, by audit.By, action string, detail map[string]any) error {
	if err := s.touch(tx, c, by, action); err != nil {
		return err
	}
	return s.audit(tx, c.TenantID, c.Code, by, action, detail)
}

// touch raises a code's revision and notes who did what.
func (s *Service) touch(tx *pg.Tx, c Code, by audit.By, action string) error {
	return pg.Exec(tx, "note the change of a promo code", `
		insert into promo_edit (tenant_id, code, revision, actor, author, action, at) values (?, ?, 1, ?, ?, ?, ?)
		on conflict (tenant_id, code) do update set revision = promo_edit.revision + 1, actor = excluded.actor,
			author = excluded.author, action = excluded.action, at = excluded.at`,
		c.TenantID, c.Code, by.Actor, by.Author, action, s.clock.Now())
}

// facts are what a code does, for the audit log.
func (c Code) facts() map[string]any {
	value := c.amount(c.Value)
	if c.Kind == Percent {
		value = fmt.Sprintf("%d%%", c.Value)
	}
	moment := func(at *time.Time) string {
		if at == nil {
			return ""
		}
		return at.UTC().Format(time.RFC3339)
	}
	limit := func(n *int) string {
		if n == nil {
			return ""
		}
		return strconv.Itoa(*n)
	}
	return map[string]any{
		"value": value, "group": c.GroupCode, "min_subtotal": c.amount(c.MinSubtotal), "starts_at": moment(c.StartsAt), "ends_at": moment(c.EndsAt),
		"max_uses": limit(c.MaxUses), "max_per_customer": limit(c.MaxPerCustomer), "grant_on": c.GrantOn,
	}
}
