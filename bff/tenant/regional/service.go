package regional

import (
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Service makes sites, changes and opens them. It is safe for concurrent use.
type Service struct {
	DB    *pg.DB
	Clock clock.Clock
	// Reserved reports whether a host can be no site's: it is the Studio's own, or that of a setting, or a name of a machine that leads
	// nowhere. Nil reserves none.
	Reserved func(host string) bool
}

// firstID is the number of the first site that staff make: those below are of the shop's files.
const firstID = 1000

// lockAllSites locks the rows of all sites: nobody else makes, changes or opens sites, or changes what they sell, until the transaction
// ends.
func lockAllSites(tx *pg.Tx) error {
	return pg.Exec(tx, "hold sites", `select 1 from tenant order by id for no key update`)
}

// places notes what of a site's code and host another site has. own is the number of the site, 0 for one that is to be made.
func (s *Service) places(tx *pg.Tx, bad fault.Form, own int64, code, host string) error {
	type taken struct{ ByCode, ByHost bool }
	list, err := pg.List[taken](tx, "look for other sites", `
		select exists (select 1 from tenant where code = @code and id <> @own) as by_code,
		       exists (select 1 from tenant t, unnest(t.hosts) h where split_part(lower(h), ':', 1) = @host and t.id <> @own)
		           or exists (select 1 from site_made m where m.host = @host and m.tenant_id <> @own)
		           or exists (select 1 from tenant t where split_part(split_part(lower(t.web_site), '://', 2), '/', 1) in (@host, @host || ':443') and t.id <> @own) as by_host`,
		map[string]any{"code": code, "host": host, "own": own})
	if err != nil {
		return err
	}
	if bad["code"] == "" && list[0].ByCode {
		bad["code"] = "site_code_taken"
	}
	if bad["host"] == "" && list[0].ByHost {
		bad["host"] = "site_host_taken"
	}
	if bad["host"] == "" && s.Reserved != nil && s.Reserved(host) {
		bad["host"] = "site_host_reserved"
	}
	return nil
}

// audit notes what somebody did with a site, in the transaction that does it.
func (s *Service) audit(tx *pg.Tx, by audit.By, site int64, action, from, to string, detail map[string]any) error {
	return pg.Exec(tx, "note in the audit log", `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
		values (?, ?, ?, 'site', ?, ?, ?, ?, ?, ?)`,
		site, s.Clock.Now(), by.Actor, fmt.Sprint(site), action, from, to, pg.AsJSON(detail), by.RequestID)
}

// Hidden and Open are the states of a site in the audit log.
const (
	Hidden = "hidden"
	Open   = "open"
)
