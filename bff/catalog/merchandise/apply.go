package merchandise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// ApplyArgs is the job that applies a scheduled price.
type ApplyArgs struct {
	ChangeID int64 `json:"change_id"`
}

// Kind names the worker.
func (ApplyArgs) Kind() string { return "apply_price" }

// The states of a change of a price.
const (
	Waiting   = "waiting"
	Applied   = "applied"
	Withdrawn = "withdrawn"
	// Held was refused by a rule when its moment came; Why is the code of the reason.
	Held = "held"
)

// Change is a price that was set, or that waits for its moment.
type Change struct {
	ID       int64
	TenantID int64
	GoodsID  string
	Price    int64 // minor units of Currency
	Currency string
	// Was is the price that it replaced; nil until it is applied.
	Was      *int64
	StartsAt time.Time
	State    string
	// Why is the code of the reason why it is held.
	Why           string
	Actor, Author string
	CreatedAt     time.Time
	// EndedAt is when it stopped waiting, EndedBy who withdrew it.
	EndedAt *time.Time
	EndedBy string
}

const changeSQL = `select id, tenant_id, goods_id, price, currency, was, starts_at, state, why, actor, author, created_at, ended_at, ended_by
	from price_change`

// maxHistory is how many changes of a product are listed.
const maxHistory = 100

// Changes lists the changes of a product at all sites, the newest first. Never nil.
func (s *Service) Changes(ctx context.Context, goodsID string) ([]Change, error) {
	return pg.List[Change](s.db.Conn(ctx), "list prices", changeSQL+` where goods_id = ? order by id desc limit ?`, goodsID, maxHistory)
}

// Scheduled lists the changes that wait, of all sites, by their moments. Never nil.
func (s *Service) Scheduled(ctx context.Context) ([]Change, error) {
	return pg.List[Change](s.db.Conn(ctx), "list scheduled prices", changeSQL+` where state = 'waiting' order by starts_at, id`)
}

// Apply applies a scheduled price whose moment has come, once, after those of the same product whose moments came before.
func (s *Service) Apply(ctx context.Context, id int64) error {
	list, err := pg.List[Change](s.db.Conn(ctx), "read scheduled price", changeSQL+` where id = ? and state = 'waiting'`, id)
	if err != nil || len(list) == 0 {
		return err
	}
	if wait := list[0].StartsAt.Sub(s.clock.Now()); wait > 0 {
		return jobs.Snooze(wait)
	}
	return s.applyProduct(ctx, list[0].TenantID, list[0].GoodsID)
}

// ApplyDue applies all prices whose moments have come, for those whose jobs were lost or not worked in time. One that fails keeps
// no other one from it.
func (s *Service) ApplyDue(ctx context.Context) error {
	type product struct {
		TenantID int64
		GoodsID  string
	}
	due, err := pg.List[product](s.db.Conn(ctx), "list due prices", `
		select distinct tenant_id, goods_id from price_change where state = 'waiting' and starts_at <= ? order by tenant_id, goods_id`, s.clock.Now())
	errs := []error{err}
	for _, p := range due {
		if err := s.applyProduct(ctx, p.TenantID, p.GoodsID); err != nil {
			errs = append(errs, fmt.Errorf("price of %s at site %d: %w", p.GoodsID, p.TenantID, err))
		}
	}
	return errors.Join(errs...)
}

func (s *Service) applyProduct(ctx context.Context, tenantID int64, goodsID string) error {
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := LockSites(tx, tenantID); err != nil {
			return err
		}
		p, err := read(tx, tenantID, goodsID)
		if err != nil {
			return err
		}
		return s.applyTo(tx, &p)
	})
}

// applyTo applies what is due to a product of a site that is held, in the order of the moments.
func (s *Service) applyTo(tx *pg.Tx, p *Product) error {
	now := s.clock.Now()
	due, err := pg.List[Change](tx, "list due prices", changeSQL+`
		where tenant_id = ? and goods_id = ? and state = 'waiting' and starts_at <= ? order by starts_at, id`, p.TenantID, p.GoodsID, now)
	if err != nil {
		return err
	}
	for _, c := range due {
		by := audit.By{Actor: c.Actor, Author: c.Author}
		state, why := Applied, fault.Code(checkPrice(*p, c.Price, c.Currency))
		if why != "" {
			state = Held
		}
		if err := pg.Exec(tx, "note a scheduled price", `update price_change set state = ?, why = ?, was = ?, ended_at = ? where id = ?`,
			state, why, p.Price, now, c.ID); err != nil {
			return err
		}
		if why == "" {
			if err := s.writePrice(tx, p, by, c.Price, c.ID); err != nil {
				return err
			}
			continue
		}
		if err := s.touch(tx, p, by, "hold"); err != nil {
			return err
		}
		if err := s.audit(tx, *p, by, "hold price", Waiting, Held, map[string]any{"change": c.ID, "why": why, "is": p.Amount(c.Price)}); err != nil {
			return err
		}
	}
	return nil
}

// Withdraw keeps a scheduled price from being applied. Faults: not_found, and price_not_waiting for one whose moment has come or that
// was withdrawn.
func (s *Service) Withdraw(ctx context.Context, by audit.By, tenantID int64, goodsID string, id int64) error {
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := LockSites(tx, tenantID); err != nil {
			return err
		}
		p, err := read(tx, tenantID, goodsID)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		list, err := pg.List[Change](tx, "withdraw a price", `update price_change set state = 'withdrawn', ended_at = @now, ended_by = @by
			where id = @id and tenant_id = @tenant and goods_id = @goods and state = 'waiting' and starts_at > @now
			returning price, starts_at`,
			map[string]any{"now": now, "by": by.Author, "id": id, "tenant": tenantID, "goods": goodsID})
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return fault.New("price_not_waiting")
		}
		if err := s.touch(tx, &p, by, "withdraw"); err != nil {
			return err
		}
		return s.audit(tx, p, by, "withdraw price", Waiting, Withdrawn, map[string]any{
			"change": id, "is": p.Amount(list[0].Price), "at": list[0].StartsAt.UTC().Format(time.RFC3339),
		})
	})
}
