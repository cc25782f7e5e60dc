package customers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/staff"
)

// place places an order of Ada's, or a guest's.
func (f *fixture) place(user int64) order.Order {
	f.t.Helper()
	s := f.Submission("plan", 1, 650)
	s.UserID = user
	return f.Place(f.t, s)
}

// A customer is found by the whole email, however it is written, and by the number of an order, at one site. Guests are said to be guests.
func TestOneCustomerIsFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hers, guests := f.place(ada), f.place(0)
	nobody := object{"customer": "", "guestEmail": "", "orderNo": ""}
	found := object{"customer": "7", "guestEmail": "", "orderNo": ""}
	for q, want := range map[string]object{
		"": nobody, email: found, "  ADA＠Example.com ": found, hers.OrderNo: found, strings.ToLower(hers.OrderNo): found,
		"ada@": nobody, "ada": nobody, "%": nobody, "ada%@example.com": nobody, "Ada Ng": nobody, "bo@example.com": nobody, "none@example.com": nobody,
		hers.OrderNo[:10]:    nobody,
		guests.OrderNo:       {"customer": "", "guestEmail": "", "orderNo": guests.OrderNo},
		guests.Contact.Email: {"customer": "", "guestEmail": guests.Contact.Email, "orderNo": ""},
	} {
		got := f.get("zh", "/customers?site=20&q="+url.QueryEscape(q))
		require.Equal(t, "20", got["site"], q)
		require.Len(t, got["sites"], 2)
		for name, value := range want {
			require.Equal(t, value, got[name], "%q %s", q, name)
		}
		require.Len(t, got, 5, "no more about anybody")
	}
	for _, q := range []string{email, hers.OrderNo, guests.OrderNo, guests.Contact.Email} {
		got := f.get("en", "/customers?site=21&q="+url.QueryEscape(q))
		for name, value := range nobody {
			require.Equal(t, value, got[name], "%q at another site, %s", q, name)
		}
	}
	require.Equal(t, "8", f.get("en", "/customers?site=21&q=bo@example.com")["customer"])
	status, out := f.In("zh").Call(http.MethodGet, "/customers?q="+strings.Repeat("a", 10_000), f.mei, nil)
	require.Equal(t, http.StatusUnprocessableEntity, status, out)
}

func TestWhatStaffSeeOfACustomer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 11 {
		f.place(ada)
		f.Clock.Advance(time.Minute)
	}
	newest := f.place(ada)
	f.place(0)
	f.Exec(t, `
		insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, msisdn, user_id, linked_at, profile_state, profile_state_at,
		    activation, synced_at, created_at)
		values (20, 'pool', 'plan', 'plan', 'esim', '8944538532008160222', '+85291234567', @user, @now, 'released', @now, 'sealed', @now, @now)`,
		map[string]any{"now": f.Clock.Now(), "user": ada})
	shown := f.get("zh", "/customers/20/7")
	require.Equal(t, object{"id": "20", "name": "全球站"}, shown["site"])
	for name, value := range (object{
		"zone": "UTC", "id": "7", "name": "Ada Ng", "email": email, "locale": "en", "since": "2026-03-01T12:00:00Z", "more": []any{}, "history": []any{},
	}) {
		require.Equal(t, value, shown[name], name)
	}
	list := shown["orders"].(object)
	require.Equal(t, 12.0, list["total"])
	require.Len(t, list["items"], 10)
	require.Equal(t, newest.OrderNo, list["items"].([]any)[0].(object)["orderNo"])
	second := f.get("en", "/customers/20/7?orders=2&points=x")["orders"].(object)
	require.Len(t, second["items"], 2)
	require.Equal(t, 2.0, second["page"])
	require.Equal(t, []any{object{
		"name": "plan", "type": "esim", "last4": "0222", "state": "可安装", "orderNo": "", "validUntil": nil,
	}}, shown["sims"])
	require.Equal(t, object{
		"spendable": 0.0, "pending": 0.0, "owed": 0.0, "last": "0",
		"ledger": object{"page": 1.0, "size": 10.0, "total": 0.0, "items": []any{}},
	}, shown["points"])
	require.Equal(t, object{"sessions": 0.0, "generation": "1", "lockedUntil": nil}, shown["access"])
	raw := f.Ask(http.MethodGet, "/customers/20/7", f.mei, nil).Body.String()
	for _, secret := range []string{"894453853200816", "91234567", "sealed", "argon2", "LPA:"} {
		require.NotContains(t, raw, secret)
	}

	// What customers have given to them in numbers is bounded, and the answer says so.
	for n := range 51 {
		code := fmt.Sprintf("CODE%d", n)
		f.AddPromoCode(t, code, 100, 0, 1)
		f.mustPost("promos", object{"code": code, "reason": "late parcel"})
	}
	bounded := f.get("en", "/customers/20/7")
	require.Equal(t, []any{"promos", "history"}, bounded["more"])
	require.Len(t, bounded["promos"], 50)
	require.Len(t, bounded["history"], 50)
}

// Each call is refused to roles that do not work for customers; customers of other sites are not found.
func TestOnlySupportSeesCustomers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	acts := map[string]object{
		"logout": {"generation": "1", "reason": "x"}, "unlock": {"reason": "x"}, "points": {"points": "1", "last": "0", "reason": "x"},
		"promos": {"code": "SORRY", "reason": "x"},
	}
	for _, role := range []staff.Role{staff.Publisher, staff.Editor, staff.Merchandiser} {
		token := f.Member(string(role), role)
		for _, path := range []string{"/customers", "/customers?q=" + email, "/customers/20/7"} {
			status, out := f.Call(http.MethodGet, path, token, nil)
			require.Equal(t, http.StatusForbidden, status, "%s %s", role, path)
			require.NotContains(t, fmt.Sprint(out), email)
		}
		for act, body := range acts {
			status, _ := f.Call(http.MethodPost, "/customers/20/7/"+act, token, body)
			require.Equal(t, http.StatusForbidden, status, "%s %s", role, act)
		}
	}
	for _, route := range f.Routes {
		if act, ok := strings.CutPrefix(route.Path, "/customers/:site/:id/"); ok {
			money := act == "points" || act == "promos"
			require.Equal(t, money, route.Act == staff.GiveRefunds, act)
			require.Contains(t, acts, act)
		}
	}
	for _, path := range []string{"21/7", "20/8", "99/7", "20/x", "20/0", "20/999"} {
		status, _ := f.Call(http.MethodGet, "/customers/"+path, f.mei, nil)
		require.Equal(t, http.StatusNotFound, status, path)
		for act, body := range acts {
			status, _ := f.Call(http.MethodPost, "/customers/"+path+"/"+act, f.mei, body)
			require.Equal(t, http.StatusNotFound, status, "%s %s", path, act)
		}
	}
	require.Zero(t, f.Count(t, `select count(*) from audit_log where entity = 'customer'`))
	require.Zero(t, f.Count(t, `select count(*) from point_entry`))
}

func TestPointsAreGivenAndTaken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	last := func() string { return f.show("points")["last"].(string) }
	for typed, want := range map[string]string{
		"": "请填写此项。", " ": "请填写此项。", "0": "请输入整数积分。", "-5": "请输入整数积分。", "1.5": "请输入整数积分。", "many": "请输入整数积分。",
		"1000001": "请输入整数积分。", strings.Repeat("9", 40): "请输入整数积分。",
	} {
		fields := f.requireRefused("points", object{"points": typed, "last": "0", "reason": "late parcel"}, http.StatusUnprocessableEntity, "validation_failed")
		require.Equal(t, object{"points": want}, fields, typed)
	}
	for _, reason := range []string{"", "  ", strings.Repeat("a", 201)} {
		fields := f.requireRefused("points", object{"points": "500", "last": "0", "reason": reason}, http.StatusUnprocessableEntity, "validation_failed")
		require.Contains(t, fields, "reason")
	}
	f.requireRefused("points", object{"points": 500, "last": "0", "reason": "x"}, http.StatusBadRequest, "bad_request")

	// Pressed twice, in two tabs or by two people, it is given once.
	give, answers := object{"points": "５００", "last": last(), "reason": "late parcel"}, map[int]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			status, _ := f.Call(http.MethodPost, "/customers/20/7/points", f.mei, give)
			mu.Lock()
			defer mu.Unlock()
			answers[status]++
		})
	}
	wg.Wait()
	require.Equal(t, map[int]int{http.StatusNoContent: 1, http.StatusConflict: 5}, answers)
	require.Equal(t, 500.0, f.show("points")["spendable"])
	f.requireRefused("points", give, http.StatusConflict, "points_overtaken")

	f.mustPost("points", object{"take": true, "points": "700", "last": last(), "reason": "given by mistake"})
	now := f.show("points")
	require.Equal(t, 0.0, now["spendable"], "never below 0")
	require.Equal(t, 200.0, now["owed"])
	entries := now["ledger"].(object)["items"].([]any)
	require.Len(t, entries, 2)
	require.Equal(t, -700.0, entries[0].(object)["points"])
	require.Equal(t, "Corrected by us", entries[0].(object)["kind"])
	f.mustPost("points", object{"points": "250", "last": last(), "reason": "sorry"})
	require.Equal(t, 50.0, f.show("points")["spendable"], "what was owed is paid first")
	require.Equal(t, []string{"adjust points: sorry", "adjust points: given by mistake", "adjust points: late parcel"}, f.history())
	require.Equal(t, 3, f.Count(t, `
		select count(*) from audit_log a join point_entry e on e.source_type = 'staff' and e.source_id = cast(a.id as text)
		where a.tenant_id = 20 and a.entity_id = '7' and a.actor = 'staff:mei@example.com' and a.request_id <> ''`))
}

func TestAPromoCodeIsGiven(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddPromoCode(t, "SORRY", 300, 0, 1)
	f.Exec(t, `update promo_code set grant_on = 'staff', ends_at = ?`, f.Clock.Now().Add(time.Hour))
	f.Exec(t, `insert into promo_code (tenant_id, code, kind, value) values (21, 'ELSEWHERE', 'amount', 100)`)
	for typed, want := range map[string]string{
		"": "请填写此项。", "NOSUCH": "该优惠码不存在。", "ELSEWHERE": "该优惠码不存在。", "%": "该优惠码不存在。",
	} {
		fields := f.requireRefused("promos", object{"code": typed, "reason": "late parcel"}, http.StatusUnprocessableEntity, "validation_failed")
		require.Equal(t, object{"code": want}, fields, typed)
	}
	require.Contains(t, f.requireRefused("promos", object{"code": strings.Repeat("A", 10_000), "reason": "x"}, http.StatusUnprocessableEntity, "validation_failed"), "code")
	require.Contains(t, f.requireRefused("promos", object{"code": "SORRY", "reason": ""}, http.StatusUnprocessableEntity, "validation_failed"), "reason")
	for range 2 {
		f.mustPost("promos", object{"code": " sorry", "reason": "late parcel"})
	}
	promos := func() any { return f.get("en", "/customers/20/7")["promos"] }
	require.Equal(t, []any{object{"code": "SORRY", "reason": "", "endsAt": "2026-03-01T13:00:00Z"}}, promos())
	require.Equal(t, []string{"grant promo: late parcel"}, f.history(), "once")
	f.Clock.Advance(2 * time.Hour)
	require.NotEmpty(t, promos().([]any)[0].(object)["reason"], "the code has ended")
}

// A customer is logged out everywhere at once; a login after that stays.
func TestASupporterEndsSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	phone, _ := f.logIn(password)
	laptop, _ := f.logIn(password)
	seen := f.show("access")
	require.Equal(t, 2.0, seen["sessions"])
	end := object{"generation": seen["generation"], "reason": "phone stolen"}
	require.Contains(t, f.requireRefused("logout", object{"generation": seen["generation"], "reason": " "}, http.StatusUnprocessableEntity, "validation_failed"), "reason")
	require.True(t, f.isLoggedIn(phone))
	f.mustPost("logout", end)
	require.False(t, f.isLoggedIn(phone))
	require.False(t, f.isLoggedIn(laptop))
	require.Equal(t, 0.0, f.show("access")["sessions"])
	again, _ := f.logIn(password)
	f.requireRefused("logout", end, http.StatusConflict, "sessions_overtaken")
	require.True(t, f.isLoggedIn(again))
	require.Equal(t, []string{"end sessions: phone stolen"}, f.history())

	// Without Redis the page says that it does not know, and sessions end all the same.
	now := f.show("access")
	f.redis.Stop()
	require.Nil(t, f.show("access")["sessions"])
	f.mustPost("logout", object{"generation": now["generation"], "reason": "phone stolen"})
	require.Equal(t, 3, f.Count(t, `select generation from customer where id = 7`))
}

func TestASupporterLiftsALoginLock(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.requireRefused("unlock", object{"reason": "called"}, http.StatusConflict, "account_not_locked")
	for range 5 {
		f.logIn("Wrong-Route-88")
	}
	require.Equal(t, "2026-03-02T00:00:00Z", f.show("access")["lockedUntil"])
	_, refused := f.logIn(password)
	require.Equal(t, "account_locked", refused)
	require.Contains(t, f.requireRefused("unlock", object{"reason": ""}, http.StatusUnprocessableEntity, "validation_failed"), "reason")
	f.mustPost("unlock", object{"reason": "called"})
	require.Nil(t, f.show("access")["lockedUntil"])
	f.requireRefused("unlock", object{"reason": "called"}, http.StatusConflict, "account_not_locked")
	_, refused = f.logIn(password)
	require.Empty(t, refused)
	require.Equal(t, []string{"lift lock: called"}, f.history())
}
