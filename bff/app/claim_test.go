package app_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

const (
	orderClaim = "/gw/mall/us/orders/claim"
	claimLater = "/gw/mall/us/orders/claim/later"
	install    = "/gw/sim/us/install"
)

// buyAsGuest buys an eSIM as a guest under an address, and returns the browser and the order.
func buyAsGuest(t *testing.T, shop *apptest.Shop, email string) (*apptest.Shopper, string) {
	t.Helper()
	guest := shop.Shopper(t)
	body := apptest.Order("jp-3g-7", "esim", 650, nil)
	body.Contact.Email = email
	return guest, buyAndWait(t, guest, body).OrderNo
}

func offeredOrders(t *testing.T, p *apptest.Shopper) *gen.GuestOrders {
	t.Helper()
	return page[gen.AccountOrdersPage](t, p, "/en/my-account/orders").GuestOrders
}

func claimBody(orderNos ...string) gen.OrderClaimBody { return gen.OrderClaimBody{OrderNos: orderNos} }

// A guest's order, its SIM and its points are the customer's once they are taken; the browser that placed the order then reads
// nothing of it but what anybody reads who has the mailbox.
func TestAGuestsOrderIsTakenIntoTheAccount(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest, no := buyAsGuest(t, shop, "Ada@Example.com")
	ada := shop.Customer(t, "ada@example.com")
	if list := offeredOrders(t, ada); list == nil || len(list.Items) != 1 || list.Later || list.Items[0].OrderNo != no || list.Items[0].OrderTotal != 650 {
		t.Fatalf("offered: %+v", list)
	}
	if data := page[gen.AccountPage](t, ada, "/en/my-account"); data.GuestOrders == nil || len(data.GuestOrders.Items) != 1 {
		t.Errorf("on my account: %+v", data.GuestOrders)
	}
	if list := listSIMs(t, ada); len(list) != 0 || guest.Get(install, "orderNo", no).HTTP != http.StatusOK {
		t.Errorf("before: %+v", list)
	}
	for range 2 {
		var claimed gen.OrderClaimed
		ada.Post(orderClaim, claimBody(no)).Into(t, &claimed)
		if claimed != (gen.OrderClaimed{Orders: 1, Sims: 1}) {
			t.Errorf("claimed: %+v", claimed)
		}
	}
	data := page[gen.AccountOrdersPage](t, ada, "/en/my-account/orders")
	if data.GuestOrders != nil || data.List.Total != 1 || data.List.Items[0].OrderNo != no {
		t.Errorf("my orders: %+v", data)
	}
	mine := listSIMs(t, ada)
	if len(mine) != 1 || mine[0].OrderNo != no {
		t.Fatalf("my SIMs: %+v", mine)
	}
	readSIM(t, ada, mine[0].SimId)
	ada.Get(install, "orderNo", no).Into(t, new(any))
	if r := readRewards(t, ada); r.Pending != 6 || r.Ledger.Total != 1 || r.Ledger.Items[0].OrderNo != no {
		t.Errorf("points: %+v", r)
	}
	for _, path := range []string{detail, install, "/gw/cq-ordercharge/payment/us/status"} {
		guest.Get(path, "orderNo", no).RequireCode(t, http.StatusNotFound, "order_not_found")
	}
	for _, path := range []string{"", "/install", "/sims"} {
		a := guest.Get("/gw/page/query", "path", "/en/my-order/"+no+path)
		if a.HTTP == http.StatusOK && contains(string(a.Body), "jp-3g-7") {
			t.Errorf("%s shows the order to the browser that placed it", path)
		}
	}
	code := guest.Code("ada@example.com", "track")
	guest.Post("/gw/cq-ordercharge/order/track", map[string]string{"orderNo": no, "email": "ada@example.com", "code": code}).Into(t, new(gen.Order))
	if guest.Get(install, "orderNo", no).HTTP != http.StatusOK {
		t.Error("whoever has proved the mailbox does not see the order")
	}
}

// Whoever does not have the mailbox gets nothing and learns nothing: by an account under another address, by a change of the
// address without its code, or by naming the order.
func TestNobodyTakesTheOrderOfAnotherMailbox(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest, no := buyAsGuest(t, shop, "ada@example.com")
	eve := shop.Customer(t, "eve@example.com")
	refused := func(what string) {
		t.Helper()
		real, made := eve.Post(orderClaim, claimBody(no)), eve.Post(orderClaim, claimBody("2603011234567890"))
		if real.HTTP != made.HTTP || real.Code != "order_not_found" || made.Code != "order_not_found" {
			t.Errorf("%s: %d %s, of an order that is none %d %s", what, real.HTTP, real.Code, made.HTTP, made.Code)
		}
		if list := offeredOrders(t, eve); list != nil {
			t.Errorf("%s: offered %+v", what, list)
		}
	}
	refused("under another address")
	stranger := shop.Shopper(t)
	for _, code := range []string{"", "000000"} {
		if a := stranger.Seal(register, apptest.Registration("ada@example.com", code)); a.HTTP == http.StatusOK {
			t.Errorf("signed up with the code %q", code)
		}
	}
	change := gen.UpdateUserInfoBody{Op: "email", Email: "ada@example.com", Code: "000000", CurrentPassword: apptest.Password}
	if a := eve.Seal("/gw/mall/us/updateUserInfo", change); a.HTTP == http.StatusOK {
		t.Error("changed the address without its code")
	}
	refused("after guesses")
	guest.Post(orderClaim, claimBody(no)).RequireCode(t, http.StatusUnauthorized, "login_required")
	eve.Post(orderClaim, claimBody()).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")

	// The code that was sent to the mailbox makes it hers.
	change.Code = eve.Code("ada@example.com", "change_email")
	eve.Seal("/gw/mall/us/updateUserInfo", change).Into(t, new(any))
	if list := offeredOrders(t, eve); list == nil || len(list.Items) != 1 {
		t.Errorf("with the mailbox proved: %+v", list)
	}
}

// A SIM that another account has linked stays there, and who takes its order is told.
func TestALinkedSIMStaysWhereItIs(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	_, no := buyAsGuest(t, shop, "ada@example.com")
	bob, ada := shop.Customer(t, "bob@example.com"), shop.Customer(t, "ada@example.com")
	exec(t, shop, `update sim_line set user_id = (select id from customer where email_normal = 'bob@example.com'), linked_at = now()
		where order_line_id in (select l.id from order_line l join orders o on o.id = l.order_id where o.order_no = ?)`, no)
	var claimed gen.OrderClaimed
	ada.Post(orderClaim, claimBody(no)).Into(t, &claimed)
	if claimed != (gen.OrderClaimed{Orders: 1, SimsElsewhere: 1}) || len(listSIMs(t, ada)) != 0 || len(listSIMs(t, bob)) != 1 {
		t.Errorf("claimed %+v; Ada has %d SIMs, Bob %d", claimed, len(listSIMs(t, ada)), len(listSIMs(t, bob)))
	}
	// One that Bob had and took off his list comes to Ada with its order.
	_, no = buyAsGuest(t, shop, "ada@example.com")
	exec(t, shop, `update sim_line set unlinked_at = now() where user_id is null`)
	ada.Post(orderClaim, claimBody(no)).Into(t, &claimed)
	if mine := listSIMs(t, ada); claimed != (gen.OrderClaimed{Orders: 1, Sims: 1}) || len(mine) != 1 || mine[0].OrderNo != no || len(listSIMs(t, bob)) != 1 {
		t.Errorf("claimed %+v; Ada has %+v", claimed, mine)
	}
}

// What was put off is offered quietly; what was paid for since, also while the page was open, is offered anew.
func TestTheOfferIsPutOff(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	_, first := buyAsGuest(t, shop, "ada@example.com")
	ada := shop.Customer(t, "ada@example.com")
	postpone := func(orderNos ...string) {
		t.Helper()
		if a := ada.Post(claimLater, gen.OrderClaimLaterBody{OrderNos: orderNos}); a.HTTP != http.StatusOK {
			t.Errorf("put off: %d %s", a.HTTP, a.Code)
		}
	}
	requireOffer := func(what string, postponed bool, orders int) {
		t.Helper()
		if list := offeredOrders(t, ada); list == nil || list.Later != postponed || len(list.Items) != orders || !list.FirstOrder {
			t.Errorf("%s: %+v", what, list)
		}
	}
	_, strangers := buyAsGuest(t, shop, "eve@example.com")
	postpone(strangers, "2603011234567890")
	postpone()
	requireOffer("nothing of hers put off", false, 1)
	_, second := buyAsGuest(t, shop, "ada@example.com")
	postpone(first)
	requireOffer("another paid while the page was open", false, 2)
	for range 2 {
		postpone(first, second)
	}
	postpone(first)
	requireOffer("put off", true, 2)
	buyAsGuest(t, shop, "ada@example.com")
	requireOffer("with another order", false, 3)
	guest := shop.Shopper(t)
	guest.Post(claimLater, gen.OrderClaimLaterBody{OrderNos: []string{first}}).RequireCode(t, http.StatusUnauthorized, "login_required")
}

// Who had the mailbox when the points were counted takes the order, also with another address since; what nobody has counted is
// taken by who has the mailbox now.
func TestTheMailboxOfAnOrderMoves(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	_, no := buyAsGuest(t, shop, "ada@example.com")
	ada := shop.Customer(t, "ada@example.com")
	_, uncounted := buyAsGuest(t, shop, "ada@example.com")
	ada.Seal(updateUser, changeEmailBody(ada, "ada@new.example")).Into(t, new(any))
	allowAnotherCode(shop)
	bob := shop.Customer(t, "ada@example.com")
	if list := offeredOrders(t, bob); list == nil || len(list.Items) != 1 || list.Items[0].OrderNo != uncounted {
		t.Errorf("Bob, who has the mailbox now, is offered %+v", list)
	}
	if list := offeredOrders(t, ada); list == nil || len(list.Items) != 1 || list.Items[0].OrderNo != no {
		t.Errorf("Ada, who has the points, is offered %+v", list)
	}
	bob.Post(orderClaim, claimBody(no)).RequireCode(t, http.StatusNotFound, "order_not_found")
	ada.Post(orderClaim, claimBody(uncounted)).RequireCode(t, http.StatusNotFound, "order_not_found")
	for p, order := range map[*apptest.Shopper]string{ada: no, bob: uncounted} {
		var claimed gen.OrderClaimed
		p.Post(orderClaim, claimBody(order)).Into(t, &claimed)
		if mine := listSIMs(t, p); claimed.Orders != 1 || len(mine) != 1 || mine[0].OrderNo != order || readRewards(t, p).Pending != 6 {
			t.Errorf("claimed %+v, SIMs %+v", claimed, mine)
		}
	}
}

// changeEmailBody is the form of a change of the address, with its code.
func changeEmailBody(p *apptest.Shopper, email string) gen.UpdateUserInfoBody {
	return gen.UpdateUserInfoBody{Op: "email", Email: email, Code: p.Code(email, "change_email"), CurrentPassword: apptest.Password}
}

// Of a claim and a deletion of the account at the same moment one comes first, and in the end the order is nobody's.
func TestACustomerLeavesWhileTakingAnOrder(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest, no := buyAsGuest(t, shop, "ada@example.com")
	ada := shop.Customer(t, "ada@example.com")
	leave := ada.Sealed("/gw/mall/us/deleteAccount", gen.DeleteAccountBody{Password: apptest.Password, Confirm: true})
	var wg sync.WaitGroup
	wg.Go(func() { ada.Post("/gw/mall/us/deleteAccount", leave).Into(t, new(any)) })
	for range 3 {
		wg.Go(func() {
			if a := ada.Post(orderClaim, claimBody(no)); a.HTTP >= http.StatusInternalServerError {
				t.Errorf("%d %s", a.HTTP, a.Code)
			}
		})
	}
	wg.Wait()
	requireOneOwner(t, shop, no)
	if n := count(t, shop, `select count(*) from orders where order_no = ? and user_id is null and earner_id is null and email_normal = ''`, no); n != 1 {
		t.Error("the order still says whose it is")
	}
	if a := guest.Get(detail, "orderNo", no); a.HTTP == http.StatusOK && count(t, shop, `select count(*) from orders where owner like 'gone:%'`) == 1 {
		t.Error("the browser that placed it reads an order that had been taken")
	}
	again := shop.Customer(t, "ada@example.com")
	if list := offeredOrders(t, again); list != nil {
		t.Errorf("offered after the deletion: %+v", list)
	}
}
