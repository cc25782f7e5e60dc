package merchandise

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// NewPrice is a price that somebody wants for a product of a site.
type NewPrice struct {
	TenantID int64
	GoodsID  string
	// Typed is the amount as it was typed, "99.50", in Currency.
	Typed, Currency string
	// At is when it begins by the site's clocks, as in LocalLayout; "" for now.
	At string
	// Revision and Was are the product's revision and price that its author has seen.
	Revision, Was int64
	// Confirmed says that a change of more than half of the price is meant.
	Confirmed bool
}

// Verdict is what a new price would do.
type Verdict struct {
	Product Product
	// From is the price that it replaces, To the new one, in minor units. From is that of the moment when it begins.
	From, To int64
	// Permille is the change in thousandths of From.
	Permille int64
	// Big says that it has to be confirmed.
	Big bool
	// StartsAt is when it begins; zero for now.
	StartsAt time.Time
	// ChangeID is its number once it was set.
	ChangeID int64
}

// Preview says what a new price would do. Faults: not_found, price_overtaken and those of the rules.
func (s *Service) Preview(ctx context.Context, n NewPrice) (Verdict, error) {
	list, err := pg.List[Product](s.db.Conn(ctx), "read product", productSQL+` where p.tenant_id = ? and p.goods_id = ?`, n.TenantID, n.GoodsID)
	if err == nil && len(list) == 0 {
		err = fault.New("not_found")
	}
	if err != nil {
		return Verdict{}, err
	}
	if list[0].Revision != n.Revision || list[0].Price != n.Was {
		return Verdict{}, overtaken(list[0])
	}
	return s.verdictOn(s.db.Conn(ctx), list[0], n)
}

// SetPrice sets a price, now or from a moment. Faults: not_found, price_overtaken, price_confirm, price_scheduled_then and those of
// the rules.
func (s *Service) SetPrice(ctx context.Context, by audit.By, n NewPrice) (Verdict, error) {
	// What is due comes first, whether or not the new price is taken.
	if err := s.applyProduct(ctx, n.TenantID, n.GoodsID); err != nil {
		return Verdict{}, err
	}
	var out Verdict
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) (err error) {
		if err := LockSites(tx, n.TenantID); err != nil {
			return err
		}
		out, err = s.setPrice(ctx, tx, by, n)
		return err
	})
	return out, err
}

// setPrice is SetPrice on a site that is held.
func (s *Service) setPrice(ctx context.Context, tx *pg.Tx, by audit.By, n NewPrice) (Verdict, error) {
	p, err := read(tx, n.TenantID, n.GoodsID)
	if err != nil {
		return Verdict{}, err
	}
	if p.Revision != n.Revision || p.Price != n.Was {
		return Verdict{}, overtaken(p)
	}
	return s.setPriceAtRevision(ctx, tx, by, p, n)
}

// setPriceAtRevision sets a price of a product that its author has seen as it is.
func (s *Service) setPriceAtRevision(ctx context.Context, tx *pg.Tx, by audit.By, p Product, n NewPrice) (Verdict, error) {
	v, err := s.verdictOn(tx, p, n)
	if err != nil {
		return Verdict{}, err
	}
	if v.Big && !n.Confirmed {
		return Verdict{}, fault.New("price_confirm").WithParams(map[string]any{"from": p.Amount(v.From), "to": p.Amount(v.To)})
	}
	if v.StartsAt.IsZero() {
		err = s.setNow(tx, by, &v)
	} else {
		err = s.schedule(ctx, tx, by, &v)
	}
	return v, err
}

// overtaken says who changed a product in the meantime, and what is there now.
func overtaken(p Product) error {
	f := fault.New("price_overtaken").WithData(map[string]any{"price": p.Price, "revision": p.Revision, "author": p.Author})
	if p.Author == "" { // the files of the shop have changed it
		return f.WithText("price_overtaken_by_files").WithParams(map[string]any{"price": p.Amount(p.Price)})
	}
	return f.WithText("price_overtaken_" + p.Action).WithParams(map[string]any{"author": p.Author, "price": p.Amount(p.Price)})
}

// verdictOn says what a new price would do to a product as it is.
func (s *Service) verdictOn(c pg.Conn, p Product, n NewPrice) (Verdict, error) {
	price, err := parseAmount(n.Typed, p.SiteCurrency)
	if err != nil {
		return Verdict{}, err
	}
	if err := checkPrice(p, price, n.Currency); err != nil {
		return Verdict{}, err
	}
	v := Verdict{Product: p, From: p.Price, To: price}
	if n.At != "" {
		zone, err := p.Location()
		if err != nil {
			return Verdict{}, err
		}
		if v.StartsAt, err = Moment(n.At, zone); err != nil {
			return Verdict{}, err
		}
		switch now := s.clock.Now(); {
		case !v.StartsAt.After(now):
			return Verdict{}, fault.New("price_time_past")
		case v.StartsAt.After(now.Add(scheduledWithin)):
			return Verdict{}, fault.New("price_time_far")
		}
		before, err := pg.List[int64](c, "read scheduled prices", `select price from price_change
			where tenant_id = ? and goods_id = ? and state = 'waiting' and starts_at < ? order by starts_at desc limit 1`,
			p.TenantID, p.GoodsID, v.StartsAt)
		if err != nil {
			return Verdict{}, err
		}
		if len(before) > 0 {
			v.From = before[0]
		}
	}
	if v.To == v.From {
		return Verdict{}, fault.New("price_same").WithParams(map[string]any{"price": p.Amount(price)})
	}
	v.Permille, v.Big = permille(v.From, v.To), isLargeChange(v.From, v.To)
	return v, nil
}

// setNow makes a price the product's at once.
func (s *Service) setNow(tx *pg.Tx, by audit.By, v *Verdict) error {
	now, p := s.clock.Now(), &v.Product
	ids, err := pg.List[int64](tx, "note a price", `
		insert into price_change (tenant_id, goods_id, price, currency, was, starts_at, state, actor, author, created_at, ended_at)
		values (@tenant, @goods, @price, @currency, @was, @now, 'applied', @actor, @author, @now, @now) returning id`,
		map[string]any{
			"tenant": p.TenantID, "goods": p.GoodsID, "price": v.To, "currency": p.Currency, "was": p.Price, "now": now,
			"actor": by.Actor, "author": by.Author,
		})
	if err != nil {
		return err
	}
	v.ChangeID = ids[0]
	return s.writePrice(tx, p, by, v.To, v.ChangeID)
}

// writePrice makes a price the product's.
func (s *Service) writePrice(tx *pg.Tx, p *Product, by audit.By, price, changeID int64) error {
	was := p.Price
	err := pg.Exec(tx, "set a price", `update product set price = ?, updated_at = ? where tenant_id = ? and goods_id = ? and price <> ?`,
		price, s.clock.Now(), p.TenantID, p.GoodsID, price)
	if err != nil {
		return err
	}
	p.Price = price
	if err := s.touch(tx, p, by, "price", "price"); err != nil {
		return err
	}
	return s.audit(tx, *p, by, "price", "", "applied", map[string]any{
		"change": changeID, "from": was, "to": price, "currency": p.Currency, "was": p.Amount(was), "is": p.Amount(price),
	})
}

// schedule keeps a price until its moment.
func (s *Service) schedule(ctx context.Context, tx *pg.Tx, by audit.By, v *Verdict) error {
	p := &v.Product
	ids, err := pg.List[int64](tx, "schedule a price", `
		insert into price_change (tenant_id, goods_id, price, currency, starts_at, state, actor, author, created_at)
		values (?, ?, ?, ?, ?, 'waiting', ?, ?, ?)
		on conflict (tenant_id, goods_id, starts_at) where state = 'waiting' do nothing returning id`,
		p.TenantID, p.GoodsID, v.To, p.Currency, v.StartsAt, by.Actor, by.Author, s.clock.Now())
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return fault.New("price_scheduled_then")
	}
	v.ChangeID = ids[0]
	if err := s.touch(tx, p, by, "schedule"); err != nil {
		return err
	}
	err = s.audit(tx, *p, by, "schedule price", "", "waiting", map[string]any{
		"change": v.ChangeID, "from": v.From, "to": v.To, "currency": p.Currency, "was": p.Amount(v.From), "is": p.Amount(v.To),
		"at": v.StartsAt.UTC().Format(time.RFC3339),
	})
	if err != nil {
		return err
	}
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: ApplyArgs{v.ChangeID}, At: v.StartsAt})
}
