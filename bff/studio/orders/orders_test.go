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

// fixture is the Studio with the area of orders, and Mei of support.
type fixture struct {
	*moduletest.Fixture
	studiotest.Served
	t   *testing.T
	mei string
	// notified are the addresses that were notified of a correction.
	notified []string
}

// EmailChanged notes whom it tells.
func (f *fixture) EmailChanged(_ context.Context, _ *pg.Tx, former order.Order, email string) error {
	f.notified = append(f.notified, former.Contact.Email+" "+email)
	return nil
}

type places struct{}

func (places) PlaceName(_ context.Context, _ int64, lang, code string) (string, error) {
	return lang + " " + code, nil
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	modules := moduletest.New(t)
	modules.AddProduct(t, "plan", 650, 100)
	modules.Exec(t, `update product set name_zh = '套餐' where goods_id = 'plan'`)
	area := &orders.Area{
		Orders: modules.Orders, Parcels: modules.SIMs, Places: places{},
		Payments: payment.NewService(payment.Deps{
			DB: modules.DB, Clock: modules.Clock, Orders: modules.Orders, Queue: modules.Queue, Sealer: modules.Box, SIMs: modules.SIMs,
			Log: slog.New(slog.DiscardHandler),
		}),
		Sites: tenant.Always(
			tenant.Tenant{ID: 20, Name: tenant.Text{En: "Global", Zh: "全球站"}, TimeZone: "UTC"},
			tenant.Tenant{ID: 21, Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}, TimeZone: "Asia/Hong_Kong"},
		),
		Rules: order.Rules{
			Email: func(typed string) bool { return strings.Contains(typed, "@") },
		},
	}
	f := &fixture{Fixture: modules, Served: studiotest.Serve(t, modules.DB, modules.Clock, area), t: t}
	area.Notices = f
	f.mei = f.Member("mei", staff.Support)
	return f
}

// placeOrder places an order of a plan.
func (f *fixture) placeOrder(simType string, quantity int) order.Order {
	f.t.Helper()
	s := f.Submission("plan", quantity, int64(quantity)*650)
	if s.Item.SimType = simType; simType == "physical" {
		s.ExpectedTotal += 300
		s.Address = &order.Address{FullName: "Ada Ng", Country: "HK", AddressLine1: "1 Queen's Road", City: "Hong Kong"}
	}
	return f.Place(f.t, s)
}

// placePaidOrder places such an order and marks it as paid.
func (f *fixture) placePaidOrder(simType string, quantity int) order.Order {
	f.t.Helper()
	placed := f.placeOrder(simType, quantity)
	f.Exec(f.t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, received_currency, created_at, updated_at)
		values (20, ?, 'card', 'succeeded', ?, 'USD', ?, 'USD', now(), now())`, placed.ID, placed.Amounts.OrderTotal, placed.Amounts.OrderTotal)
	require.NoError(f.t, f.DB.InTx(f.t.Context(), func(ctx context.Context, tx *pg.Tx) error {
		l, err := f.Orders.Lock(ctx, tx, placed.ID)
		if err != nil {
			return err
		}
		_, err = f.Orders.MarkPaid(ctx, tx, l, "test", nil)
		return err
	}))
	return placed
}

func (f *fixture) get(lang, path string) object {
	f.t.Helper()
	status, out := f.In(lang).Call(http.MethodGet, path, f.mei, nil)
	require.Equal(f.t, http.StatusOK, status, out)
	return out
}

func (f *fixture) showOrder(of order.Order) object {
	f.t.Helper()
	return f.get("en", "/orders/20/"+of.OrderNo)
}

// post sends an action of staff on an order and returns the status and the answer.
func (f *fixture) post(of order.Order, act string, body object) (int, object) {
	f.t.Helper()
	return f.Call(http.MethodPost, "/orders/20/"+of.OrderNo+"/"+act, f.mei, body)
}

// mustPost is post that fails the test unless it succeeds.
func (f *fixture) mustPost(of order.Order, act string, body object) {
	f.t.Helper()
	status, out := f.post(of, act, body)
	require.Equal(f.t, http.StatusNoContent, status, out)
}

// requireRefused is post that must be refused; it returns the errors of the fields.
func (f *fixture) requireRefused(of order.Order, act string, body object, want int, code string) object {
	f.t.Helper()
	status, out := f.post(of, act, body)
	require.Equal(f.t, want, status, out)
	require.Equal(f.t, code, out["code"])
	require.NotEmpty(f.t, out["message"])
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
	f := newFixture(t)
	waiting, esim, parcel, held := f.placeOrder("esim", 1), f.placePaidOrder("esim", 2), f.placePaidOrder("physical", 1),
		f.placePaidOrder("physical", 1)
	f.mustPost(held, "hold", object{"reason": "Address looks wrong"})

	all := f.get("zh", "/orders")
	require.Equal(t, []string{held.OrderNo, parcel.OrderNo, esim.OrderNo, waiting.OrderNo}, numbers(all), "the newest first")
	require.Equal(t, object{"parcels": 1.0, "refunds": 0.0, "held": 1.0, "overdue": 0.0}, all["counts"])
	second := all["orders"].([]any)[2].(object)
	require.Equal(t, []any{object{"name": "套餐", "quantity": 2.0}}, second["plans"])
	require.Equal(t, []string{parcel.OrderNo}, numbers(f.get("en", "/orders?state=parcels")))
	require.Equal(t, []string{held.OrderNo}, numbers(f.get("en", "/orders?state=held")))
	require.Empty(t, numbers(f.get("en", "/orders?site=21")))

	no := esim.OrderNo
	for q, want := range map[string][]string{
		no: {no}, strings.ToLower(no[:6] + "-" + no[6:]): {no}, no[6:12]: {no}, " " + strings.ToUpper(esim.Contact.Email): {no},
		strings.ReplaceAll(esim.Contact.Email, "@", "＠"): {no}, "ada@example.com": {}, "abc": {}, "?": {}, "Ada": {}, "%": {},
	} {
		require.Equal(t, want, numbers(f.get("en", "/orders?q="+strings.ReplaceAll(strings.ReplaceAll(q, " ", "+"), "%", "%25"))), q)
	}
	status, out := f.In("zh").Call(http.MethodGet, "/orders?q="+strings.Repeat("a", 10_000), f.mei, nil)
	require.Equal(t, http.StatusUnprocessableEntity, status, out)

	f.Clock.Advance(order.Patience + time.Minute)
	f.mei = f.Member("mei.later", staff.Support)
	require.ElementsMatch(t, []string{waiting.OrderNo, esim.OrderNo, parcel.OrderNo, held.OrderNo}, numbers(f.get("en", "/orders?state=overdue")))
}

// Whoever handles orders is shown on the overview what waits; nobody else learns of it.
func TestTheOverviewCountsWaitingOrders(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.Empty(t, f.get("en", "/todo")["todo"])
	f.placePaidOrder("physical", 1)
	f.mustPost(f.placePaidOrder("physical", 1), "hold", object{"reason": "Address looks wrong"})
	site := object{"id": "20", "name": "全球站"}
	require.Equal(t, []any{
		object{"area": "orders", "state": "parcels", "site": site, "count": 1.0},
		object{"area": "orders", "state": "held", "site": site, "count": 1.0},
	}, f.get("zh", "/todo")["todo"])
	_, other := f.In("zh").Call(http.MethodGet, "/todo", f.Member("ed", staff.Editor), nil)
	require.Empty(t, other["todo"])
}

func TestAListHasPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddCompletedOrders(t, 120)
	seen, after, pages := []string{}, "0", 0
	for more := true; more; more = after != "0" {
		page := f.get("en", "/orders?after="+after)
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
	f := newFixture(t)
	of := f.placePaidOrder("esim", 1)
	for _, role := range []staff.Role{staff.Publisher, staff.Editor, staff.Merchandiser} {
		token := f.Member(string(role), role)
		for _, path := range []string{"/orders", "/orders/20/" + of.OrderNo} {
			status, _ := f.Call(http.MethodGet, path, token, nil)
			require.Equal(t, http.StatusForbidden, status, "%s %s", role, path)
		}
		for _, act := range []string{"hold", "lift", "parcel", "arrival", "cancellation", "refunds", "refunds/1", "mismatch", "mails", "email", "address"} {
			status, _ := f.Call(http.MethodPost, "/orders/20/"+of.OrderNo+"/"+act, token, object{"reason": "x"})
			require.Equal(t, http.StatusForbidden, status, "%s %s", role, act)
		}
	}
	for path, want := range map[string]int{"/orders/21/" + of.OrderNo: 404, "/orders/99/" + of.OrderNo: 404, "/orders/20/none": 404, "/orders?site=99": 404} {
		status, _ := f.Call(http.MethodGet, path, f.mei, nil)
		require.Equal(t, want, status, path)
	}
}

func TestAParcelIsSent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	of := f.placePaidOrder("physical", 2)
	before := f.get("zh", "/orders/20/"+of.OrderNo)
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
		fields := f.requireRefused(of, "parcel", c.body, http.StatusUnprocessableEntity, "validation_failed")
		require.Contains(t, fields, c.field, name)
		require.Len(t, fields, 1, name)
	}
	f.requireRefused(of, "parcel", object{"tracking": "SF1", "cards": object{"2": first}}, http.StatusBadRequest, "bad_request")
	require.Equal(t, []string{"ship", "refund", "hold"}, can(f.showOrder(of)), "nothing was lost")

	f.mustPost(of, "parcel", object{"tracking": " SF1 ", "cards": object{"1": first + "\r\n" + second + "\n"}})
	sent := f.showOrder(of)
	require.Equal(t, "shipped", sent["status"])
	require.Equal(t, "SF1", sent["tracking"])
	require.Equal(t, "0001, 0002", sent["lines"].([]any)[0].(object)["cards"])
	require.Equal(t, []string{"complete", "refund", "hold"}, can(sent))
	f.requireRefused(of, "parcel", object{"tracking": "SF1", "cards": object{}}, http.StatusConflict, "order_not_shippable")
	f.mustPost(of, "arrival", object{})
	require.Equal(t, "completed", f.showOrder(of)["status"])
	f.requireRefused(of, "arrival", object{}, http.StatusConflict, "order_not_shipped")
}

func TestAnOrderIsHeld(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	of := f.placePaidOrder("physical", 1)
	fields := f.requireRefused(of, "hold", object{"reason": "  "}, http.StatusUnprocessableEntity, "validation_failed")
	require.Contains(t, fields, "reason")
	f.requireRefused(of, "hold", object{"reason": strings.Repeat("a", 201)}, http.StatusUnprocessableEntity, "validation_failed")
	f.mustPost(of, "hold", object{"reason": "Address looks wrong"})
	held := f.showOrder(of)
	require.Equal(t, "Address looks wrong", held["hold"])
	require.Equal(t, []string{"refund", "lift"}, can(held))
	f.requireRefused(of, "hold", object{"reason": "again"}, http.StatusConflict, "order_held")
	f.requireRefused(of, "parcel", object{"tracking": "SF1", "cards": object{"1": "8985201000000000001"}}, http.StatusConflict, "order_held")
	f.mustPost(of, "lift", object{"reason": "It is right"})
	require.Equal(t, []string{"ship", "refund", "hold"}, can(f.showOrder(of)))
	f.requireRefused(of, "lift", object{"reason": "again"}, http.StatusConflict, "order_not_held")

	var did []string
	for _, e := range f.showOrder(of)["history"].([]any) {
		if actor := e.(object)["actor"]; actor == "staff:mei@example.com" {
			did = append(did, fmt.Sprint(e.(object)["action"], " ", e.(object)["detail"].(object)["reason"]))
		}
	}
	require.Equal(t, []string{"hold Address looks wrong", "lift It is right"}, did)
}

// Whoever holds an order for something else sees the dispute that was opened meanwhile, and does not let it go.
func TestADisputeIsShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	of := f.placePaidOrder("physical", 1)
	require.Empty(t, f.showOrder(of)["disputes"])
	f.mustPost(of, "hold", object{"reason": "Address looks wrong"})
	f.Exec(t, `
		insert into dispute (id, tenant_id, order_id, attempt_id, amount, currency, reason, state, opened_at)
		select 'dp_1', 20, order_id, id, 950, 'USD', 'fraudulent', 'open', ? from payment_attempt`, f.Clock.Now())
	shown := f.showOrder(of)
	require.Equal(t, []any{object{
		"amount": 950.0, "currency": "USD", "reason": "fraudulent", "state": "open", "at": f.Clock.Now().Format(time.RFC3339),
	}}, shown["disputes"])
	require.Equal(t, []string{"refund"}, can(shown))
	f.requireRefused(of, "lift", object{"reason": "It is right"}, http.StatusConflict, "order_disputed")
	f.Exec(t, `update orders set hold_reason = ''`)
	require.NotContains(t, can(f.showOrder(of)), "ship")
	f.requireRefused(of, "parcel", object{"tracking": "SF1", "cards": object{"1": "8985201000000000001"}}, http.StatusConflict,
		"order_disputed")
}

func TestMoneyIsGivenBackOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	of := f.placePaidOrder("esim", 2)
	lineID := f.showOrder(of)["lines"].([]any)[0].(object)["id"]
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
		fields := f.requireRefused(of, "refunds", c.body, http.StatusUnprocessableEntity, "validation_failed")
		require.Contains(t, fields, c.field, name)
	}
	f.requireRefused(of, "refunds", object{"lines": []any{"7"}, "amount": "", "reason": "slow", "left": 1300}, http.StatusUnprocessableEntity, "refund_line_unknown")

	// Pressed twice, in two tabs, by two people: the page that was shown is good for one refund.
	var wg sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for range 6 {
		wg.Go(func() {
			status, _ := f.Call(http.MethodPost, "/orders/20/"+of.OrderNo+"/refunds", f.mei,
				object{"lines": []any{}, "amount": "2.50", "reason": "It was slow", "left": 1300})
			mu.Lock()
			defer mu.Unlock()
			answers[status]++
		})
	}
	wg.Wait()
	require.Equal(t, map[int]int{http.StatusNoContent: 1, http.StatusConflict: 5}, answers)
	now := f.showOrder(of)
	require.Equal(t, 1050.0, now["left"])
	refunds := now["refunds"].([]any)
	require.Len(t, refunds, 1)
	require.Equal(t, "It was slow", refunds[0].(object)["notes"])
	require.Equal(t, 250.0, refunds[0].(object)["amount"])
	f.requireRefused(of, "refunds", object{"lines": []any{lineID}, "amount": "", "reason": "slow", "left": 1300}, http.StatusConflict, "refund_overtaken")
	f.mustPost(of, "refunds", object{"lines": []any{lineID}, "amount": "", "reason": "It does not work", "left": 1050})
	over := f.showOrder(of)
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
func TestAFreeOrderIsEnded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddPromoCode(t, "FREE", 650, 1, 0)
	s := f.Submission("plan", 1, 0)
	s.Coupon = "FREE"
	of := f.Place(t, s)
	require.Contains(t, can(f.showOrder(of)), "refund")
	lineID := f.showOrder(of)["lines"].([]any)[0].(object)["id"]
	fields := f.requireRefused(of, "refunds", object{"lines": []any{}, "amount": "", "reason": "slow", "left": 0}, http.StatusUnprocessableEntity, "validation_failed")
	require.Contains(t, fields, "amount")
	f.mustPost(of, "refunds", object{"lines": []any{lineID}, "amount": "", "reason": "It does not come", "left": 0})
	ended := f.showOrder(of)
	require.Equal(t, "refunded", ended["status"])
	require.NotContains(t, can(ended), "refund")
	require.Equal(t, "It does not come", ended["history"].([]any)[len(ended["history"].([]any))-1].(object)["detail"].(object)["note"])
	f.requireRefused(of, "refunds", object{"lines": []any{lineID}, "amount": "", "reason": "again", "left": 0}, http.StatusUnprocessableEntity, "refund_done")
	require.Zero(t, f.Count(t, `select used from promo_code`))
}

func TestARequestIsDecided(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	of, other := f.placePaidOrder("esim", 1), f.placePaidOrder("esim", 1)
	f.Exec(t, `update orders set status = 'pending_refund' where id = ?`, of.ID)
	f.Exec(t, `
		insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, notes, actor, lines, state, created_at, updated_at)
		select 20, ?, a.id, 'ask', 650, 'USD', 'NO_COVERAGE', 'No signal', 'g:ada', '[]', 'requested', now(), now()
		from payment_attempt a where a.order_id = ?`, of.ID, of.ID)
	require.Equal(t, []string{of.OrderNo}, numbers(f.get("en", "/orders?state=refunds")))
	request := f.showOrder(of)["refunds"].([]any)[0].(object)
	require.Equal(t, "requested", request["state"])
	require.Equal(t, "No signal", request["notes"])
	act := "refunds/" + request["id"].(string)
	require.Contains(t, f.requireRefused(of, act, object{"approve": true, "reason": ""}, http.StatusUnprocessableEntity, "validation_failed"), "reason")
	f.requireRefused(other, act, object{"approve": true, "reason": "of another order"}, http.StatusNotFound, "refund_not_found")
	f.requireRefused(of, "refunds/4711", object{"approve": true, "reason": "x"}, http.StatusNotFound, "refund_not_found")
	f.mustPost(of, act, object{"approve": true, "reason": "The network was down"})
	f.requireRefused(of, act, object{"approve": false, "reason": "no"}, http.StatusConflict, "refund_decided")
	require.Equal(t, "pending_refund", f.showOrder(of)["refunds"].([]any)[0].(object)["state"])
	require.Empty(t, numbers(f.get("en", "/orders?state=refunds")))
}

func TestAPaymentThatDoesNotMatchGoesBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	of := f.placeOrder("esim", 1)
	require.Equal(t, []string{"hold", "cancel"}, can(f.showOrder(of)))
	f.requireRefused(of, "mismatch", object{"reason": "nothing came"}, http.StatusUnprocessableEntity, "refund_not_paid")
	f.addAttempt(of, "review", 649)
	f.Exec(t, `update orders set hold_reason = 'payment mismatch: 649 USD' where id = ?`, of.ID)
	shown := f.showOrder(of)
	require.Equal(t, []string{"giveBack"}, can(shown))
	require.Equal(t, 649.0, shown["payment"].(object)["received"])
	f.requireRefused(of, "lift", object{"reason": "x"}, http.StatusConflict, "payment_review")
	f.mustPost(of, "mismatch", object{"reason": "A cent is missing"})
	require.Equal(t, "cancelled", f.showOrder(of)["status"])
}

// addAttempt adds a payment of an order that brought in so much; what was not 650 is held.
func (f *fixture) addAttempt(of order.Order, status string, received int) {
	f.t.Helper()
	f.Exec(f.t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, received_currency, created_at, updated_at)
		values (20, ?, 'card', ?, 650, 'USD', ?, 'USD', now(), now())`, of.ID, status, received)
}

// Of money that did not match the page offers what is possible, whichever attempt brought it and whatever has become of its order.
func TestHeldMoneyIsOfferedWhateverItsOrderIs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, make := range map[string]func() order.Order{
		"a paid order": func() order.Order {
			of := f.placePaidOrder("physical", 1)
			f.addAttempt(of, "review", 649)
			return of
		},
		"an order with a later attempt": func() order.Order {
			of := f.placeOrder("esim", 1)
			f.addAttempt(of, "review", 649)
			f.addAttempt(of, "failed", 0)
			return of
		},
	} {
		of := make()
		f.Exec(t, `update orders set hold_reason = 'payment mismatch: 649; staff look at it' where id = ?`, of.ID)
		require.Contains(t, can(f.showOrder(of)), "giveBack", name)
		require.NotContains(t, can(f.showOrder(of)), "lift", name)
		f.requireRefused(of, "lift", object{"reason": "x"}, http.StatusConflict, "payment_review")
		f.mustPost(of, "mismatch", object{"reason": "A cent is missing"})
		require.NotContains(t, can(f.showOrder(of)), "giveBack", name)
		require.Contains(t, can(f.showOrder(of)), "lift", name)
		f.mustPost(of, "lift", object{"reason": "looked at"})
	}
}

// A refund that failed can be asked for again, noted as given another way, or closed; one that is no longer owed only closed.
func TestAFailedRefundIsSettled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for how, state := range map[string]string{"again": "pending_refund", "elsewhere": "refunded", "nothing": "processing"} {
		of := f.placePaidOrder("esim", 1)
		f.Exec(t, `
			insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, actor, state, created_at, updated_at)
			select 20, order_id, id, 'staff:' || id, 650, 'USD', 'staff', 'staff:eve', 'failed', now(), now()
			from payment_attempt where order_id = ?`, of.ID)
		id := f.Count(t, `select id from refund where order_id = ?`, of.ID)
		f.Exec(t, `update orders set hold_reason = ? where id = ?`, fmt.Sprintf("refund %d failed", id), of.ID)
		failed := f.showOrder(of)["refunds"].([]any)[0].(object)
		require.Equal(t, []any{"again", "elsewhere", "nothing"}, failed["settle"])
		act := "refunds/" + failed["id"].(string) + "/settlement"
		require.Contains(t, f.requireRefused(of, act, object{"how": how, "reason": ""}, http.StatusUnprocessableEntity, "validation_failed"), "reason")
		f.requireRefused(of, act, object{"how": "somehow", "reason": "x"}, http.StatusBadRequest, "bad_request")
		f.requireRefused(f.placeOrder("esim", 1), act, object{"how": how, "reason": "x"}, http.StatusNotFound, "refund_not_found")
		f.mustPost(of, act, object{"how": how, "reason": "talked to the buyer"})
		f.requireRefused(of, act, object{"how": how, "reason": "x"}, http.StatusConflict, "refund_decided")
		shown := f.showOrder(of)
		require.Equal(t, state, shown["status"], how)
		require.Empty(t, shown["hold"], how)
		require.Empty(t, shown["refunds"].([]any)[0].(object)["settle"], how)
	}
	of := f.placePaidOrder("esim", 1)
	f.Exec(t, `
		insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, actor, state, created_at, updated_at)
		select 20, order_id, id, state || id, 650, 'USD', 'staff', 'staff:eve', state, now(), now()
		from payment_attempt, (values ('failed'), ('pending_refund')) as v(state) where order_id = ? order by state`, of.ID)
	failed := f.showOrder(of)["refunds"].([]any)[0].(object)
	require.Equal(t, []any{"nothing"}, failed["settle"])
	f.requireRefused(of, "refunds/"+failed["id"].(string)+"/settlement", object{"how": "again", "reason": "x"}, http.StatusConflict, "refund_too_much")
}
