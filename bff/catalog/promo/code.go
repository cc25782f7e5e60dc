package promo

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// What a code takes off.
const (
	Percent = "percent"
	Amount  = "amount"
)

// The states of a code.
const (
	Running   = "running"
	Scheduled = "scheduled"
	Ended     = "ended"
	UsedUp    = "used_up"
)

// Code is a promo code of a site.
type Code struct {
	ID       int64
	TenantID int64
	Code     string
	// Kind is Percent or Amount; Value is in percent, or in minor units of Currency.
	Kind  string
	Value int64
	// GroupCode is the group whose plans it is for, "" for all.
	GroupCode string
	// MinSubtotal is what the plans that it is for cost at least, in minor units.
	MinSubtotal int64
	// StartsAt and EndsAt bound when it can be used; nil without a bound.
	StartsAt, EndsAt *time.Time
	// MaxUses and MaxPerCustomer are nil without a limit. Used counts orders that wait or are paid.
	MaxUses, MaxPerCustomer *int
	Used                    int
	// GrantOn is "" for everybody, signup or staff for those who were given the code.
	GrantOn string
	// Granted is how many customers were given it.
	Granted                int64
	Currency, Symbol, Zone string
	// Revision is 0 until staff change something; the last change was made by Author.
	Revision int64
	Author   string
	EditedAt *time.Time
}

const codeSQL = `
	select p.id, p.tenant_id, p.code, p.kind, p.value, coalesce(p.group_code, '') as group_code, p.min_subtotal, p.starts_at, p.ends_at,
	       p.max_uses, p.max_per_customer, p.used, p.grant_on, t.currency, t.currency_symbol as symbol, t.time_zone as zone,
	       (select count(*) from promo_grant g where g.promo_id = p.id) as granted,
	       coalesce(e.revision, 0) as revision, coalesce(e.author, '') as author, e.at as edited_at
	from promo_code p join tenant t on t.id = p.tenant_id left join promo_edit e on e.tenant_id = p.tenant_id and e.code = p.code`

// State says whether a code can be used at a moment.
func (c Code) State(now time.Time) string {
	switch {
	case c.EndsAt != nil && !now.Before(*c.EndsAt):
		return Ended
	case c.MaxUses != nil && c.Used >= *c.MaxUses:
		return UsedUp
	case c.StartsAt != nil && now.Before(*c.StartsAt):
		return Scheduled
	}
	return Running
}

// Location returns the zone by whose clocks the code begins and ends.
func (c Code) Location() (*time.Location, error) { return location(c.Zone) }

func location(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("zone of a site: %w", err)
	}
	return zone, nil
}

func (c Code) amount(minor int64) string { return money.Format(minor, c.Currency, c.Symbol) }

// Service reads and changes promo codes. It is safe for concurrent use.
type Service struct {
	db    *pg.DB
	clock clock.Clock
}

// New returns a service on db; c dates changes and ends codes.
func New(db *pg.DB, c clock.Clock) *Service { return &Service{db, c} }

// Now is the moment at which the service determines states of codes.
func (s *Service) Now() time.Time { return s.clock.Now() }

// List returns the codes of a site by their names. Never nil.
func (s *Service) List(ctx context.Context, tenantID int64) ([]Code, error) {
	return pg.List[Code](s.db.Conn(ctx), "list promo codes", codeSQL+` where p.tenant_id = ? order by p.code`, tenantID)
}

// Get returns a code at each site that has it, the sites by their numbers. Fault: not_found.
func (s *Service) Get(ctx context.Context, code string) ([]Code, error) {
	list, err := pg.List[Code](s.db.Conn(ctx), "read promo code", codeSQL+` where p.code = ? order by p.tenant_id`, code)
	if err == nil && len(list) == 0 {
		err = fault.New("not_found")
	}
	return list, err
}

// Group is a group of plans of a site.
type Group struct {
	TenantID             int64
	Code, NameEn, NameZh string
}

// Groups lists the groups of all sites in their order. Never nil.
func (s *Service) Groups(ctx context.Context) ([]Group, error) {
	return pg.List[Group](s.db.Conn(ctx), "list groups", `select tenant_id, code, name_en, name_zh from product_group order by tenant_id, sort, code`)
}

// Use is an order with a code.
type Use struct {
	OrderNo string
	// State is held while the order waits for its payment, then used. An order that was cancelled is no use.
	State string
	// Amount is what the code took off, in minor units of the order's Currency.
	Amount   int64
	Currency string
	At       time.Time
}

// Cost is what orders with a code, paid or waiting, were given in a currency.
type Cost struct {
	Currency      string
	Paid, Waiting int64 // orders
	Given, Held   int64 // minor units
}

// latestUses is how many uses of a code are listed.
const latestUses = 20

// usesSQL finds the orders with a code. What is kept of a use under several names is one order.
const usesSQL = `
	select o.order_no, o.currency, o.created_at as at, u.state, coalesce((
	    select sum((d ->> 'amount')::bigint) from jsonb_array_elements(o.discounts) d where d ->> 'kind' = 'promo'), 0)::bigint as amount
	from (select order_id, min(state) as state from promo_redemption where tenant_id = @tenant and promo_id = @promo and state <> 'released' group by order_id) u
	join orders o on o.id = u.order_id`

// Uses returns what a code of a site has cost, by currency, and its latest uses, the newest first; both are never nil.
func (s *Service) Uses(ctx context.Context, c Code) ([]Cost, []Use, error) {
	args := map[string]any{"tenant": c.TenantID, "promo": c.ID, "most": latestUses}
	costs, err := pg.List[Cost](s.db.Conn(ctx), "add up uses of a promo code", `
		select currency, count(*) filter (where state = 'used') as paid, count(*) filter (where state = 'held') as waiting,
		       coalesce(sum(amount) filter (where state = 'used'), 0)::bigint as given,
		       coalesce(sum(amount) filter (where state = 'held'), 0)::bigint as held
		from (`+usesSQL+`) x group by currency order by currency`, args)
	if err != nil {
		return nil, nil, err
	}
	uses, err := pg.List[Use](s.db.Conn(ctx), "list uses of a promo code",
		usesSQL+` order by o.created_at desc, o.id desc limit @most`, args)
	return costs, uses, err
}

// audit notes what somebody did with a code, in the transaction that does it.
func (s *Service) audit(tx *pg.Tx, tenantID int64, code string, by audit.By, action string, detail map[string]any) error {
	return pg.Exec(tx, "note in the audit log", `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
		values (?, ?, ?, 'promo', ?, ?, '', '', ?, ?)`,
		tenantID, s.clock.Now(), by.Actor, code, action, pg.AsJSON(detail), by.RequestID)
}
