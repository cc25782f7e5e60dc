package sim

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Parcel is what somebody packs for an order.
type Parcel struct {
	OrderID  int64
	Tracking string
	// Cards are the SIM card numbers (ICCIDs) by number of the order's line, one per unit. A line that is not named gets
	// its cards from those that were imported.
	Cards map[int][]string
	Actor string
}

type cardLine struct {
	ID       int64
	LineNo   int
	SKU      string
	Quantity int
}

// Ship sends an order's SIM cards: every unit gets a card of its own, the order its tracking number.
// Faults: tracking_number_missing, sim_number_missing, iccid_invalid, sim_number_taken, line_not_found, order_not_found,
// order_held, order_not_shippable, nothing_to_ship.
func (s *Service) Ship(ctx context.Context, p Parcel) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, p.OrderID)
		if err != nil {
			return err
		}
		lines, err := pg.List[cardLine](tx, "read lines to ship", `
			select id, line_no, sku, quantity from order_line
			where order_id = ? and sim_type = 'physical' and sim_line_id is null and state = 'preparing' order by line_no`, o.ID)
		if err != nil {
			return err
		}
		if err := checkCardLines(lines, p.Cards); err != nil {
			return err
		}
		sent := make([]order.ShippedLine, len(lines))
		for i, l := range lines {
			if sent[i], err = s.pack(tx, o.TenantID, l, p.Cards[l.LineNo]); err != nil {
				return err
			}
			if err := s.createCardSIMs(ctx, tx, l.ID); err != nil {
				return err
			}
		}
		return s.orders.Ship(ctx, tx, o, p.Tracking, sent, p.Actor)
	})
}

// createCardSIMs writes a SIM for each card that was packed for a line of the order.
func (s *Service) createCardSIMs(ctx context.Context, tx *pg.Tx, orderLineID int64) error {
	now := s.clock.Now()
	ids, err := pg.List[int64](tx, "note sent cards", `
		insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, msisdn, order_line_id, unit, profile_state_at, created_at, sync_at)
		select c.tenant_id, 'pool', coalesce(nullif(p.plan_ref, ''), l.goods_id), l.goods_id, 'physical', c.iccid, split_part(l.number, ', ', c.unit), l.id, c.unit, ?, ?, ?::timestamptz
		from sim_card c join order_line l on l.id = c.order_line_id
		left join product p on p.tenant_id = l.tenant_id and p.goods_id = l.goods_id
		where l.id = ? returning id`, now, now, s.firstSync(now), orderLineID)
	if err != nil {
		return err
	}
	return s.scheduleErasure(ctx, tx, ids...)
}

// checkCardLines refuses cards for lines that are not to be shipped.
func checkCardLines(lines []cardLine, cards map[int][]string) error {
	known := map[int]bool{}
	for _, l := range lines {
		known[l.LineNo] = true
	}
	for no := range cards {
		if !known[no] {
			return fault.New("line_not_found").WithParams(map[string]any{"line": no})
		}
	}
	return nil
}

// pack takes a card for each unit of a line: those that were named, or else any that were imported for the product.
func (s *Service) pack(tx *pg.Tx, tenantID int64, l cardLine, cards []string) (order.ShippedLine, error) {
	missing := fault.New("sim_number_missing").WithParams(map[string]any{"line": l.LineNo})
	now := s.clock.Now()
	var taken []string
	var err error
	if len(cards) == 0 {
		taken, err = takeImportedCards(tx, tenantID, l, now)
	} else if len(cards) == l.Quantity {
		taken, err = s.takeNamedCards(tx, tenantID, l, cards, now)
	}
	if err == nil && len(taken) < l.Quantity {
		err = missing
	}
	out := order.ShippedLine{LineID: l.ID, Cards: make([]string, len(taken))}
	for i, iccid := range taken {
		out.Cards[i] = esim.Last4(iccid)
	}
	return out, err
}

func takeImportedCards(tx *pg.Tx, tenantID int64, l cardLine, now time.Time) ([]string, error) {
	return pg.List[string](tx, "take cards", `
		with free as (
		    select id from sim_card where tenant_id = @tenant and sku = @sku and state = 'available'
		    order by id limit @quantity for update skip locked
		), placed as (select id, row_number() over (order by id) as unit from free)
		update sim_card c set state = 'sent', order_line_id = @line, unit = placed.unit, sent_at = @now
		from placed where c.id = placed.id returning c.iccid`,
		map[string]any{"tenant": tenantID, "sku": l.SKU, "quantity": l.Quantity, "line": l.ID, "now": now})
}

// takeNamedCards takes the cards whose numbers were given. One that nobody imported is noted now.
func (s *Service) takeNamedCards(tx *pg.Tx, tenantID int64, l cardLine, cards []string, now time.Time) ([]string, error) {
	taken := make([]string, 0, len(cards))
	for i, text := range cards {
		iccid, _, err := esim.ParseICCID(text, esim.Card)
		if err != nil {
			return nil, fault.New("iccid_invalid").WithParams(map[string]any{"line": l.LineNo})
		}
		changed, err := pg.Changed(tx, "take card", `
			insert into sim_card as c (tenant_id, sku, iccid, state, order_line_id, unit, sent_at)
			select @tenant, @sku, @iccid, 'sent', @line, @unit, @now
			where not exists (select 1 from sim_card where tenant_id = @tenant and iccid in (select jsonb_array_elements_text(cast(@erased as jsonb))))
			on conflict (tenant_id, iccid) do update
			set state = 'sent', order_line_id = excluded.order_line_id, unit = excluded.unit, sent_at = excluded.sent_at
			where c.state = 'available' and c.sku = excluded.sku`, map[string]any{
			"tenant": tenantID, "sku": l.SKU, "iccid": iccid, "line": l.ID, "unit": i + 1, "now": now,
			"erased": pg.AsJSON(s.ErasedNumber(tenantID, iccid)),
		})
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, fault.New("sim_number_taken").WithParams(map[string]any{"line": l.LineNo, "number": iccid})
		}
		taken = append(taken, iccid)
	}
	return taken, nil
}
