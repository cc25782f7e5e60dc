package sim

import (
	"context"
	"errors"
	"fmt"

	"github.com/roamcart/roamcart/bff/carrier"
)

// Reach returns a line's carrier and what that calls the line, which it has heard of then. Errors are *carrier.Error, of class
// NotSupported for a line of the pool that no carrier stands behind, or the database's.
func (s *Service) Reach(ctx context.Context, lineID int64) (c carrier.Carrier, ref string, err error) {
	if ref, err = s.known(ctx, lineID); err != nil {
		return nil, "", err
	}
	c, err = s.carrierOf(ctx, lineID)
	return c, ref, err
}

// RefreshKyc reads a line's registrations at its carrier. One that the carrier has never heard of was lost on its way, and can
// be sent again; one that is sent again meanwhile is left alone.
func (s *Service) RefreshKyc(ctx context.Context, lineID int64) error {
	c, ref, err := s.Reach(ctx, lineID)
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
	if err := s.db.Conn(ctx).Raw(`select id, regime, attempt from kyc_case where line_id = ?`, lineID).Scan(&cases).Error; err != nil {
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

// NoteKyc writes what a carrier says of a form, the attempt-th of its registration, unless a newer one was sent meanwhile.
// Of the document of somebody who has left (lines.Forget) nothing comes back, and nothing at all of a line that was erased.
func (s *Service) NoteKyc(ctx context.Context, caseID int64, attempt int, k carrier.Kyc) error {
	err := s.db.Conn(ctx).Exec(`
		with held as (select id from sim_line where id = (select line_id from kyc_case where id = @id) and erased_at is null for share)
		update kyc_case set state = @state, reason_code = @reason, carrier_ref = coalesce(nullif(@ref, ''), carrier_ref),
		    doc_last4 = case when doc_type = '' then '' else coalesce(nullif(right(@last4, 4), ''), doc_last4) end, expires_at = @expires, updated_at = @now
		where id = @id and attempt = @attempt and line_id = (select id from held)`,
		map[string]any{"id": caseID, "attempt": attempt, "state": string(k.State), "reason": k.ReasonCode, "ref": k.Ref,
			"last4": k.DocLast4, "expires": k.ExpiresAt, "now": s.clock.Now()}).Error
	if err != nil {
		return fmt.Errorf("note registration: %w", err)
	}
	return nil
}
