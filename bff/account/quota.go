package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// CodeRules bound the codes. Text messages cost money, and there are people who earn by having them sent.
type CodeRules struct {
	// TTL is how long a code is good, Resend the pause between two.
	TTL    time.Duration
	Resend time.Duration
	// Channels are those the shop can send by.
	Channels []string
	// Countries are those to whose numbers a site sends text messages (ISO 3166-1); nil sends them everywhere.
	Countries func(ctx context.Context, tenantID int64) ([]string, error)
	// PerMailbox, PerNumber and PerNetwork are how many codes go out within 24 hours to one mailbox, to one number, and by
	// text message for one network of callers; PerCountry and PerDay by text message of all sites, to one country's numbers
	// and altogether. PerCaller is how many one network of callers has sent to one mailbox or number: each ends the code
	// before, and uses up what its owner may ask for.
	PerMailbox int
	PerNumber  int
	PerNetwork int
	PerCountry int
	PerDay     int
	PerCaller  int
}

const quotaPeriod = 24 * time.Hour

// wholeShop stands for all sites together, everywhere for all countries.
const (
	wholeShop  = 0
	everywhere = "*"
)

// countSend takes one from everything that a code to a target uses up. Fault: code_limit, which says when.
func (s *Codes) countSend(tx *pg.Tx, a CodeRequest, target string, now time.Time) error {
	kind, most, whose := "number", s.rules.PerNumber, target
	if a.Channel == notify.Email {
		kind, most, whose = "mailbox", s.rules.PerMailbox, input.Mailbox(target)
	}
	for _, in := range network.Counts(a.Network) {
		limit := s.rules.PerCaller
		if in.Times > 1 {
			limit = max(limit, min(limit*in.Times, most*3/4)) // however many networks a caller has, the owner of the target has some left
		}
		if err := s.count(tx, a, "caller", s.hashTarget(a, in.Network+" "+whose), limit, now); err != nil {
			return err
		}
	}
	if err := s.count(tx, a, kind, s.hashTarget(a, whose), most, now); err != nil || a.Channel == notify.Email {
		return err
	}
	for _, in := range network.Counts(a.Network) {
		if err := s.count(tx, a, "network", s.hashTarget(a, in.Network), s.rules.PerNetwork*in.Times, now); err != nil {
			return err
		}
	}
	whole := CodeRequest{TenantID: wholeShop}
	err := s.count(tx, whole, "country", dial.Code(target), s.rules.PerCountry, now)
	if err == nil {
		err = s.count(tx, whole, "country", everywhere, s.rules.PerDay, now)
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f.WithText("code_limit_sms")
	}
	return err
}

// requireServedCountry makes sure that the site sends text messages to a number's country. Fault: validation_failed (target).
func (s *Codes) requireServedCountry(ctx context.Context, a CodeRequest, target string) error {
	if a.Channel != notify.SMS || s.rules.Countries == nil {
		return nil
	}
	countries, err := s.rules.Countries(ctx, a.TenantID)
	if err != nil {
		return err
	}
	if !dial.In(target, countries) {
		return fault.Fields(map[string]string{"target": "phone_country"})
	}
	return nil
}

func (s *Codes) count(tx *pg.Tx, a CodeRequest, kind, subject string, limit int, now time.Time) error {
	counted, err := pg.Changed(tx, "count codes per "+kind, `
		insert into code_quota as q (tenant_id, kind, subject, sent, clears_at) values (@tenant, @kind, @subject, 1, @clears)
		on conflict (tenant_id, kind, subject) do update
		set sent = case when q.clears_at <= @now then 1 else q.sent + 1 end,
		    clears_at = case when q.clears_at <= @now then excluded.clears_at else q.clears_at end
		where q.clears_at <= @now or q.sent < @limit`,
		map[string]any{"tenant": a.TenantID, "kind": kind, "subject": subject, "now": now, "clears": now.Add(quotaPeriod), "limit": limit})
	if err != nil || counted {
		return err
	}
	var clears time.Time
	err = tx.Raw(`select clears_at from code_quota where tenant_id = ? and kind = ? and subject = ?`,
		a.TenantID, kind, subject).Scan(&clears).Error
	if err != nil {
		return fmt.Errorf("read codes per %s: %w", kind, err)
	}
	return fault.New("code_limit").After(clears.Sub(now))
}
