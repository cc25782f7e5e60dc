package account_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestASignUpNeedsItsFields(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	for name, c := range map[string]struct {
		change      func(*account.Registration)
		field, text string
	}{
		"no address":       {func(r *account.Registration) { r.Email = "ada" }, "email", "email_invalid"},
		"no code":          {func(r *account.Registration) { r.Code = " " }, "code", "code_required"},
		"no password":      {func(r *account.Registration) { r.Password = "" }, "password", "password_required"},
		"7 characters":     {func(r *account.Registration) { r.Password = "Abcd-12" }, "password", "password_rule"},
		"21 characters":    {func(r *account.Registration) { r.Password = "Abcdefghij-1234567890" }, "password", "password_rule"},
		"no digit":         {func(r *account.Registration) { r.Password = "Ferry-Route" }, "password", "password_rule"},
		"no letter":        {func(r *account.Registration) { r.Password = "1234-5678" }, "password", "password_rule"},
		"no symbol":        {func(r *account.Registration) { r.Password = "FerryRoute88" }, "password", "password_rule"},
		"only a space":     {func(r *account.Registration) { r.Password = "Ferry Route 88" }, "password", "password_rule"},
		"a NUL":            {func(r *account.Registration) { r.Password = "Ferry-Route\x0088" }, "password", "password_rule"},
		"a common one":     {func(r *account.Registration) { r.Password = "P@ssw0rd1" }, "password", "password_common"},
		"another again":    {func(r *account.Registration) { r.ConfirmPassword = "Ferry-Route-89" }, "confirmPassword", "password_mismatch"},
		"no first name":    {func(r *account.Registration) { r.FirstName = " " }, "firstName", "first_name_required"},
		"an unseen name":   {func(r *account.Registration) { r.FirstName = "\u200b" }, "firstName", "first_name_required"},
		"a long name":      {func(r *account.Registration) { r.FirstName = strings.Repeat("名", 61) }, "firstName", "name_too_long"},
		"a long last name": {func(r *account.Registration) { r.LastName = strings.Repeat("x", 61) }, "lastName", "name_too_long"},
		"no agreement":     {func(r *account.Registration) { r.Agree = false }, "agree", "agree_required"},
		"a long referral":  {func(r *account.Registration) { r.Referral = strings.Repeat("x", 41) }, "referral", "too_long"},
	} {
		form := registrationForm()
		form.Code = "123456"
		c.change(&form)
		_, err := f.accounts.Register(ctx, request(), form)
		if got := requireFault(t, err); got.Code != "validation_failed" || got.Fields[c.field] != c.text {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Passwords at the edges of the rule, and letters that two keyboards spell differently.
func TestPasswordsThatAreGood(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	for n, password := range []string{"Abcde-12", "Abcdefghij-123456789", "渡轮路线-88号码", "Cafe\u0301-Route-8", "p4ss phrase!"} {
		address := strings.Repeat("x", n+1) + "@example.com"
		form := registrationForm()
		form.Email, form.Password, form.ConfirmPassword = address, password, password
		form.Code = f.newCode(t, notify.Email, address, "signup")
		if _, err := f.accounts.Register(ctx, request(), form); err != nil {
			t.Errorf("%q: %v", password, err)
		}
		if got := f.login(account.Credentials{Email: address, Password: strings.ReplaceAll(password, "e\u0301", "é")}); got != "" {
			t.Errorf("%q does not log in: %q", password, got)
		}
	}
	if n := f.Count(t, `select count(*) from customer where password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%$%'`); n != 0 {
		t.Errorf("%d passwords are not kept as argon2id", n)
	}
}

// Who asks whether an address has an account needs its mailbox for that.
func TestAKnownAddressIsRefusedAfterTheCode(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	f.register(t)
	form := registrationForm()
	form.Email, form.Code = "ADA@example.com", "000000"
	good := f.newCode(t, notify.Email, email, "signup")
	if good == form.Code {
		form.Code = "000001"
	}
	if _, err := f.accounts.Register(ctx, request(), form); fault.Code(err) != "code_incorrect" {
		t.Fatalf("with a guess: %v", err)
	}
	form.Code = good
	if _, err := f.accounts.Register(ctx, request(), form); fault.Code(err) != "email_exists" {
		t.Fatalf("with the code: %v", err)
	}
	elsewhere := request()
	elsewhere.TenantID = 21
	if _, err := f.accounts.Register(ctx, elsewhere, form); fault.Code(err) != "code_incorrect" {
		t.Fatalf("with the code of another site: %v", err)
	}
}

func TestParallelSignUpsMakeOneAccount(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	form := registrationForm()
	form.Code = f.newCode(t, notify.Email, email, "signup")
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := map[string]int{}
	for range 4 {
		wg.Go(func() {
			_, err := f.accounts.Register(ctx, request(), form)
			mu.Lock()
			defer mu.Unlock()
			got[fault.Code(err)]++
		})
	}
	wg.Wait()
	if got[""] != 1 || f.Count(t, `select count(*) from customer`) != 1 {
		t.Fatalf("answers: %v", got)
	}
}

func TestResetOfAPassword(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	a := f.register(t)
	reset := func(address, code, password string) string {
		return fault.Code(f.accounts.ResetPassword(ctx, request(), account.Reset{Email: address, Code: code, Password: password, ConfirmPassword: password}))
	}
	code := f.newCode(t, notify.Email, email, "reset")
	if got := reset(email, wrongCode(code), "Other-Route-77"); got != "code_incorrect" {
		t.Fatalf("with a guess: %q", got)
	}
	if got := reset("nobody@example.com", code, "Other-Route-77"); got != "code_incorrect" {
		t.Fatalf("another mailbox with this code: %q", got)
	}
	if got := reset("nobody@example.com", f.newCode(t, notify.Email, "nobody@example.com", "reset"), "Other-Route-77"); got != "email_not_registered" {
		t.Fatalf("a mailbox without an account: %q", got)
	}
	if got := reset(email, code, password); got != "same_password" {
		t.Fatalf("the same password: %q", got)
	}
	if !f.isSessionAlive(t, a.Token) {
		t.Fatal("a refused reset ended the session")
	}
	if got := reset(email, code, "Other-Route-77"); got != "" {
		t.Fatalf("reset: %q", got)
	}
	if got := reset(email, code, "Third-Route-66"); got != "code_incorrect" {
		t.Fatalf("the code again: %q", got)
	}
	if f.isSessionAlive(t, a.Token) {
		t.Fatal("a session outlived the reset")
	}
	if f.login(account.Credentials{Email: email, Password: password}) != "wrong_credentials" || f.login(account.Credentials{Email: email, Password: "Other-Route-77"}) != "" {
		t.Fatal("the old password still opens, or the new one does not")
	}
	if n := f.Count(t, `select count(*) from notification where template = 'password_changed' and recipient = ?`, email); n != 1 {
		t.Fatalf("%d mails about it", n)
	}
}
