package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// Reach returns a SIM's carrier and the carrier's reference of the SIM, which it then knows. Errors are *carrier.Error, of class
// NotSupported for a SIM of the pool that no carrier stands behind, or the database's.
func (s *Service) Reach(ctx context.Context, simID int64) (c carrier.Carrier, ref string, err error) {
	c, ref, _, err = s.reachOrBind(ctx, simID)
	return c, ref, err
}

// RefreshKyc reads a SIM's registrations at its carrier. One that the carrier does not know was lost on its way, and can
// be sent again; one that is sent again meanwhile is left alone.
func (s *Service) RefreshKyc(ctx context.Context, simID int64) error {
	c, ref, err := s.Reach(ctx, simID)
	if errors.Is(err, errErased) {
		return nil
	}
	if err != nil {
		return err
	}
	var cases []struct {
		ID      int64
		Regime  string
		Attempt int
	}
	if err := s.db.Conn(ctx).Raw(`select id, regime, attempt from kyc_case where line_id = ?`, simID).Scan(&cases).Error; err != nil {
		return fmt.Errorf("read registrations: %w", err)
	}
	for _, one := range cases {
		k, err := c.Kyc(ctx, ref, one.Regime)
		switch {
		case err != nil && carrier.ClassOf(err) == carrier.NotFound:
			k = carrier.Kyc{State: carrier.KycUnknown}
		case err != nil:
			return err
		}
		if err := s.NoteKyc(ctx, one.ID, one.Attempt, k); err != nil {
			return err
		}
	}
	return nil
}

// NoteKyc writes what a carrier says of a form, the attempt-th of its registration, unless a newer one was sent meanwhile, and
// mails what has to be sent again. Of the document of somebody who has left (owned.Erase) nothing comes back, and nothing at
// all of a SIM that was erased.
func (s *Service) NoteKyc(ctx context.Context, caseID int64, attempt int, k carrier.Kyc) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		var noted int64
		err := tx.WithContext(ctx).Raw(`
			with held as (select id from sim_line where id = (select line_id from kyc_case where id = @id) and erased_at is null for key share)
			update kyc_case set state = @state, reason_code = @reason, carrier_ref = coalesce(nullif(@ref, ''), carrier_ref),
			    doc_last4 = case when doc_type = '' then '' else coalesce(nullif(right(@last4, 4), ''), doc_last4) end, expires_at = @expires, updated_at = @now
			where id = @id and attempt = @attempt and line_id = (select id from held)
			returning id`,
			map[string]any{"id": caseID, "attempt": attempt, "state": string(k.State), "reason": k.ReasonCode, "ref": k.Ref,
				"last4": k.DocLast4, "expires": k.ExpiresAt, "now": s.clock.Now()}).Scan(&noted).Error
		if err != nil {
			return fmt.Errorf("note registration: %w", err)
		}
		if noted == 0 || (k.State != carrier.KycRejected && k.State != carrier.KycApproved && !registrationEnded(k.State)) {
			return nil
		}
		return s.notifyVerdict(ctx, tx, caseID, attempt, k)
	})
}

// registrationEnded reports whether a registration was approved once and is no longer valid.
func registrationEnded(state carrier.KycState) bool {
	return state == carrier.KycRevoked || state == carrier.KycExpired
}

// notifyVerdict writes, once for each form, that it was approved, or has to be sent again: to the customer whose SIM it is, else to the
// guest who bought it. The end of a registration that was foreseen matters to nobody whose plans are all over.
func (s *Service) notifyVerdict(ctx context.Context, tx *pg.Tx, caseID int64, attempt int, k carrier.Kyc) error {
	var recipients []struct {
		Email, Locale, FirstName, OrderNo, Ref, NameEn, NameZh, Iccid string
		TenantID                                                      int64
	}
	err := tx.WithContext(ctx).Raw(`
		select s.tenant_id, s.ref, s.iccid, coalesce(l.name_en, p.name_en) as name_en, coalesce(l.name_zh, p.name_zh) as name_zh,
		    coalesce(c.email, o.email) as email, coalesce(c.locale, o.locale) as locale, coalesce(c.first_name, o.first_name) as first_name,
		    case when c.id is null then o.order_no else '' end as order_no
		from kyc_case k join sim_line s on s.id = k.line_id join product p on p.tenant_id = s.tenant_id and p.goods_id = s.goods_id
		left join order_line l on l.id = s.order_line_id left join orders o on o.id = l.order_id
		left join customer c on c.tenant_id = s.tenant_id and c.id = coalesce(s.user_id, o.user_id)
		where k.id = ? and coalesce(c.email, o.email) <> '' and s.revoked_at is null and s.retired_at is null
		    and (k.state <> 'expired' or not exists (select 1 from plan_instance where line_id = s.id)
		        or exists (select 1 from plan_instance where line_id = s.id and state not in ('depleted', 'expired', 'revoked', 'lapsed')))`,
		caseID).Scan(&recipients).Error
	if err != nil {
		return fmt.Errorf("find whose registration it is: %w", err)
	}
	for _, d := range recipients {
		plan := notify.Plan{
			FirstName: d.FirstName, OrderNo: d.OrderNo, SIM: d.Ref, Name: shared.In(d.Locale, d.NameEn, d.NameZh), ICCIDLast4: esim.Last4(d.Iccid),
		}
		var data notify.Data = notify.RegistrationApproved{Plan: plan}
		if k.State != carrier.KycApproved {
			data = notify.RegistrationRejected{Plan: plan, Reason: cmp.Or(k.ReasonCode, string(k.State)), Ended: registrationEnded(k.State)}
		}
		err := notify.Send(ctx, tx, s.queue, notify.Note{
			TenantID: d.TenantID, Key: fmt.Sprintf("registration:%d:%d:%s", caseID, attempt, k.State), To: d.Email, Locale: d.Locale, At: s.clock.Now(),
			Data: data,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
