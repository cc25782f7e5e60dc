package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// acceptBrotli is the header of a browser that reads brotli, which all do.
const acceptBrotli = "Accept-Encoding: br"

// cachedRow compares a page from the cache, with every middleware in front of it, with nginx and a file: the same bytes
// and the same headers, in turns.
func cachedRow(ctx context.Context, b *bench) ([]Figure, error) {
	page := b.shop.URL + "/en/home"
	header, body, err := b.shop.waitUntilStable(ctx, page)
	if err != nil {
		return nil, err
	}
	if from := header.Get("X-Cache"); from != "hit" {
		return nil, fmt.Errorf("the page came as %q from the cache, not as a hit", from)
	}
	file, stop, err := startNginx(ctx, header, body)
	if err != nil {
		return nil, err
	}
	defer stop()
	if err := sameAnswer(ctx, page, file); err != nil {
		return nil, err
	}
	var nginx, shop []float64
	for range b.runs() {
		for _, turn := range []struct {
			address string
			rates   *[]float64
		}{{file, &nginx}, {page, &shop}} {
			found, err := runWrk(ctx, turn.address, b.runLength(), acceptBrotli)
			if err != nil {
				return nil, err
			}
			*turn.rates = append(*turn.rates, found.PerSecond)
		}
	}
	figures := []Figure{
		figure("nginx and a file, 32 connections", median(nginx), "requests/s"),
		figure("the shop, same bytes and headers, 32 connections", median(shop), "requests/s"),
		figure("the shop / nginx", median(shop)/median(nginx), "").atLeast(0.8),
	}
	calm, err := halfLoad(ctx, b, page, file, median(shop)/2)
	if figures = append(figures, calm...); err != nil {
		return figures, fmt.Errorf("half load: %w", err)
	}
	work, err := hitsWithoutBackend(ctx, b, page)
	return append(figures, work...), err
}

// halfLoad asks the shop and nginx for the same page at the same constant rate, in turns. Beside their latencies stands how
// late the generator itself was, with which they share the processors.
func halfLoad(ctx context.Context, b *bench, page, file string, rate float64) ([]Figure, error) {
	var nginx, shop []rateResult
	for range b.runs() {
		for _, turn := range []struct {
			address string
			found   *[]rateResult
		}{{file, &nginx}, {page, &shop}} {
			found, err := runSteadyRate(ctx, turn.address, rate, b.runLength(), acceptBrotli)
			if err != nil {
				return nil, err
			}
			*turn.found = append(*turn.found, found)
		}
	}
	middle := func(turns []rateResult, of func(rateResult) float64) float64 {
		var values []float64
		for _, t := range turns {
			values = append(values, of(t))
		}
		return median(values)
	}
	p99, late := func(s rateResult) float64 { return s.P99 }, func(s rateResult) float64 { return s.Late99 }
	return []Figure{
		figure("the shop at half of that, constant rate", middle(shop, func(s rateResult) float64 { return s.PerSecond }), "requests/s"),
		figure("the shop's p50 there", middle(shop, func(s rateResult) float64 { return s.P50 }), "ms"),
		figure("the shop's p99 there", middle(shop, p99), "ms").atMost(5),
		figure("the load generator's own lateness then, p99", middle(shop, late), "ms"),
		figure("nginx's p99 at the same rate", middle(nginx, p99), "ms"),
		figure("the load generator's own lateness then, p99", middle(nginx, late), "ms"),
	}, nil
}

// ownHeaders are about the server or the moment.
var ownHeaders = []string{"Connection", "Date", "Server", "X-Request-Id"}

// sameAnswer checks that two addresses answer with the same headers and bytes, but for ownHeaders.
func sameAnswer(ctx context.Context, one, other string) error {
	wantHeader, wantBody, err := compressed(ctx, one)
	if err != nil {
		return err
	}
	header, body, err := compressed(ctx, other)
	if err != nil {
		return err
	}
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(merged(header, wantHeader))) {
		got, want := fmt.Sprint(header.Values(name)), fmt.Sprint(wantHeader.Values(name))
		if got != want && !slices.Contains(ownHeaders, name) {
			faults = append(faults, fmt.Errorf("%s: %s is %s, in the shop %s", other, name, got, want))
		}
	}
	if !bytes.Equal(body, wantBody) {
		faults = append(faults, fmt.Errorf("%s has another body than the shop", other))
	}
	return errors.Join(faults...)
}

func merged(one, other http.Header) http.Header {
	out := one.Clone()
	maps.Copy(out, other)
	return out
}
