package web_test

import (
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
)

func TestRobots(t *testing.T) {
	t.Parallel()
	e := echo.New()
	web.NewCrawl(pages.NewTable(pages.Options{TestPayments: true}), handlerOptions()).Mount(e)
	resp := pagestest.Get(e, "/robots.txt")
	lines := strings.Split(pagestest.Text(t, resp), "\n")
	require.Contains(t, lines, "Sitemap: https://shop.example:8080/sitemap.xml")
	for _, path := range []string{"/gw/", "/sandbox/", "/en/cart", "/zh/order", "/en/payment", "/zh/my-order", "/en/my-account", "/zh/login", "/en/test"} {
		require.Contains(t, lines, "Disallow: "+path)
	}
	for _, line := range lines {
		require.NotContains(t, []string{"Disallow: /", "Disallow: /en", "Disallow: /en/travel-card", "Disallow: /en/home"}, line)
	}
}
