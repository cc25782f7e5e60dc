package app_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/shared"
)

const (
	sendCode = "/gw/auth/code/send"
	reset    = "/gw/auth/password/reset"
)

// localShopper is a shopper with a language, who checks the messages of refusals.
type localShopper struct {
	*apptest.Shopper
	t    *testing.T
	lang string
}

func (r localShopper) text(key string) string { return shared.Text(r.lang, "errors", key, nil) }

// requireMessage requires the message of a refusal.
func (r localShopper) requireMessage(a apptest.Answer, key string) {
	r.t.Helper()
	if a.Success || a.Message != r.text(key) {
		r.t.Errorf("%d %s says %q, not %s: %q", a.HTTP, a.Code, a.Message, key, r.text(key))
	}
}

// requireFieldMessages requires these messages beside the fields of a form.
func (r localShopper) requireFieldMessages(a apptest.Answer, keys map[string]string) {
	r.t.Helper()
	var data struct{ Fields map[string]string }
	require.NoError(r.t, json.Unmarshal(a.Data, &data))
	want := map[string]string{}
	for field, key := range keys {
		want[field] = r.text(key)
	}
	if !maps.Equal(data.Fields, want) {
		r.t.Errorf("%d %s: fields %q, want %q", a.HTTP, a.Code, data.Fields, want)
	}
}

// Every message of sections 5 and 8 of the specification that is about accounts, in both languages. The words themselves
// are held by the tests of shared.
func TestAccountMessagesInBothLanguages(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	for lang, id := range map[string]string{"en": "2", "zh": "1"} {
		t.Run(lang, func(t *testing.T) {
			r := localShopper{shop.Shopper(t), t, lang}
			r.Header.Set("langId", id)
			r.Header.Set("lang", map[string]string{"en": "en_US", "zh": "zh_CN"}[lang])
			mine, nobodys := lang+"@example.com", "nobody-"+lang+"@example.com"
			allowNextCode := func() { exec(t, shop, `update verification_code set sent_at = sent_at - interval '1 minute'`) }
			run := func(what string, tell func(t *testing.T, r localShopper)) {
				t.Run(what, func(t *testing.T) { tell(t, localShopper{r.Shopper, t, lang}) })
			}

			run("signing up", func(t *testing.T, r localShopper) {
				form := gen.RegisterBody{Email: "ada", Password: "short", ConfirmPassword: "other"}
				r.requireFieldMessages(r.Seal(register, form), map[string]string{
					"email": "email_invalid", "code": "code_required", "password": "password_rule", "confirmPassword": "password_mismatch",
					"firstName": "first_name_required", "agree": "agree_required",
				})
				r.requireFieldMessages(r.Post(sendCode, map[string]string{"channel": "email", "target": "ada", "purpose": "signup"}), map[string]string{"target": "email_invalid"})
				r.requireFieldMessages(r.Post(sendCode, map[string]string{"channel": "fax", "target": "1", "purpose": "signup"}), map[string]string{"channel": "channel_invalid"})
				for channel, key := range map[string]string{"email": "email_required", "sms": "phone_required"} {
					r.requireFieldMessages(r.Post(sendCode, map[string]string{"channel": channel, "target": " ", "purpose": "signup"}),
						map[string]string{"target": key})
				}
				code := r.Code(mine, "signup")
				r.requireMessage(r.Post(sendCode, map[string]string{"channel": "email", "target": mine, "purpose": "signup"}), "code_too_soon")
				r.requireMessage(r.Seal(register, apptest.Registration(mine, differentCode(code))), "code_incorrect")
				r.Seal(register, apptest.Registration(mine, code)).Into(t, &gen.Login{})
				allowNextCode()
				code = r.Code(mine, "signup")
				taken := r.Seal(register, apptest.Registration(mine, code))
				r.requireMessage(taken, "email_exists")
				r.requireFieldMessages(taken, map[string]string{"email": "email_exists"})
				exec(t, shop, `update verification_code set expires_at = now() - interval '1 second'`)
				r.requireMessage(r.Seal(register, apptest.Registration(mine, code)), "code_expired")
				for range 3 {
					r.Seal(register, apptest.Registration(mine, differentCode(code)))
				}
				r.requireMessage(r.Seal(register, apptest.Registration(mine, code)), "code_tries_exceeded")
			})
			run("the account", func(t *testing.T, r localShopper) {
				change := gen.UpdateUserInfoBody{Op: "password", CurrentPassword: "Other-Way-77", Password: apptest.Password, ConfirmPassword: apptest.Password}
				r.requireMessage(r.Seal(updateUser, change), "password_incorrect")
				change.CurrentPassword = apptest.Password
				r.requireMessage(r.Seal(updateUser, change), "same_password")
				change.CurrentPassword, change.ConfirmPassword = "", "Other-Way-77"
				r.requireFieldMessages(r.Seal(updateUser, change), map[string]string{"currentPassword": "password_required",
					"confirmPassword": "password_mismatch"})
				r.requireFieldMessages(r.Seal(updateUser, gen.UpdateUserInfoBody{Op: "profile"}), map[string]string{"firstName": "first_name_required"})
				r.requireFieldMessages(r.Seal(updateUser, gen.UpdateUserInfoBody{Op: "phone", Phone: "12", CurrentPassword: apptest.Password,
					Code: "1"}),
					map[string]string{"phone": "phone_invalid"})
				r.requireFieldMessages(r.Seal(leave, gen.DeleteAccountBody{}), map[string]string{"confirm": "confirm_required",
					"password": "password_required"})
				r.requireMessage(r.Seal(leave, gen.DeleteAccountBody{Confirm: true, Password: "Other-Way-77"}), "password_incorrect")
				r.Get(logout).Into(t, new(any))
				r.requireMessage(r.Get(userInfo), "login_required")
			})
			run("logging in", func(t *testing.T, r localShopper) {
				r.requireFieldMessages(r.Seal(login, gen.LoginBody{}), map[string]string{"email": "email_required", "password": "password_required"})
				r.requireFieldMessages(r.Seal(login, gen.LoginBody{By: "phone"}), map[string]string{"phone": "phone_required", "code": "code_required"})
				r.requireFieldMessages(r.Seal(login, gen.LoginBody{By: "phone", Code: "123456"}), map[string]string{"phone": "phone_required"})
				r.requireFieldMessages(r.Seal(login, gen.LoginBody{Phone: "12"}), map[string]string{"phone": "phone_invalid", "code": "code_required"})
				for _, key := range []string{"attempts_remaining_4", "attempts_remaining_3", "attempts_remaining_2", "attempts_remaining_1", "account_locked", "account_locked"} {
					r.requireMessage(r.Seal(login, passwordLogin(mine, "Other-Way-77")), key)
				}
			})
			run("a forgotten password", func(t *testing.T, r localShopper) {
				form := func(email, code string) gen.PasswordResetBody {
					return gen.PasswordResetBody{Email: email, Code: code, Password: apptest.Password, ConfirmPassword: apptest.Password}
				}
				unknown := r.Seal(reset, form(nobodys, r.Code(nobodys, "reset")))
				r.requireMessage(unknown, "email_not_registered")
				r.requireFieldMessages(unknown, map[string]string{"email": "email_not_registered"})
				code := r.Code(mine, "reset")
				r.requireMessage(r.Seal(reset, form(mine, differentCode(code))), "code_incorrect")
				same := r.Seal(reset, form(mine, code))
				r.requireMessage(same, "same_password")
				r.requireFieldMessages(same, map[string]string{"password": "same_password"})
				exec(t, shop, `update verification_code set expires_at = now() - interval '1 second'`)
				r.requireMessage(r.Seal(reset, form(mine, code)), "code_expired")
			})
			run("tracking", func(t *testing.T, r localShopper) {
				r.requireFieldMessages(r.Post(track, map[string]string{}), map[string]string{
					"orderNo": "order_no_required", "email": "email_required", "code": "code_required",
				})
				ask := func(no, code string) apptest.Answer {
					return r.Post(track, map[string]string{"orderNo": no, "email": nobodys, "code": code})
				}
				placed := r.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
				code := r.Code(nobodys, "track")
				r.requireMessage(ask(placed.OrderNo, differentCode(code)), "code_incorrect")
				r.requireMessage(ask(placed.OrderNo, code), "order_email_mismatch")
				r.requireMessage(ask("nothing", code), "order_not_found")
				// Who mistyped the number corrects it: the code is used up by the order that it finds.
				body := apptest.Order("jp-3g-7", "esim", 650, nil)
				body.Contact.Email = nobodys
				mine := r.Place(body)
				if a := ask(mine.OrderNo, code); !a.Success {
					t.Errorf("with the right number: %d %s", a.HTTP, a.Code)
				}
				r.requireMessage(ask(mine.OrderNo, code), "code_incorrect")
			})
		})
	}
}

// differentCode is a code that is not this one.
func differentCode(code string) string {
	if code == "111111" {
		return "222222"
	}
	return "111111"
}
