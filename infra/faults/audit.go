package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/ledger"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// auditResult lists the discrepancies between what shoppers saw, the database and the provider, one text for each.
type auditResult struct {
	lost, doubled, oversold, unexplained []string
	// orders, paid and delivered count orders in the database, mails the sent mails.
	orders, paid, delivered, mails int
}

func (a auditResult) passed() bool {
	return len(a.lost)+len(a.doubled)+len(a.oversold)+len(a.unexplained) == 0
}

// settleTime bounds how long the shop may take to finish open work after the last fault and the last shopper.
const settleTime = 4 * time.Minute

// settle waits until no work is open, and returns how long that took.
func (tb *testbed) settle(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	var left string
	err := wait(ctx, settleTime, "everything is settled", func() bool {
		err := tb.db.QueryRow(ctx, unsettled).Scan(&left)
		return err == nil && left == ""
	})
	if errors.Is(err, errWaitTimeout) {
		// The audit reports what is left.
		logf("after %s there is still left to do: %s", settleTime, left)
		err = nil
	}
	return time.Since(began), err
}

// unsettled selects the open work as a text, "" when there is none.
const unsettled = `
	select concat_ws(', ',
	    (select nullif(count(*), 0) || ' jobs' from river_job
	     where kind <> 'sweep' and state in ('available', 'running', 'retryable', 'pending') or state = 'scheduled' and scheduled_at < now() + interval '1 minute'),
	    (select nullif(count(*), 0) || ' paid orders to deliver' from orders o join order_line l on l.order_id = o.id
	     where o.status not in ('waiting_payment', 'cancelled') and l.sim_type = 'esim' and l.state = 'preparing'),
	    (select nullif(count(*), 0) || ' mails' from notification where state in ('queued', 'sending')),
	    (select nullif(count(*), 0) || ' events' from sandbox.delivery where state = 'pending'))`

// countStock returns the units on hand by site and SKU.
func (tb *testbed) countStock(ctx context.Context) (map[string]int64, error) {
	rows, err := tb.db.Query(ctx, `select tenant_id || ' ' || sku, on_hand from stock`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]int64{}
	for rows.Next() {
		var sku string
		var n int64
		if err := rows.Scan(&sku, &n); err != nil {
			return nil, err
		}
		out[sku] = n
	}
	return out, rows.Err()
}

// auditQueries select discrepancies in the settled database; each row is the text of one.
var auditQueries = []struct {
	into  func(*auditResult) *[]string
	query string
}{
	{lost, `select 'the provider has taken ' || (o.body->>'amount_received') || ' for ' || o.id || ', which no attempt knows as paid'
		from sandbox.object o left join payment_attempt a on a.intent_id = o.id
		where o.kind = 'payment_intent' and o.body->>'status' = 'succeeded' and coalesce(a.status, '') not in ('succeeded', 'late_paid')`},
	{lost, `select 'attempt ' || a.id || ' says paid, the provider says ' || coalesce(o.body->>'status', 'nothing')
		from payment_attempt a left join sandbox.object o on o.id = a.intent_id
		where a.status in ('succeeded', 'late_paid') and (o.body->>'status' is distinct from 'succeeded' or (o.body->>'amount_received')::bigint <> a.received)`},
	{lost, `select o.order_no || ' is paid and has ' || count(s.id) || ' of ' || l.quantity || ' eSIMs of ' || l.goods_id || coalesce(
		    (select '; the carrier''s request is ' || c.state || ' ' || c.error_class || ' after ' || c.attempts || ' tries' from carrier_order c
		     where c.order_line_id = l.id and c.state <> 'issued' limit 1), '')
		from orders o join order_line l on l.order_id = o.id left join sim_line s on s.order_line_id = l.id
		where o.status not in ('waiting_payment', 'cancelled', 'refunded') and l.sim_type = 'esim' and l.state <> 'refunded'
		group by o.id, l.id having count(s.id) < l.quantity`},
	{lost, `select o.order_no || ' is ' || o.status || ' and nobody was told' from orders o
		where o.status not in ('waiting_payment', 'cancelled') and not exists (
		    select 1 from notification n where n.recipient = o.email and n.state = 'sent' and n.channel = 'email')`},
	{lost, `select 'mail ' || key || ' is ' || state || ': ' || last_error from notification where state <> 'sent'`},
	{lost, `select 'job ' || kind || ' ' || id || ' is ' || state || ': ' || coalesce(errors[array_upper(errors, 1)]->>'error', '')
		from river_job where state in ('discarded', 'cancelled', 'retryable')`},
	{doubled, `select email || ' has ' || count(*) || ' orders' from orders group by email having count(*) > 1`},
	{doubled, `select o.order_no || ' was paid ' || count(*) || ' times and nothing was given back' from payment_attempt a join orders o on o.id = a.order_id
		where a.status in ('succeeded', 'late_paid') and not exists (select 1 from refund r where r.attempt_id = a.id) group by o.id having count(*) > 1`},
	{doubled, `select 'ICCID ' || iccid || ' is on ' || count(*) || ' SIMs' from sim_line where retired_at is null group by iccid having count(*) > 1`},
	{doubled, `select 'line ' || order_line_id || ' has ' || count(*) || ' SIMs for unit ' || unit from sim_line
		where order_line_id is not null group by order_line_id, unit having count(*) > 1`},
	{doubled, `select 'the carrier has made ' || count(*) || ' for ' || client_ref from sandbox.carrier_order where line <> '' group by client_ref having count(*) > 1`},
	{doubled, `select recipient || ' got ' || m.sent || ' mails, of ' || coalesce(n.asked, 0) || ' that the shop sent'
		from (select recipient, count(*) as sent from sandbox.outbox where channel = 'email' group by recipient) m
		left join (select recipient, count(*) as asked from notification where channel = 'email' and state = 'sent' group by recipient) n using (recipient)
		where m.sent > coalesce(n.asked, 0)`},
	{lost, `select recipient || ' got ' || coalesce(m.sent, 0) || ' mails, of ' || n.asked || ' that the shop sent'
		from (select recipient, count(*) as asked from notification where channel = 'email' and state = 'sent' group by recipient) n
		left join (select recipient, count(*) as sent from sandbox.outbox where channel = 'email' group by recipient) m using (recipient)
		where coalesce(m.sent, 0) < n.asked`},
	{oversold, `select sku || ' has ' || on_hand || ' on hand, ' || allocated || ' promised' from stock where on_hand < 0 or allocated > on_hand`},
	{oversold, `select p.sku || ' is sold ' || count(*) || ' times' from esim_profile p where p.state <> 'available' group by p.sku, p.iccid having count(*) > 1`},
}

func lost(a *auditResult) *[]string     { return &a.lost }
func doubled(a *auditResult) *[]string  { return &a.doubled }
func oversold(a *auditResult) *[]string { return &a.oversold }

// audit checks orders, payments, stock and mails against each other and against what shoppers saw.
func (tb *testbed) audit(ctx context.Context, start map[string]int64, visits []*visit, happened []faultRun) (auditResult, error) {
	var a auditResult
	for _, q := range auditQueries {
		found, err := tb.queryTexts(ctx, q.query)
		if err != nil {
			return a, fmt.Errorf("%s: %w", q.query, err)
		}
		*q.into(&a) = append(*q.into(&a), found...)
	}
	if err := tb.countUnits(ctx, start, &a); err != nil {
		return a, err
	}
	status, err := tb.statusOfOrders(ctx)
	if err != nil {
		return a, err
	}
	numberless, err := tb.queryTexts(ctx, numberlessPlans)
	if err != nil {
		return a, err
	}
	for _, v := range visits {
		a.checkVisit(v, status, numberless, happened)
	}
	if err := tb.auditLedger(ctx, &a); err != nil {
		return a, err
	}
	err = tb.db.QueryRow(ctx, `select count(*), count(*) filter (where status not in ('waiting_payment', 'cancelled')), count(*) filter (where status = 'completed'),
		(select count(*) from sandbox.outbox where channel = 'email') from orders`).Scan(&a.orders, &a.paid, &a.delivered, &a.mails)
	return a, err
}

// countUnits compares the units on hand with those at the start less those sold.
func (tb *testbed) countUnits(ctx context.Context, start map[string]int64, a *auditResult) error {
	now, err := tb.countStock(ctx)
	if err != nil {
		return err
	}
	rows, err := tb.db.Query(ctx, `select tenant_id || ' ' || sku, sum(quantity - returned)::bigint from stock_reservation where state = 'consumed' group by 1`)
	if err != nil {
		return err
	}
	defer rows.Close()
	sold := map[string]int64{}
	for rows.Next() {
		var sku string
		var n int64
		if err := rows.Scan(&sku, &n); err != nil {
			return err
		}
		sold[sku] = n
	}
	for sku, n := range start {
		if now[sku] != n-sold[sku] {
			a.oversold = append(a.oversold, fmt.Sprintf("%s: %d at the start, %d sold, %d on hand", sku, n, sold[sku], now[sku]))
		}
	}
	return rows.Err()
}

func (tb *testbed) statusOfOrders(ctx context.Context) (map[string]string, error) {
	rows, err := tb.db.Query(ctx, `select order_no, status from orders`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var no, status string
		if err := rows.Scan(&no, &status); err != nil {
			return nil, err
		}
		out[no] = status
	}
	return out, rows.Err()
}

// numberlessPlans selects the plans whose phone numbers are all reserved or sold.
const numberlessPlans = `
	select p.goods_id from product p where p.tenant_id = 20 and p.local_number
	  and (select coalesce(sum(l.quantity), 0) from order_line l where l.tenant_id = 20 and l.goods_id = p.goods_id and l.number <> '')
	      >= (select count(*) from phone_number n where n.tenant_id = 20 and n.goods_id = p.goods_id and n.fee = 0)`

// grace is how long after the end of a fault it still explains failures.
const grace = 20 * time.Second

// checkVisit compares the outcome of a visit with the database, and reports failures that no fault explains.
func (a *auditResult) checkVisit(v *visit, status map[string]string, numberless []string, happened []faultRun) {
	who := fmt.Sprintf("shopper %d (%s)", v.n, v.kind)
	found, there := status[v.orderNo]
	switch {
	case v.orderNo != "" && !there:
		a.lost = append(a.lost, fmt.Sprintf("%s was given the order %s, which does not exist", who, v.orderNo))
	case v.paid && slices.Contains([]string{"waiting_payment", "cancelled"}, found):
		a.lost = append(a.lost, fmt.Sprintf("%s has paid %s, which is %s", who, v.orderNo, found))
	case v.outcome == cancelled && found != "cancelled":
		a.lost = append(a.lost, fmt.Sprintf("%s has cancelled %s, which is %s", who, v.orderNo, found))
	}
	if v.err != nil {
		a.unexplained = append(a.unexplained, who+" "+v.outcome)
	}
	gone := slices.ContainsFunc(v.goods, func(goods string) bool { return slices.Contains(numberless, goods) })
	if v.outcome == soldOut && v.kind != scarce && !gone {
		a.unexplained = append(a.unexplained, who+" found nothing left of "+strings.Join(v.goods, ", "))
	}
	for _, s := range v.steps {
		for _, t := range s.Failures {
			if t.Message == errUnderWay.Error() || t.Status == http.StatusConflict || s.Failed != "" {
				continue
			}
			if t.Status == http.StatusInternalServerError && !atProvider(s.Step) {
				a.unexplained = append(a.unexplained, fmt.Sprintf("%s met a 500 at %q, where a fault of a part is a 503", who, s.Step))
			}
			if !explained(t.At, s.At, happened) {
				a.unexplained = append(a.unexplained, fmt.Sprintf("%s met %d %s at %q, while nothing was wrong", who, t.Status, t.Message, s.Step))
			}
		}
	}
}

// atProvider reports whether a step calls the provider directly and not the shop.
func atProvider(step string) bool { return strings.HasPrefix(step, "pay") }

// explained reports whether a fault was active between the beginning of a step and its failure.
func explained(met, began time.Time, happened []faultRun) bool {
	return slices.ContainsFunc(happened, func(f faultRun) bool { return met.After(f.from) && began.Before(f.to.Add(grace)) })
}

// auditLedger adds the findings of the ledger audit.
func (tb *testbed) auditLedger(ctx context.Context, a *auditResult) error {
	db, err := pg.Open(ctx, tb.directDSN, pg.Options{MaxConns: 2})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	found, err := ledger.Check(ctx, db, ledger.Rules)
	for _, f := range found {
		a.unexplained = append(a.unexplained, "ledger: "+f.Rule+": "+f.What)
	}
	return err
}

func (tb *testbed) queryTexts(ctx context.Context, query string) ([]string, error) {
	rows, err := tb.db.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}
