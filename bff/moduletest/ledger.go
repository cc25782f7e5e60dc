package moduletest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/ledger"
)

// fixtureRules hold in a test of the modules besides the rules of the ledger: no old row is deleted there, and no setting changes. Rules
// about stock, delivery and refunds that need another module at work are left out.
var fixtureRules = append(slices.DeleteFunc(slices.Clone(ledger.Rules), func(r ledger.Rule) bool {
	return slices.Contains([]string{ledger.Profiles, ledger.Delivered, ledger.Refunds, ledger.Ended}, r.Name)
}), []ledger.Rule{
	{Name: "what was given back of an order is the sum of its refunds", Query: `
		select o.order_no || ' says ' || o.refunded_amount from orders o
		where exists (select 1 from refund r where r.order_id = o.id and r.state = 'succeeded')
		  and o.refunded_amount <> (select coalesce(sum(r.amount), 0) from refund r join payment_attempt a on a.id = r.attempt_id
		                            where r.order_id = o.id and r.state = 'succeeded' and a.status = 'succeeded')`},
	{Name: "a line of a refunded order is refunded, unless it was handed over and cost nothing", Query: `
		select o.order_no || ' line ' || l.line_no || ' is ' || l.state from orders o join order_line l on l.order_id = o.id
		where o.status = 'refunded' and l.state <> 'refunded' and exists (select 1 from refund r where r.order_id = o.id)
		  and (l.state in ('preparing', 'packed') or (l.unit_price + l.deposit) * l.quantity + l.number_fee > l.discount_share)`},
	{Name: "on hand and consumed are the start", Query: `
		select s.sku || ' on hand ' || s.on_hand from stock s join stock_start b using (sku)
		where b.on_hand <> s.on_hand + (select coalesce(sum(r.quantity - r.returned), 0) from stock_reservation r
		                                where r.tenant_id = s.tenant_id and r.sku = s.sku and r.state = 'consumed')`},
	{Name: "a code's uses are counted", Query: `
		select p.code || ' used ' || p.used from promo_code p
		where p.used <> (select count(distinct r.order_id) from promo_redemption r where r.promo_id = p.id and r.state <> 'released')`},
	// Of a mailbox that nobody has proved, those that were typed from one network are.
	{Name: "a customer's uses are bounded", Query: `
		select p.code || ' by ' || r.customer from promo_code p join promo_redemption r on r.promo_id = p.id and r.state <> 'released'
		where r.kind = 'customer' or (r.kind = 'typed' and not exists (
		    select 1 from promo_redemption c where c.order_id = r.order_id and c.kind = 'customer'))
		group by p.code, p.max_per_customer, r.customer having count(*) > p.max_per_customer`},
	{Name: "every order was submitted once, and paid or cancelled at most once", Query: `
		select o.order_no || ' audit' from orders o join audit_log l on l.entity = 'order' and l.entity_id = o.id::text
		group by o.id having count(*) filter (where l.action = 'submit') <> 1
		    or count(*) filter (where l.action in ('paid', 'cancel')) <> case o.status when 'waiting_payment' then 0 else 1 end`},
	{Name: "a paid order asks for its mail once, and is delivered or asks for it", Query: `
		select o.order_no || ' has ' || count(j.id) from orders o
		left join river_job j on (j.args->>'orderId')::bigint = o.id and j.kind in ('order_fulfil', 'order_mail', 'order_mails')
		group by o.id having count(*) filter (where (j.kind = 'order_mail' and j.args->>'template' = 'order_paid')
		        or (j.kind = 'order_mails' and j.args->'mails' @> '[{"template": "order_paid"}]'))
		        <> case when o.status in ('waiting_payment', 'cancelled') then 0 else 1 end
		    or case when o.status in ('waiting_payment', 'cancelled') then count(*) filter (where j.kind = 'order_fulfil') > 0
		        else o.hold_reason = '' and count(*) filter (where j.kind = 'order_fulfil') = 0 and exists (
		            select 1 from order_line l where l.order_id = o.id and l.state = 'preparing' and (l.sim_type = 'esim' or l.sim_line_id is not null)) end`},
	{Name: "a cancelled order asks for its mail once", Query: `
		select o.order_no || ' has ' || count(j.id) from orders o
		left join river_job j on (j.args->>'orderId')::bigint = o.id and j.kind = 'order_mail' and j.args->>'template' = 'order_cancelled'
		group by o.id having count(j.id) <> case o.status when 'cancelled' then 1 else 0 end`},
	{Name: "an order earns no more than what stays paid is worth", Query: `
		select o.order_no from orders o join point_lot l on l.order_id = o.id and l.kind = 'earn'
		group by o.id having sum(l.points - l.reversed) > case when o.order_total = 0 then 0 else
		    ceil((o.subtotal - o.discount_amount)::numeric * (o.order_total - o.refunded_amount) / o.order_total) / 100 end`},
}...)

// CheckLedger returns an error that names every rule of the ledger that is broken. It may be called at any time: other connections
// see no transaction that is half way.
func (f *Fixture) CheckLedger() error {
	found, err := ledger.Check(context.Background(), f.DB, fixtureRules)
	if err != nil || len(found) == 0 {
		return err
	}
	lines := make([]string, len(found))
	for n, one := range found {
		lines[n] = one.Rule + ": " + one.What
	}
	return fmt.Errorf("the ledger does not add up:\n  %s", strings.Join(lines, "\n  "))
}
