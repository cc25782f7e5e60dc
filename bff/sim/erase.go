package sim

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// How many SIMs one transaction of Erase takes, and how many transactions it runs at most: what is left is for the next time.
const (
	eraseAtOnce = 200
	eraseRounds = 100
)

// What separates fingerprints from each other: of the numbers on SIMs, and of what carriers call their SIMs. Fingerprints
// are stored, so the values stay as they are.
const (
	iccidPurpose = "iccid"
	refPurpose   = "carrier line"
)

// errErased is the answer about a SIM whose data was erased: to the shop its number is gone.
var errErased = &carrier.Error{Class: carrier.SIMRetired, Call: "reach an erased SIM"}

// Erase erases what installs SIMs whose plans have ended, and the records of their use, once nothing about them is open any
// more (docs/decisions/059). What was sold stays in the order, and of the number its last four characters. Where a number has
// to be known again, a fingerprint stands for it. It may run any number of times, and several at once.
func (s *Service) Erase(ctx context.Context) error {
	for range eraseRounds {
		n := 0
		err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) (err error) {
			n, err = s.eraseSome(ctx, tx)
			return err
		})
		if err != nil || n < eraseAtOnce {
			return err
		}
	}
	return nil
}

// erasableSIM is a SIM to erase; ICCID and CarrierRef become the fingerprints that replace them.
type erasableSIM struct {
	ID         int64  `json:"id"`
	ICCID      string `gorm:"column:iccid" json:"iccid"`
	CarrierRef string `json:"carrier_ref"`
	TenantID   int64  `json:"-"`
}

// erasable is the condition for SIMs to erase. No order that a SIM came with, or that adds to it, is held, disputed, about to be
// refunded or about to be delivered.
const erasable = `
	s.erased_at is null and s.erase_at <= @now
	and not exists (
	    select 1 from order_line ol join orders o on o.id = ol.order_id
	    where (ol.id = s.order_line_id or ol.sim_line_id = s.id) and (o.hold_reason <> '' or o.status = 'pending_refund'
	        or (ol.sim_line_id = s.id and ol.state = 'preparing' and o.status in ('waiting_payment', 'processing', 'partially_refunded'))
	        or exists (select 1 from dispute d where d.order_id = o.id and d.state = 'open')))
	and not exists (select 1 from carrier_order c where c.line_id = s.id and c.state in ('intended', 'sent', 'pending', 'unknown'))
	and not exists (select 1 from sim_reissue r where r.line_id = s.id and r.state in ('intended', 'sent', 'pending', 'unknown'))`

// eraseSome erases a batch and returns how many SIMs it looked at. It locks the rows of the SIMs, which whoever stores a report or
// places an order for a SIM locks, too, and skips those that are locked. Then it checks once more whether they are erasable, because
// an order may have been placed just before.
func (s *Service) eraseSome(ctx context.Context, tx *pg.Tx) (int, error) {
	now := s.clock.Now()
	list, err := pg.List[erasableSIM](tx.WithContext(ctx), "find SIMs to erase", `
		select s.id, s.tenant_id, s.iccid, s.carrier_ref from sim_line s where `+erasable+`
		order by s.erase_at limit @limit for update of s skip locked`, map[string]any{"now": now, "limit": eraseAtOnce})
	if err != nil {
		return 0, err
	}
	if len(list) == 0 {
		return 0, nil
	}
	s.callHook("SIMs to erase locked")
	for i, sim := range list {
		list[i].ICCID = s.prints.Of(iccidPurpose, sim.TenantID, sim.ICCID)
		if sim.CarrierRef != "" {
			list[i].CarrierRef = s.prints.Of(refPurpose, 0, sim.CarrierRef)
		}
	}
	gone, err := pg.List[int64](tx.WithContext(ctx), "erase SIMs", `
		update sim_line s set erased_at = @now, iccid = right(s.iccid, 4), carrier_ref = e.carrier_ref, activation = null, msisdn = '', apn = '',
		    device = '', last_country = '', first_attach_at = null, sync_at = null
		from jsonb_to_recordset(@list) as e(id bigint, carrier_ref text)
		where s.id = e.id and `+erasable+` returning s.id`, map[string]any{"now": now, "list": pg.AsJSON(list)})
	if err != nil {
		return 0, err
	}
	if len(gone) == 0 {
		return len(list), nil
	}
	args := map[string]any{"now": now, "list": pg.AsJSON(list), "gone": pg.AsJSON(gone), "actor": order.BySystem}
	for _, step := range eraseSteps {
		if err := tx.WithContext(ctx).Exec(erasedSIMs+step, args).Error; err != nil {
			return 0, fmt.Errorf("erase what belongs to SIMs: %w", err)
		}
	}
	return len(list), nil
}

// erasedSIMs names the SIMs of a batch, with the fingerprints of their numbers, for every step.
const erasedSIMs = `
	with erased as (
	    select s.id, s.tenant_id, s.order_line_id, s.unit, e.iccid
	    from jsonb_to_recordset(@list) as e(id bigint, iccid text) join sim_line s on s.id = e.id
	    where s.id in (select jsonb_array_elements_text(cast(@gone as jsonb))::bigint)
	)`

// eraseSteps are the steps that erase what other tables have of the SIMs: where they were stored, what the carrier counted and
// whom it registered, its messages, and the device that they were bought for. A plan that nobody saw end has ended by now.
var eraseSteps = []string{
	`update esim_profile p set iccid = e.iccid, activation = null, apn = '' from erased e
	where p.order_line_id = e.order_line_id and p.unit = e.unit and p.activation is not null`,
	`update sim_card c set iccid = e.iccid from erased e where c.order_line_id = e.order_line_id and c.unit = e.unit`,
	`update plan_instance p set total_bytes = 0, remaining_bytes = 0, voice_total = 0, voice_left = 0, sms_total = 0, sms_left = 0, ref = cast(p.id as text),
	    state = case when p.state in ('depleted', 'expired', 'revoked', 'lapsed') then p.state else 'expired' end
	from erased e where p.line_id = e.id`,
	`update kyc_case k set doc_type = '', doc_last4 = '', reason_code = '', carrier_ref = '', expires_at = null from erased e where k.line_id = e.id`,
	`delete from carrier_event v using erased e where v.line_id = e.id and v.handled_at is not null`,
	`delete from carrier_event v using erased e, order_line ol, carrier_order c
	where (ol.id = e.order_line_id or ol.sim_line_id = e.id) and c.order_line_id = ol.id and v.request_id = c.id and v.handled_at is not null
	    and (c.line_id = e.id or c.unit = e.unit)`,
	`update order_line ol set compatibility = ol.compatibility #- '{device,eidLast4}' from erased e
	where ol.id = e.order_line_id and not exists (select 1 from sim_line o where o.order_line_id = ol.id and o.erased_at is null)`,
	`insert into audit_log (tenant_id, at, actor, entity, entity_id, action)
	select tenant_id, @now, @actor, 'sim', id, 'erase' from erased`,
}

// ErasedNumber returns what may stand where the number of a SIM of a site stood, so that it is known again.
func (s *Service) ErasedNumber(tenantID int64, iccid string) []string {
	return s.prints.All(iccidPurpose, tenantID, iccid)
}
