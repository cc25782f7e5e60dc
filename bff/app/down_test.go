package app_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/shared"
)

// Tests of the table "When a part is down" of the README; docs/testing.md names those of each row. A part that is dead closes its
// connections, one that hangs takes them and never answers.

// esimItem is what shoppers put into their carts.
var esimItem = map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}

// maxWait is the longest that a shopper waits for any answer, whatever hangs: as long as browsers and balancers do.
const maxWait = 20 * time.Second

// downModes are the two ways in which a part fails.
var downModes = []struct {
	how  string
	take func(*waittest.FaultProxy)
}{{"dead", (*waittest.FaultProxy).Refuse}, {"hangs", (*waittest.FaultProxy).Hang}}

// chinese is the same browser with Chinese as its language.
func chinese(p *apptest.Shopper) *apptest.Shopper {
	other := *p
	other.Header = p.Header.Clone()
	other.Header.Set("langId", "1")
	other.Header.Set("lang", "zh_CN")
	return &other
}

// requireRefusal makes a call in both languages and requires a code, with the message in the caller's language and in time.
func requireRefusal(t *testing.T, p *apptest.Shopper, status int, code string, call func(p *apptest.Shopper) apptest.Answer) {
	t.Helper()
	for lang, who := range map[string]*apptest.Shopper{"en": p, "zh": chinese(p)} {
		began := time.Now()
		a := call(who)
		a.RequireCode(t, status, code)
		if took := time.Since(began); a.Message != shared.Text(lang, "errors", code, nil) || took > maxWait {
			t.Errorf("%s after %s: %s", lang, took, a.Message)
		}
	}
}

// pageResponse is a page as a browser gets it.
type pageResponse struct {
	status int
	header http.Header
	body   string
	took   time.Duration
	form   bool
}

// openPage opens a page, or submits a form to it when there is one.
func openPage(t *testing.T, shop *apptest.Shop, p *apptest.Shopper, path, form string) pageResponse {
	t.Helper()
	method := http.MethodGet
	if form != "" {
		method = http.MethodPost
	}
	req, err := http.NewRequest(method, shop.URL+path, strings.NewReader(form))
	require.NoError(t, err)
	req.Header.Set("Accept", "text/html")
	if form != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	began := time.Now()
	res, err := p.HTTP.Do(req)
	require.NoError(t, err, path)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err, path)
	return pageResponse{res.StatusCode, res.Header, string(body), time.Since(began), form != ""}
}

// requireUnavailable requires the front door's error page: in the language of the address, with the time to retry.
func (s pageResponse) requireUnavailable(t *testing.T, path string) {
	t.Helper()
	lang := strings.Split(path, "/")[1]
	key := "unavailable.text"
	if s.form {
		key = "unavailable.form"
	}
	says := shared.Text(lang, "seo", key, nil)
	if s.status != http.StatusServiceUnavailable || s.header.Get("Retry-After") == "" || !strings.Contains(s.body, says) || s.took > maxWait {
		t.Errorf("%s: %d after %s, Retry-After %q", path, s.status, s.took, s.header.Get("Retry-After"))
	}
}

// requireShopWorks requires the shop's main functions: within two seconds each a plan is put into the cart and a customer logs in, and
// within five an order is paid and its eSIM is there.
func requireShopWorks(t *testing.T, shop *apptest.Shop, pay func(p *apptest.Shopper, secret string)) {
	t.Helper()
	waittest.Promptly(t, 2*time.Second, "putting a plan into the cart", func() {
		shop.Shopper(t).Post(add, esimItem).Into(t, &gen.Cart{})
	})
	requireDelivery(t, shop, pay)
}

// requireDelivery requires that the shop delivers a paid order. pay is how shoppers pay; nil is at the sandbox in the shop.
func requireDelivery(t *testing.T, shop *apptest.Shop, pay func(p *apptest.Shopper, secret string)) gen.OrderSubmitted {
	t.Helper()
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	secret, _ := p.Create(placed.OrderNo)
	if pay != nil {
		pay(p, secret)
	} else if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	waittest.Within(t, 5*time.Second, "the eSIM", func() bool { return p.Detail(placed.OrderNo).Items[0].State == "ready_to_install" })
	var kit gen.Install
	p.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &kit)
	if !strings.HasPrefix(kit.QrSvg, "<svg") {
		t.Error("the order page has no QR code")
	}
	return placed
}

// requireLogin requires that a customer can log in.
func requireLogin(t *testing.T, shop *apptest.Shop, email string) {
	t.Helper()
	p := shop.Shopper(t)
	waittest.Promptly(t, 2*time.Second, "logging in", func() {
		p.Seal(login, passwordLogin(email, apptest.Password)).Into(t, &gen.Login{})
	})
}

// all runs what takes its time side by side.
func all(steps ...func()) {
	var group sync.WaitGroup
	for _, step := range steps {
		group.Go(step)
	}
	group.Wait()
}

// Without a renderer shared pages and calls go on; every other page is an excuse in the visitor's language, and so is the answer
// to a form. When it hangs, a page is waited for five seconds and a form as long as a call.
func TestTheShopRunsWithoutTheRenderer(t *testing.T) {
	t.Parallel()
	for _, g := range downModes {
		t.Run(g.how, func(t *testing.T) {
			t.Parallel()
			shop, renderer := pageShop(t, nil)
			p := shop.Shopper(t)
			const plan = "/en/travel-card/asia/jp-3g-7"
			kept := []string{"/en/home", "/zh/home", "/zh/faq"}
			shop.ReadAll(append(kept, plan))
			g.take(renderer)

			excused := func(path, form string) func() {
				return func() { openPage(t, shop, p, path, form).requireUnavailable(t, path) }
			}
			all(
				excused("/en/cart", ""), excused("/zh/cart", ""), excused("/zh/order?buyNow=jp-3g-7&simType=esim", ""), excused("/en/my-account", ""),
				excused("/zh/my-order", ""), excused("/en/faq?keyword=hotspot", ""), excused("/zh/cart", "quantity=2"), excused("/en/cart", "quantity=2"),
				func() {
					requireShopWorks(t, shop, nil)
					for path, d := range shop.ReadAll(kept) {
						if d.From != "hit" {
							t.Errorf("%s: %s", path, d.From)
						}
					}
				},
			)
			// What has changed meanwhile is shown as it was.
			exec(t, shop, `update product set price = 4321 where tenant_id = 20 and goods_id = 'jp-3g-7'`)
			waittest.Eventually(t, "the page is stale", func() bool {
				from, _ := readPage(t, shop, plan, "")
				return from == "stale"
			})
			renderer.Resume()
			waittest.Within(t, 10*time.Second, "the new price", func() bool {
				_, said := readPage(t, shop, plan, `"price":4321,`)
				return said && openPage(t, shop, p, "/zh/cart", "").status == http.StatusOK
			})
		})
	}
}

// A Redis that takes no writes (a replica after a failover, one that cannot save, one that is full) keeps everybody as they are.
func TestTheShopRunsWithAReadOnlyRedis(t *testing.T) {
	t.Parallel()
	redis, client := ownRedis(t)
	shop := apptest.Open(t, apptest.Options{Config: redis})
	ada := shop.Customer(t, "ada@example.com")
	do := func(args ...any) {
		t.Helper()
		require.NoError(t, client.Do(t.Context(), args...).Err(), args)
	}
	for _, c := range []struct {
		why        string
		fail, mend func()
		refusal    string
		// full says that what makes room, such as logging out, still works.
		full bool
	}{
		{"replica", func() { do("replicaof", "127.0.0.1", "1") }, func() { do("replicaof", "no", "one") }, "READONLY", false},
		{"cannot save", func() { failToSave(t, client) }, func() { do("config", "set", "stop-writes-on-bgsave-error", "no") }, "MISCONF", false},
		{"full", func() { do("config", "set", "maxmemory", "1") }, func() { do("config", "set", "maxmemory", "0") }, "OOM", true},
	} {
		t.Run(c.why, func(t *testing.T) {
			other := shop.Shopper(t)
			other.Seal(login, passwordLogin("ada@example.com", apptest.Password)).Into(t, &gen.Login{})
			c.fail()
			if err := client.Set(t.Context(), "probe", "1", 0).Err(); err == nil || !strings.HasPrefix(err.Error(), c.refusal) {
				t.Fatalf("it writes: %v", err)
			}
			sealed := func(p *apptest.Shopper) apptest.Answer {
				return p.Seal(login, passwordLogin("ada@example.com", apptest.Password))
			}
			requireRefusal(t, shop.Shopper(t), http.StatusServiceUnavailable, "unavailable", sealed)
			if c.full {
				other.Get(logout).Into(t, new(any))
			} else {
				requireRefusal(t, other, http.StatusServiceUnavailable, "unavailable", func(p *apptest.Shopper) apptest.Answer { return p.Get(logout) })
			}
			for n, p := range []*apptest.Shopper{ada, shop.Shopper(t)} {
				if p.Post(add, esimItem).Into(t, &gen.Cart{}); readSession(t, p).IsLogin != (n == 0) {
					t.Errorf("browser %d is logged in or out", n)
				}
			}
			requireShopWorks(t, shop, nil)
			c.mend()
			requireLogin(t, shop, "ada@example.com")
		})
	}
}

// Without the payment provider people browse and order, and are told that they can pay later. They can.
func TestTheShopRunsWithoutThePaymentProvider(t *testing.T) {
	t.Parallel()
	shop, outside := outsideShop(t, nil)
	browser := shop.Shopper(t)
	for _, g := range downModes {
		t.Run(g.how, func(t *testing.T) {
			g.take(outside.Provider)
			browser.Get("/gw/mall/goods/list").Into(t, new(any))
			var steps, unpaid []func()
			for _, path := range []string{"/gw/cq-ordercharge/payment/us/create", "/gw/cq-ordercharge/payment/us/hosted"} {
				for _, lang := range []string{"en", "zh"} {
					p := shop.Shopper(t)
					if lang == "zh" {
						p = chinese(p)
					}
					placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
					steps = append(steps, func() { cannotPay(t, p, path, lang, placed.OrderNo) })
					unpaid = append(unpaid, func() {
						waittest.Within(t, maxWait, "it can be paid", func() bool {
							return p.Post("/gw/cq-ordercharge/payment/us/create", map[string]string{"orderNo": placed.OrderNo}).Success
						})
						secret, _ := p.Create(placed.OrderNo)
						outside.Pay(t, secret)
						waittest.Eventually(t, "the order is completed", func() bool { return p.Detail(placed.OrderNo).Status == "completed" })
					})
				}
			}
			all(append(steps, func() {
				waittest.Promptly(t, 2*time.Second, "putting a plan into the cart", func() { shop.Shopper(t).Post(add, esimItem).Into(t, &gen.Cart{}) })
			})...)
			outside.Provider.Resume()
			all(unpaid...)
		})
	}
	if n := count(t, shop, `select count(*) from payment_attempt where status = 'succeeded'`); n != 4*len(downModes) {
		t.Errorf("%d paid attempts", n)
	}
}

// cannotPay asks to pay an order: its buyer is told that it waits, and it does.
func cannotPay(t *testing.T, p *apptest.Shopper, path, lang, orderNo string) {
	began := time.Now()
	a := p.Post(path, map[string]string{"orderNo": orderNo})
	took := time.Since(began)
	if a.HTTP != http.StatusServiceUnavailable || a.Message != shared.Text(lang, "errors", "payment_unavailable", nil) || took > maxWait {
		t.Errorf("%s after %s: %d %s", path, took, a.HTTP, a.Message)
	}
	if o := p.Detail(orderNo); o.Status != "waiting_payment" {
		t.Errorf("the order is %s", o.Status)
	}
}

// Without a carrier its eSIMs are late, and their buyers told so; everything else is sold and delivered.
func TestTheShopRunsWithoutTheCarrier(t *testing.T) {
	t.Parallel()
	shop, outside := outsideShop(t, func(c *config.Config) { c.Carrier.Normal = time.Second })
	ada := shop.Customer(t, "ada@example.com")
	order := func() gen.OrderSubmitted {
		placed := ada.Place(apptest.Order("fr-8g-14", "esim", 1150, nil))
		secret, _ := ada.Create(placed.OrderNo)
		outside.Pay(t, secret)
		return placed
	}
	first := order()
	waittest.Eventually(t, "the first eSIM", func() bool { return ada.Detail(first.OrderNo).Status == "completed" })
	sim := listSIMs(t, ada)[0].SimId
	ada.Get(simTopups, "simId", sim).Into(t, &gen.TopUps{})
	for n, g := range downModes {
		t.Run(g.how, func(t *testing.T) {
			g.take(outside.Carrier)
			requireShopWorks(t, shop, func(_ *apptest.Shopper, secret string) { outside.Pay(t, secret) })
			late := order()
			waittest.Eventually(t, "its buyer is told that it is late", func() bool {
				o := ada.Detail(late.OrderNo)
				return o.Delay != nil && !o.Delay.Overdue && o.Items[0].State == "delayed"
			})
			waittest.Promptly(t, 5*time.Second, "a SIM as it was read last", func() {
				if s := readSIM(t, ada, sim); s.State != "ready_to_install" {
					t.Errorf("the SIM is %s", s.State)
				}
			})
			for lang, p := range map[string]*apptest.Shopper{"en": ada, "zh": chinese(ada)} {
				var topUps gen.TopUps
				waittest.Within(t, time.Minute, "an end of the list that was read last", func() bool { // it is kept for ten seconds
					topUps = gen.TopUps{}
					waittest.Promptly(t, 5*time.Second, "hearing that there are no top-ups", func() {
						p.Get(simTopups, "simId", sim).Into(t, &topUps)
					})
					return topUps.State != "ok"
				})
				if topUps.State != "unavailable" || topUps.Text != shared.Text(lang, "server", "sim.topUps.unavailable", nil) {
					t.Errorf("%s: %+v", lang, topUps)
				}
			}
			outside.Carrier.Resume()
			waittest.Within(t, time.Minute, "the late eSIM", func() bool {
				// That the carrier knows of no order is believed half a minute after it was asked.
				exec(t, shop, `update carrier_order set sent_at = sent_at - interval '1 minute' where state = 'unknown' and sent_at > now() - interval '1 minute'`)
				exec(t, shop, `update river_job set scheduled_at = now() where kind = 'sim_issue' and state in ('scheduled', 'retryable') and scheduled_at > now()`)
				return count(t, shop, `select count(*) from orders where order_no = ? and status = 'completed'`, late.OrderNo) == 1
			})
			if made := count(t, shop, `select count(*) from sandbox.carrier_order`); made != n+2 {
				t.Errorf("%d orders at the carrier", made)
			}
		})
	}
}

// A database without room reads and does not write. Nothing is half done, and nobody has to restart anything.
func TestTheShopAnswersWithAFullDatabase(t *testing.T) {
	t.Parallel()
	shop, _ := pageShop(t, nil)
	p := shop.Shopper(t)
	p.Post(add, esimItem).Into(t, &gen.Cart{})
	kept := []string{"/en/home", "/zh/faq"}
	shop.ReadAll(kept)
	onEveryTable(t, shop, `create trigger no_room before insert or update or delete on %I execute function no_room()`)
	unavailable := func(call func(p *apptest.Shopper) apptest.Answer) {
		t.Helper()
		requireRefusal(t, p, http.StatusServiceUnavailable, "unavailable", call)
	}
	unavailable(func(p *apptest.Shopper) apptest.Answer { return p.Post(add, esimItem) })
	unavailable(func(p *apptest.Shopper) apptest.Answer {
		return p.Seal(submit, apptest.Order("jp-3g-7", "esim", 650, nil), "Idempotency-Key", apptest.Key())
	})
	unavailable(func(p *apptest.Shopper) apptest.Answer {
		return p.Post(sendCode, map[string]string{"channel": "email", "target": "ada@example.com", "purpose": "login"})
	})
	for path, d := range shop.ReadAll(kept) {
		if d.From != "hit" {
			t.Errorf("%s: %s", path, d.From)
		}
	}
	onEveryTable(t, shop, `drop trigger no_room on %I`)
	if n := count(t, shop, `select (select count(*) from orders) + (select count(*) from stock where allocated <> 0)`); n != 0 {
		t.Errorf("%d are left of orders that were not taken", n)
	}
	requireShopWorks(t, shop, nil)
}

// onEveryTable runs a statement for each table of the shop, and beforehand makes the function that says what Postgres says when its
// disk is full.
func onEveryTable(t *testing.T, shop *apptest.Shop, statement string) {
	t.Helper()
	exec(t, shop, `create or replace function no_room() returns trigger language plpgsql as
		$$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
	exec(t, shop, fmt.Sprintf(`
		do $$
		declare name text;
		begin
		    for name in select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' loop
		        execute format('%s', name);
		    end loop;
		end $$`, statement))
}

// Of two replicas one is killed, or stops in the middle with its connections and locks: the other one sells on, and what the first
// had begun is finished, once.
func TestTheShopRunsWithoutAReplica(t *testing.T) {
	t.Parallel()
	binary := apptest.Build(t)
	for how, take := range map[string]func(p *apptest.Program){"killed": (*apptest.Program).Kill, "frozen": (*apptest.Program).Freeze} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			first := apptest.NewProgram(t, binary)
			first.Start()
			second := first.Beside(binary)
			second.Start()
			const orders = 6
			for range orders {
				p := first.Shopper(t)
				placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
				secret, _ := p.Create(placed.OrderNo)
				if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
					t.Fatalf("confirm: %d", status)
				}
			}
			take(first)
			// Until then whoever needs what a frozen one has locked is told to try again. Its statement that still runs leaves its
			// transaction open, too.
			waittest.Within(t, 15*time.Second, "the locks of the first are gone", func() bool {
				return count(t, second.Shop, `select count(*) from pg_stat_activity
					where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`) == 0
			})
			requireDelivery(t, second.Shop, nil)
			second.Later("2 minutes") // a job is somebody else's after 30 seconds, the sweeps' after a minute
			waittest.Within(t, time.Minute, "all orders are completed", func() bool {
				return count(t, second.Shop, `select count(*) from orders where status = 'completed'`) == orders+1
			})
			if how == "frozen" {
				first.Thaw()
			}
			for what, want := range map[string]int{
				`select count(*) from esim_profile where state = 'delivered'`:               orders + 1,
				`select count(*) from audit_log where entity = 'order' and action = 'paid'`: orders + 1,
				`select count(*) from notification where template = 'esim_delivered'`:       orders + 1,
				`select sum(allocated) from stock`:                                          0,
			} {
				if n := count(t, second.Shop, what); n != want {
					t.Errorf("%d, want %d: %s", n, want, what)
				}
			}
		})
	}
}
