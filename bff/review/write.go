package review

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Line is a line of an order that can be reviewed, or was.
type Line struct {
	LineID         int64
	NameEn, NameZh string
	// Review is nil for a line that nobody has reviewed.
	Review *Review
}

// used says in SQL that a SIM of the line l has been used.
const used = `exists (select 1 from sim_line s where s.order_line_id = l.id and s.first_attach_at is not null and s.revoked_at is null)`

// Lines returns the lines of an order whose SIMs have been used or that have a review. Never nil, and empty for an order whose
// buyer's data was erased.
func (s *Service) Lines(ctx context.Context, o order.Order) ([]Line, error) {
	out := []Line{}
	if o.Contact.Email == "" {
		return out, nil
	}
	var rows []struct {
		LineID              int64
		NameEn, NameZh      string
		Stars               *int
		Body, Author, State string
	}
	err := s.db.Conn(ctx).Raw(`
		select l.id as line_id, l.name_en, l.name_zh, r.stars, coalesce(r.body, '') as body, coalesce(r.author, '') as author,
		    coalesce(r.state, '') as state
		from order_line l left join review r on r.order_line_id = l.id
		where l.order_id = ? and (r.id is not null or `+used+`) order by l.id`, o.ID).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read what can be reviewed: %w", err)
	}
	for _, r := range rows {
		line := Line{LineID: r.LineID, NameEn: r.NameEn, NameZh: r.NameZh}
		if r.Stars != nil {
			line.Review = &Review{Stars: *r.Stars, Text: r.Body, Author: r.Author, State: r.State}
		}
		out = append(out, line)
	}
	return out, nil
}

// Draft is what a buyer sends in.
type Draft struct {
	LineID int64
	Stars  int
	Text   string
	Author string
	Locale string
}

// Write takes a review of a line of an order that the caller may see. The same one again is taken as the first: a form may be
// sent twice. Faults: validation_failed; review_unused, when the line is not one of the order or its SIM was not used;
// review_exists, when the line has another review; review_gone, when the buyer's data was erased.
func (s *Service) Write(ctx context.Context, o order.Order, d Draft) error {
	if err := d.check(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		// Whoever erases the buyer waits, or was first.
		email, err := pg.List[string](tx, "hold the order of a review", `select email from orders where id = ? for key share`, o.ID)
		if err != nil {
			return err
		}
		if len(email) == 0 || email[0] == "" {
			return fault.New("review_gone")
		}
		stored, err := pg.Changed(tx, "store review", `
			insert into review (tenant_id, order_line_id, goods_id, stars, body, author, locale, created_at)
			select @tenant, l.id, l.goods_id, @stars, @body, @author, @locale, @now
			from order_line l where l.id = @line and l.order_id = @order and `+used+`
			on conflict (order_line_id) do nothing`,
			map[string]any{"tenant": o.TenantID, "line": d.LineID, "order": o.ID, "stars": d.Stars, "body": d.Text, "author": d.Author,
				"locale": d.Locale, "now": s.clock.Now()})
		if err != nil || stored {
			return err
		}
		return same(tx, o, d)
	})
}

// same is nil when the line has this very review.
func same(tx *pg.Tx, o order.Order, d Draft) error {
	found, err := pg.List[Draft](tx, "look for the same review", `
		select r.order_line_id as line_id, r.stars, r.body as text, r.author, r.locale from review r join order_line l on l.id = r.order_line_id
		where l.id = ? and l.order_id = ?`, d.LineID, o.ID)
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return fault.New("review_unused")
	case found[0].Stars != d.Stars || found[0].Text != d.Text || found[0].Author != d.Author:
		return fault.New("review_exists")
	}
	return nil
}

func (d *Draft) check() error {
	d.Text, d.Author = input.Text(d.Text), input.Line(d.Author)
	bad := fault.Form{}
	if d.Stars < 1 || d.Stars > 5 {
		bad["stars"] = "stars_required"
	}
	if utf8.RuneCountInString(d.Text) > MaxText {
		bad["text"] = "too_long"
	}
	if utf8.RuneCountInString(d.Author) > MaxName {
		bad["name"] = "name_too_long"
	}
	return bad.Err()
}

// Erase takes the names off what was approved of orders whose buyer is erased, and deletes what was not.
func (s *Service) Erase(tx *pg.Tx, orders []int64) error {
	ids := map[string]any{"orders": pg.AsJSON(orders)}
	const ofOrders = `order_line_id in (select l.id from order_line l where l.order_id in (select jsonb_array_elements_text(cast(@orders as jsonb))::bigint))`
	if err := pg.Exec(tx, "delete a person's reviews", `delete from review where state <> 'approved' and `+ofOrders, ids); err != nil {
		return err
	}
	return pg.Exec(tx, "take a person's name off reviews", `update review set author = '' where author <> '' and `+ofOrders, ids)
}
