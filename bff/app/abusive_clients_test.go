package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// Tests of abusive clients. While they send, requireMainJob holds for everybody else.

// openBehindProxy opens a shop behind a proxy, with four connections to its database and few numbers per network.
func openBehindProxy(t *testing.T, set func(c *config.Config)) (*apptest.Shop, *pageRenderer) {
	t.Helper()
	r := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Server.SSRURL, c.Server.TrustedProxies, c.Database.MaxConns = r.URL, []string{"127.0.0.0/8", "::1/128"}, 4
		c.Pages.Forms, c.Pages.FormsPerNetwork, c.Numbers.PerNetwork = 256, 32, 10
		if set != nil {
			set(c)
		}
	}})
	r.gateway.Store(&shop.URL)
	customer(t, shop, "ada@example.com")
	return shop, r
}

// requireMainJob requires that other shoppers can fill a cart, log in, and pay for an order.
func requireMainJob(t *testing.T, shop *apptest.Shop) {
	t.Helper()
	requireShopWorks(t, shop, nil)
	requireLogin(t, shop, "ada@example.com")
}

// formHeader is the beginning of a form that somebody submits from an address.
func formHeader(from string, length int) string {
	return fmt.Sprintf("POST /zh/cart HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\nAccept: text/html\r\n"+
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n", from, length)
}

// sendSlowly sends one byte on each connection at intervals, until the test ends. Connections may end meanwhile.
func sendSlowly(t *testing.T, conns []io.Writer) {
	stop, done := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() {
		close(stop)
		<-done
	})
	go func() {
		defer close(done)
		for {
			for _, conn := range conns {
				_, _ = io.WriteString(conn, "a")
			}
			select {
			case <-stop:
				return
			case <-time.After(300 * time.Millisecond):
			}
		}
	}()
}

// Clients that send much, slowly, or byte by byte hold nobody else up.
func TestAbusiveClientsDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	shop, r := openBehindProxy(t, nil)
	for name, trouble := range map[string]func(t *testing.T){
		"forms of 32,000 fields":          func(t *testing.T) { formsOfManyFields(t, shop, r) },
		"300 slow forms from one network": func(t *testing.T) { slowForms(t, shop, func(int) string { return "203.0.113.7" }, 32) },
		"300 slow forms from many networks": func(t *testing.T) {
			slowForms(t, shop, func(n int) string { return fmt.Sprintf("198.51.%d.7", n) }, 256)
		},
		"300 header blocks, byte by byte":       func(t *testing.T) { slowHeaders(t, shop) },
		"152 visitors who want every number":    func(t *testing.T) { holdEveryNumber(t, shop) },
		"a search for something else each time": func(t *testing.T) { searchWithoutEnd(t, shop) },
	} {
		t.Run(name, trouble)
	}
}

// Without the fast path net/http reads header blocks.
func TestSlowHeadersDoNotBlockOthersWithoutTheFastPath(t *testing.T) {
	t.Parallel()
	shop, _ := openBehindProxy(t, func(c *config.Config) { c.Pages.FastPath = false })
	slowHeaders(t, shop)
}

// formsOfManyFields submits forms of 32,000 fields without an end, eight at once. Each is refused, and the renderer hears of none.
func formsOfManyFields(t *testing.T, shop *apptest.Shop, r *pageRenderer) {
	form := strings.Repeat("a&", 32_000)
	before := r.renders.Load()
	stop := make(chan struct{})
	var all sync.WaitGroup
	refused := make(chan int, 8)
	for range cap(refused) {
		all.Go(func() {
			n := 0
			defer func() { refused <- n }()
			for p := shop.Shopper(t); ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				if s := openPage(t, shop, p, "/zh/cart", form); s.status != http.StatusRequestEntityTooLarge || !strings.Contains(s.body, "提交的内容过长") {
					t.Errorf("a form of 32,000 fields: %d", s.status)
					return
				}
			}
		})
	}
	requireMainJob(t, shop)
	close(stop)
	all.Wait()
	for range cap(refused) {
		if n := <-refused; n < 2 {
			t.Errorf("only %d forms were submitted", n)
		}
	}
	if after := r.renders.Load(); after != before {
		t.Errorf("the renderer was asked %d times", after-before)
	}
}

// slowForms sends 300 forms byte by byte, from addresses that from gives. No more than most of them are read.
func slowForms(t *testing.T, shop *apptest.Shop, from func(n int) string, most int) {
	var conns []io.Writer
	refused := make(chan int, 300)
	for n := range cap(refused) {
		conn := dialShop(t, shop)
		if _, err := io.WriteString(conn, formHeader(from(n), 5000)+"a=b"); err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
		go func() {
			if res, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil {
				refused <- res.StatusCode
			}
		}()
	}
	for range cap(refused) - most {
		select {
		case status := <-refused:
			if status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable {
				t.Errorf("a form too many: %d", status)
			}
		case <-time.After(15 * time.Second): // those that are read are given up after 30
			t.Fatalf("more than %d forms are read", most)
		}
	}
	sendSlowly(t, conns)
	requireMainJob(t, shop)
	if most < 256 {
		if s := openPage(t, shop, shop.Shopper(t), "/zh/cart", "quantity=2"); s.status == http.StatusTooManyRequests || s.status == http.StatusServiceUnavailable {
			t.Errorf("another network's form: %d", s.status)
		}
	}
	if s := openPage(t, shop, shop.Shopper(t), "/zh/cart", ""); s.status != http.StatusOK {
		t.Errorf("a page: %d", s.status)
	}
}

// slowHeaders sends 300 header blocks byte by byte.
func slowHeaders(t *testing.T, shop *apptest.Shop) {
	var conns []io.Writer
	for range 300 {
		conn := dialShop(t, shop)
		if _, err := io.WriteString(conn, "GET /en/home HTTP/1.1\r\nHost: localhost\r\nUser-Agent: "); err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
	}
	sendSlowly(t, conns)
	requireMainJob(t, shop)
}

// holdEveryNumber has 152 visitors without cookies, of one network, pick a number each, as many as there are. Somebody of another network
// still finds one.
func holdEveryNumber(t *testing.T, shop *apptest.Shop) {
	var numbers []struct{ NumberID string }
	shop.Shopper(t).Get("/gw/mall/goods/numbers", "goodsId", "m-hk-30g").Into(t, &numbers)
	pick := func(from, number string) apptest.Answer {
		return shop.Shopper(t).Post(add, map[string]any{
			"goodsId": "m-hk-30g", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true, "numberId": number,
		}, "X-Forwarded-For", from)
	}
	const visitors = 152
	var picked, refused int
	for n := range visitors {
		switch a := pick("203.0.113.9", numbers[n%len(numbers)].NumberID); a.Code {
		case "ok":
			picked++
		case "too_many_numbers", "number_taken":
			refused++
		default:
			t.Fatalf("%d %s", a.HTTP, a.Code)
		}
	}
	if picked != 10 || refused != visitors-10 {
		t.Errorf("%d have a number, %d were refused", picked, refused)
	}
	shop.Shopper(t).Get("/gw/mall/goods/numbers", "goodsId", "m-hk-30g").Into(t, &numbers)
	pick("203.0.114.9", numbers[0].NumberID).Into(t, &gen.Cart{})
	requireMainJob(t, shop)
}

// searchWithoutEnd requests pages and lists with another search text each time, as fast as possible.
func searchWithoutEnd(t *testing.T, shop *apptest.Shop) {
	t.Helper()
	stop := make(chan struct{})
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for n, p := 0, shop.Shopper(t); ; n++ {
				select {
				case <-stop:
					return
				default:
					openPage(t, shop, p, fmt.Sprintf("/en/faq?keyword=w%dn%d", worker, n), "")
				}
			}
		})
	}
	requireMainJob(t, shop)
	close(stop)
	all.Wait()
}

// What people type into addresses is not kept in Redis: a minute of the fastest requests that one network may make, times sixty,
// adds less than 16 MB.
func TestFreeTextDoesNotFillRedis(t *testing.T) {
	t.Parallel()
	redis, client := ownRedis(t)
	r := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		redis(c)
		c.Server.SSRURL = r.URL
	}})
	r.gateway.Store(&shop.URL)
	p := shop.Shopper(t)
	addresses := []string{
		"/en/faq?keyword=%s", "/zh/faq?faq=%s", "/en/travel-card/listing?keyword=%s", "/en/esim?device=%s", "/zh/my-order?orderNo=%s",
		"/en/no-such-page-%s", "/gw/sim/devices?keyword=%s", "/gw/mall/goods/list?keyword=%s", "/gw/mall/goods/numbers?goodsId=m-hk-30g&number=%s",
		"/gw/page/query?path=/en/faq%%3Fkeyword=%s",
	}
	const rounds, each = 2, 10
	ask := func(round int) {
		var all sync.WaitGroup
		for _, address := range addresses {
			all.Go(func() {
				for n := range each {
					openPage(t, shop, p, fmt.Sprintf(address, fmt.Sprintf("r%dn%d", round, n)), "")
				}
			})
		}
		all.Wait()
	}
	ask(0) // what is kept of the texts, the site and the network itself is there
	before, keys := redisUsage(t, client)
	for round := range rounds {
		ask(round + 1)
	}
	after, keysAfter := redisUsage(t, client)
	const perMinute, hour = 300, 60
	cost := float64(after-before) / float64(rounds*each*len(addresses))
	t.Logf("Redis: %d and %d keys, %.0f bytes per request", keys, keysAfter, cost)
	if grown := cost * perMinute * hour; grown > 16<<20 {
		t.Errorf("an hour of one network costs Redis %.0f bytes", grown)
	}
	if keysAfter > keys {
		t.Errorf("%d keys for what was typed", keysAfter-keys)
	}
}

// redisUsage returns the bytes that Redis uses for its keys, and how many these are.
func redisUsage(t *testing.T, client *redis.Client) (bytes, keys int64) {
	t.Helper()
	names, err := client.Keys(t.Context(), "*").Result()
	require.NoError(t, err)
	for _, name := range names {
		n, err := client.MemoryUsage(t.Context(), name).Result()
		if err != nil && err != redis.Nil {
			t.Fatal(err)
		}
		bytes += n
	}
	return bytes, int64(len(names))
}

// 300 clients that ask for much and read nothing cost the program a bounded amount of memory, and nobody else anything.
func TestClientsThatNeverReadUseBoundedMemory(t *testing.T) {
	t.Parallel()
	r := newPageRenderer(t)
	// As long as the longest pages are.
	r.show = func(answer []byte) []byte { return append(answer, strings.Repeat("<p>page</p>", 100<<10/11)...) }
	shop := apptest.NewProgram(t, apptest.Build(t), "SSR_URL="+r.URL, "PAGE_WARM=false")
	r.gateway.Store(&shop.URL)
	shop.Start()
	customer(t, shop.Shop, "ada@example.com")
	requireMainJob(t, shop.Shop)
	for range 3 {
		openPage(t, shop.Shop, shop.Shopper(t), "/en/faq", "")
	}
	before := shop.Memory()
	requests := strings.Repeat("GET /en/faq HTTP/1.1\r\nHost: localhost\r\n\r\n", 20) +
		strings.Repeat("GET /gw/mall/goods/list HTTP/1.1\r\nHost: localhost\r\nlangId: 2\r\n\r\n", 20)
	const clients, each = 300, 200 << 10
	for range clients {
		if _, err := io.WriteString(dialShop(t, shop.Shop), requests); err != nil {
			t.Fatal(err)
		}
	}
	most := 0
	for range 2 {
		requireMainJob(t, shop.Shop)
		most = max(most, shop.Memory()-before)
	}
	t.Logf("before %d MB, then %d MB more", before>>20, most>>20)
	if most > clients*each {
		t.Errorf("%d clients that never read cost %d bytes", clients, most)
	}
}
