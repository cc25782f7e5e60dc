package shipping

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// row is a row of shipping_method.
type row struct {
	Zone        string   `json:"zone"`
	Code        string   `json:"code"`
	Countries   []string `json:"countries"`
	NameEn      string   `json:"name_en"`
	NameZh      string   `json:"name_zh"`
	Amount      int64    `json:"amount"`
	DaysMin     int      `json:"days_min"`
	DaysMax     int      `json:"days_max"`
	TrackingURL string   `json:"tracking_url"`
	Sort        int      `json:"sort"`
}

// Set replaces the shipping table of a site whose revision its author has seen. Faults: not_found, shipping_overtaken, details_same;
// validation_failed with fields such as zones, zones.0.code, zones.0.countries, zones.0.methods, zones.0.methods.1.amount.
func (s *Service) Set(ctx context.Context, by audit.By, tenantID, revision int64, typed []ZoneInput) error {
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := merchandise.LockSites(tx, tenantID); err != nil {
			return err
		}
		was, err := read(tx, tenantID)
		if err != nil {
			return err
		}
		if was.Revision != revision {
			return fault.New("shipping_overtaken").WithParams(map[string]any{"author": was.Author})
		}
		zones, err := parse(typed, was.Currency)
		if err != nil {
			return err
		}
		detail := was.differences(zones)
		if len(detail) == 0 {
			return fault.New("details_same")
		}
		if err := write(tx, tenantID, zones); err != nil {
			return err
		}
		now := s.clock.Now()
		err = pg.Exec(tx, "note the change of a shipping table", `
			insert into shipping_edit (tenant_id, currency, revision, actor, author, at) values (?, ?, ?, ?, ?, ?)
			on conflict (tenant_id) do update set currency = excluded.currency, revision = excluded.revision, actor = excluded.actor,
				author = excluded.author, at = excluded.at`, tenantID, was.Currency, revision+1, by.Actor, by.Author, now)
		if err != nil {
			return err
		}
		return pg.Exec(tx, "note in the audit log", `
			insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
			values (?, ?, ?, 'shipping', cast(? as text), 'change', '', '', ?, ?)`, tenantID, now, by.Actor, fmt.Sprint(tenantID), pg.AsJSON(detail), by.RequestID)
	})
}

// write makes zones those of a site. Rows that do not differ are not written, so that pages without a change stay as they are.
func write(tx *pg.Tx, tenantID int64, zones []Zone) error {
	rows := []row{}
	for _, z := range zones {
		for i, m := range z.Methods {
			rows = append(rows, row{z.Code, m.Code, z.Countries, m.NameEn, m.NameZh, m.Amount, m.DaysMin, m.DaysMax, m.TrackingURL, i})
		}
	}
	raw, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("write shipping table: %w", err)
	}
	args := map[string]any{"tenant": tenantID, "rows": string(raw)}
	if err := pg.Exec(tx, "take ways to send away", `delete from shipping_method m where m.tenant_id = @tenant and not exists (
		select 1 from jsonb_to_recordset(cast(@rows as jsonb)) as r(zone text, code text) where r.zone = m.zone and r.code = m.code)`, args); err != nil {
		return err
	}
	return pg.Exec(tx, "write shipping table", `
		insert into shipping_method (tenant_id, zone, code, countries, name_en, name_zh, amount, days_min, days_max, tracking_url, sort)
		select @tenant, zone, code, countries, name_en, name_zh, amount, days_min, days_max, tracking_url, sort
		from jsonb_to_recordset(cast(@rows as jsonb)) as r(zone text, code text, countries char(2)[], name_en text, name_zh text, amount bigint,
			days_min int, days_max int, tracking_url text, sort int)
		on conflict (tenant_id, zone, code) do update set countries = excluded.countries, name_en = excluded.name_en, name_zh = excluded.name_zh,
			amount = excluded.amount, days_min = excluded.days_min, days_max = excluded.days_max, tracking_url = excluded.tracking_url, sort = excluded.sort
		where (shipping_method.countries, shipping_method.name_en, shipping_method.name_zh, shipping_method.amount, shipping_method.days_min,
			shipping_method.days_max, shipping_method.tracking_url, shipping_method.sort) is distinct from (excluded.countries, excluded.name_en,
			excluded.name_zh, excluded.amount, excluded.days_min, excluded.days_max, excluded.tracking_url, excluded.sort)`, args)
}

// differences says what of a table changes, for the audit log: ways to send, by zone and code, as they were and as they are; "" for
// one that is not there.
func (t Table) differences(zones []Zone) map[string]any {
	facts := func(list []Zone) map[string]string {
		out := map[string]string{}
		for _, z := range list {
			for i, m := range z.Methods {
				out[z.Code+"/"+m.Code] = strings.Join([]string{
					fmt.Sprint(i + 1), m.NameEn, m.NameZh, money.Format(m.Amount, t.Currency, t.Symbol), fmt.Sprintf("%d–%d", m.DaysMin, m.DaysMax),
					strings.Join(z.Countries, " "), m.TrackingURL,
				}, " | ")
			}
		}
		return out
	}
	out, was, is := map[string]any{}, facts(t.Zones), facts(zones)
	for key, before := range was {
		if after := is[key]; after != before {
			out[key] = []any{before, after}
		}
	}
	for key, after := range is {
		if was[key] == "" {
			out[key] = []any{"", after}
		}
	}
	return out
}
