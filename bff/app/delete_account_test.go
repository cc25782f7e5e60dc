package app_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const (
	updateUser = "/gw/mall/us/updateUserInfo"
	leave      = "/gw/mall/us/deleteAccount"
	track      = "/gw/cq-ordercharge/order/track"
)

// findTraces returns where texts are found in the shop's tables.
func findTraces(t *testing.T, shop *apptest.Shop, of ...string) []string {
	t.Helper()
	return moduletest.FindText(t, shop.DB, nil, of...)
}

// A customer with everything one can have leaves: nothing in any table says who it was, the sessions are dead, and the
// orders are still there for whoever has the number and the mailbox.
func TestDeletingAnAccountErasesTheCustomer(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	const first, second, phone = "zephyrine@quill.example", "quillfeather@quill.example", "+85291234567"
	p := shop.Shopper(t)
	guest := apptest.Order("jp-3g-7", "esim", 650, nil)
	guest.Contact = gen.OrderContact{FirstName: "Zephyrine", LastName: "Quillfeather", Email: "Zephyrine@Quill.example", Phone: phone}
	before := p.Place(guest)

	form := apptest.Registration(first, p.Code(first, "signup"))
	form.FirstName, form.LastName = "Zephyrine", "Quillfeather"
	p.Seal(register, form, "Idempotency-Key", apptest.Key()).Into(t, &gen.Login{})
	p.Seal(updateUser, gen.UpdateUserInfoBody{
		Op: "phone", Phone: phone, Code: p.CodeBy("sms", phone, "change_phone"), CurrentPassword: apptest.Password,
	}).Into(t, &gen.User{})
	address := apptest.Address()
	address.FullName, address.AddressLine1, address.Phone = "Zephyrine Quillfeather", "7 Inkwell Alley", phone
	p.Post("/gw/mall/us/address/save", address).Into(t, &gen.Address{})
	p.Post(add, map[string]any{"goodsId": "jp-10g-15", "simType": "physical", "quantity": 1}).Into(t, &gen.Cart{})
	p.Post("/gw/mall/contact/submit", map[string]string{"firstName": "Zephyrine", "lastName": "Quillfeather", "email": first, "message": "7 Inkwell Alley?"}).
		Into(t, &gen.ContactTicket{})
	paid := guest
	paid.Contact.Email = first
	esim := p.Place(paid)
	secret, _ := p.Create(esim.OrderNo)
	if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	card := apptest.Order("jp-10g-15", "physical", 1890, address)
	card.Contact = guest.Contact
	parcel := p.Place(card)
	waittest.Eventually(t, "the eSIM is delivered", func() bool { return p.Detail(esim.OrderNo).Status == "completed" })
	bought := listSIMs(t, p)[0].SimId
	p.Post(refundPath, map[string]any{"orderNo": esim.OrderNo, "reason": "WRONG_PURCHASE", "notes": "The quillfeather of Inkwell does not work"}).Into(t, new(any))
	thai := apptest.Order("th-15g-8v", "esim", 790, nil)
	thai.Contact = paid.Contact
	buyAndWait(t, p, thai)
	named := listSIMs(t, p)[0].SimId
	p.Seal(realname, realnameForm(named, "K7731QXZ7")).Into(t, &gen.RealnameStatus{})
	waitForVerdict(t, p, named, "verified")
	p.Seal(updateUser, gen.UpdateUserInfoBody{
		Op: "email", Email: second, Code: p.Code(second, "change_email"), CurrentPassword: apptest.Password,
	}).Into(t, &gen.User{})
	token := tokenOf(t, shop, p)
	of := []string{first, second, "zephyrine", "quillfeather", "85291234567", "inkwell", "qxz7"}
	if found := findTraces(t, shop, of...); len(found) < 15 {
		t.Fatalf("the search finds too little: %v", found)
	}

	p.Seal(leave, gen.DeleteAccountBody{Password: apptest.Password}).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	p.Seal(leave, gen.DeleteAccountBody{Password: "Wrong-Way-99", Confirm: true}).RequireCode(t, http.StatusUnprocessableEntity, "password_incorrect")
	p.Seal(leave, gen.DeleteAccountBody{Confirm: true, Code: p.Code(second, "delete")}).Into(t, new(any))

	if found := findTraces(t, shop, of...); len(found) > 0 {
		t.Fatalf("traces:\n  %s", strings.Join(found, "\n  "))
	}
	if n := count(t, shop, `select count(*) from sim_line where user_id is not null or unlinked_at is null`); n > 0 {
		t.Fatalf("%d SIMs are still on the list of %s", n, bought)
	}
	if tokenOf(t, shop, p) != "" || readSession(t, p).IsLogin {
		t.Fatal("still logged in")
	}
	elsewhere := shop.Shopper(t)
	elsewhere.Header.Set("Authorization", "Bearer "+token)
	elsewhere.Get(userInfo).RequireCode(t, http.StatusUnauthorized, "login_required")
	elsewhere.Header.Del("Authorization")
	elsewhere.Seal(login, passwordLogin(second, apptest.Password)).RequireCode(t, http.StatusUnauthorized, "wrong_credentials")

	for no, mailbox := range map[string]string{before.OrderNo: first, esim.OrderNo: first, parcel.OrderNo: first} {
		var o gen.Order
		shop.DB.Gorm.Exec(`update verification_code set sent_at = sent_at - interval '2 minutes'`)
		elsewhere.Post(track, map[string]string{"orderNo": no, "email": mailbox, "code": elsewhere.Code(mailbox, "track")}).Into(t, &o)
		if o.OrderNo != no || o.Contact.Email != "" || (o.ShippingInfo != nil && o.ShippingInfo.FullName != "") {
			t.Fatalf("tracked: %+v", o)
		}
	}
	elsewhere.Post(track, map[string]string{"orderNo": esim.OrderNo, "email": second, "code": elsewhere.Code(second, "track")}).
		RequireCode(t, http.StatusUnprocessableEntity, "order_email_mismatch")
	if again := shop.Customer(t, second); !readSession(t, again).IsLogin {
		t.Fatal("the address cannot sign up again")
	}
}

// Who leaves takes nothing from others: Bob has ordered for Ada's present address, and has had her former one since.
func TestDeletingAnAccountKeepsDataOfOthers(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	const former, present = "ada@firm.example", "ada@example.com"
	ada := shop.Customer(t, former)
	ada.Seal(updateUser, gen.UpdateUserInfoBody{
		Op: "email", Email: present, Code: ada.Code(present, "change_email"), CurrentPassword: apptest.Password,
	}).Into(t, &gen.User{})
	shop.DB.Gorm.Exec(`update verification_code set sent_at = sent_at - interval '2 minutes'`)
	bob := shop.Customer(t, former)
	gift := apptest.Order("jp-3g-7", "esim", 650, nil)
	gift.Contact.Email = present
	own := gift
	own.Contact.Email = former
	paid, waits := buyAndWait(t, bob, gift), bob.Place(own)
	bob.Post("/gw/mall/contact/submit", map[string]string{"firstName": "Bob", "lastName": "B", "email": former, "message": "Where is my parcel?"}).
		Into(t, &gen.ContactTicket{})
	before := []gen.Order{bob.Detail(paid.OrderNo), bob.Detail(waits.OrderNo)}
	const notes = `select count(*) from notification where recipient <> '' and key like 'order:%'`
	sent := count(t, shop, notes)

	ada.Seal(leave, gen.DeleteAccountBody{Password: apptest.Password, Confirm: true}).Into(t, new(any))

	if after := []gen.Order{bob.Detail(paid.OrderNo), bob.Detail(waits.OrderNo)}; !reflect.DeepEqual(before, after) {
		t.Errorf("Bob's orders were %+v\nand are   %+v", before, after)
	}
	if len(listSIMs(t, bob)) != 1 {
		t.Error("Bob's SIM is gone")
	}
	if n := count(t, shop, notes); n != sent {
		t.Errorf("of %d notes about Bob's orders %d are left", sent, n)
	}
	if n := count(t, shop, `select count(*) from contact_message`); n != 1 {
		t.Error("Bob's message is gone")
	}
}
