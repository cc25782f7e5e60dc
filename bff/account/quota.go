package account

import (
	"fmt"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
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
	// PerMailbox, PerNumber, PerNetwork and PerCountry are how many codes go out within 24 hours to one mailbox, to one
	// number, by text message for one network of callers, and by text message to one country's numbers. PerCaller is how many
	// one network of callers has sent to one mailbox or number: each ends the code before, and uses up what its owner may ask for.
	PerMailbox int
	PerNumber  int
	PerNetwork int
	PerCountry int
	PerCaller  int
}

const quotaPeriod = 24 * time.Hour

// spend takes one from everything that a code to a target uses up. Fault: code_limit, which says when.
func (s *Codes) spend(tx *pg.Tx, a Ask, target string, now time.Time) error {
	kind, most, whose := "number", s.rules.PerNumber, target
	if a.Channel == notify.Email {
		kind, most, whose = "mailbox", s.rules.PerMailbox, input.Mailbox(target)
	}
	for _, in := range network.Counts(a.Network) {
		limit := s.rules.PerCaller
		if in.Times > 1 {
			limit = max(limit, min(limit*in.Times, most*3/4)) // however many networks a caller has, the owner of the target has some left
		}
		if err := s.count(tx, a, "caller", s.hidden(a, in.Network+" "+whose), limit, now); err != nil {
			return err
		}
	}
	if err := s.count(tx, a, kind, s.hidden(a, whose), most, now); err != nil || a.Channel == notify.Email {
		return err
	}
	for _, in := range network.Counts(a.Network) {
		if err := s.count(tx, a, "network", s.hidden(a, in.Network), s.rules.PerNetwork*in.Times, now); err != nil {
			return err
		}
	}
	return s.count(tx, a, "country", dialCode(target), s.rules.PerCountry, now)
}

func (s *Codes) count(tx *pg.Tx, a Ask, kind, subject string, limit int, now time.Time) error {
	res := tx.Exec(`
		insert into code_quota as q (tenant_id, kind, subject, sent, clears_at) values (@tenant, @kind, @subject, 1, @clears)
		on conflict (tenant_id, kind, subject) do update
		set sent = case when q.clears_at <= @now then 1 else q.sent + 1 end,
		    clears_at = case when q.clears_at <= @now then excluded.clears_at else q.clears_at end
		where q.clears_at <= @now or q.sent < @limit`,
		map[string]any{"tenant": a.TenantID, "kind": kind, "subject": subject, "now": now, "clears": now.Add(quotaPeriod), "limit": limit})
	if res.Error != nil {
		return fmt.Errorf("count codes per %s: %w", kind, res.Error)
	}
	if res.RowsAffected == 1 {
		return nil
	}
	var clears time.Time
	err := tx.Raw(`select clears_at from code_quota where tenant_id = ? and kind = ? and subject = ?`, a.TenantID, kind, subject).Scan(&clears).Error
	if err != nil {
		return fmt.Errorf("read codes per %s: %w", kind, err)
	}
	return fault.New("code_limit").After(clears.Sub(now))
}

// shortDialCodes are the country codes of one and two digits; all others have three.
const shortDialCodes = " 1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 " +
	"81 82 84 86 90 91 92 93 94 95 98 "

// dialCode returns the country code that a number in its normal form begins with.
func dialCode(number string) string {
	digits := strings.TrimPrefix(number, "+")
	for _, length := range []int{1, 2} {
		if code := digits[:min(length, len(digits))]; strings.Contains(shortDialCodes, " "+code+" ") {
			return code
		}
	}
	return digits[:min(3, len(digits))]
}
