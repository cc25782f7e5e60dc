package orders_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/orders"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/tenant"
)

type object = map[string]any

// office is the Studio with the area of orders, and Mei of support.
type office struct {
	*moduletest.Fixture
	studiotest.Served
	t   *testing.T
	mei string
	// told are the addresses that heard of a correction.
	told []string
}

// EmailChanged notes whom it tells.
func (o *office) EmailChanged(_ context.Context, _ *pg.Tx, former order.Order, email string) error {
	o.told = append(o.told, former.Contact.Email+" "+email)
	return nil
}

type places struct{}

func (places) PlaceName(_ context.Context, _ int64, lang, code string) (string, error) {
	return lang + " " + code, nil
}

func open(t *testing.T) *office {
	t.Helper()
	b := moduletest.New(t)
	b.AddProduct(t, "plan", 650, 100)
	b.Exec(t, `update product set name_zh = '套餐' where goods_id = 'plan'`)
	area := &orders.Area{
		Orders: b.Orders, Parcels: b.SIMs, Places: places{},
		Payments: payment.NewService(payment.Deps{
			DB: b.DB, Clock: b.Clock, Orders: b.Orders, Queue: b.Queue, Sealer: b.Box, SIMs: b.SIMs, Log: slog.New(slog.DiscardHandler),
		}),
		Sites: tenant.Always(
			tenant.Tenant{ID: 20, Name: tenant.Text{En: "Global", Zh: "全球站"}, TimeZone: "UTC"},
			tenant.Tenant{ID: 21, Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}, TimeZone: "Asia/Hong_Kong"},
		),
		Rules: order.Rules{
			Email: func(typed string) bool { return strings.Contains(typed, "@") },
			Phone: func(typed string) bool { return !strings.Contains(typed, "x") },
		},
	}
	o := &office{Fixture: b, Served: studiotest.Serve(t, b.DB, b.Clock, area), t: t}
	area.Notices = o
	o.mei = o.Member(t, "mei", staff.Support)
	return o
}

// unpaid is a new order of plans.
func (o *office) unpaid(simType string, quantity int) order.Order {
	o.t.Helper()
	s := o.Submission("plan", quantity, int64(quantity)*650)
	if s.Item.SimType = simType; simType == "physical" {
		s.ExpectedTotal += 300
		s.Address = &order.Address{FullName: "Ada Ng", Country: "HK", AddressLine1: "1 Queen's Road", City: "Hong Kong"}
	}
	return o.Place(o.t, s)
}

// paid is such an order whose payment has arrived.
func (o *office) paid(simType string, quantity int) order.Order {
	o.t.Helper()
	placed := o.unpaid(simType, quantity)
	o.Exec(o.t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, received_currency, created_at, updated_at)
		values (20, ?, 'card', 'succeeded', ?, 'USD', ?, 'USD', now(), now())`, placed.ID, placed.Amounts.OrderTotal, placed.Amounts.OrderTotal)
	require.NoError(o.t, o.DB.InTx(o.t.Context(), func(ctx context.Context, tx *pg.Tx) error {
		l, err := o.Orders.Lock(ctx, tx, placed.ID)
		if err != nil {
			return err
		}
		_, err = o.Orders.MarkPaid(ctx, tx, l, "test", nil)
		return err
	}))
	return placed
}

func (o *office) get(lang, path string) object {
	o.t.Helper()
	status, out := o.Call(o.t, lang, http.MethodGet, path, o.mei, nil)
	require.Equal(o.t, http.StatusOK, status, out)
	return out
}

func (o *office) show(of order.Order) object {
	o.t.Helper()
	return o.get("en", "/orders/20/"+of.OrderNo)
}

// do does something to an order and returns the status and the answer.
func (o *office) do(of order.Order, act string, body object) (int, object) {
	o.t.Helper()
	return o.Call(o.t, "en", http.MethodPost, "/orders/20/"+of.OrderNo+"/"+act, o.mei, body)
}

// done does something that must succeed.
func (o *office) done(of order.Order, act string, body object) {
	o.t.Helper()
	status, out := o.do(of, act, body)
	require.Equal(o.t, http.StatusNoContent, status, out)
}

// refused does something that must not, and returns what is wrong with the fields.
func (o *office) refused(of order.Order, act string, body object, want int, code string) object {
	o.t.Helper()
	status, out := o.do(of, act, body)
	require.Equal(o.t, want, status, out)
	require.Equal(o.t, code, out["code"])
	require.NotEmpty(o.t, out["message"])
	fields, _ := out["fields"].(object)
	return fields
}

func numbers(list object) []string {
	out := []string{}
	for _, one := range list["orders"].([]any) {
		out = append(out, one.(object)["orderNo"].(string))
	}
	return out
}

// can are the steps that an order may take; corrections what of it may be put right.
func can(of object) []string {
	return slices.DeleteFunc(named(of), isCorrection)
}

func corrections(of object) []string {
	return slices.DeleteFunc(named(of), func(act string) bool { return !isCorrection(act) })
}

func isCorrection(act string) bool {
	return slices.Contains([]string{"mails", "email", "address"}, act)
}

func named(of object) []string {
	out := []string{}
	for _, act := range of["can"].([]any) {
		out = append(out, act.(string))
	}
	return out
}

func TestOrdersAreFound(t *testing.T) {
	t.Parallel()
	o := open(t)
	waiting, esim, parcel, held := o.unpaid("esim", 1), o.paid("esim", 2), o.paid("physical", 1), o.paid("physical", 1)
	o.done(held, "hold", object{"reason": "Address looks wrong"})

	all := o.get("zh", "/orders")
	require.Equal(t, []string{held.OrderNo, parcel.OrderNo, esim.OrderNo, waiting.OrderNo}, numbers(all), "the newest first")
	require.Equal(t, object{"parcels": 1.0, "refunds": 0.0, "held": 1.0, "overdue": 0.0}, all["counts"])
	second := all["orders"].([]any)[2].(object)
	require.Equal(t, []any{object{"name": "套餐", "quantity": 2.0}}, second["plans"])
	require.Equal(t, []string{parcel.OrderNo}, numbers(o.get("en", "/orders?state=parcels")))
	require.Equal(t, []string{held.OrderNo}, numbers(o.get("en", "/orders?state=held")))
	require.Empty(t, numbers(o.get("en", "/orders?site=21")))

	no := esim.OrderNo
	for q, want := range map[string][]string{
		no: {no}, strings.ToLower(no[:6] + "-" + no[6:]): {no}, no[6:12]: {no}, " " + strings.ToUpper(esim.Contact.Email): {no},
		strings.ReplaceAll(esim.Contact.Email, "@", "＠"): {no}, "ada@example.com": {}, "abc": {}, "?": {}, "Ada": {}, "%": {},
	} {
		require.Equal(t, want, numbers(o.get("en", "/orders?q="+strings.ReplaceAll(strings.ReplaceAll(q, " ", "+"), "%", "%25"))), q)
	}
	status, out := o.Call(t, "zh", http.MethodGet, "/orders?q="+strings.Repeat("a", 10_000), o.mei, nil)
	require.Equal(t, http.StatusUnprocessableEntity, status, out)

	o.Clock.Advance(order.Patience + time.Minute)
	o.mei = o.Member(t, "mei.later", staff.Support)
	require.ElementsMatch(t, []string{waiting.OrderNo, esim.OrderNo, parcel.OrderNo, held.OrderNo}, numbers(o.get("en", "/orders?state=overdue")))
}

// Whoever handles orders is shown on the overview what waits; nobody else learns of it.
func TestWhatWaitsIsOnTheOverview(t *testing.T) {
	t.Parallel()
	o := open(t)
	require.Empty(t, o.get("en", "/todo")["todo"])
	o.paid("physical", 1)
	o.done(o.paid("physical", 1), "hold", object{"reason": "Address looks wrong"})
	site := object{"id": "20", "name": "全球站"}
	require.Equal(t, []any{
		object{"area": "orders", "state": "parcels", "site": site, "count": 1.0},
		object{"area": "orders", "state": "held", "site": site, "count": 1.0},
	}, o.get("zh", "/todo")["todo"])
	_, other := o.Call(t, "zh", http.MethodGet, "/todo", o.Member(t, "ed", staff.Editor), nil)
	require.Empty(t, other["todo"])
}

func TestAListHasPages(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.AddCompletedOrders(t, 120)
	seen, after, pages := []string{}, "0", 0
	for more := true; more; more = after != "0" {
		page := o.get("en", "/orders?after="+after)
		seen, after = append(seen, numbers(page)...), page["next"].(string)
		pages++
	}
	require.Equal(t, 3, pages)
	require.Len(t, seen, 120)
	slices.Sort(seen)
	require.Len(t, slices.Compact(seen), 120)
}

func TestOnlyThoseWhoHandleOrdersSeeThem(t *testing.T) {
	t.Parallel()
	o := open(t)
	of := o.paid("esim", 1)
	for _, role := range []staff.Role{staff.Publisher, staff.Editor, staff.Merchandiser} {
		token := o.Member(t, string(role), role)
		for _, path := range []string{"/orders", "/orders/20/" + of.OrderNo} {
			status, _ := o.Call(t, "en", http.MethodGet, path, token, nil)
			require.Equal(t, http.StatusForbidden, status, "%s %s", role, path)
		}
		for _, act := range []string{"hold", "lift", "parcel", "arrival", "cancellation", "refunds", "refunds/1", "mismatch", "mails", "email", "address"} {
			status, _ := o.Call(t, "en", http.MethodPost, "/orders/20/"+of.OrderNo+"/"+act, token, object{"reason": "x"})
			require.Equal(t, http.StatusForbidden, status, "%s %s", role, act)
		}
	}
	for path, want := range map[string]int{"/orders/21/" + of.OrderNo: 404, "/orders/99/" + of.OrderNo: 404, "/orders/20/none": 404, "/orders?site=99": 404} {
		status, _ := o.Call(t, "en", http.MethodGet, path, o.mei, nil)
		require.Equal(t, want, status, path)
	}
}

func TestAParcelIsSent(t *testing.T) {
	t.Parallel()
	o := open(t)
	of := o.paid("physical", 2)
	before := o.get("zh", "/orders/20/"+of.OrderNo)
	require.Equal(t, []string{"ship", "refund", "hold"}, can(before))
	require.Equal(t, "zh HK", before["country"])
	require.Equal(t, "Ada Ng", before["address"].(object)["fullName"])

	first, second := "8985201000000000001", "8985 2010 0000 0000 002"
	for name, c := range map[string]struct {
		body  object
		field string
	}{
		"nothing":                {object{"tracking": "", "cards": object{}}, "cards.1"},
		"no number for a parcel": {object{"tracking": " ", "cards": object{"1": first + "\n" + second}}, "tracking"},
		"a long number":          {object{"tracking": strings.Repeat("1", 10_000), "cards": object{"1": first + "\n" + second}}, "tracking"},
		"one card for two":       {object{"tracking": "SF1", "cards": object{"1": first}}, "cards.1"},
		"no card":                {object{"tracking": "SF1", "cards": object{"1": first + "\nABC"}}, "cards.1"},
		"a card twice":           {object{"tracking": "SF1", "cards": object{"1": first + "," + first}}, "cards.1"},
	} {
		fields := o.refused(of, "parcel", c.body, http.StatusUnprocessableEntity, "validation_failed")
		require.Contains(t, fields, c.field, name)
		require.Len(t, fields, 1, name)
	}
	o.refused(of, "parcel", object{"tracking": "SF1", "cards": object{"2": first}}, http.StatusBadRequest, "bad_request")
	require.Equal(t, []string{"ship", "refund", "hold"}, can(o.show(of)), "nothing was lost")

	o.done(of, "parcel", object{"tracking": " SF1 ", "cards": object{"1": first + "\r\n" + second + "\n"}})
	sent := o.show(of)
	require.Equal(t, "shipped", sent["status"])
	require.Equal(t, "SF1", sent["tracking"])
	require.Equal(t, "0001, 0002", sent["lines"].([]any)[0].(object)["cards"])
	require.Equal(t, []string{"complete", "refund", "hold"}, can(sent))
	o.refused(of, "parcel", object{"tracking": "SF1", "cards": object{}}, http.StatusConflict, "order_not_shippable")
	o.done(of, "arrival", object{})
	require.Equal(t, "completed", o.show(of)["status"])
	o.refused(of, "arrival", object{}, http.StatusConflict, "order_not_shipped")
}

func TestAnOrderIsHeld(t *testing.T) {
	t.Parallel()
	o := open(t)
	of := o.paid("physical", 1)
	fields := o.refused(of, "hold", object{"reason": "  "}, http.StatusUnprocessableEntity, "validation_failed")
	require.Contains(t, fields, "reason")
	o.refused(of, "hold", object{"reason": strings.Repeat("a", 201)}, http.StatusUnprocessableEntity, "validation_failed")
	o.done(of, "hold", object{"reason": "Address looks wrong"})
	held := o.show(of)
	require.Equal(t, "Address looks wrong", held["hold"])
	require.Equal(t, []string{"refund", "lift"}, can(held))
	o.refused(of, "hold", object{"reason": "again"}, http.StatusConflict, "order_held")
	o.refused(of, "parcel", object{"tracking": "SF1", "cards": object{"1": "8985201000000000001"}}, http.StatusConflict, "order_held")
	o.done(of, "lift", object{"reason": "It is right"})
	require.Equal(t, []string{"ship", "refund", "hold"}, can(o.show(of)))
	o.refused(of, "lift", object{"reason": "again"}, http.StatusConflict, "order_not_held")

	var did []string
	for _, e := range o.show(of)["history"].([]any) {
		if actor := e.(object)["actor"]; actor == "staff:mei@example.com" {
			did = append(did, fmt.Sprint(e.(object)["action"], " ", e.(object)["detail"].(object)["reason"]))
		}
	}
	require.Equal(t, []string{"hold Address looks wrong", "lift It is right"}, did)
}

// Whoever holds an order for something else sees the dispute that was opened meanwhile, and does not let it go.
func TestADisputeIsShown(t *testing.T) {
	t.Parallel()
	o := open(t)
	of := o.paid("physical", 1)
	require.Empty(t, o.show(of)["disputes"])
	o.done(of, "hold", object{"reason": "Address looks wrong"})
	o.Exec(t, `
		insert into dispute (id, tenant_id, order_id, attempt_id, amount, currency, reason, state, opened_at)
		select 'dp_1', 20, order_id, id, 950, 'USD', 'fraudulent', 'open', ? from payment_attempt`, o.Clock.Now())
	shown := o.show(of)
	require.Equal(t, []any{object{
		"amount": 950.0, "currency": "USD", "reason": "fraudulent", "state": "open", "at": o.Clock.Now().Format(time.RFC3339),
	}}, shown["disputes"])
	require.Equal(t, []string{"refund"}, can(shown))
	o.refused(of, "lift", object{"reason": "It is right"}, http.StatusConflict, "order_disputed")
	o.Exec(t, `update orders set hold_reason = ''`)
	require.NotContains(t, can(o.show(of)), "ship")
	o.refused(of, "parcel", object{"tracking": "SF1", "cards": object{"1": "8985201000000000001"}}, http.StatusConflict, "order_disputed")
}

func TestMoneyIsGivenBackOnce(t *testing.T) {
	t.Parallel()
	o := open(t)
	of := o.paid("esim", 2)
	lineID := o.show(of)["lines"].([]any)[0].(object)["id"]
	for name, c := range map[string]struct {
		body  object
		field string
	}{
		"no reason":     {object{"lines": []any{}, "amount": "1", "reason": "", "left": 1300}, "reason"},
		"nothing":       {object{"lines": []any{}, "amount": "", "reason": "slow", "left": 1300}, "amount"},
		"no amount":     {object{"lines": []any{}, "amount": "a lot", "reason": "slow", "left": 1300}, "amount"},
		"less than 0":   {object{"lines": []any{}, "amount": "-1", "reason": "slow", "left": 1300}, "amount"},
		"a third digit": {object{"lines": []any{}, "amount": "1.005", "reason": "slow", "left": 1300}, "amount"},
		"too much":      {object{"lines": []any{}, "amount": "13.01", "reason": "slow", "left": 1300}, "amount"},
	} {
		fields := o.refused(of, "refunds", c.body, http.StatusUnprocessableEntity, "validation_failed")
		require.Contains(t, fields, c.field, name)
	}
	o.refused(of, "refunds", object{"lines": []any{"7"}, "amount": "", "reason": "slow", "left": 1300}, http.StatusUnprocessableEntity, "refund_line_unknown")

	// Pressed twice, in two tabs, by two people: the page that was shown is good for one refund.
	var wg sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for range 6 {
		wg.Go(func() {
			status, _ := o.Call(t, "en", http.MethodPost, "/orders/20/"+of.OrderNo+"/refunds", o.mei,
				object{"lines": []any{}, "amount": "2.50", "reason": "It was slow", "left": 1300})
			mu.Lock()
			defer mu.Unlock()
			answers[status]++
		})
	}
	wg.Wait()
	require.Equal(t, map[int]int{http.StatusNoContent: 1, http.StatusConflict: 5}, answers)
	now := o.show(of)
	require.Equal(t, 1050.0, now["left"])
	refunds := now["refunds"].([]any)
	require.Len(t, refunds, 1)
	require.Equal(t, "It was slow", refunds[0].(object)["notes"])
	require.Equal(t, 250.0, refunds[0].(object)["amount"])
	o.refused(of, "refunds", object{"lines": []any{lineID}, "amount": "", "reason": "slow", "left": 1300}, http.StatusConflict, "refund_overtaken")
	o.done(of, "refunds", object{"lines": []any{lineID}, "amount": "", "reason": "It does not work", "left": 1050})
	over := o.show(of)
	require.Equal(t, 0.0, over["left"])
	require.Equal(t, true, over["lines"].([]any)[0].(object)["gone"])
	require.Equal(t, []string{"hold"}, can(over))
	var notes []any
	for _, e := range over["history"].([]any) {
		if e.(object)["action"] == "ask refund" {
			notes = append(notes, e.(object)["detail"].(object)["note"])
		}
	}
	require.Equal(t, []any{"It was slow", "It does not work"}, notes)
}

// An order that a promo code paid for is ended line by line; its code can be used again.
func TestWhatCostNothingIsEnded(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.AddPromoCode(t, "FREE", 650, 1, 0)
	s := o.Submission("plan", 1, 0)
	s.Coupon = "FREE"
	of := o.Place(t, s)
	require.Contains(t, can(o.show(of)), "refund")
	lineID := o.show(of)["lines"].([]any)[0].(object)["id"]
	fields := o.refused(of, "refunds", object{"lines": []any{}, "amount": "", "reason": "slow", "left": 0}, http.StatusUnprocessableEntity, "validation_failed")
	require.Contains(t, fields, "amount")
	o.done(of, "refunds", object{"lines": []any{lineID}, "amount": "", "reason": "It does not come", "left": 0})
	ended := o.show(of)
	require.Equal(t, "refunded", ended["status"])
	require.NotContains(t, can(ended), "refund")
	require.Equal(t, "It does not come", ended["history"].([]any)[len(ended["history"].([]any))-1].(object)["detail"].(object)["note"])
	o.refused(of, "refunds", object{"lines": []any{lineID}, "amount": "", "reason": "again", "left": 0}, http.StatusUnprocessableEntity, "refund_done")
	require.Zero(t, o.Count(t, `select used from promo_code`))
}

func TestARequestIsDecided(t *testing.T) {
	t.Parallel()
	o := open(t)
	of, other := o.paid("esim", 1), o.paid("esim", 1)
	o.Exec(t, `update orders set status = 'pending_refund' where id = ?`, of.ID)
	o.Exec(t, `
		insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, notes, actor, lines, state, created_at, updated_at)
		select 20, ?, a.id, 'ask', 650, 'USD', 'NO_COVERAGE', 'No signal', 'g:ada', '[]', 'requested', now(), now()
		from payment_attempt a where a.order_id = ?`, of.ID, of.ID)
	require.Equal(t, []string{of.OrderNo}, numbers(o.get("en", "/orders?state=refunds")))
	request := o.show(of)["refunds"].([]any)[0].(object)
	require.Equal(t, "requested", request["state"])
	require.Equal(t, "No signal", request["notes"])
	act := "refunds/" + request["id"].(string)
	require.Contains(t, o.refused(of, act, object{"approve": true, "reason": ""}, http.StatusUnprocessableEntity, "validation_failed"), "reason")
	o.refused(other, act, object{"approve": true, "reason": "of another order"}, http.StatusNotFound, "refund_not_found")
	o.refused(of, "refunds/4711", object{"approve": true, "reason": "x"}, http.StatusNotFound, "refund_not_found")
	o.done(of, act, object{"approve": true, "reason": "The network was down"})
	o.refused(of, act, object{"approve": false, "reason": "no"}, http.StatusConflict, "refund_decided")
	require.Equal(t, "pending_refund", o.show(of)["refunds"].([]any)[0].(object)["state"])
	require.Empty(t, numbers(o.get("en", "/orders?state=refunds")))
}

func TestAPaymentThatDoesNotMatchGoesBack(t *testing.T) {
	t.Parallel()
	o := open(t)
	of := o.unpaid("esim", 1)
	require.Equal(t, []string{"hold", "cancel"}, can(o.show(of)))
	o.refused(of, "mismatch", object{"reason": "nothing came"}, http.StatusUnprocessableEntity, "refund_not_paid")
	o.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, received_currency, created_at, updated_at)
		values (20, ?, 'card', 'review', 650, 'USD', 649, 'USD', now(), now())`, of.ID)
	o.Exec(t, `update orders set hold_reason = 'payment mismatch: 649 USD' where id = ?`, of.ID)
	shown := o.show(of)
	require.Equal(t, []string{"giveBack"}, can(shown))
	require.Equal(t, 649.0, shown["payment"].(object)["received"])
	o.refused(of, "lift", object{"reason": "x"}, http.StatusConflict, "payment_review")
	o.done(of, "mismatch", object{"reason": "A cent is missing"})
	require.Equal(t, "cancelled", o.show(of)["status"])
}
