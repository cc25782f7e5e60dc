package sim

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// A mail is sent expiringWithin before the end of a plan, and when one part in lowDataShare or less of its data is left.
const (
	expiringWithin = 24 * time.Hour
	lowDataShare   = 5
)

// notifyPlans mails that a plan runs low, is used up or ends soon and no other follows on the SIM, each once: to whoever linked the
// SIM, else to its buyer. A plan that was made larger or longer is notified of again. No mail is sent about a SIM that was deleted or
// retired, to which nothing can be added.
func (s *Service) notifyPlans(ctx context.Context, tx *pg.Tx, simID int64) error {
	now := s.clock.Now()
	notices, err := takeNotices(ctx, tx, simID, now)
	if err != nil {
		return err
	}
	for _, d := range notices {
		if err := notify.Send(ctx, tx, s.queue, d.note(now)); err != nil {
			return err
		}
	}
	return nil
}

// notice is a mail about a plan, by its kind ("low", "used_up" or "expiring"), and whom it goes to.
type notice struct {
	ID                                                                  int64
	Kind, Email, Locale, FirstName, OrderNo, Ref, NameEn, NameZh, Iccid string
	TenantID, Total, Remaining                                          int64
	EndsAt                                                              *time.Time
}

//go:embed notices.sql
var noticesSQL string

// takeNotices returns the notices of a SIM's plans that were not sent yet, and marks the plans so that each is sent once.
func takeNotices(ctx context.Context, tx *pg.Tx, simID int64, now time.Time) ([]notice, error) {
	return pg.List[notice](tx.WithContext(ctx), "find plans to notify of", noticesSQL,
		map[string]any{"now": now, "soon": now.Add(expiringWithin), "little": lowDataShare, "sim": simID})
}

// note returns the mail.
func (d notice) note(now time.Time) notify.Note {
	p := notify.Plan{
		FirstName: d.FirstName, OrderNo: d.OrderNo, SIM: d.Ref, Name: shared.In(d.Locale, d.NameEn, d.NameZh), ICCIDLast4: esim.Last4(d.Iccid),
		Left: d.Remaining, Total: d.Total,
	}
	key := fmt.Sprintf("plan:%d:%s:%d", d.ID, d.Kind, d.Total)
	if d.EndsAt != nil {
		p.EndsAt = *d.EndsAt
		key += fmt.Sprintf(":%d", d.EndsAt.Unix())
	}
	return notify.Note{
		TenantID: d.TenantID, Key: key, To: d.Email, Locale: d.Locale, At: now,
		Data: map[string]notify.Data{"low": notify.PlanLow{Plan: p}, "used_up": notify.PlanUsedUp{Plan: p}, "expiring": notify.PlanExpiring{Plan: p}}[d.Kind],
	}
}
