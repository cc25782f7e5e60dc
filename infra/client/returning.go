package client

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// ReturningShopper is a shopper who has bought something and has something in the cart.
type ReturningShopper struct {
	*Shopper
	// Pages are the paths of its private pages.
	Pages []string
}

// NewReturningShopper returns a shopper who has bought an eSIM and has another one in the cart.
func (s Shop) NewReturningShopper(ctx context.Context, goodsID string) (ReturningShopper, error) {
	p := s.NewShopper()
	orderNo, err := p.Buy(ctx, goodsID)
	if err != nil {
		return ReturningShopper{}, err
	}
	body := gen.CartAddBody{GoodsId: goodsID, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}
	if err := p.Post(ctx, "/gw/mall/cart/add", body, nil); err != nil {
		return ReturningShopper{}, err
	}
	return ReturningShopper{p, []string{"/en/cart", "/en/my-order/" + orderNo, "/en/my-order/" + orderNo + "/install"}}, nil
}

// Sitemap returns the paths of every page that a sitemap names, also through the sitemaps that it names.
func (s Shop) Sitemap(ctx context.Context, path string) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
	if err != nil {
		return nil, err
	}
	body, status, err := Do(http.DefaultClient, req)
	if err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("read %s: %d: %w", path, status, err)
	}
	var list struct {
		Sitemaps []string `xml:"sitemap>loc"`
		Pages    []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var out []string
	for _, page := range list.Pages {
		u, err := url.Parse(page)
		if err != nil {
			return nil, err
		}
		out = append(out, u.RequestURI())
	}
	for _, other := range list.Sitemaps {
		u, err := url.Parse(other)
		if err != nil {
			return nil, err
		}
		more, err := s.Sitemap(ctx, u.RequestURI())
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}
