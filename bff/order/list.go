package order

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/crockford"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// PageSize is how many orders a page of the list holds.
const PageSize = 10

const maxKeyword = 64

// ListQuery is what a customer asks of the list; what is empty does not narrow it.
type ListQuery struct {
	// Tab is all, waiting, processing, shipped or cancelled.
	Tab string
	// Period is all, 30d, 6m or 1y, counted back from now.
	Period string
	// Keyword is a part of a product's name in either language, or of an order number as a person types it.
	Keyword string
	// Page counts from 1.
	Page int
}

// List is a page of orders, newest first.
type List struct {
	// Query is what was understood, with nothing left empty but the keyword.
	Query  ListQuery
	Orders []Order
	// Total counts the orders of all pages.
	Total int
}

// tabs say which orders stand under a tab. Every order stands under "all" and under exactly one other, so that nothing
// that was ordered is lost between them.
var tabs = map[string]string{
	"all":        `true`,
	"waiting":    `o.status = 'waiting_payment'`,
	"processing": `(o.status in ('processing', 'pending_refund', 'partially_refunded') and o.shipped_at is null)`,
	"shipped": `(o.status in ('shipped', 'completed')
		or (o.status in ('pending_refund', 'partially_refunded') and o.shipped_at is not null))`,
	"cancelled": `o.status in ('cancelled', 'refunded')`,
}

// List lists a customer's orders at one site. Two statements, however many orders there are.
// Faults: validation_failed (tab, period, keyword, page).
func (s *Service) List(ctx context.Context, tenantID, userID int64, q ListQuery) (List, error) {
	since, err := q.normalize(s.clock.Now())
	if err != nil {
		return List{}, err
	}
	where := `o.tenant_id = @tenant and o.user_id = @user and o.created_at >= @since and ` + tabs[q.Tab] + `
		and (@keyword = '' or (@number <> '' and strpos(o.order_no, @number) > 0) or exists (
		    select 1 from order_line l where l.order_id = o.id
		    and strpos(lower(normalize(l.name_en || chr(10) || l.name_zh, nfkc)), @keyword) > 0))`
	args := map[string]any{
		"tenant": tenantID, "user": userID, "since": since, "keyword": strings.ToLower(norm.NFKC.String(q.Keyword)), "number": numberPart(q.Keyword),
		"limit": PageSize, "offset": (q.Page - 1) * PageSize,
	}
	out := List{Query: q, Orders: []Order{}}
	if err := s.db.Conn(ctx).Raw(`select count(*) from orders o where `+where, args).Scan(&out.Total).Error; err != nil {
		return List{}, fmt.Errorf("count orders: %w", err)
	}
	out.Orders, err = readOrders(ctx, s.db.Conn(ctx), `id in (select o.id from orders o where `+where+`
		order by o.created_at desc, o.id desc limit @limit offset @offset) order by created_at desc, id desc`, args)
	return out, err
}

// normalize fills in what was left open and returns the time from which orders count.
func (q *ListQuery) normalize(now time.Time) (since time.Time, err error) {
	bad := fault.Form{}
	if q.Tab == "" {
		q.Tab = "all"
	}
	if tabs[q.Tab] == "" {
		bad["tab"] = "invalid_value"
	}
	c := shared.Constants()
	switch q.Period {
	case "", "all":
		q.Period = "all"
	case "30d":
		since = now.AddDate(0, 0, -c.OrderPeriod30dDays)
	case "6m":
		since = now.AddDate(0, -c.OrderPeriod6mMonths, 0)
	case "1y":
		since = now.AddDate(0, -c.OrderPeriod1yMonths, 0)
	default:
		bad["period"] = "invalid_value"
	}
	q.Keyword = input.Line(q.Keyword)
	bad.Limited("keyword", q.Keyword, maxKeyword)
	q.Page = bad.Page(q.Page)
	return since, bad.Err()
}

// numberPart turns a keyword into a part of an order number, "" when it cannot be one.
func numberPart(keyword string) string {
	part := crockford.Normal(keyword)
	if len(part) < 4 || !crockford.Valid(part) {
		return ""
	}
	return part
}

// readOrders reads orders with their lines in one statement.
func readOrders(ctx context.Context, db *gorm.DB, where string, args ...any) ([]Order, error) {
	recs, err := pg.List[record](db.WithContext(ctx), "read orders", `select `+columns+`, (
		select coalesce(jsonb_agg(`+lineObject+` order by l.line_no), '[]') from order_line l where l.order_id = orders.id
	) as lines from orders where `+where, args...)
	if err != nil {
		return nil, err
	}
	list := make([]Order, len(recs))
	for i, r := range recs {
		list[i] = r.order()
	}
	return list, nil
}
