package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/roamcart/roamcart/infra/client"
)

// renders is how many renders are timed one after the other.
const renders = 200

// renderRow measures pages that no cache has: the renderer is asked past the front door, its data come from there.
func renderRow(ctx context.Context, b *bench) ([]Figure, error) {
	base, err := b.shop.RendererURL()
	if err != nil {
		return nil, err
	}
	page, host := base+"/en/travel-card/listing", strings.TrimPrefix(b.shop.URL, "http://")
	headers := []string{"x-roamcart-internal: " + b.shop.Token, "x-roamcart-host: " + host, "x-roamcart-proto: http", "x-request-id: bench"}
	took := make([]float64, renders)
	for i := range took {
		if took[i], err = timed(ctx, page, headers); err != nil {
			return nil, err
		}
	}
	found, err := hammer(ctx, page, b.turn(), headers...)
	if err != nil {
		return nil, err
	}
	return []Figure{
		figure("the listing rendered anew each time, 32 connections", found.PerSecond, "pages/s"),
		figure("one at a time, p50", median(took), "ms"),
	}, nil
}

// timed asks for a page and returns how long it took, in milliseconds.
func timed(ctx context.Context, page string, headers []string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return 0, err
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	began := time.Now()
	_, status, err := client.Ask(http.DefaultClient, req)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s answers %d", page, status)
	}
	return inMilliseconds(time.Since(began)), err
}
