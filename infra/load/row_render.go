package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

// listing is the page that the rows of pages are about.
const listing = "/en/travel-card/listing"

// renders is how many renders are timed one after the other.
const renders = 200

// renderRow measures pages that no cache has: the renderer is asked past the front door, with the page's data in hand as the front
// door hands them over.
func renderRow(ctx context.Context, b *bench) ([]Figure, error) {
	base, err := b.shop.RendererURL()
	if err != nil {
		return nil, err
	}
	page, err := b.prepareRender(ctx, base, listing)
	if err != nil {
		return nil, err
	}
	// What a renderer does first it does slowly: its functions are not compiled yet.
	if _, err := page.render(ctx, renders); err != nil {
		return nil, err
	}
	before, err := process.CPUTime(b.shop.Renderer())
	if err != nil {
		return nil, err
	}
	took, err := page.render(ctx, renders)
	if err != nil {
		return nil, err
	}
	after, err := process.CPUTime(b.shop.Renderer())
	if err != nil {
		return nil, err
	}
	script := filepath.Join(b.shop.Dir, "page.lua")
	if err := os.WriteFile(script, page.script(), 0o600); err != nil {
		return nil, err
	}
	found, err := runWrkWith(ctx, []string{"--script", script}, page.url, b.runLength(), page.headers...)
	if err != nil {
		return nil, err
	}
	return []Figure{
		figure("the listing rendered anew each time, 32 connections", found.PerSecond, "pages/s"),
		figure("one at a time, p50", median(took), "ms"),
		figure("processor time of the renderer for one", inMilliseconds(after-before)/renders, "ms").atMost(5),
	}, nil
}

// renderRequest is a request for a page as the front door sends it to a renderer.
type renderRequest struct {
	url string
	// headers are "Name: value".
	headers []string
	// data are the page's, as the renderer takes them.
	data []byte
}

// prepareRender collects the data of a page into a request for the renderer at base.
func (b *bench) prepareRender(ctx context.Context, base, path string) (renderRequest, error) {
	var data json.RawMessage
	if err := b.shop.client().NewShopper().Get(ctx, "/gw/page/query?path="+path, &data); err != nil {
		return renderRequest{}, err
	}
	body, err := json.Marshal(map[string]any{"ok": true, "status": http.StatusOK, "code": "ok", "data": data})
	return renderRequest{
		url: base + path,
		headers: []string{
			"x-roamcart-internal: " + b.shop.Token, "x-roamcart-host: " + strings.TrimPrefix(b.shop.URL, "http://"), "x-roamcart-proto: http",
			"x-request-id: bench", "x-roamcart-tenant: 20", "x-roamcart-page: given",
		},
		data: body,
	}, err
}

// render asks n times for the page and returns how long each took, in milliseconds.
func (p renderRequest) render(ctx context.Context, n int) ([]float64, error) {
	took := make([]float64, n)
	for i := range took {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, bytes.NewReader(p.data))
		if err != nil {
			return nil, err
		}
		for _, h := range p.headers {
			name, value, _ := strings.Cut(h, ": ")
			req.Header.Set(name, value)
		}
		began := time.Now()
		_, status, err := client.Do(http.DefaultClient, req)
		if err != nil {
			return nil, err
		}
		if status != http.StatusOK {
			return nil, fmt.Errorf("%s answers %d", p.url, status)
		}
		took[i] = inMilliseconds(time.Since(began))
	}
	return took, nil
}

// script makes wrk send the request. A long string of Lua ends at nothing that JSON of the shop holds, and loses a first line break.
func (p renderRequest) script() []byte {
	return fmt.Appendf(nil, "wrk.body = [=====[\n%s]=====]\n", p.data)
}
