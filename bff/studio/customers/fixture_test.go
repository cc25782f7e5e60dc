package customers_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/redistest"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/customers"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/tenant"
)

type object = map[string]any

const (
	ada, bo  = 7, 8
	email    = "ada@example.com"
	password = "Ferry-Route-88"
)

// fixture is the Studio with the area of customers, Mei of support, and the customers Ada of site 20 and Bo of site 21.
type fixture struct {
	*moduletest.Fixture
	studiotest.Served
	t        *testing.T
	mei      string
	accounts *account.Service
	redis    *redistest.Server
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	modules := moduletest.New(t)
	modules.AddProduct(t, "plan", 650, 100)
	f := &fixture{Fixture: modules, t: t, redis: redistest.Start(t)}
	hasher := account.NewHasher(4, time.Minute)
	f.accounts = account.New(account.Deps{
		DB: modules.DB, Clock: modules.Clock, Queue: modules.Queue, Hasher: hasher, Prints: modules.Prints,
		Sessions: account.NewSessions(f.redis.Client(t), modules.Clock, 24*time.Hour, 72*time.Hour),
	})
	modules.Hold = func(ctx context.Context, tx *pg.Tx, site, id int64) error { return f.accounts.Lock(ctx, tx, site, id) }
	hash, err := hasher.Hash(t.Context(), password)
	require.NoError(t, err)
	for _, c := range []struct {
		id, site int
		email    string
	}{{ada, 20, email}, {bo, 21, "bo@example.com"}} {
		modules.Exec(t, `
			insert into customer (id, tenant_id, email, email_normal, first_name, last_name, password_hash, consent_at, agreed_at, locale,
			    created_at, updated_at)
			overriding system value values (@id, @site, @email, @email, 'Ada', 'Ng', @hash, @now, @now, 'en', @now, @now)`,
			map[string]any{"id": c.id, "site": c.site, "email": c.email, "hash": hash, "now": modules.Clock.Now()})
	}
	f.Served = studiotest.Serve(t, modules.DB, modules.Clock, &customers.Area{
		Accounts: f.accounts, Orders: modules.Orders, Rewards: modules.Rewards,
		SIMs: owned.New(owned.Deps{DB: modules.DB, Clock: modules.Clock, Profiles: modules.SIMs, Fresh: time.Hour, Log: slog.New(slog.DiscardHandler)}),
		Sites: tenant.Always(
			tenant.Tenant{ID: 20, Name: tenant.Text{En: "Global", Zh: "全球站"}, TimeZone: "UTC"},
			tenant.Tenant{ID: 21, Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}, TimeZone: "Asia/Hong_Kong"},
		),
	})
	f.mei = f.Member("mei", staff.Support)
	return f
}

// logIn tries a password of Ada's; it returns the token of the session, or the code of the refusal.
func (f *fixture) logIn(typed string) (token, refused string) {
	f.t.Helper()
	in, err := f.accounts.Login(f.t.Context(), account.Request{TenantID: 20, Zone: time.UTC, Locale: "en"}, account.Credentials{Email: email, Password: typed})
	return in.Token, fault.Code(err)
}

// isLoggedIn reports whether a token opens a session of site 20.
func (f *fixture) isLoggedIn(token string) bool {
	f.t.Helper()
	who, err := f.accounts.Authenticate(f.t.Context(), 20, token)
	require.NoError(f.t, err)
	return who != nil
}

func (f *fixture) get(lang, path string) object {
	f.t.Helper()
	status, out := f.In(lang).Call(http.MethodGet, path, f.mei, nil)
	require.Equal(f.t, http.StatusOK, status, out)
	return out
}

// show returns a part of Ada's page.
func (f *fixture) show(part string) object {
	f.t.Helper()
	return f.get("en", fmt.Sprintf("/customers/20/%d", ada))[part].(object)
}

// post sends an action on Ada and returns the status and the answer.
func (f *fixture) post(act string, body object) (int, object) {
	f.t.Helper()
	return f.In("zh").Call(http.MethodPost, fmt.Sprintf("/customers/20/%d/%s", ada, act), f.mei, body)
}

// mustPost is post that fails the test unless it succeeds.
func (f *fixture) mustPost(act string, body object) {
	f.t.Helper()
	status, out := f.post(act, body)
	require.Equal(f.t, http.StatusNoContent, status, out)
}

// requireRefused is post that must be refused; it returns the errors of the fields.
func (f *fixture) requireRefused(act string, body object, want int, code string) object {
	f.t.Helper()
	status, out := f.post(act, body)
	require.Equal(f.t, want, status, out)
	require.Equal(f.t, code, out["code"])
	require.NotEqual(f.t, code, out["message"], "a message in words")
	fields, _ := out["fields"].(object)
	return fields
}

// history is what staff did to Ada: the actions with their reasons, the newest first.
func (f *fixture) history() []string {
	f.t.Helper()
	out := []string{}
	for _, e := range f.get("en", fmt.Sprintf("/customers/20/%d", ada))["history"].([]any) {
		one := e.(object)
		require.Equal(f.t, "staff:mei@example.com", one["actor"])
		out = append(out, fmt.Sprint(one["action"], ": ", one["detail"].(object)["reason"]))
	}
	return out
}
