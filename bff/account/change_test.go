package account_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestNamesAndConsent(t *testing.T) {
	t.Parallel()
	d := open(t)
	a := d.register(t)
	if _, err := d.accounts.Rename(ctx, request(), a.Caller, " ", "x"); refusal(t, err).Fields["firstName"] != "first_name_required" {
		t.Fatalf("no name: %v", err)
	}
	if c, err := d.accounts.Rename(ctx, request(), a.Caller, " 小明 ", " "); err != nil || c.FirstName != "小明" || c.LastName != "" {
		t.Fatalf("renamed: %+v %v", c, err)
	}
	if c, err := d.accounts.Consent(ctx, request(), a.Caller, true); err != nil || !c.PromoConsent {
		t.Fatalf("consent: %+v %v", c, err)
	}
	who, err := d.accounts.Authenticate(ctx, 20, a.Token)
	if err != nil || who.Customer.FirstName != "小明" || !who.Customer.PromoConsent {
		t.Fatalf("kept: %+v %v", who, err)
	}
	if n := d.Count(t, `select count(*) from audit_log where entity = 'customer' and action in ('rename', 'consent')`); n != 2 {
		t.Fatalf("%d audit rows", n)
	}
}

func TestChangeOfThePassword(t *testing.T) {
	t.Parallel()
	d := open(t)
	here := d.register(t)
	there, err := d.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	change := func(current, next, again string) error {
		_, err := d.accounts.ChangePassword(ctx, request(), here.Caller, account.NewPassword{Current: current, Password: next, ConfirmPassword: again})
		return err
	}
	const next = "Other-Route-77"
	if f := refusal(t, change("", "x", "y")); f.Fields["currentPassword"] != "password_required" || f.Fields["password"] != "password_rule" || f.Fields["confirmPassword"] != "password_mismatch" {
		t.Fatalf("an empty form: %+v", f)
	}
	if got := fault.Code(change("Wrong-Way-99", next, next)); got != "password_incorrect" {
		t.Fatalf("with a wrong current one: %q", got)
	}
	if got := fault.Code(change(password, password, password)); got != "same_password" {
		t.Fatalf("the same again: %q", got)
	}
	renewed, err := d.accounts.ChangePassword(ctx, request(), here.Caller, account.NewPassword{Current: password, Password: next, ConfirmPassword: next})
	if err != nil {
		t.Fatal(err)
	}
	if renewed.Token == here.Token || !d.alive(t, renewed.Token) || d.alive(t, here.Token) || d.alive(t, there.Token) {
		t.Fatal("of three tokens only the new one may live")
	}
	if d.login(account.Credentials{Email: email, Password: password}) == "" || d.login(account.Credentials{Email: email, Password: next}) != "" {
		t.Fatal("the passwords are mixed up")
	}
	if n := d.Count(t, `select count(*) from notification where template = 'password_changed'`); n != 1 {
		t.Fatalf("%d mails", n)
	}
}

// An open browser is no way to guess the password: five wrong ones a day, and the login is not locked by them.
func TestGuessesOfTheCurrentPassword(t *testing.T) {
	t.Parallel()
	d := open(t)
	a := d.register(t)
	guess := account.NewPassword{Current: "Wrong-Way-99", Password: "Other-Route-77", ConfirmPassword: "Other-Route-77"}
	for n, want := range []string{"password_incorrect", "password_incorrect", "password_incorrect", "password_incorrect", "account_locked", "account_locked"} {
		if _, err := d.accounts.ChangePassword(ctx, request(), a.Caller, guess); fault.Code(err) != want {
			t.Fatalf("guess %d: %v", n+1, err)
		}
	}
	if got := d.login(account.Credentials{Email: email, Password: password}); got != "" {
		t.Fatalf("the login: %q", got)
	}
}

func TestChangeOfTheAddress(t *testing.T) {
	t.Parallel()
	const next = "countess@example.org"
	for name, proof := range map[string]func(t *testing.T, d *fixture, f *account.NewEmail){
		"by password": func(_ *testing.T, _ *fixture, f *account.NewEmail) { f.CurrentPassword = password },
		"by old code": func(t *testing.T, d *fixture, f *account.NewEmail) {
			f.OldCode = d.code(t, notify.Email, email, "change_email")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := open(t)
			a := d.register(t)
			change := func(f account.NewEmail) (account.LoginResult, error) {
				return d.accounts.ChangeEmail(ctx, request(), a.Caller, f)
			}
			_, err := change(account.NewEmail{Email: " Ada@Example.com"})
			if f := refusal(t, err); f.Fields["email"] != "email_unchanged" || f.Fields["code"] != "code_required" || f.Fields["currentPassword"] != "password_required" {
				t.Fatalf("nothing new: %+v", f)
			}
			f := account.NewEmail{Email: "Countess@example.org", Code: d.code(t, notify.Email, next, "change_email")}
			stolen := f
			stolen.CurrentPassword = "Wrong-Way-99"
			if _, err := change(stolen); fault.Code(err) != "password_incorrect" {
				t.Fatalf("an open browser: %v", err)
			}
			proof(t, d, &f)
			bad := f
			bad.Code = wrong(f.Code)
			if _, err := change(bad); fault.Code(err) != "code_incorrect" {
				t.Fatalf("a wrong code: %v", err)
			}
			renewed, err := change(f)
			if err != nil {
				t.Fatal(err)
			}
			if renewed.Customer.Email != "Countess@example.org" || d.alive(t, a.Token) || !d.alive(t, renewed.Token) {
				t.Fatalf("changed: %+v", renewed)
			}
			if n := d.Count(t, `select count(*) from notification where template = 'email_changed' and recipient = ?`, email); n != 1 {
				t.Fatalf("%d mails to the old address", n)
			}
			if d.login(account.Credentials{Email: email, Password: password}) == "" || d.login(account.Credentials{Email: next, Password: password}) != "" {
				t.Fatal("the addresses are mixed up")
			}
		})
	}
}

func TestAnAddressOfAnotherAccount(t *testing.T) {
	t.Parallel()
	d := open(t)
	f := form()
	f.Email, f.Code = "eve@example.com", d.code(t, notify.Email, "eve@example.com", "signup")
	if _, err := d.accounts.Register(ctx, request(), f); err != nil {
		t.Fatal(err)
	}
	a := d.register(t)
	change := account.NewEmail{Email: "eve@example.com", Code: "000000", CurrentPassword: password}
	code := d.code(t, notify.Email, "eve@example.com", "change_email")
	if code == change.Code {
		change.Code = "000001"
	}
	if _, err := d.accounts.ChangeEmail(ctx, request(), a.Caller, change); fault.Code(err) != "code_incorrect" {
		t.Fatalf("without the mailbox: %v", err)
	}
	change.Code = code
	if _, err := d.accounts.ChangeEmail(ctx, request(), a.Caller, change); fault.Code(err) != "email_exists" {
		t.Fatalf("with the mailbox: %v", err)
	}
	if !d.alive(t, a.Token) {
		t.Fatal("a refused change ended the session")
	}
}

func TestAPhoneToLogInWith(t *testing.T) {
	t.Parallel()
	d := open(t)
	a := d.register(t)
	if _, err := d.accounts.ChangePhone(ctx, request(), a.Caller, account.NewPhone{Phone: "12"}); refusal(t, err).Fields["phone"] != "phone_invalid" {
		t.Fatalf("no number: %v", err)
	}
	a, err := d.accounts.ChangePhone(ctx, request(), a.Caller, account.NewPhone{
		Phone: "852 9123 4567", Code: d.code(t, notify.SMS, "85291234567", "change_phone"), CurrentPassword: password,
	})
	if err != nil || a.Customer.Phone != "+85291234567" {
		t.Fatalf("phone: %+v %v", a.Customer, err)
	}
	told := func(last4 string) int {
		return d.Count(t, `select count(*) from notification where template = 'phone_changed' and recipient = ? and coalesce(data->>'last4', '') = ?`,
			email, last4)
	}
	if n := told("4567"); n != 1 {
		t.Fatalf("%d mails about the number", n)
	}
	if got := d.login(account.Credentials{Phone: "+852-9123-4567", Code: d.code(t, notify.SMS, "+85291234567", "login")}); got != "" {
		t.Fatalf("login by phone: %q", got)
	}
	f := form()
	f.Email, f.Code = "eve@example.com", d.code(t, notify.Email, "eve@example.com", "signup")
	eve, err := d.accounts.Register(ctx, request(), f)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.accounts.ChangePhone(ctx, request(), eve.Caller, account.NewPhone{
		Phone: "+85291234567", Code: d.code(t, notify.SMS, "+85291234567", "change_phone"), CurrentPassword: password,
	})
	if fault.Code(err) != "phone_exists" {
		t.Fatalf("a number of another account: %v", err)
	}
	if a, err = d.accounts.ChangePhone(ctx, request(), a.Caller, account.NewPhone{CurrentPassword: password}); err != nil || a.Customer.Phone != "" {
		t.Fatalf("forgotten: %+v %v", a.Customer, err)
	}
	if n := told(""); n != 1 {
		t.Fatalf("%d mails about no number", n)
	}
}
