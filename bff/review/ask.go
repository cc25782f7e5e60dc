package review

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

const (
	// askAfter is how long after the first use a buyer is asked.
	askAfter = 7 * 24 * time.Hour
	// askUntil is when it is too late to ask. It is shorter than notify.KeptFor: as long as somebody could be asked, the note says
	// that it has been done.
	askUntil = 21 * 24 * time.Hour
)

type invitation struct {
	OrderID, TenantID                                 int64
	OrderNo, Email, Locale, FirstName, NameEn, NameZh string
}

// Ask writes to buyers one of whose SIMs was first used a week ago, once per order, unless they have reviewed that line, their
// money went back or their data was erased. It writes to at most limit.
func (s *Service) Ask(ctx context.Context, limit int) error {
	now := s.clock.Now()
	due, err := pg.List[invitation](s.db.Conn(ctx), "find whom to ask for a review", `
		select distinct on (o.id) o.id as order_id, o.tenant_id, o.order_no, o.email, o.locale, o.first_name, l.name_en, l.name_zh
		from order_line l join orders o on o.id = l.order_id
		where l.id in (select s.order_line_id from sim_line s where s.first_attach_at > @late and s.first_attach_at <= @due
		        and s.order_line_id is not null and s.revoked_at is null)
		    and o.email <> '' and o.status in ('shipped', 'completed')
		    and not exists (select 1 from review r where r.order_line_id = l.id)
		    and not exists (select 1 from notification n where n.tenant_id = o.tenant_id and n.key = 'order:' || o.id || ':review')
		order by o.id, l.id limit @limit`,
		map[string]any{"late": now.Add(-askUntil), "due": now.Add(-askAfter), "limit": limit})
	if err != nil {
		return err
	}
	for _, d := range due {
		if err := s.ask(ctx, d, now); err != nil {
			return err
		}
	}
	return nil
}

// ask writes one mail, unless the buyer was erased since the order was found.
func (s *Service) ask(ctx context.Context, d invitation, now time.Time) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		var there []int64
		err := tx.Raw(`select id from orders where id = ? and email = ? for key share`, d.OrderID, d.Email).Scan(&there).Error
		if err != nil || len(there) == 0 {
			return err
		}
		return notify.Send(ctx, tx, s.queue, notify.Note{
			TenantID: d.TenantID, Key: fmt.Sprintf("order:%d:review", d.OrderID), To: d.Email, Locale: d.Locale, At: now,
			Data: notify.ReviewAsked{FirstName: d.FirstName, OrderNo: d.OrderNo, Name: shared.In(d.Locale, d.NameEn, d.NameZh)},
		})
	})
}
