package app_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// Where no scripts run, two clicks send a form twice: the second comes with a login that the first has ended or is about to
// end, and is answered like the first. Another change with that login is not.
func TestARepeatedLoginChangeReturnsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	customer := shop.Customer(t, "ada@example.com")
	former := tokenOf(t, shop, customer)
	change := gen.UpdateUserInfoBody{
		Op: "email", Email: "ada@example.org", Code: customer.Code("ada@example.org", "change_email"), CurrentPassword: apptest.Password,
	}
	// Each click is a browser that knows the login of before, as the one browser does that sends both.
	browsers := [3]*apptest.Shopper{shop.Shopper(t), shop.Shopper(t), shop.Shopper(t)}
	var answers [len(browsers)]apptest.Answer
	click := func(i int) { answers[i] = browsers[i].Seal(updateUser, change, "Authorization", "Bearer "+former) }
	var atOnce sync.WaitGroup
	atOnce.Go(func() { click(0) })
	atOnce.Go(func() { click(1) })
	atOnce.Wait()
	click(2)
	last := browsers[2]
	for i, b := range browsers {
		var user gen.User
		answers[i].Into(t, &user)
		b.Get(userInfo).Into(t, &user)
		if user.Email != "ada@example.org" || tokenOf(t, shop, b) != tokenOf(t, shop, last) {
			t.Errorf("click %d: %s, another login than the last", i, user.Email)
		}
	}
	if n := count(t, shop, `select count(*) from audit_log where action = 'change e-mail'`); n != 1 {
		t.Errorf("changed %d times", n)
	}

	stranger := shop.Shopper(t)
	for _, other := range []gen.UpdateUserInfoBody{
		{Op: "email", Email: "eve@example.org", Code: change.Code, CurrentPassword: apptest.Password},
		{Op: "email", Email: change.Email, Code: change.Code, CurrentPassword: apptest.Password + "!"},
		{Op: "profile", FirstName: "Eve"},
	} {
		stranger.Seal(updateUser, other, "Authorization", "Bearer "+former).RequireCode(t, http.StatusUnauthorized, "login_required")
	}
	stranger.Seal(updateUser, change, "Authorization", "Bearer 1.nobodys").RequireCode(t, http.StatusUnauthorized, "login_required")
	stranger.Seal(updateUser, change).RequireCode(t, http.StatusUnauthorized, "login_required")
	last.Get(logout)
	stranger.Seal(updateUser, change, "Authorization", "Bearer "+former).RequireCode(t, http.StatusUnauthorized, "login_required")
}

// Two clicks on "Delete my account" end where one does. With the former login, another form opens nothing.
func TestARepeatedAccountDeletionSucceeds(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	former := tokenOf(t, shop, shop.Customer(t, "ada@example.com"))
	farewell := gen.DeleteAccountBody{Password: apptest.Password, Confirm: true}
	click := func(body gen.DeleteAccountBody) apptest.Answer {
		return shop.Shopper(t).Seal(leave, body, "Authorization", "Bearer "+former)
	}
	click(gen.DeleteAccountBody{Password: apptest.Password}).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	var answers [3]apptest.Answer
	var atOnce sync.WaitGroup
	atOnce.Go(func() { answers[0] = click(farewell) })
	atOnce.Go(func() { answers[1] = click(farewell) })
	atOnce.Wait()
	answers[2] = click(farewell)
	for i, a := range answers {
		if a.HTTP != http.StatusOK || !a.Success {
			t.Errorf("click %d: %d %s", i, a.HTTP, a.Code)
		}
	}
	if n := count(t, shop, `select count(*) from audit_log where action = 'leave'`); n != 1 {
		t.Errorf("left %d times", n)
	}
	click(gen.DeleteAccountBody{Password: apptest.Password + "!", Confirm: true}).RequireCode(t, http.StatusUnauthorized, "login_required")
	shop.Shopper(t).Seal(leave, farewell, "Authorization", "Bearer 1.nobodys").RequireCode(t, http.StatusUnauthorized, "login_required")
	shop.Shopper(t).Seal(leave, farewell).RequireCode(t, http.StatusUnauthorized, "login_required")
}
