package promo

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// CodeInput is what a code is to do, as somebody typed it.
type CodeInput struct {
	// Kind is Percent or Amount.
	Kind string
	// Value is a whole number of percent, or an amount in the site's currency; MinSubtotal is an amount, "" for none.
	Value, MinSubtotal string
	// GroupCode is "" for all plans.
	GroupCode string
	// Starts and Ends are by the site's clocks, as in merchandise.LocalLayout; "" for no bound.
	Starts, Ends string
	// MaxUses and MaxPerCustomer are whole numbers, "" for no limit.
	MaxUses, MaxPerCustomer string
	// GrantOn is "", signup or staff.
	GrantOn string
	// Confirmed says that a code is meant which can make an order free, or leave less of it than the smallest charge.
	Confirmed bool
}

const (
	// maxAmount is what a code takes off or asks for at most, in minor units: as much as a price.
	maxAmount = 99_999_999
	// maxUses is the highest limit of uses.
	maxUses = 1_000_000
)

var nameForm = regexp.MustCompile(`^[A-Z0-9][A-Z0-9_-]{1,31}$`)

// NormalName is a code in the form in which it is kept: that in which an order looks for what a shopper typed.
func NormalName(typed string) string { return strings.ToUpper(input.Plain(typed)) }

// form collects what is wrong with a code, by field, with the parameters of the messages.
type form struct {
	bad    fault.Form
	params map[string]any
	// site follows the names of fields of which each site has its own.
	site string
}

func (f form) wrong(field, key string) {
	if f.bad[field] == "" {
		f.bad[field] = key
	}
}

func (f form) err() error {
	if len(f.bad) == 0 {
		return nil
	}
	return fault.Fields(f.bad).WithParams(f.params)
}

// read writes what was typed into a code of a site, and notes what is wrong. Of a code that is there, a moment that was not touched
// stays as it is, with its seconds.
func (w CodeInput) read(c *Code, groups []string, now time.Time, f form) error {
	zone, err := c.Location()
	if err != nil {
		return err
	}
	was := *c
	c.Kind, c.GroupCode, c.GrantOn = w.Kind, w.GroupCode, w.GrantOn
	if c.Kind != Percent && c.Kind != Amount {
		f.wrong("kind", "promo_kind")
	}
	if c.GroupCode != "" && !slices.Contains(groups, c.GroupCode) {
		f.wrong("group", "promo_group")
	}
	if !slices.Contains([]string{"", "signup", "staff"}, c.GrantOn) {
		f.wrong("grantOn", "promo_grant")
	}
	if c.Kind == Percent {
		c.Value, err = strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(input.Plain(w.Value), "%")), 10, 64)
		if err != nil || c.Value < 1 || c.Value > 100 {
			f.wrong("value"+f.site, "promo_percent")
		}
	} else {
		c.Value = f.amount("value"+f.site, w.Value, *c, 1)
	}
	if c.MinSubtotal = 0; input.Plain(w.MinSubtotal) != "" {
		c.MinSubtotal = f.amount("minSubtotal"+f.site, w.MinSubtotal, *c, 0)
	}
	c.MaxUses = f.limit("maxUses", w.MaxUses)
	c.MaxPerCustomer = f.limit("maxPerCustomer", w.MaxPerCustomer)
	if c.MaxUses != nil && *c.MaxUses < c.Used {
		f.params["used"] = c.Used
		f.wrong("maxUses", "promo_limit_below_used")
	}
	c.StartsAt = f.moment("starts", w.Starts, was.StartsAt, zone)
	c.EndsAt = f.moment("ends", w.Ends, was.EndsAt, zone)
	if c.EndsAt != nil {
		// One that was ended at once starts and ends in the same moment; its other rules may still be changed.
		sameEnd := same(c.EndsAt, was.EndsAt)
		switch {
		case c.StartsAt != nil && !c.EndsAt.After(*c.StartsAt) && !(sameEnd && same(c.StartsAt, was.StartsAt)):
			f.wrong("ends", "promo_time_order")
		case !c.EndsAt.After(now) && !sameEnd:
			f.wrong("ends", "promo_time_past")
		}
	}
	return nil
}

// amount reads an amount in a site's currency of at least least minor units.
func (f form) amount(field, typed string, c Code, least int64) int64 {
	n, err := money.Parse(input.Plain(typed), c.Currency)
	switch {
	case err == money.ErrTooFine:
		f.params["unit"], f.params["currency"] = money.Decimal(1, c.Currency), c.Currency
		f.wrong(field, "price_not_in_unit")
	case err != nil || n < least || n > maxAmount:
		f.wrong(field, "promo_amount")
	}
	return n
}

// limit reads a number of uses; nil for none.
func (f form) limit(field, typed string) *int {
	typed = input.Plain(typed)
	if typed == "" {
		return nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < 1 || n > maxUses {
		f.wrong(field, "promo_limit")
		return nil
	}
	return &n
}

func (f form) moment(field, typed string, was *time.Time, zone *time.Location) *time.Time {
	typed = input.Plain(typed)
	if typed == "" {
		return nil
	}
	if was != nil && Local(was, zone) == typed {
		return was
	}
	at, err := merchandise.Moment(typed, zone)
	switch fault.Code(err) {
	case "":
		return &at
	case "price_no_such_time":
		f.wrong(field, "price_no_such_time")
	default:
		f.wrong(field, "promo_time_invalid")
	}
	return nil
}

// Local writes a moment as the clocks of a zone show it, in merchandise.LocalLayout; "" for none.
func Local(at *time.Time, zone *time.Location) string {
	if at == nil {
		return ""
	}
	return at.In(zone).Format(merchandise.LocalLayout)
}

func same(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && a.Equal(*b) }

// confirm refuses a code that can make an order free, or leave less of it than the smallest charge: there the code gives less than it
// says. Fault: promo_confirm.
func (c Code) confirm(tx *pg.Tx) error {
	cheapest, err := pg.List[int64](tx, "find the cheapest plan", `select coalesce(min(price), 0) from product
		where tenant_id = ? and visible and (? = '' or group_code = ?)`, c.TenantID, c.GroupCode, c.GroupCode)
	if err != nil {
		return err
	}
	order, least := max(c.MinSubtotal, cheapest[0], 1), shared.Constants().MinimumCharge[c.Currency]
	off := c.Value
	if c.Kind == Percent {
		off = money.Rate(order, c.Value*10_000)
	}
	f := fault.New("promo_confirm").WithParams(map[string]any{
		"order": c.amount(order), "left": c.amount(order - min(off, order)), "least": c.amount(least),
	})
	switch left := order - min(off, order); {
	case left == 0:
		return f.WithText("promo_confirm_free")
	case left < least:
		return f.WithText("promo_confirm_small")
	}
	return nil
}
