package main

import "context"

// payloadRow measures what a navigation within the shop asks for.
func payloadRow(ctx context.Context, b *bench) ([]Figure, error) {
	found, err := runWrk(ctx, b.shop.URL+listing+"/_payload.json", b.runLength(), acceptBrotli)
	if err != nil {
		return nil, err
	}
	return []Figure{
		figure("_payload.json of the listing from the cache, 32 connections", found.PerSecond, "requests/s"),
		figure("its p99, all connections busy", found.P99, "ms"),
	}, nil
}
