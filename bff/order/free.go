package order

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Why what cost no money is given back: nobody delivered it in time, or staff have decided so.
const (
	FreeUndelivered = "undelivered"
	FreeByStaff     = "staff"
)

// FreeEnd is what of an order goes back without money: whole lines, and single units of lines that the shopper keeps.
type FreeEnd struct {
	// LineIDs end; of PartIDs some units were never delivered.
	LineIDs, PartIDs []int64
	Reason           string
	// Note is what staff write about it, Actor who decides.
	Note, Actor string
}

// EndFree ends lines for which no money goes back, as TakeBack and BookRefund do with money, and takes back with revoke what was
// delivered on them. An order that cost no money gives back the share of its points that the lines are of the goods' price; once all of
// it has ended it is refunded, and its promo code can be used again. What was given back before is left alone; it reports false when
// nothing is left.
func (s *Service) EndFree(ctx context.Context, tx *pg.Tx, o Locked, end FreeEnd, revoke func(lineIDs []int64) error) (bool, error) {
	ended, err := s.TakeBack(tx, o, 0, end.LineIDs)
	if err != nil {
		return false, err
	}
	if end.PartIDs, err = recordMissingUnits(tx, o, end.PartIDs); err != nil || len(ended)+len(end.PartIDs) == 0 {
		return false, err
	}
	end.LineIDs = ended
	to, err := s.afterFree(tx, o)
	if err != nil {
		return false, err
	}
	if err := revoke(ended); err != nil {
		return false, err
	}
	if err := s.rewardFree(ctx, tx, o); err != nil {
		return false, err
	}
	detail := map[string]any{"lines": len(ended), "parts": end.PartIDs, "reason": end.Reason}
	if end.Note != "" {
		detail["note"] = end.Note
	}
	if err := s.Audit(tx, o, end.Actor, "give back", string(o.Status), string(to), detail); err != nil {
		return false, err
	}
	mail := jobs.Job{Args: MailArgs{OrderID: o.ID, Template: MailGivenBack, Subject: end.subject()}}
	if err := s.queue.Enqueue(ctx, tx, mail); err != nil || to == Refunded {
		return true, err
	}
	return true, s.resume(ctx, tx, o)
}

// recordMissingUnits returns those of the lines whose missing units have not been given back before. Nothing of such a line itself says so:
// the shopper keeps it.
func recordMissingUnits(tx *pg.Tx, o Locked, lineIDs []int64) ([]int64, error) {
	if len(lineIDs) == 0 {
		return []int64{}, nil
	}
	return pg.List[int64](tx, "look for units that were given back", `
		select line.id from unnest(cast(@lines as bigint[])) as line(id) where not exists (
		    select 1 from audit_log
		    where entity = 'order' and entity_id = cast(cast(@order as bigint) as text) and action = 'give back'
		      and detail -> 'parts' @> to_jsonb(line.id))
		order by line.id`, map[string]any{"order": o.ID, "lines": pg.Array(lineIDs)})
}

// afterFree moves an order that cost no money and of which nothing is left to refunded, and returns its promo code. It returns the
// status that the order has then.
func (s *Service) afterFree(tx *pg.Tx, o Locked) (Status, error) {
	over, err := pg.Changed(tx, "end free order", `
		update orders set status = 'refunded'
		where id = @order and order_total = 0 and status in ('processing', 'shipped', 'completed')
		  and not exists (select 1 from order_line where order_id = @order and state <> 'refunded')`, map[string]any{"order": o.ID})
	if err != nil || !over {
		return o.Status, err
	}
	return Refunded, s.releaseCode(tx, o, "used")
}

//go:embed free.sql
var freeSQL string

// rewardFree notifies rewards of an order after some of it ended without money. Of one that cost none, the goods' price
// stands for the money.
func (s *Service) rewardFree(ctx context.Context, tx *pg.Tx, o Locked) error {
	now, err := rewarded(tx, o.ID)
	if err != nil {
		return err
	}
	if o.OrderTotal == 0 {
		now.Total = now.Subtotal
		if err := tx.Raw(freeSQL, o.ID).Scan(&now.Refunded).Error; err != nil {
			return fmt.Errorf("weigh what ended of a free order: %w", err)
		}
	}
	return s.earnings.Refunded(ctx, tx, now)
}

// subject names an end in the mail about it.
func (e FreeEnd) subject() string {
	return e.Reason + ":" + ids(e.LineIDs) + ":" + ids(e.PartIDs)
}

// FreeEndOf reads the subject of a mail about what went back without money.
func FreeEndOf(subject string) (e FreeEnd, err error) {
	parts := strings.Split(subject, ":")
	if len(parts) != 3 {
		return e, fmt.Errorf("mail about what cost nothing: %q", subject)
	}
	e.Reason = parts[0]
	for i, list := range []*[]int64{&e.LineIDs, &e.PartIDs} {
		for id := range strings.SplitSeq(parts[i+1], "+") {
			if id == "" {
				continue
			}
			n, err := strconv.ParseInt(id, 10, 64)
			if err != nil {
				return e, fmt.Errorf("mail about what cost nothing: %w", err)
			}
			*list = append(*list, n)
		}
	}
	return e, nil
}
