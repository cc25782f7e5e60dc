package app_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// merchandiser changes the price of a plan at the site of Hong Kong.
type merchandiser struct {
	t    *testing.T
	shop *apptest.Shop
	*merchandise.Service
}

func newMerchandiser(t *testing.T, shop *apptest.Shop) merchandiser {
	t.Helper()
	queue, err := jobs.NewQueue(shop.DB, nil)
	require.NoError(t, err)
	return merchandiser{t, shop, merchandise.New(shop.DB, clock.System{}, queue)}
}

const pricedPlan = "jp-3g-7"

// schedulePrice schedules a price two hours ahead, in local time.
func (m merchandiser) schedulePrice(typed string) {
	m.t.Helper()
	list, err := m.Get(m.t.Context(), pricedPlan)
	require.NoError(m.t, err)
	zone, err := list[1].Location()
	require.NoError(m.t, err)
	_, err = m.SetPrice(m.t.Context(), audit.By{Actor: "staff:mei@example.com", Author: "Mei"}, merchandise.NewPrice{
		TenantID: 21, GoodsID: pricedPlan, Typed: typed, Currency: "HKD", At: time.Now().In(zone).Add(2 * time.Hour).Format(merchandise.LocalLayout),
		Revision: list[1].Revision, Was: list[1].Price,
	})
	require.NoError(m.t, err)
}

func (m merchandiser) readPrice() (minor int64) {
	m.t.Helper()
	require.NoError(m.t, m.shop.DB.Gorm.Raw(`select price from product where tenant_id = 21 and goods_id = ?`, pricedPlan).Scan(&minor).Error)
	return minor
}

// A price of Hong Kong begins: before the moment every page, feed and cart has the old one, afterwards the new one, at both front
// doors. Who had the checkout open is told and sees the new total; an order that was placed keeps its price.
func TestAScheduledPriceBegins(t *testing.T) {
	t.Parallel()
	replicas := apptest.OpenReplicas(t, func(int, *config.Config) {})
	staff := newMerchandiser(t, replicas[0])
	at21 := func(replica *apptest.Shop) *apptest.Shopper {
		p := replica.Shopper(t)
		p.Header.Set("tenantId", "21")
		p.Host = "hk.localhost"
		return p
	}
	// agree reports whether everything of a replica that shoppers and programs read says one price.
	shopper := at21(replicas[0])
	showsPrice := func(replica *apptest.Shop, minor int64, text string) bool {
		p := shopper.At(replica)
		var goods struct{ Goods gen.Goods }
		p.Get("/gw/mall/goods/detail", "goodsId", pricedPlan).Into(t, &goods)
		var cart gen.Cart
		p.Get("/gw/mall/cart").Into(t, &cart)
		feed, err := replica.ReadAt("hk.localhost", "/feeds/en.xml")
		require.NoError(t, err)
		page := p.Get("/gw/page/query", "path", "/en/travel-card/asia/"+pricedPlan)
		return goods.Goods.Price == minor && cart.Items[0].UnitPrice == minor && bytes.Contains(feed.Body, []byte(">"+text+" HKD<")) &&
			bytes.Contains([]byte(page.Body), []byte(`"price":"`+text+`"`))
	}
	var cart gen.Cart
	shopper.Post("/gw/mall/cart/add", map[string]any{"goodsId": pricedPlan, "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}).Into(t, &cart)
	buyer := at21(replicas[1])
	placed := buyer.Place(apptest.Order(pricedPlan, "esim", 5100, nil))
	staff.schedulePrice("45.97")
	for _, replica := range replicas {
		require.True(t, showsPrice(replica, 5100, "51.00"), "before")
	}
	checkout := apptest.Order(pricedPlan, "esim", at21(replicas[0]).Budget(map[string]any{
		"source": "buyNow", "item": map[string]any{"goodsId": pricedPlan, "simType": "esim", "quantity": 1, "compatibilityConfirmed": true},
	}).OrderTotal, nil)
	require.EqualValues(t, 5100, checkout.ExpectedTotal)

	replicas[0].MoveClock("3 hours")
	waittest.Within(t, 40*time.Second, "the price begins", func() bool { return staff.readPrice() == 4597 })
	for _, replica := range replicas {
		waittest.Within(t, 5*time.Second, "everything agrees", func() bool { return showsPrice(replica, 4597, "45.97") })
	}
	for lang, message := range map[string]string{"en_US": "The price has changed. Please check the new total.", "zh_CN": "价格有变动，请核对新的总价。"} {
		late := at21(replicas[1])
		late.Header.Set("lang", lang)
		late.Header.Set("langId", map[string]string{"en_US": "2", "zh_CN": "1"}[lang])
		refused := late.Seal(submit, checkout, "Idempotency-Key", apptest.Key())
		refused.RequireCode(t, http.StatusConflict, "price_changed")
		require.Equal(t, message, refused.Message)
		require.Contains(t, string(refused.Data), `"orderTotal":4597`)
	}
	require.EqualValues(t, 5100, buyer.Detail(placed.OrderNo).Amounts.OrderTotal, "it was placed before")
	var applied int
	require.NoError(t, replicas[0].DB.Gorm.Raw(`select count(*) from audit_log where entity = 'product' and action = 'price'`).Scan(&applied).Error)
	require.Equal(t, 1, applied)
	counted, err := order.New(order.Deps{DB: replicas[0].DB}).UnpaidWith(t.Context(), 21, pricedPlan)
	require.NoError(t, err)
	require.EqualValues(t, 1, counted)
}

// Nothing of the shop runs when a price is to begin. It holds when the next start is ready, before any job is worked.
func TestAMissedScheduledPriceIsApplied(t *testing.T) {
	t.Parallel()
	first := apptest.Open(t, apptest.Options{})
	staff := newMerchandiser(t, first)
	staff.schedulePrice("45.97")
	first.Stop()
	waittest.Within(t, 20*time.Second, "the shop stops", func() bool {
		res, err := http.Get(first.URL + "/readyz")
		if err == nil {
			_ = res.Body.Close()
		}
		return err != nil
	})
	first.MoveClock("3 hours")
	require.NoError(t, first.DB.Gorm.Exec(`delete from river_job where kind = 'apply_price'`).Error)
	require.EqualValues(t, 5100, staff.readPrice())
	next := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Database.URL, c.Database.RedisURL, c.AppSecret = first.Settings.Database.URL, first.Settings.Database.RedisURL, first.Settings.AppSecret
	}})
	require.NotEmpty(t, next.URL)
	require.EqualValues(t, 4597, staff.readPrice())
}

// A plan that staff hide at a site is gone there within moments: no page, no place in the feeds; a cart that holds it says so. Other
// sites sell on.
func TestAPlanIsHiddenAtASite(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	staff := newMerchandiser(t, shop)
	p := shop.Shopper(t)
	p.Header.Set("tenantId", "21")
	p.Host = "hk.localhost"
	var cart gen.Cart
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": pricedPlan, "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}).Into(t, &cart)
	require.True(t, cart.Items[0].Available)
	offered := func(host string) (everywhere, anywhere bool) {
		feed, err := shop.ReadAt(host, "/feeds/en.json")
		require.NoError(t, err)
		sitemap, err := shop.ReadAt(host, "/sitemaps/en.xml")
		require.NoError(t, err)
		inFeed, inSitemap := bytes.Contains(feed.Body, []byte(pricedPlan)), bytes.Contains(sitemap.Body, []byte("/"+pricedPlan+"<"))
		return inFeed && inSitemap, inFeed || inSitemap
	}
	everywhere, _ := offered("hk.localhost")
	require.True(t, everywhere)
	all, err := staff.DetailsOf(t.Context(), pricedPlan)
	require.NoError(t, err)
	d := all[21]
	d.Visible = false
	require.NoError(t, staff.SetDetails(t.Context(), audit.By{Actor: "staff:mei@example.com", Author: "Mei"}, 21, pricedPlan, 0, d))
	waittest.Within(t, 5*time.Second, "the plan is gone", func() bool {
		_, anywhere := offered("hk.localhost")
		return p.Get("/gw/mall/goods/detail", "goodsId", pricedPlan).HTTP == http.StatusNotFound && !anywhere
	})
	p.Get("/gw/mall/cart").Into(t, &cart)
	require.False(t, cart.Items[0].Available)
	require.Zero(t, cart.Subtotal)
	everywhere, _ = offered("localhost")
	require.True(t, everywhere, "at other sites it is sold on")
	require.Equal(t, http.StatusOK, shop.Shopper(t).Get("/gw/mall/goods/detail", "goodsId", pricedPlan).HTTP)
}

// Facts that staff change are those of the page, its structured data, the lists, the comparison and the feeds within moments. An order
// that was placed before keeps what it was sold with.
func TestFactsAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	staff, p := newMerchandiser(t, shop), shop.Shopper(t)
	p.Header.Set("tenantId", "21")
	p.Host = "hk.localhost"
	placed := p.Place(apptest.Order(pricedPlan, "esim", 5100, nil))
	require.NoError(t, staff.SetFacts(t.Context(), audit.By{Actor: "staff:mei@example.com", Author: "Mei"}, 21, pricedPlan, 0, merchandise.Facts{
		SpeedAfterKbps: 256, NetworkType: "4G", Hotspot: merchandise.HotspotNo,
	}))
	waittest.Within(t, 5*time.Second, "everything agrees", func() bool {
		var goods struct {
			Goods gen.Goods
			Facts gen.GoodsFacts
		}
		p.Get("/gw/mall/goods/detail", "goodsId", pricedPlan).Into(t, &goods)
		page := p.Get("/gw/page/query", "path", "/en/travel-card/asia/"+pricedPlan).Body
		list := p.Get("/gw/page/query", "path", "/en/travel-card/asia?networkType=4G").Body
		compared := p.Get("/gw/page/query", "path", "/en/travel-card/compare?plans="+pricedPlan+",us-5g-7").Body
		return goods.Goods.NetworkType == "4G" && goods.Goods.Data.SpeedAfterKbps == 256 && goods.Facts.Hotspot == "no" && goods.Facts.RefundPolicy == "none" &&
			bytes.Contains([]byte(page), []byte("MerchantReturnNotPermitted")) && bytes.Contains([]byte(page), []byte("4G data: Japan")) &&
			bytes.Contains([]byte(list), []byte(`"goodsId":"`+pricedPlan+`"`)) && bytes.Contains([]byte(compared), []byte(`"refundPolicy":"none"`))
	})
	feed, err := shop.ReadAt("hk.localhost", "/feeds/en.json")
	require.NoError(t, err)
	require.Contains(t, string(feed.Body), "4G")
	var promised string
	require.NoError(t, shop.DB.Gorm.Raw(`select refund_policy from order_line l join orders o on o.id = l.order_id where o.order_no = ?`, placed.OrderNo).
		Scan(&promised).Error)
	require.Equal(t, "unused_30_days", promised)
}
