package sim

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Orders is what delivering needs of orders.
type Orders interface {
	Lock(ctx context.Context, tx *pg.Tx, orderID int64) (order.Locked, error)
	Review(ctx context.Context, tx *pg.Tx, o order.Locked) (bool, error)
	LineReady(ctx context.Context, tx *pg.Tx, lineIDs []int64, state string) error
	MarkDelivered(ctx context.Context, tx *pg.Tx, o order.Locked, mailESIM bool) error
	Undelivered(ctx context.Context, limit int) ([]int64, error)
	Ship(ctx context.Context, tx *pg.Tx, o order.Locked, tracking string, lines []order.SentLine, actor string) error
}

// Sealer keeps activation codes unreadable at rest.
type Sealer interface {
	Seal(purpose string, plain []byte) ([]byte, error)
	Open(purpose string, sealed []byte) ([]byte, error)
}

// SealPurpose separates activation codes from everything else that is sealed.
const SealPurpose = "esim activation code"

// emptyPool is how long a delivery waits that found too few profiles, before it looks again.
const emptyPool = time.Minute

// Service delivers eSIMs.
type Service struct {
	db     *pg.DB
	clock  clock.Clock
	orders Orders
	sealer Sealer
	log    *slog.Logger
	// Hook is called at named points of a delivery; tests use it to stop or to crash there. Nil does nothing.
	Hook func(point string)
}

// NewService returns a service.
func NewService(db *pg.DB, c clock.Clock, orders Orders, sealer Sealer, log *slog.Logger) *Service {
	return &Service{db: db, clock: c, orders: orders, sealer: sealer, log: log}
}

// Fulfil delivers what a paid order holds: a profile for each unit of each eSIM line. It may run any number of times; an
// order that is held, refunded or delivered is left alone. With too few profiles in the pool nothing is delivered, staff
// are told, and the job comes back.
func (s *Service) Fulfil(ctx context.Context, orderID int64) error {
	short := false
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		short = false
		o, err := s.orders.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if ok, err := s.orders.Review(ctx, tx, o); err != nil || !ok {
			return err
		}
		var lines []struct {
			ID       int64
			SKU      string
			Quantity int
		}
		err = tx.Raw(`select id, sku, quantity from order_line where order_id = ? and sim_type = 'esim' and state = 'preparing' order by id`,
			orderID).Scan(&lines).Error
		if err != nil {
			return fmt.Errorf("read lines to deliver: %w", err)
		}
		ids := []int64{}
		for _, l := range lines {
			n, err := s.assign(tx, o.TenantID, l.ID, l.SKU, l.Quantity)
			if err != nil {
				return err
			}
			if n < l.Quantity {
				s.log.ErrorContext(ctx, "too few eSIM profiles in the pool", "sku", l.SKU, "order", o.OrderNo, "missing", l.Quantity-n)
				short = true
				return errShort
			}
			ids = append(ids, l.ID)
		}
		if err := s.orders.LineReady(ctx, tx, ids, order.LineReady); err != nil {
			return err
		}
		err = s.orders.MarkDelivered(ctx, tx, o, len(ids) > 0)
		s.at("profiles assigned")
		return err
	})
	s.at("delivered")
	if short {
		return jobs.Later(emptyPool)
	}
	return err
}

func (s *Service) at(point string) {
	if s.Hook != nil {
		s.Hook(point)
	}
}

type shortError struct{}

func (shortError) Error() string { return "sim: too few profiles in the pool" }

var errShort error = shortError{}

// assign gives a line the profiles it has not got yet and returns how many it has then.
func (s *Service) assign(tx *pg.Tx, tenantID, lineID int64, sku string, quantity int) (int, error) {
	now := s.clock.Now()
	var n int
	err := tx.Raw(`
		with wanted as (
		    select u.unit, row_number() over (order by u.unit) as place
		    from generate_series(1, @quantity) as u(unit)
		    where not exists (select 1 from esim_profile p where p.order_line_id = @line and p.unit = u.unit)
		), free as (
		    select id from esim_profile
		    where tenant_id = @tenant and sku = @sku and state = 'available'
		    order by id limit (select count(*) from wanted) for update skip locked
		), picked as (
		    select f.id, w.unit from (select id, row_number() over (order by id) as place from free) f join wanted w using (place)
		), given as (
		    update esim_profile p set state = 'delivered', order_line_id = @line, unit = picked.unit, allocated_at = @now, delivered_at = @now
		    from picked where p.id = picked.id returning p.id
		)
		select (select count(*) from given) + (select count(*) from esim_profile where order_line_id = @line)`,
		map[string]any{"quantity": quantity, "line": lineID, "tenant": tenantID, "sku": sku, "now": now}).Scan(&n).Error
	if err != nil {
		return 0, fmt.Errorf("assign eSIM profiles: %w", err)
	}
	return n, nil
}

// Sweep delivers paid orders whose job was lost.
func (s *Service) Sweep(ctx context.Context) error {
	ids, err := s.orders.Undelivered(ctx, 100)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.Fulfil(ctx, id); err != nil {
			s.log.WarnContext(ctx, "delivery failed in sweep", "order", id, "error", err)
		}
	}
	return nil
}
