package account_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestNamesAndConsent(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	a := f.register(t)
	if _, err := f.accounts.Rename(ctx, request(), a.Caller, " ", "x"); requireFault(t, err).Fields["firstName"] != "first_name_required" {
		t.Fatalf("no name: %v", err)
	}
	if c, err := f.accounts.Rename(ctx, request(), a.Caller, " 小明 ", " "); err != nil || c.FirstName != "小明" || c.LastName != "" {
		t.Fatalf("renamed: %+v %v", c, err)
	}
	if c, err := f.accounts.Consent(ctx, request(), a.Caller, true); err != nil || !c.PromoConsent {
		t.Fatalf("consent: %+v %v", c, err)
	}
	who, err := f.accounts.Authenticate(ctx, 20, a.Token)
	if err != nil || who.Customer.FirstName != "小明" || !who.Customer.PromoConsent {
		t.Fatalf("kept: %+v %v", who, err)
	}
	if n := f.Count(t, `select count(*) from audit_log where entity = 'customer' and action in ('rename', 'consent')`); n != 2 {
		t.Fatalf("%d audit rows", n)
	}
}

func TestChangeOfThePassword(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	here := f.register(t)
	there, err := f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password})
	require.NoError(t, err)
	change := func(current, next, again string) error {
		_, err := f.accounts.ChangePassword(ctx, request(), here.Caller, account.NewPassword{Current: current, Password: next, ConfirmPassword: again})
		return err
	}
	const next = "Other-Route-77"
	if refused := requireFault(t, change("", "x", "y")); refused.Fields["currentPassword"] != "password_required" || refused.Fields["password"] != "password_rule" || refused.Fields["confirmPassword"] != "password_mismatch" {
		t.Fatalf("an empty form: %+v", refused)
	}
	if got := fault.Code(change("Wrong-Way-99", next, next)); got != "password_incorrect" {
		t.Fatalf("with a wrong current one: %q", got)
	}
	if got := fault.Code(change(password, password, password)); got != "same_password" {
		t.Fatalf("the same again: %q", got)
	}
	renewed, err := f.accounts.ChangePassword(ctx, request(), here.Caller, account.NewPassword{Current: password, Password: next, ConfirmPassword: next})
	require.NoError(t, err)
	if renewed.Token == here.Token || !f.isSessionAlive(t, renewed.Token) || f.isSessionAlive(t, here.Token) ||
		f.isSessionAlive(t, there.Token) {
		t.Fatal("of three tokens only the new one may live")
	}
	if f.login(account.Credentials{Email: email, Password: password}) == "" || f.login(account.Credentials{Email: email, Password: next}) != "" {
		t.Fatal("the passwords are mixed up")
	}
	if n := f.Count(t, `select count(*) from notification where template = 'password_changed'`); n != 1 {
		t.Fatalf("%d mails", n)
	}
}

// An open browser is no way to guess the password: five wrong ones a day, and the login is not locked by them.
func TestGuessesOfTheCurrentPassword(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	a := f.register(t)
	guess := account.NewPassword{Current: "Wrong-Way-99", Password: "Other-Route-77", ConfirmPassword: "Other-Route-77"}
	for n, want := range []string{"password_incorrect", "password_incorrect", "password_incorrect", "password_incorrect", "account_locked", "account_locked"} {
		if _, err := f.accounts.ChangePassword(ctx, request(), a.Caller, guess); fault.Code(err) != want {
			t.Fatalf("guess %d: %v", n+1, err)
		}
	}
	if got := f.login(account.Credentials{Email: email, Password: password}); got != "" {
		t.Fatalf("the login: %q", got)
	}
	// Who has forgotten the password sets another by mail, which lifts the lock, as the mail about it says.
	const next = "Third-Ferry-55"
	err := f.accounts.ResetPassword(ctx, request(), account.Reset{Email: email, Code: f.newCode(t, notify.Email, email, "reset"),
		Password: next, ConfirmPassword: next})
	require.NoError(t, err)
	again, err := f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: next})
	require.NoError(t, err)
	guess.Current = next
	if _, err := f.accounts.ChangePassword(ctx, request(), again.Caller, guess); err != nil {
		t.Fatalf("with the new password: %v", err)
	}
}

func TestChangeOfTheAddress(t *testing.T) {
	t.Parallel()
	const next = "countess@example.org"
	for name, proof := range map[string]func(t *testing.T, f *fixture, body *account.NewEmail){
		"by password": func(_ *testing.T, _ *fixture, body *account.NewEmail) { body.CurrentPassword = password },
		"by old code": func(t *testing.T, f *fixture, body *account.NewEmail) {
			body.OldCode = f.newCode(t, notify.Email, email, "change_email")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixtureWithRedis(t)
			a := f.register(t)
			change := func(body account.NewEmail) (account.LoginResult, error) {
				return f.accounts.ChangeEmail(ctx, request(), a.Caller, body)
			}
			_, err := change(account.NewEmail{Email: " Ada@Example.com"})
			if refused := requireFault(t, err); refused.Fields["email"] != "email_unchanged" || refused.Fields["code"] != "code_required" || refused.Fields["currentPassword"] != "password_required" {
				t.Fatalf("nothing new: %+v", refused)
			}
			body := account.NewEmail{Email: "Countess@example.org", Code: f.newCode(t, notify.Email, next, "change_email")}
			stolen := body
			stolen.CurrentPassword = "Wrong-Way-99"
			if _, err := change(stolen); fault.Code(err) != "password_incorrect" {
				t.Fatalf("an open browser: %v", err)
			}
			proof(t, f, &body)
			bad := body
			bad.Code = wrongCode(body.Code)
			if _, err := change(bad); fault.Code(err) != "code_incorrect" {
				t.Fatalf("a wrong code: %v", err)
			}
			renewed, err := change(body)
			require.NoError(t, err)
			if renewed.Customer.Email != "Countess@example.org" || f.isSessionAlive(t, a.Token) || !f.isSessionAlive(t, renewed.Token) {
				t.Fatalf("changed: %+v", renewed)
			}
			if n := f.Count(t, `select count(*) from notification where template = 'email_changed' and recipient = ?`, email); n != 1 {
				t.Fatalf("%d mails to the old address", n)
			}
			if f.login(account.Credentials{Email: email, Password: password}) == "" || f.login(account.Credentials{Email: next, Password: password}) != "" {
				t.Fatal("the addresses are mixed up")
			}
		})
	}
}

func TestAnAddressOfAnotherAccount(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	form := registrationForm()
	form.Email, form.Code = "eve@example.com", f.newCode(t, notify.Email, "eve@example.com", "signup")
	if _, err := f.accounts.Register(ctx, request(), form); err != nil {
		t.Fatal(err)
	}
	a := f.register(t)
	change := account.NewEmail{Email: "eve@example.com", Code: "000000", CurrentPassword: password}
	code := f.newCode(t, notify.Email, "eve@example.com", "change_email")
	if code == change.Code {
		change.Code = "000001"
	}
	if _, err := f.accounts.ChangeEmail(ctx, request(), a.Caller, change); fault.Code(err) != "code_incorrect" {
		t.Fatalf("without the mailbox: %v", err)
	}
	change.Code = code
	if _, err := f.accounts.ChangeEmail(ctx, request(), a.Caller, change); fault.Code(err) != "email_exists" {
		t.Fatalf("with the mailbox: %v", err)
	}
	if !f.isSessionAlive(t, a.Token) {
		t.Fatal("a refused change ended the session")
	}
}

func TestAPhoneToLogInWith(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	a := f.register(t)
	if _, err := f.accounts.ChangePhone(ctx, request(), a.Caller, account.NewPhone{Phone: "12"}); requireFault(t, err).Fields["phone"] != "phone_invalid" {
		t.Fatalf("no number: %v", err)
	}
	a, err := f.accounts.ChangePhone(ctx, request(), a.Caller, account.NewPhone{
		Phone: "+852 9123 4567", Code: f.newCode(t, notify.SMS, "0085291234567", "change_phone"), CurrentPassword: password,
	})
	if err != nil || a.Customer.Phone != "+85291234567" {
		t.Fatalf("phone: %+v %v", a.Customer, err)
	}
	countNotices := func(last4 string) int {
		return f.Count(t, `select count(*) from notification where template = 'phone_changed' and recipient = ? and coalesce(data->>'last4', '') = ?`,
			email, last4)
	}
	if n := countNotices("4567"); n != 1 {
		t.Fatalf("%d mails about the number", n)
	}
	if got := f.login(account.Credentials{Phone: "+852-9123-4567", Code: f.newCode(t, notify.SMS, "+85291234567", "login")}); got != "" {
		t.Fatalf("login by phone: %q", got)
	}
	form := registrationForm()
	form.Email, form.Code = "eve@example.com", f.newCode(t, notify.Email, "eve@example.com", "signup")
	eve, err := f.accounts.Register(ctx, request(), form)
	require.NoError(t, err)
	_, err = f.accounts.ChangePhone(ctx, request(), eve.Caller, account.NewPhone{
		Phone: "+85291234567", Code: f.newCode(t, notify.SMS, "+85291234567", "change_phone"), CurrentPassword: password,
	})
	if fault.Code(err) != "phone_exists" {
		t.Fatalf("a number of another account: %v", err)
	}
	if a, err = f.accounts.ChangePhone(ctx, request(), a.Caller, account.NewPhone{CurrentPassword: password}); err != nil || a.Customer.Phone != "" {
		t.Fatalf("forgotten: %+v %v", a.Customer, err)
	}
	if n := countNotices(""); n != 1 {
		t.Fatalf("%d mails about no number", n)
	}
}
