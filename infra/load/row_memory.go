package main

import (
	"context"
	"fmt"
	"math"

	"github.com/roamcart/roamcart/infra/process"
)

// memoryRow weighs every process: after the start, when all pages have been rendered once; after a crawl of the sitemap;
// and after a million hits on all of its pages. It comes first, while nothing else has used the shop.
func memoryRow(ctx context.Context, b *bench) ([]Figure, error) {
	figures, err := b.shop.measureMemory("after the start")
	if err != nil {
		return nil, err
	}
	pages, err := b.shop.client().Sitemap(ctx, "/sitemap.xml")
	if err != nil {
		return figures, err
	}
	for _, page := range pages {
		if _, _, err := compressed(ctx, b.shop.URL+page); err != nil {
			return figures, fmt.Errorf("crawl: %w", err)
		}
	}
	crawled, err := b.shop.measureMemory(fmt.Sprintf("after a crawl of %d pages", len(pages)))
	if err != nil {
		return figures, err
	}
	figures = append(figures, crawled...)
	hits := 200_000
	if b.full {
		hits = 1_000_000
	}
	quarter, err := b.hitPages(ctx, pages, hits/4)
	if err != nil {
		return figures, err
	}
	early, err := b.shop.measureMemory("")
	if err != nil {
		return figures, err
	}
	rest, err := b.hitPages(ctx, pages, hits-quarter)
	if err != nil {
		return figures, err
	}
	late, err := b.shop.measureMemory(fmt.Sprintf("after %s hits", grouped(int64(quarter+rest))))
	if err != nil {
		return figures, err
	}
	late[0], late[1] = late[0].atMost(120), late[1].atMost(250)
	growth := math.Max(*late[0].Value-*early[0].Value, 0)
	return append(append(figures, late...), figure("growth of the front door over the last three quarters of them", growth, "MB").atMost(10)), nil
}

// measureMemory returns the memory use of the front door, the renderer, the database and Redis, in this order.
func (s *Shop) measureMemory(when string) ([]Figure, error) {
	var out []Figure
	for _, part := range []struct {
		name string
		pid  int
	}{{"front door", s.FrontDoor()}, {"renderer", s.Renderer()}} {
		mb, err := process.ResidentMB(part.pid)
		if err != nil {
			return nil, err
		}
		out = append(out, figure(part.name+" "+when, mb, "MB"))
	}
	sum := 0.0
	for _, pid := range s.Database() {
		mb, err := process.ProportionalMB(pid)
		if err != nil && process.Name(pid) != "" {
			return nil, err
		}
		sum += mb // 0 of a session that has just ended
	}
	out = append(out, figure("Postgres, all its processes, "+when, sum, "MB"))
	if pid := s.Redis(); pid != 0 {
		mb, err := process.ResidentMB(pid)
		if err != nil {
			return nil, err
		}
		out = append(out, figure("Redis "+when, mb, "MB"))
	}
	return out, nil
}
