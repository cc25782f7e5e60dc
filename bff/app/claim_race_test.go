package app_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// runAtOnce runs all steps at the same moment.
func runAtOnce(steps ...func()) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for _, step := range steps {
		wg.Go(func() {
			<-start
			step()
		})
	}
	close(start)
	wg.Wait()
}

// claimOrder returns a step that claims an order for a customer; a refusal that the shop may not give fails the test.
func claimOrder(t *testing.T, p *apptest.Shopper, orderNo string) func() {
	return func() {
		a := p.Post(orderClaim, claimBody(orderNo))
		if a.HTTP != http.StatusOK && a.Code != "order_not_found" && a.Code != "login_required" {
			t.Errorf("claim: %d %s", a.HTTP, a.Code)
		}
	}
}

// requireOneOwner requires one owner of an order, its points once and for that owner, and one audit row.
func requireOneOwner(t *testing.T, shop *apptest.Shop, orderNo string) {
	t.Helper()
	for what, query := range map[string]string{
		"an owner that is not the customer": `select count(*) from orders where order_no = ?
			and (user_id is not null and owner <> 'u:' || user_id or user_id is null and owner like 'u:%')`,
		"points for somebody else": `select count(*) from orders o join point_lot l on l.order_id = o.id
			where o.order_no = ? and l.user_id <> coalesce(o.user_id, o.earner_id)`,
		"points twice": `select greatest(count(*) - 1, 0) from orders o join point_lot l on l.order_id = o.id where o.order_no = ?`,
		"audit rows beside one for each claim": `select abs((select count(*) from audit_log where action = 'claim' and entity = 'order' and entity_id = o.id::text)
			- case when o.user_id is not null or o.owner like 'gone:%' then 1 else 0 end) from orders o where o.order_no = ?`,
	} {
		if n := count(t, shop, query, orderNo); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

func ownerOf(t *testing.T, shop *apptest.Shop, orderNo string) int {
	t.Helper()
	return count(t, shop, `select coalesce(user_id, 0) from orders where order_no = ?`, orderNo)
}

// A customer claims while the address of the account changes, while the next owner of the mailbox signs up and claims too, and while
// logins elsewhere count points.
func TestAClaimDuringAnAddressChangeAndLogins(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	for n := range 4 {
		address := fmt.Sprintf("ada%d@example.com", n)
		ada := shop.Customer(t, address)
		_, no := buyAsGuest(t, shop, address)
		change := ada.Sealed(updateUser, changeEmailBody(ada, fmt.Sprintf("ada%d@new.example", n)))
		elsewhere := shop.Shopper(t)
		login := elsewhere.Sealed("/gw/auth/login", passwordLogin(address, apptest.Password))
		runAtOnce(
			claimOrder(t, ada, no), claimOrder(t, ada, no),
			func() { ada.Post(updateUser, change) },
			func() { elsewhere.Post("/gw/auth/login", login) },
			func() { readRewards(t, ada) },
		)
		requireOneOwner(t, shop, no)
		allowAnotherCode(shop)
		bob, taken := shop.Customer(t, address), ownerOf(t, shop, no)
		runAtOnce(claimOrder(t, ada, no), claimOrder(t, bob, no), func() { readRewards(t, bob) }, func() { readRewards(t, ada) })
		requireOneOwner(t, shop, no)
		now := ownerOf(t, shop, no)
		if now == 0 || taken != 0 && now != taken {
			t.Errorf("of %d, then of %d", taken, now)
		}
		if r := readRewards(t, ada).Pending + readRewards(t, bob).Pending; r != 6 {
			t.Errorf("%d points for one order", r)
		}
	}
}

// A claim, a refund and the reading of points at the same moment: no points are left of what was given back.
func TestAClaimDuringARefund(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	run := newBackOffice(t, shop)
	for n := range 3 {
		address := fmt.Sprintf("ada%d@example.com", n)
		guest, no := buyAsGuest(t, shop, address)
		guest.Get(install, "orderNo", no).Into(t, new(any)) // a code that was seen is for staff to decide about
		var asked gen.RefundResult
		guest.Post(refundPath, gen.OrderRefundBody{OrderNo: no, Reason: "QR_ISSUE"}).Into(t, &asked)
		ada := shop.Customer(t, address)
		runAtOnce(
			claimOrder(t, ada, no), claimOrder(t, ada, no), func() { readRewards(t, ada) },
			func() {
				if out, err := run("refund", "approve", asked.Refund.RefundId, "--reason", "checked"); err != nil {
					t.Errorf("approve: %s %v", out, err)
				}
			},
		)
		claimOrder(t, ada, no)()
		waittest.Eventually(t, "the money is back", orderHasStatus(ada, no, "refunded"))
		requireOneOwner(t, shop, no)
		if r := readRewards(t, ada); r.Pending != 0 || r.Points != 0 {
			t.Errorf("points of what was given back: %+v", r)
		}
		if list := listSIMs(t, ada); len(list) != 0 {
			t.Errorf("SIMs of what was given back: %+v", list)
		}
	}
}

// An order is asked for before its payment is known, while it is, and after.
func TestAClaimDuringThePayment(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	for n := range 4 {
		address := fmt.Sprintf("ada%d@example.com", n)
		guest, ada := shop.Shopper(t), shop.Customer(t, address)
		body := apptest.Order("jp-3g-7", "esim", 650, nil)
		body.Contact.Email = address
		no := guest.Place(body).OrderNo
		ada.Post(orderClaim, claimBody(no)).RequireCode(t, http.StatusNotFound, "order_not_found")
		secret, _ := guest.Create(no)
		runAtOnce(
			func() {
				if status := guest.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
					t.Errorf("confirm: %d", status)
				}
			},
			func() { readRewards(t, ada) },
			func() {
				waittest.Eventually(t, "it is taken", func() bool {
					return ada.Post(orderClaim, claimBody(no)).HTTP == http.StatusOK
				})
			},
		)
		waittest.Eventually(t, "delivered", orderHasStatus(ada, no, "completed"))
		requireOneOwner(t, shop, no)
		if r := readRewards(t, ada); r.Pending != 6 || len(listSIMs(t, ada)) != 1 {
			t.Errorf("points %+v, SIMs %+v", r, listSIMs(t, ada))
		}
	}
}
