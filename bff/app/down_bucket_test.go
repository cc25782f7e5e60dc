package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// imageFile is a file that the bucket of a test has.
var imageFile = image.Name{Hash: strings.Repeat("0a", 16), Width: 320, Height: 200, Ext: "jpg"}.Fallback()

// bucketShop opens a shop whose images are in a bucket behind a fault proxy. set is applied last and may be nil.
func bucketShop(t *testing.T, set func(c *config.Config)) (*apptest.Shop, *waittest.FaultProxy) {
	t.Helper()
	bucket := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch {
		case req.URL.Query().Has("list-type"):
			_, _ = io.WriteString(w, `<ListBucketResult><Name>shop</Name><IsTruncated>false</IsTruncated></ListBucketResult>`)
		case req.URL.Path == "/shop/images/"+imageFile:
			http.ServeContent(w, req, imageFile, time.Now().Truncate(time.Second), strings.NewReader("an image"))
		default:
			http.NotFound(w, req)
		}
	}))
	t.Cleanup(bucket.Close)
	proxy, through := waittest.OpenFaultProxy(t, bucket.URL+"/shop")
	r := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Server.SSRURL = r.URL
		c.Images = config.Images{BucketURL: through, BucketRegion: "us-east-1", BucketKey: "key", BucketSecret: "secret"}
		if set != nil {
			set(c)
		}
	}})
	r.gateway.Store(&shop.URL)
	return shop, proxy
}

// openImage asks for an image on a connection of its own.
func openImage(t *testing.T, shop *apptest.Shop) pageResponse {
	req, err := http.NewRequest(http.MethodGet, shop.URL+"/images/"+imageFile, nil)
	if err != nil {
		t.Error(err)
		return pageResponse{}
	}
	began := time.Now()
	res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: maxWait}).Do(req)
	if err != nil {
		t.Errorf("no answer to a request for an image: %v", err)
		return pageResponse{}
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	return pageResponse{status: res.StatusCode, header: res.Header, body: string(body), took: time.Since(began)}
}

// Without the bucket images are missing for a while, and nothing else is: pages come, and the shop sells. However many ask for
// images, their requests end before they hold all connections.
func TestTheShopRunsWithoutTheBucket(t *testing.T) {
	t.Parallel()
	const asked = 200
	for _, g := range downModes {
		t.Run(g.how, func(t *testing.T) {
			t.Parallel()
			shop, bucket := bucketShop(t, func(c *config.Config) { c.Server.MaxConns = asked })
			if got := openImage(t, shop); got.status != http.StatusOK || got.body != "an image" {
				t.Fatalf("an image: %d %q", got.status, got.body)
			}
			g.take(bucket)
			var all sync.WaitGroup
			answers := make(chan pageResponse, asked)
			for range asked {
				all.Go(func() { answers <- openImage(t, shop) })
			}
			time.Sleep(500 * time.Millisecond) // all of them are under way, or were refused
			requireShopWorks(t, shop, nil)
			for _, path := range []string{"/en/home", "/en/cart"} {
				if page := openPage(t, shop, shop.Shopper(t), path, ""); page.status != http.StatusOK || page.took > 2*time.Second {
					t.Errorf("%s: %d after %s", path, page.status, page.took)
				}
			}
			all.Wait()
			close(answers)
			statuses := map[int]int{}
			for a := range answers {
				statuses[a.status]++
				if a.header.Get("Retry-After") == "" || !strings.Contains(a.header.Get("Cache-Control"), "no-store") || a.took > 8*time.Second {
					t.Errorf("an image: %d after %s: %v", a.status, a.took, a.header)
				}
			}
			if statuses[http.StatusServiceUnavailable] == 0 || statuses[http.StatusServiceUnavailable]+statuses[http.StatusTooManyRequests] != asked {
				t.Errorf("%v", statuses)
			}
			bucket.Resume()
			waittest.Within(t, 10*time.Second, "the image", func() bool { return openImage(t, shop).status == http.StatusOK })
		})
	}
}
