package naming

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// The pictures by which a destination is shown.
const (
	Flag = "flag"
	// Tile is a neutral picture, the same for every destination.
	Tile = "tile"
)

// maxName is the longest name in characters: beside a flag it has to fit on a phone.
const maxName = 40

// Langs are the languages in which destinations have names.
var Langs = []string{"en", "zh"}

// Override is how a site speaks of a destination in a language.
type Override struct {
	TenantID int64
	Lang     string
	Code     string
	// Name is what it says, Usual what all sites say where they have decided nothing.
	Name, Usual string
	// Symbol is Flag or Tile.
	Symbol string
	// Staff says that somebody of the shop has decided; otherwise it is in the files.
	Staff bool
}

// Change is what somebody wants of one destination, on one site, in one language.
type Change struct {
	TenantID int64
	Lang     string
	Code     string
	// Name and Symbol are nil where they stay as they are.
	Name, Symbol *string
	// Usual takes back name and symbol: as on all sites.
	Usual bool
	// Actor is who changes it, as the audit log names people; Reason may be empty.
	Actor, Reason string
}

// Done is a change that has been made.
type Done struct {
	Override
	// Plans and Groups are how many of the site have been reworded.
	Plans, Groups int
}

// Service reads and changes names. It is safe for concurrent use.
type Service struct {
	db    *pg.DB
	clock clock.Clock
}

// New returns a service on db; c dates changes.
func New(db *pg.DB, c clock.Clock) *Service { return &Service{db, c} }

const columns = `s.tenant_id, s.lang, s.code, coalesce(s.name, case s.lang when 'zh' then d.name_zh else d.name_en end) as name,
	case s.lang when 'zh' then d.name_zh else d.name_en end as usual, coalesce(s.symbol, 'flag') as symbol, s.staff`

// List returns what is not as on all sites, or was decided by staff, of one site or of all where tenantID is 0. Never nil.
func (s *Service) List(ctx context.Context, tenantID int64) ([]Override, error) {
	return pg.List[Override](s.db.Conn(ctx), "list names of destinations",
		`select `+columns+` from destination_site s join destination d using (code)
		where cast(? as bigint) in (0, s.tenant_id) order by s.tenant_id, s.lang, s.code`, tenantID)
}

// Set makes a change. The error says in words what is wrong with it: an unknown site, language or destination, a name that is
// empty, too long, of another language or another destination's.
func (s *Service) Set(ctx context.Context, c Change) (Done, error) {
	if err := c.check(); err != nil {
		return Done{}, err
	}
	var out Done
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		t, err := open(tx, c.TenantID, c.Lang)
		if err != nil {
			return err
		}
		was, ok := t.own(c.Code)
		if !ok {
			return fmt.Errorf("%q is no destination of the shop; codes are those of ISO 3166, such as JP", c.Code)
		}
		next := c.apply(was)
		for code, name := range t.names {
			if code != c.Code && strings.EqualFold(name, next.Name) {
				return fmt.Errorf("site %d calls %s %q in %s already", c.TenantID, code, name, c.Lang)
			}
		}
		out = Done{Override: next}
		if err := write(tx, next); err != nil {
			return err
		}
		if next.Name != was.Name {
			if out.Plans, out.Groups, err = t.reword(tx, was, next.Name, s.clock.Now()); err != nil {
				return err
			}
		}
		return s.audit(tx, c, was, out)
	})
	return out, err
}

func (c *Change) check() error {
	c.Code, c.Lang = strings.ToUpper(strings.TrimSpace(c.Code)), strings.ToLower(strings.TrimSpace(c.Lang))
	switch {
	case !slices.Contains(Langs, c.Lang):
		return fmt.Errorf("%q is no language of the shop; it has %s", c.Lang, strings.Join(Langs, " and "))
	case c.Symbol != nil && *c.Symbol != Flag && *c.Symbol != Tile:
		return fmt.Errorf("a destination is shown by a %s or a %s, not by %q", Flag, Tile, *c.Symbol)
	case c.Name == nil:
		return nil
	}
	name := strings.Join(strings.Fields(*c.Name), " ")
	c.Name = &name
	han := strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		return fmt.Errorf("a name is not empty; take back what the site says with: reset %s", c.Code)
	case n > maxName:
		return fmt.Errorf("a name has %d characters at most, this one has %d", maxName, n)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unwanted):
		return fmt.Errorf("%q has characters that no name has", name)
	case c.Lang == "zh" && !han:
		return fmt.Errorf("%q is no Chinese name", name)
	case c.Lang != "zh" && han:
		return fmt.Errorf("%q is Chinese, and no name in %s", name, c.Lang)
	}
	return nil
}

// unwanted are control characters, marks that turn the direction of a text, and what begins or ends markup.
func unwanted(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune("<>{}", r) }

func (c Change) apply(to Override) Override {
	if c.Usual {
		to.Name, to.Symbol = to.Usual, Flag
	}
	if c.Name != nil {
		to.Name = *c.Name
	}
	if c.Symbol != nil {
		to.Symbol = *c.Symbol
	}
	to.Staff = true
	return to
}

// write keeps the row where nothing differs from all sites, too: staff wants what is usual, whatever the files say.
func write(tx *pg.Tx, o Override) error {
	return pg.Exec(tx, "write a destination's name", `insert into destination_site (tenant_id, lang, code, name, symbol, staff)
		values (@tenant, @lang, @code, nullif(@name, @usual), nullif(@symbol, 'flag'), true)
		on conflict (tenant_id, lang, code) do update set name = excluded.name, symbol = excluded.symbol, staff = true`,
		map[string]any{"tenant": o.TenantID, "lang": o.Lang, "code": o.Code, "name": o.Name, "usual": o.Usual, "symbol": o.Symbol})
}

func (s *Service) audit(tx *pg.Tx, c Change, was Override, done Done) error {
	detail := map[string]any{
		"lang": c.Lang, "name": []string{was.Name, done.Name}, "symbol": []string{was.Symbol, done.Symbol},
		"plans": done.Plans, "shelves": done.Groups,
	}
	if c.Reason != "" {
		detail["reason"] = c.Reason
	}
	return pg.Exec(tx, "audit a destination's name",
		`insert into audit_log (tenant_id, at, actor, entity, entity_id, action, detail) values (?, ?, ?, 'destination', ?, 'name', ?)`,
		c.TenantID, s.clock.Now(), c.Actor, c.Code, pg.AsJSON(detail))
}
