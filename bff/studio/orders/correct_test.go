package orders_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
)

// mails returns the templates of the mails of an order that were asked for again, in their order.
func (f *fixture) mails(of order.Order) []string {
	f.t.Helper()
	var jobs []string
	require.NoError(f.t, f.DB.Conn(f.t.Context()).Raw(`
		select args from river_job where kind in ('order_mail', 'order_mails') and args ->> 'orderId' = ?
		and cast(args as text) like '%again-%' order by id`, strconv.FormatInt(of.ID, 10)).Scan(&jobs).Error)
	var out []string
	for _, job := range jobs {
		var one struct {
			order.MailArgs
			Mails []order.MailArgs
		}
		require.NoError(f.t, json.Unmarshal([]byte(job), &one))
		for _, m := range append(one.Mails, one.MailArgs) {
			if m.Template != "" {
				out = append(out, m.Template)
			}
		}
	}
	return out
}

func TestMailsAreSentAgain(t *testing.T) {
	f := newFixture(t)
	waits, card := f.placeOrder("esim", 1), f.placePaidOrder("physical", 1)
	f.mustPost(waits, "mails", object{})
	require.Equal(t, []string{"order_placed"}, f.mails(waits))
	f.mustPost(card, "mails", object{})
	require.Equal(t, []string{"order_paid"}, f.mails(card))

	f.requireRefused(card, "mails", object{}, http.StatusConflict, "mail_too_soon")
	f.Clock.Advance(2 * time.Minute)
	f.Exec(t, `update orders set tracking_number = 'SF1', shipped_at = now(), status = 'shipped' where id = ?`, card.ID)
	f.mustPost(card, "mails", object{})
	require.Equal(t, []string{"order_paid", "order_shipped"}, f.mails(card))

	// Codes are sent once they are there.
	plans := f.placePaidOrder("esim", 2)
	f.Exec(t, `update order_line set state = 'ready_to_install' where order_id = ?`, plans.ID)
	f.mustPost(plans, "mails", object{})
	require.Equal(t, []string{"esim_delivered"}, f.mails(plans))

	f.mustPost(waits, "cancellation", nil)
	require.NotContains(t, corrections(f.showOrder(waits)), "mails")
	f.requireRefused(waits, "mails", object{}, http.StatusConflict, "nothing_to_mail")
}

func TestAMistypedEmailIsCorrected(t *testing.T) {
	f := newFixture(t)
	placed := f.placePaidOrder("esim", 1)
	former := f.showOrder(placed)["email"].(string)

	fields := f.requireRefused(placed, "email", object{"email": "", "reason": ""}, http.StatusUnprocessableEntity, "validation_failed")
	require.Equal(t, object{"reason": "Please fill this in.", "email": "Please enter your email address."}, fields)
	for typed, want := range map[string]string{
		"nowhere": "Please enter a correct email address.", " " + strings.ToUpper(former): "The order has this address already.",
	} {
		fields := f.requireRefused(placed, "email", object{"email": typed, "reason": "called"}, http.StatusUnprocessableEntity,
			"validation_failed")
		require.Equal(t, object{"email": want}, fields)
	}
	require.Empty(t, f.notified)

	f.mustPost(placed, "email", object{"email": " New@Example.com ", "reason": "called from the number of the order"})
	require.Equal(t, []string{former + " New@Example.com"}, f.notified)
	require.Equal(t, "New@Example.com", f.showOrder(placed)["email"])
	require.Equal(t, []string{"order_paid"}, f.mails(placed))
	require.Equal(t, []string{placed.OrderNo}, numbers(f.get("en", "/orders?site=20&q=new@example.com")))
	require.Empty(t, numbers(f.get("en", "/orders?site=20&q="+former)))
	// What support may read later says why, and neither address.
	history := f.showOrder(placed)["history"].([]any)
	entry := history[len(history)-1].(object)
	require.Equal(t, "correct email", entry["action"])
	require.Equal(t, object{"reason": "called from the number of the order"}, entry["detail"])
}

func TestAnAddressIsCorrectedUntilTheParcelLeaves(t *testing.T) {
	f := newFixture(t)
	placed := f.placePaidOrder("physical", 1)
	to := object{
		"fullName": "Ada Ng", "addressLine1": "2 Queen's Road", "city": "Hong Kong", "country": "US", "email": "other@example.com", "reason": "moved",
	}
	with := func(key, value string) object {
		out := object{}
		maps.Copy(out, to)
		out[key] = value
		return out
	}
	for key, value := range map[string]string{"addressLine1": " ", "fullName": strings.Repeat("a", 10_000), "phone": "x", "reason": "", "city": ""} {
		fields := f.requireRefused(placed, "address", with(key, value), http.StatusUnprocessableEntity, "validation_failed")
		require.Contains(t, fields, key)
	}
	f.mustPost(placed, "address", to)
	address := f.showOrder(placed)["address"].(object)
	require.Equal(t, "2 Queen's Road", address["addressLine1"])
	// What shipping costs was decided by the country.
	require.Equal(t, "HK", address["country"])
	require.NotContains(t, address, "email")
	f.requireRefused(placed, "address", to, http.StatusConflict, "correction_overtaken")
	to["revision"] = f.showOrder(placed)["addressRevision"]
	fields := f.requireRefused(placed, "address", to, http.StatusUnprocessableEntity, "validation_failed")
	require.Contains(t, fields, "addressLine1")

	f.mustPost(placed, "parcel", object{"tracking": "SF1", "cards": object{"1": "8985201000000000009"}})
	require.NotContains(t, corrections(f.showOrder(placed)), "address")
	f.requireRefused(placed, "address", with("addressLine1", "3 Queen's Road"), http.StatusConflict, "parcel_left")
	f.requireRefused(f.placePaidOrder("esim", 1), "address", to, http.StatusConflict, "parcel_left")
}

// Of two who correct the same at once one is asked to look again, and is told who was first.
func TestACorrectionIsNotOverwrittenUnseen(t *testing.T) {
	f := newFixture(t)
	placed := f.placePaidOrder("physical", 1)
	address := func(line, revision string) object {
		return object{"fullName": "Ada Ng", "addressLine1": line, "city": "Hong Kong", "reason": "moved", "revision": revision}
	}
	email := func(typed, revision string) object {
		return object{"email": typed, "reason": "called", "revision": revision}
	}
	require.Equal(t, []any{"0", "0"}, []any{f.showOrder(placed)["emailRevision"], f.showOrder(placed)["addressRevision"]})
	f.mustPost(placed, "address", address("2 Queen's Road", "0"))
	f.mustPost(placed, "email", email("new@example.com", "0"))
	f.mustPost(placed, "email", email("newer@example.com", "1"))
	is := f.showOrder(placed)
	require.Equal(t, []any{"2", "1"}, []any{is["emailRevision"], is["addressRevision"]})
	for act, body := range map[string]object{"email": email("late@example.com", "1"), "address": address("3 Queen's Road", "0")} {
		status, told := f.post(placed, act, body)
		require.Equal(t, []any{http.StatusConflict, "correction_overtaken"}, []any{status, told["code"]})
		require.Contains(t, told["message"], "mei@example.com has corrected this")
		_, told = f.In("zh").Call(http.MethodPost, "/orders/20/"+placed.OrderNo+"/"+act, f.mei, body)
		require.Contains(t, told["message"], "mei@example.com 已在此期间作了更正")
	}
	require.Equal(t, is, f.showOrder(placed))

	done := make([]string, 2)
	var both sync.WaitGroup
	for i, line := range []string{"4 Queen's Road", "5 Queen's Road"} {
		both.Go(func() {
			_, told := f.post(placed, "address", address(line, "1"))
			done[i], _ = told["code"].(string)
		})
	}
	both.Wait()
	require.ElementsMatch(t, []string{"", "correction_overtaken"}, done)
}

func TestAnErasedOrderIsNotCorrected(t *testing.T) {
	f := newFixture(t)
	placed := f.placePaidOrder("physical", 1)
	f.Exec(t, `update orders set email = '', email_normal = '', address = null where id = ?`, placed.ID)
	for act, body := range map[string]object{
		"mails": {}, "email": {"email": "new@example.com", "reason": "called"}, "address": {"addressLine1": "2 Queen's Road", "reason": "moved"},
	} {
		f.requireRefused(placed, act, body, http.StatusConflict, "order_erased")
		require.NotContains(t, corrections(f.showOrder(placed)), act)
	}
}
