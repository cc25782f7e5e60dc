package apptest

import (
	"fmt"
	"strings"
)

// books are the rules that hold between any two transactions, each as a query for what breaks it.
var books = []struct{ rule, query string }{
	{"allocated is the sum of reserved", `
		select s.sku || ' allocated ' || s.allocated from stock s
		where s.allocated <> (select coalesce(sum(r.quantity), 0) from stock_reservation r
		                      where r.tenant_id = s.tenant_id and r.sku = s.sku and r.state = 'reserved')`},
	{"on hand and consumed are the start", `
		select s.sku || ' on hand ' || s.on_hand from stock s join bench_start b using (sku)
		where b.on_hand <> s.on_hand + (select coalesce(sum(r.quantity - r.returned), 0) from stock_reservation r
		                                where r.tenant_id = s.tenant_id and r.sku = s.sku and r.state = 'consumed')`},
	{"an order counts its units, and for its network while it waits", `
		select o.order_no || ' is ' || o.status || ' with ' || o.units from orders o
		where o.units <> (select sum(l.quantity) from order_line l where l.order_id = o.id)
		   or (o.network_print <> '' and o.status <> 'waiting_payment')`},
	{"the promise follows the order", `
		select o.order_no || ' is ' || o.status || ' with stock ' || r.state from orders o join stock_reservation r on r.order_id = o.id
		where r.state <> case o.status when 'waiting_payment' then 'reserved' when 'cancelled' then 'released' else 'consumed' end`},
	{"the promo code follows the order", `
		select o.order_no || ' is ' || o.status || ' with code ' || p.state from orders o join promo_redemption p on p.order_id = o.id
		where p.state <> case o.status when 'waiting_payment' then 'held' when 'cancelled' then 'released' else 'used' end`},
	{"a code's uses are counted", `
		select p.code || ' used ' || p.used from promo_code p
		where p.used <> (select count(distinct r.order_id) from promo_redemption r where r.promo_id = p.id and r.state <> 'released')`},
	{"a customer's uses are bounded", `
		select p.code || ' by ' || r.customer from promo_code p join promo_redemption r on r.promo_id = p.id and r.state <> 'released'
		group by p.code, p.max_per_customer, r.customer having count(*) > p.max_per_customer`},
	{"one open attempt per order", `
		select order_id || ' has ' || count(*) from payment_attempt where status in ('open', 'processing') group by order_id having count(*) > 1`},
	{"a paid order has one succeeded attempt, any other none", `
		select o.order_no || ' is ' || o.status || ' with ' || count(a.id) from orders o
		left join payment_attempt a on a.order_id = o.id and a.status = 'succeeded'
		where o.order_total > 0 group by o.id
		having count(a.id) <> case when o.status in ('waiting_payment', 'cancelled') then 0 else 1 end`},
	{"late money has one full refund, other money has none", `
		select a.order_id || ' attempt ' || a.id || ' is ' || a.status from payment_attempt a
		left join refund r on r.attempt_id = a.id and r.source = 'late:' || a.id
		where (a.status = 'late_paid') <> (r.id is not null and r.amount = a.amount)`},
	{"refunds are not more than was paid", `
		select a.id || ' refunded ' || sum(r.amount) from payment_attempt a join refund r on r.attempt_id = a.id and r.state not in ('failed', 'refused')
		group by a.id having sum(r.amount) > a.received`},
	{"every order was submitted once, and paid or cancelled at most once", `
		select o.order_no || ' audit' from orders o join audit_log l on l.entity = 'order' and l.entity_id = o.id::text
		group by o.id having count(*) filter (where l.action = 'submit') <> 1
		    or count(*) filter (where l.action in ('paid', 'cancel')) <> case o.status when 'waiting_payment' then 0 else 1 end`},
	{"a paid order asks for its mail once, and for delivery", `
		select o.order_no || ' has ' || count(j.id) from orders o
		left join river_job j on (j.args->>'orderId')::bigint = o.id
		    and (j.kind = 'order_fulfil' or (j.kind = 'order_mail' and j.args->>'template' = 'order_paid'))
		group by o.id having count(j.id) filter (where j.kind = 'order_mail') <> case when o.status in ('waiting_payment', 'cancelled') then 0 else 1 end
		    or (count(j.id) filter (where j.kind = 'order_fulfil') > 0) <> (o.status not in ('waiting_payment', 'cancelled'))`},
	{"what was given back of an order is the sum of its refunds", `
		select o.order_no || ' says ' || o.refunded_amount from orders o
		where exists (select 1 from refund r where r.order_id = o.id and r.state = 'succeeded')
		  and o.refunded_amount <> (select coalesce(sum(r.amount), 0) from refund r join payment_attempt a on a.id = r.attempt_id
		                            where r.order_id = o.id and r.state = 'succeeded' and a.status = 'succeeded')`},
	{"an order waits for a refund as long as one is under way", `
		select o.order_no || ' is ' || o.status from orders o
		where (o.status = 'pending_refund') <> exists (select 1 from refund r join payment_attempt a on a.id = r.attempt_id
		    where r.order_id = o.id and r.state in ('requested', 'pending_refund') and a.status = 'succeeded')`},
	{"a refunded order gave everything back, one refunded in part something", `
		select o.order_no || ' is ' || o.status || ' with ' || o.refunded_amount from orders o
		where (o.status = 'refunded') <> (o.refunded_amount = o.order_total and o.order_total > 0 and o.status <> 'cancelled')
		   or (o.status = 'partially_refunded' and o.refunded_amount not between 1 and o.order_total - 1)`},
	{"a refunded line holds no eSIM, one that is not refunded no revoked one", `
		select l.id || ' is ' || l.state from order_line l join esim_profile p on p.order_line_id = l.id
		where (l.state = 'refunded') <> (p.state = 'revoked')`},
	{"a line that is shown was paid for, a refunded one is not shown", `
		select s.id || ' of a line that is ' || l.state from sim_line s join order_line l on l.id = s.order_line_id
		where (l.state = 'refunded') <> (s.revoked_at is not null)`},
	{"a carrier's unit is one line", `
		select c.id || ' is ' || c.state from carrier_order c left join sim_line s on s.order_line_id = c.order_line_id and s.unit = c.unit
		where c.kind = 'new' and (c.state = 'issued') <> (s.id is not null)`},
	{"a cancelled order asks for its mail once", `
		select o.order_no || ' has ' || count(j.id) from orders o
		left join river_job j on (j.args->>'orderId')::bigint = o.id and j.kind = 'order_mail' and j.args->>'template' = 'order_cancelled'
		group by o.id having count(j.id) <> case o.status when 'cancelled' then 1 else 0 end`},
	{"a held attempt holds its order", `
		select o.order_no from payment_attempt a join orders o on o.id = a.order_id where a.status = 'review' and o.hold_reason = ''`},
	{"the points ledger adds up to the lots", `
		select a.user_id || ' owes ' || a.owed from reward_account a
		where coalesce((select sum(e.points) from point_entry e where e.tenant_id = a.tenant_id and e.user_id = a.user_id), 0) + a.owed
		   <> coalesce((select sum(l.remaining) from point_lot l where l.tenant_id = a.tenant_id and l.user_id = a.user_id), 0)`},
	{"every entry and lot has its account", `
		select x.user_id from (select tenant_id, user_id from point_entry union select tenant_id, user_id from point_lot) x
		where not exists (select 1 from reward_account a where a.tenant_id = x.tenant_id and a.user_id = x.user_id)`},
	{"spent points follow the order", `
		select o.order_no || ' is ' || o.status || ' with points ' || r.state from orders o join point_redemption r on r.order_id = o.id
		where r.state <> case o.status when 'waiting_payment' then 'held' when 'cancelled' then 'released' else 'used' end
		   or r.restored < case when o.status = 'cancelled' then r.points when o.order_total = 0 then 0
		                         else r.points * o.refunded_amount / o.order_total end`},
	{"spent points are what the order says and come from lots", `
		select o.order_no from orders o left join point_redemption r on r.order_id = o.id
		where coalesce(r.points, 0) <> coalesce((select sum((d->>'points')::bigint) from jsonb_array_elements(o.discounts) d
		                                         where d->>'kind' = 'points' and (d->>'applied')::boolean), 0)
		   or coalesce(r.points, 0) <> coalesce((select sum(p.points) from point_spend p where p.order_id = o.id), 0)
		   or coalesce(r.restored, 0) <> coalesce((select sum(p.restored) from point_spend p where p.order_id = o.id), 0)`},
	{"an order earns no more than what stays paid is worth", `
		select o.order_no from orders o join point_lot l on l.order_id = o.id and l.kind = 'earn'
		group by o.id having sum(l.points - l.reversed) > case when o.order_total = 0 then 0 else
		    ceil((o.subtotal - o.discount_amount)::numeric * (o.order_total - o.refunded_amount) / o.order_total) / 100 end`},
	{"an order earns for its customer, or for who claimed it", `
		select o.order_no from orders o join point_lot l on l.order_id = o.id and l.kind = 'earn'
		where l.user_id <> coalesce(o.user_id, o.earner_id)`},
	{"a referral follows the friend's order", `
		select o.order_no || ' is ' || o.status || ' with referral ' || f.state from orders o join referral f on f.order_id = o.id
		where (o.status in ('cancelled', 'refunded') and f.state <> 'void')
		   or (f.state = 'void' and exists (select 1 from point_lot l where l.order_id = o.id and l.kind = 'referral' and l.reversed <> l.points))`},
	{"a number follows its order", `
		select o.order_no || ' is ' || o.status || ' with number ' || n.state from order_line l join orders o on o.id = l.order_id
		join phone_number n on n.id = l.number_id
		where case o.status when 'waiting_payment' then n.state <> 'held' or n.order_id is distinct from o.id
		                    when 'cancelled' then n.order_id is not distinct from o.id
		                    else n.state <> 'sold' or n.order_id is distinct from o.id end`},
	{"a number on an order stands on one of its lines", `
		select n.number from phone_number n
		where n.order_id is not null
		  and (select count(*) from order_line l where l.order_id = n.order_id and strpos(l.number, n.number) > 0) <> 1`},
	{"an order's sums add up", `
		select o.order_no from orders o
		where o.order_total <> o.subtotal - o.discount_amount + o.freight_amount + o.tax + o.number_selection_fee
		                       + (select sum(l.deposit * l.quantity) from order_line l where l.order_id = o.id)
		   or o.number_selection_fee <> (select sum(l.number_fee) from order_line l where l.order_id = o.id)
		   or o.discount_amount <> (select sum(l.discount_share) from order_line l where l.order_id = o.id)
		   or o.subtotal <> (select sum(l.unit_price * l.quantity) from order_line l where l.order_id = o.id)`},
}

// Broken returns what is wrong with the books, nil when everything adds up. It may be asked at any time that no
// transaction is half way, which to other connections is always.
func (b *Bench) Broken() error {
	union := make([]string, len(books))
	for n, c := range books {
		union[n] = fmt.Sprintf("select %d as rule, cast(x.what as text) as what from (%s) as x(what)", n, c.query)
	}
	var found []struct {
		Rule int
		What string
	}
	// One statement reads one snapshot.
	if err := b.DB.Gorm.Raw(strings.Join(union, "\nunion all\n")).Scan(&found).Error; err != nil {
		return err
	}
	if len(found) == 0 {
		return nil
	}
	lines := make([]string, len(found))
	for n, f := range found {
		lines[n] = books[f.Rule].rule + ": " + f.What
	}
	return fmt.Errorf("the books do not add up:\n  %s", strings.Join(lines, "\n  "))
}
