package payment_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	api "github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/client"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/payment/stripe"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	sandbox "github.com/roamcart/roamcart/bff/sandbox/provider"
)

// account is an account at the sandbox provider, with a database of its own, so that it knows what a shop's database may not.
type account struct {
	url   string
	shop  payment.Provider
	payer *client.API
}

func openAccount(t testing.TB) account {
	t.Helper()
	db := pgtest.New(t)
	require.NoError(t, sandbox.Migrate(ctx, db.SQL))
	server := httptest.NewServer(sandbox.New(sandbox.Options{DB: db.SQL, PublishableKey: "pk_test_x", SecretKey: "sk_test_x"}))
	t.Cleanup(server.Close)
	url := server.URL + "/sandbox/stripe"
	backend := api.GetBackendWithConfig(api.APIBackend, &api.BackendConfig{URL: api.String(url), LeveledLogger: &api.LeveledLogger{Level: api.LevelNull}})
	return account{
		url: url, shop: stripe.New(stripe.Options{SecretKey: "sk_test_x", APIBase: url}),
		payer: client.New("sk_test_x", &api.Backends{API: backend}),
	}
}

// loseNextAnswer makes the provider do what the next call asks for, and break the connection.
func (a account) loseNextAnswer(t testing.TB) {
	t.Helper()
	res, err := http.Post(a.url+"/control/faults", "application/json", strings.NewReader(`{"outage": "lost_response", "outageCount": 1}`))
	require.NoError(t, err)
	if _ = res.Body.Close(); res.StatusCode != http.StatusOK {
		t.Fatalf("control: %d", res.StatusCode)
	}
}

// pay pays an intent with a card that is accepted.
func (a account) pay(t testing.TB, intent string) {
	t.Helper()
	_, err := a.payer.PaymentIntents.Confirm(intent, &api.PaymentIntentConfirmParams{PaymentMethod: api.String("pm_card_visa")})
	require.NoError(t, err)
}

// refunded returns how much of an intent's money went back.
func (a account) refunded(t testing.TB, intent string) int64 {
	t.Helper()
	list, err := a.shop.RefundsOf(ctx, intent)
	require.NoError(t, err)
	var sum int64
	for _, r := range list {
		sum += r.Amount
	}
	return sum
}

// newShop returns a shop on the account that has a plan for sale.
func (a account) newShop(t testing.TB) *fixture {
	t.Helper()
	f := newFixtureOn(t, a.shop)
	f.AddProduct(t, "plan", price, 10)
	return f
}

// buy has a shopper pay for an order of a shop, and the shop hear of it.
func (a account) buy(t testing.TB, f *fixture, s order.Submission) (order.Order, string) {
	t.Helper()
	o := f.Place(t, s)
	intent := f.createIntent(t, o)
	a.pay(t, intent)
	f.settle(t, o)
	return o, intent
}

// settle has the shop ask for the payment of an order that was paid.
func (f *fixture) settle(t testing.TB, o order.Order) {
	t.Helper()
	require.NoError(t, f.pay.Refresh(ctx, o.ID))
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
}

// giveRefund has staff decide on a refund of an order, and returns its number.
func (f *fixture) giveRefund(t testing.TB, o order.Order, amount int64) int64 {
	t.Helper()
	r, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Amount: amount, Reason: "a part", Actor: "staff:eve"})
	require.NoError(t, err)
	return r.ID
}

// replayRefunds makes a shop hear of the refunds of an intent.
func (a account) replayRefunds(t testing.TB, f *fixture, intent string) {
	t.Helper()
	f.Exec(t, `
		insert into payment_event (id, type, api_version, raw, received_at) values ('evt_lost', 'charge.refunded', '', ?, now())
		on conflict do nothing`,
		pg.Bytes(`{"id": "evt_lost", "type": "charge.refunded", "data": {"object": {"object": "charge", "payment_intent": "`+intent+`"}}}`))
	if outcome, err := f.pay.Replay(ctx, "evt_lost"); err != nil || outcome != payment.OutcomeMoved {
		t.Fatalf("replay: %s %v", outcome, err)
	}
}

// A database that was restored to a moment gives the numbers of its rows out again, as does a second shop on the account, and the provider
// remembers what the first ones asked for. On both of them shoppers pay on either page, and get a part back.
func TestNumbersThatAreGivenOutAgain(t *testing.T) {
	t.Parallel()
	account := openAccount(t)
	first, restored := account.newShop(t), account.newShop(t)
	restored.Clock.Advance(time.Hour)
	for _, f := range []*fixture{first, restored} {
		o, intent := account.buy(t, f, f.Submission("plan", 1, price))
		require.NoError(t, f.pay.Refund(ctx, f.giveRefund(t, o, 200)), "refund")
		f.requireStatus(t, o, order.PartiallyRefunded)
		if sum := account.refunded(t, intent); sum != 200 {
			t.Errorf("%d went back", sum)
		}
		if p, err := f.pay.Hosted(ctx, f.Place(t, f.Submission("plan", 1, price)), payment.URLs{Return: "https://shop.example/x", Cancel: "https://shop.example/x"}); err != nil || p.HostedURL == "" {
			t.Errorf("a page of the provider's: %q %v", p.HostedURL, err)
		}
	}
}

// An order of before the moment was paid and refunded in part after it, and the restored database knows neither. The shopper who pays again
// gets the same intent, and is not charged twice; a part of another amount goes back besides.
func TestAnOrderThatIsRestored(t *testing.T) {
	t.Parallel()
	account := openAccount(t)
	f := account.newShop(t)
	o, intent := f.placeOrder(t)
	account.pay(t, intent)
	f.Exec(t, `truncate payment_attempt restart identity cascade`)
	f.Clock.Advance(time.Hour)
	if again := f.createIntent(t, o); again != intent {
		t.Errorf("the shopper pays %s after %s", again, intent)
	}
	f.settle(t, o)
	for n, amount := range []int64{200, 100} {
		id := f.giveRefund(t, o, amount)
		err := f.pay.Refund(ctx, id)
		if errors.Is(err, payment.ErrKeyTaken) && n == 1 {
			err = f.pay.Refund(ctx, id)
		}
		require.NoError(t, err)
		if n == 0 {
			f.Exec(t, `truncate refund restart identity`)
			f.Exec(t, `update orders set status = 'processing', refunded_amount = 0`)
		}
	}
	f.requireStatus(t, o, order.PartiallyRefunded)
	if sum := account.refunded(t, intent); sum != 300 {
		t.Errorf("%d went back", sum)
	}
	list, err := account.shop.RefundsOf(ctx, intent)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d refunds: %v", len(list), err)
	}
	account.replayRefunds(t, f, intent)
	if n := f.Count(t, `select refunded_amount from orders`); n != 300 {
		t.Errorf("%d are booked as refunded", n)
	}
}

// A part went back after the moment, and the restored shop gives it back again by itself: it finds that it went, whatever number the refund
// has now, and whether its own call or the provider's message comes first.
func TestARefundThatARestoreForgot(t *testing.T) {
	t.Parallel()
	for name, messageFirst := range map[string]bool{"the call first": false, "the message first": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			account := openAccount(t)
			f := account.newShop(t)
			o, intent := account.buy(t, f, f.Submission("plan", 1, price))
			for n := range 2 {
				id := f.giveRefund(t, o, 200)
				if messageFirst && n == 1 {
					account.replayRefunds(t, f, intent)
				}
				require.NoError(t, f.pay.Refund(ctx, id))
				if n == 0 {
					f.Exec(t, `delete from refund`)
					f.Exec(t, `update orders set status = 'processing', refunded_amount = 0`)
				}
			}
			account.replayRefunds(t, f, intent)
			if sum := account.refunded(t, intent); sum != 200 {
				t.Errorf("%d went back in place of 200", sum)
			}
			if n := f.Count(t, `select refunded_amount from orders`); n != 200 {
				t.Errorf("%d are booked as refunded", n)
			}
		})
	}
}

// What went back after the moment is booked as the shop's own, with what ended, also where the provider's message comes before the restored
// shop decides about it again, or without that; and it goes back once.
func TestAMessageAboutARefundThatARestoreForgot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		decide func(t *testing.T, f *fixture, o order.Order, cards int64)
		// again says that the shop decides by itself again.
		again bool
	}{
		"a unit that nobody delivered": {func(t *testing.T, f *fixture, o order.Order, cards int64) { f.loseUnits(t, o, cards, 1) }, true},
		"a line that nobody delivered": {func(t *testing.T, f *fixture, o order.Order, cards int64) { f.loseUnits(t, o, cards, 2) }, true},
		"a line that a shopper returns": {func(t *testing.T, f *fixture, o order.Order, cards int64) {
			f.requestRefund(t, o, "WRONG_PURCHASE", cards)
		}, false},
		"a line that staff ended": {func(t *testing.T, f *fixture, o order.Order, cards int64) {
			in := payment.StaffRefund{OrderID: o.ID, LineIDs: []int64{cards}, Reason: "broken", Actor: "staff:eve"}
			if _, err := f.pay.GiveRefund(ctx, in); err != nil {
				t.Fatal(err)
			}
		}, false},
		"an amount of staff's": {func(t *testing.T, f *fixture, o order.Order, _ int64) { f.giveRefund(t, o, 200) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			account := openAccount(t)
			f := account.newShop(t)
			f.AddPromoCode(t, "OFF", 195, 0, 0)
			o, intent := account.buy(t, f, f.mixedSubmission(t))
			settle := func() {
				t.Helper()
				require.NoError(t, f.settleRefunds())
			}
			books := func() string {
				t.Helper()
				var all string
				err := f.DB.Gorm.Raw(`
					select string_agg(concat_ws(' ', r.source, r.reason, r.state, r.amount, r.lines, r.parts, o.status, o.refunded_amount, (
					    select string_agg(l.line_no || ' ' || l.state, ', ' order by l.line_no) from order_line l where l.order_id = o.id)), '; ')
					from refund r join orders o on o.id = r.order_id`).Scan(&all).Error
				require.NoError(t, err)
				return all
			}
			cards := f.lineOfSimType(t, o, "physical")
			c.decide(t, f, o, cards)
			settle()
			before, went := books(), account.refunded(t, intent)
			for _, forget := range []string{
				`delete from refund`,
				`update orders set status = 'processing', refunded_amount = 0`,
				`update order_line set state = 'preparing'`,
				`update stock s set on_hand = on_hand - (select sum(r.returned) from stock_reservation r where r.sku = s.sku)`,
				`update stock_reservation set returned = 0`,
			} {
				f.Exec(t, forget)
			}
			account.replayRefunds(t, f, intent)
			if now := books(); now != before {
				t.Errorf("booked by the message:\n%s\ninstead of\n%s", now, before)
			}
			if c.again {
				c.decide(t, f, o, cards)
				settle()
				account.replayRefunds(t, f, intent)
			}
			if now, gone := books(), account.refunded(t, intent); now != before || gone != went {
				t.Errorf("%d went back in place of %d:\n%s", gone, went, now)
			}
			if err := f.CheckLedger(); err != nil {
				t.Error(err)
			}
		})
	}
}

// loseUnits has nobody deliver some units of a line.
func (f *fixture) loseUnits(t testing.TB, o order.Order, line int64, units int) {
	t.Helper()
	err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		locked, err := f.Orders.Lock(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		return f.pay.Undelivered(ctx, tx, locked, map[int64]int{line: units})
	})
	require.NoError(t, err)
}

// A request that staff approved after the moment waits for them in the copy. The message says how they decided, and they cannot say no any
// more; where they were faster, the money is booked all the same.
func TestAnApprovalThatARestoreForgot(t *testing.T) {
	t.Parallel()
	for _, refusedFirst := range []bool{false, true} {
		account := openAccount(t)
		f := account.newShop(t)
		o, intent := account.buy(t, f, f.Submission("plan", 1, price))
		f.addProfiles(t, "plan:esim", 1)
		f.deliver(t, o)
		f.Clock.Advance(40 * 24 * time.Hour)
		asked := f.requestRefund(t, o, "NO_COVERAGE")
		if asked.Refund == nil || asked.Refund.State != payment.RefundRequested {
			t.Fatalf("asked: %+v", asked)
		}
		decide := func(yes bool) error {
			_, err := f.pay.DecideRefund(ctx, asked.Refund.ID, yes, "staff:eve", "looked at")
			return err
		}
		require.NoError(t, errors.Join(decide(true), f.settleRefunds()))
		f.requireStatus(t, o, order.Refunded)
		f.Exec(t, `update refund set state = 'requested', provider_id = ''`)
		f.Exec(t, `update orders set status = 'pending_refund', refunded_amount = 0`)
		f.Exec(t, `update order_line set state = 'ready_to_install'`)
		if refusedFirst {
			require.NoError(t, decide(false))
		}
		account.replayRefunds(t, f, intent)
		f.requireStatus(t, o, order.Refunded)
		if err := decide(false); fault.Code(err) != "refund_decided" {
			t.Errorf("refused after the money went: %v", err)
		}
		if sum, booked := account.refunded(t, intent), f.Count(t, `select refunded_amount from orders`); sum != price || booked != price {
			t.Errorf("%d went back, %d are booked", sum, booked)
		}
	}
}

// A call whose answer was lost and that is repeated from another address of the shop says something else to the provider, which
// refuses the key. The shopper pays with another attempt.
func TestAKeyThatTheProviderRefusesIsReplaced(t *testing.T) {
	t.Parallel()
	account := openAccount(t)
	f := account.newShop(t)
	o := f.Place(t, f.Submission("plan", 1, price))
	from := func(host string) payment.URLs { return payment.URLs{Return: host + "/x", Cancel: host + "/x"} }
	account.loseNextAnswer(t)
	if _, err := f.pay.Hosted(ctx, o, from("https://shop.example")); fault.Code(err) != "payment_unavailable" {
		t.Fatalf("without an answer: %v", err)
	}
	p, err := f.pay.Hosted(ctx, o, from("https://www.shop.example"))
	if err != nil || p.HostedURL == "" {
		t.Fatalf("from another address: %q %v", p.HostedURL, err)
	}
	if n := f.Count(t, `select count(*) from payment_attempt where status = 'open' and session_id is not null`); n != 1 {
		t.Errorf("%d open attempts", n)
	}
}

// Two versions of the shop use different keys for one attempt. What was noted first is what the shopper pays with; the other one is
// given up.
func TestTheFirstAnswerForAnAttemptStays(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]payment.IntentStatus{"open": payment.IntentOpen, "paid": payment.IntentSucceeded} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o := f.Place(t, f.Submission("plan", 1, price))
			secret, err := f.Box.Seal("payment client secret", []byte("other_secret"))
			require.NoError(t, err)
			other := payment.Intent{ID: "pi_other", Status: payment.IntentOpen, Amount: price, Currency: "USD", AttemptID: 1, OrderNo: o.OrderNo}
			var page payment.Page
			f.pauseAt(t, "intent created", func() { page, err = f.pay.Create(ctx, o, payment.URLs{}) }, func() {
				f.provider.intents[other.ID] = &other
				f.Exec(t, `update payment_attempt set intent_id = ?, client_secret = ?`, other.ID, pg.Bytes(secret))
				f.provider.setStatus(other.ID, status, "")
				f.applyIntent(t, other.ID)
			})
			if status == payment.IntentSucceeded {
				if fault.Code(err) != "already_paid" {
					t.Errorf("after the payment: %v", err)
				}
				f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
			} else if err != nil || page.ClientSecret != "other_secret" {
				t.Errorf("the shopper gets %q %v", page.ClientSecret, err)
			}
			if left := f.provider.payableIntents(o.OrderNo); len(left) > 1 || len(left) == 1 && left[0] != other.ID {
				t.Errorf("payable: %v", left)
			}
			if n := f.Count(t, `select count(*) from payment_attempt where intent_id = 'pi_other'`); n != 1 {
				t.Error("the attempt has another intent")
			}
			f.requireBalance(t)
		})
	}
}

// So it is with a page of the provider's.
func TestTheFirstPageForAnAttemptStays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o := f.Place(t, f.Submission("plan", 1, price))
	var page payment.Page
	var err error
	f.pauseAt(t, "session created", func() { page, err = f.pay.Hosted(ctx, o, payment.URLs{}) }, func() {
		f.provider.sessions["cs_other"] = &payment.Session{ID: "cs_other", URL: "https://pay.example/other"}
		f.Exec(t, `update payment_attempt set session_id = 'cs_other', hosted_url = 'https://pay.example/other'`)
	})
	if err != nil || page.HostedURL != "https://pay.example/other" {
		t.Errorf("the shopper gets %q %v", page.HostedURL, err)
	}
	if !f.provider.sessions["cs_1"].Expired || f.provider.sessions["cs_other"].Expired {
		t.Errorf("sessions: %+v %+v", *f.provider.sessions["cs_1"], *f.provider.sessions["cs_other"])
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
}
