package ledger

// Rules are what holds between any two transactions. Sums are made once for everybody and then compared: to make each where it
// is needed takes an index that nothing else does, or reads everything for each.
var Rules = []Rule{
	{Name: "allocated is the sum of reserved", Query: `
		select s.sku || ' allocated ' || s.allocated from stock s
		left join (select tenant_id, sku, sum(quantity) as units from stock_reservation where state = 'reserved' group by tenant_id, sku) r
		    using (tenant_id, sku)
		where s.allocated <> coalesce(r.units, 0)`},
	{Name: "an order counts its units, and for its network while it waits", Query: `
		select o.order_no || ' is ' || o.status || ' with ' || o.units from orders o
		left join (select order_id, sum(quantity) as units from order_line group by order_id) l on l.order_id = o.id
		where o.units <> coalesce(l.units, 0)
		   or (o.network_print <> '' and o.status <> 'waiting_payment')`},
	{Name: "the promise follows the order", Query: `
		select o.order_no || ' is ' || o.status || ' with stock ' || r.state from orders o join stock_reservation r on r.order_id = o.id
		where r.state <> case o.status when 'waiting_payment' then 'reserved' when 'cancelled' then 'released' else 'consumed' end`},
	{Name: "what an order takes from stock is promised or sold to it", Query: `
		select o.order_no || ' has ' || coalesce(r.quantity, 0) || ' of ' || coalesce(l.units, 0) || ' ' || sku
		from (select order_id, sku, sum(quantity) as units from order_line where sim_line_id is null group by order_id, sku) l
		full join stock_reservation r using (order_id, sku) join orders o on o.id = order_id
		where r.quantity is distinct from l.units`},
	{Name: "the promo code follows the order", Query: `
		select o.order_no || ' is ' || o.status || ' with code ' || p.state from orders o join promo_redemption p on p.order_id = o.id
		where p.state <> case when o.status = 'waiting_payment' then 'held'
		    when o.status = 'cancelled' or (o.status = 'refunded' and o.order_total = 0) then 'released' else 'used' end
		  and not (p.state = 'released' and (o.status = 'refunded'
		      or exists (select 1 from refund r where r.order_id = o.id and r.state in ('succeeded', 'failed'))))`},
	{Name: "every use of a code is counted", Query: `
		select p.tenant_id || ' ' || p.code || ' used ' || p.used from promo_code p
		where p.used < (select count(distinct r.order_id) from promo_redemption r where r.promo_id = p.id and r.state <> 'released')`},
	{Name: "an order uses the code that made it cheaper, and no other does", Query: `
		select o.order_no || ' says ' || o.discounts from orders o
		left join (select distinct order_id from promo_redemption) r on r.order_id = o.id
		where o.discounts @> '[{"kind": "promo", "applied": true}]' <> (r.order_id is not null)`},
	{Name: "one open attempt per order", Query: `
		select order_id || ' has ' || count(*) from payment_attempt where status in ('open', 'processing') group by order_id having count(*) > 1`},
	{Name: "a paid order has one succeeded attempt, any other none", Query: `
		select o.order_no || ' is ' || o.status || ' with ' || count(a.id) from orders o
		left join payment_attempt a on a.order_id = o.id and a.status = 'succeeded'
		where o.order_total > 0 group by o.id
		having count(a.id) <> case when o.status in ('waiting_payment', 'cancelled') then 0 else 1 end`},
	{Name: "what came in is what the order costs, unless somebody reviews it", Query: `
		select o.order_no || ' attempt ' || a.id || ' is ' || a.status || ' with ' || a.received || ' ' || a.received_currency
		from payment_attempt a join orders o on o.id = a.order_id
		where case when a.status in ('succeeded', 'late_paid') then a.received <> o.order_total or a.received_currency <> o.currency
		           else a.status <> 'review' and a.received <> 0 end`},
	{Name: "late money has one full refund, other money has none", Query: `
		select a.order_id || ' attempt ' || a.id || ' is ' || a.status from payment_attempt a
		left join refund r on r.attempt_id = a.id and r.source = 'late:' || a.id
		where (a.status = 'late_paid') <> (r.id is not null and r.amount = a.amount)`},
	{Name: "refunds are not more than was paid", Query: `
		select a.id || ' refunded ' || sum(r.amount) from payment_attempt a join refund r on r.attempt_id = a.id and r.state not in ('failed', 'refused')
		group by a.id having sum(r.amount) > a.received`},
	{Name: Refunds, Query: `
		select o.order_no || ' says ' || o.refunded_amount from orders o
		where o.refunded_amount <> (select coalesce(sum(r.amount), 0) from refund r join payment_attempt a on a.id = r.attempt_id
		                            where r.order_id = o.id and r.state = 'succeeded' and a.status = 'succeeded')`},
	{Name: "an order waits for a refund as long as one is under way", Query: `
		select o.order_no || ' is ' || o.status from orders o
		where (o.status = 'pending_refund') <> exists (select 1 from refund r join payment_attempt a on a.id = r.attempt_id
		    where r.order_id = o.id and r.state in ('requested', 'pending_refund') and a.status = 'succeeded')`},
	{Name: "a refunded order gave everything back, one refunded in part something", Query: `
		select o.order_no || ' is ' || o.status || ' with ' || o.refunded_amount from orders o
		where (o.order_total > 0 and (o.status = 'refunded') <> (o.refunded_amount = o.order_total and o.status <> 'cancelled'))
		   or (o.status = 'partially_refunded' and o.refunded_amount not between 1 and o.order_total - 1)`},
	{Name: "an order that cost nothing is refunded once all its lines have ended", Query: `
		select o.order_no || ' is ' || o.status from orders o join order_line l on l.order_id = o.id
		where o.order_total = 0 group by o.id having (o.status = 'refunded') <> bool_and(l.state = 'refunded')`},
	{Name: Ended, Query: `
		select o.order_no || ' line ' || l.line_no || ' is ' || l.state from orders o join order_line l on l.order_id = o.id
		where o.status = 'refunded' and l.state <> 'refunded'
		  and (l.state in ('preparing', 'packed') or (l.unit_price + l.deposit) * l.quantity + l.number_fee > l.discount_share)`},
	{Name: "a refunded line holds no eSIM, one that is not refunded no revoked one", Query: `
		select l.id || ' is ' || l.state from order_line l join esim_profile p on p.order_line_id = l.id
		where (l.state = 'refunded') <> (p.state = 'revoked')`},
	{Name: "a line that is shown was paid for, a refunded one is not shown", Query: `
		select s.id || ' of a line that is ' || l.state from sim_line s join order_line l on l.id = s.order_line_id
		where (l.state = 'refunded') <> (s.revoked_at is not null)`},
	{Name: "nobody has a SIM or a top-up of an order that was not paid", Query: `
		select distinct o.order_no || ' line ' || l.line_no || ' is ' || o.status
		from (select order_line_id from sim_line where revoked_at is null
		      union all select order_line_id from esim_profile where state in ('allocated', 'delivered')
		      union all select order_line_id from carrier_order where state = 'issued') d
		join order_line l on l.id = d.order_line_id join orders o on o.id = l.order_id
		where o.status in ('waiting_payment', 'cancelled')`},
	{Name: "a carrier's unit is one line", Query: `
		select c.id || ' is ' || c.state from carrier_order c left join sim_line s on s.order_line_id = c.order_line_id and s.unit = c.unit
		where c.kind = 'new' and (c.state = 'issued') <> (s.id is not null)`},
	{Name: Undelivered, Query: `
		select o.order_no || ' line ' || l.line_no || ' lacks ' || c.units || ' of ' || l.quantity
		from (select order_line_id, count(*) as units from carrier_order where state = 'failed' group by order_line_id) c
		join order_line l on l.id = c.order_line_id join orders o on o.id = l.order_id
		where l.state <> 'refunded' and o.shipped_at is not null and o.hold_reason = '' and o.refunded_amount < o.order_total
		  and (l.unit_price + l.deposit) * l.quantity + l.number_fee > l.discount_share
		  and not exists (select 1 from refund r where r.order_id = o.id and (r.source = 'undelivered:' || o.id or r.reason = 'staff'
		      or (r.state not in ('failed', 'refused') and (r.lines @> to_jsonb(l.id) or r.parts ? cast(l.id as text)))))`},
	{Name: "a SIM that was issued again knows what it had before, and gets two new profiles at most", Query: `
		select r.id || ' of SIM ' || r.line_id from sim_reissue r where r.state = 'issued' and r.error_class = ''
		  and (r.old_ref = '' or (select count(*) from sim_reissue o where o.line_id = r.line_id and o.state = 'issued') > 2)`},
	{Name: "a held attempt holds its order until its money goes back", Query: `
		select o.order_no from payment_attempt a join orders o on o.id = a.order_id where a.status = 'review' and o.hold_reason = ''
		  and (a.received = 0 or a.received > (select coalesce(sum(r.amount), 0) from refund r
		      where r.order_id = o.id and r.attempt_id = a.id and r.state not in ('failed', 'refused')))`},
	{Name: "the points ledger adds up to the lots", Query: `
		select a.user_id || ' owes ' || a.owed from reward_account a
		left join (select tenant_id, user_id, sum(points) as points from point_entry group by tenant_id, user_id) e using (tenant_id, user_id)
		left join (select tenant_id, user_id, sum(remaining) as points from point_lot group by tenant_id, user_id) l using (tenant_id, user_id)
		where coalesce(e.points, 0) + a.owed <> coalesce(l.points, 0)`},
	{Name: "every entry and lot has its account", Query: `
		select x.user_id from (select tenant_id, user_id from point_entry union select tenant_id, user_id from point_lot) x
		where not exists (select 1 from reward_account a where a.tenant_id = x.tenant_id and a.user_id = x.user_id)`},
	{Name: "spent points follow the order", Query: `
		select o.order_no || ' is ' || o.status || ' with points ' || r.state from orders o join point_redemption r on r.order_id = o.id
		where r.state <> case o.status when 'waiting_payment' then 'held' when 'cancelled' then 'released' else 'used' end
		   or r.restored < case when o.status = 'cancelled' then r.points
		                         when o.order_total = 0 then case o.status when 'refunded' then r.points else 0 end
		                         else r.points * (o.refunded_amount - (
		                             select cast(coalesce(sum(f.amount), 0) as bigint) from refund f
		                             where f.order_id = o.id and f.state = 'succeeded' and f.source like 'dispute:%')) / o.order_total end`},
	{Name: "spent points are what the order says and come from lots", Query: `
		select o.order_no from orders o left join point_redemption r on r.order_id = o.id
		left join (select order_id, sum(points) as points, sum(restored) as restored from point_spend group by order_id) p on p.order_id = o.id
		where coalesce(r.points, 0) <> coalesce((select sum((d->>'points')::bigint) from jsonb_array_elements(o.discounts) d
		                                         where d->>'kind' = 'points' and (d->>'applied')::boolean), 0)
		   or coalesce(r.points, 0) <> coalesce(p.points, 0) or coalesce(r.restored, 0) <> coalesce(p.restored, 0)`},
	{Name: "points that an order spent are in the ledger once", Query: `
		select order_id || ' spent ' || coalesce(r.points, 0) || ' and has ' || coalesce(e.points, 0)
		from (select order_id, points from point_entry where kind = 'redeem') e full join point_redemption r using (order_id)
		where -e.points is distinct from r.points`},
	{Name: "an order earns for its customer, or for who claimed it", Query: `
		select o.order_no from orders o join point_lot l on l.order_id = o.id and l.kind = 'earn'
		where l.user_id <> coalesce(o.user_id, o.earner_id)`},
	{Name: "an order that a friend's code made cheaper has its referral", Query: `
		select o.order_no || ' says ' || o.discounts from orders o left join referral f on f.order_id = o.id
		where f.id is null and o.discounts @> '[{"kind": "referral", "applied": true}]'`},
	{Name: "a referral follows the friend's order", Query: `
		select o.order_no || ' is ' || o.status || ' with referral ' || f.state from orders o join referral f on f.order_id = o.id
		where (o.status in ('cancelled', 'refunded') and f.state <> 'void')
		   or (f.state = 'void' and exists (select 1 from point_lot l where l.order_id = o.id and l.kind = 'referral' and l.reversed <> l.points))`},
	{Name: "a number follows its order", Query: `
		select o.order_no || ' is ' || o.status || ' with number ' || n.state from order_line l join orders o on o.id = l.order_id
		join phone_number n on n.id = l.number_id
		where case o.status when 'waiting_payment' then n.state <> 'held' or n.order_id is distinct from o.id
		                    when 'cancelled' then n.order_id is not distinct from o.id
		                    else n.state <> 'sold' or n.order_id is distinct from o.id end`},
	{Name: "a number on an order stands on one of its lines", Query: `
		select n.number from phone_number n
		where n.order_id is not null
		  and (select count(*) from order_line l where l.order_id = n.order_id and strpos(l.number, n.number) > 0) <> 1`},
	{Name: "a line has as many chosen numbers as units", Query: `
		select o.order_no || ' line ' || l.line_no from order_line l join orders o on o.id = l.order_id
		where l.number_id = 0 and l.number <> '' and l.transfer_phone = '' and l.sim_line_id is null and o.status <> 'cancelled'
		  and (select count(*) from phone_number n where n.order_id = o.id and strpos(l.number, n.number) > 0
		         and n.state = case o.status when 'waiting_payment' then 'held' else 'sold' end) <> l.quantity`},
	{Name: "an order's sums add up", Query: `
		select o.order_no from orders o
		left join (select order_id, sum(deposit * quantity) as deposits, sum(number_fee) as fees, sum(discount_share) as shares,
		                  sum(unit_price * quantity) as prices from order_line group by order_id) l on l.order_id = o.id
		where o.order_total <> o.subtotal - o.discount_amount + o.freight_amount + o.tax + o.number_selection_fee + coalesce(l.deposits, 0)
		   or o.number_selection_fee <> coalesce(l.fees, 0) or o.discount_amount <> coalesce(l.shares, 0) or o.subtotal <> coalesce(l.prices, 0)
		   or o.discount_amount <> (select coalesce(sum(cast(d->>'amount' as bigint)), 0) from jsonb_array_elements(o.discounts) d)`},
	{Name: Delivered, Query: `
		select o.order_no || ' line ' || l.line_no || ' has ' || count(s.id) || ' of ' || l.quantity
		from order_line l join orders o on o.id = l.order_id left join sim_line s on s.order_line_id = l.id
		where l.state = 'ready_to_install' and l.sim_type = 'esim' and l.sim_line_id is null group by o.id, l.id
		having count(s.id) > l.quantity or count(s.id) < l.quantity - (
		    select count(*) from carrier_order c where c.order_line_id = l.id and c.state = 'failed')`},
	{Name: Profiles, Query: `
		select s.tenant_id || ' ' || s.sku || ' has ' || s.on_hand || ' on hand and ' || p.free || ' profiles'
		from stock s join product g on g.tenant_id = s.tenant_id and s.sku = g.goods_id || ':esim' and g.carrier = 'pool',
		lateral (select count(*) as free from esim_profile p where p.tenant_id = s.tenant_id and p.sku = s.sku and p.state = 'available') p
		where p.free < s.on_hand`},
}

const (
	// Refunds is the rule that an order gave back what its refunds say.
	Refunds = "what was given back of an order is the sum of its refunds"
	// Ended is the rule that an order of which all the money went back has ended.
	Ended = "a line of a refunded order is refunded, unless it was handed over and cost nothing"
	// Delivered is the rule that a shopper has what the order says.
	Delivered = "a delivered eSIM line has a SIM for each of its units that was not given back"
	// Undelivered is the rule that nobody pays for what no carrier delivered. A refund of it that failed holds the order; what staff
	// gave back afterwards may name no line.
	Undelivered = "the units that no carrier delivered of a shipped order were given back"
	// Profiles is the rule that an eSIM can only be sold when there is a code for it.
	Profiles = "every eSIM of the pool that is for sale has a profile"
)
