package web_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

type unchanged struct{}

func (unchanged) IsCurrent(changes.Mark, []string) bool { return true }

// Every answer of a page says where it was found, and what took how long when it was not at hand.
func TestAnswersHaveServerTiming(t *testing.T) {
	t.Parallel()
	r := newRenderer(t, func(w http.ResponseWriter, req *http.Request) {
		web.SetProvenance(w.Header(), changes.Mark{Feed: "f", Xmin: 1}, []string{"faq"})
		web.SetPageName(w.Header(), 20, req.URL.Path)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Server-Timing", "gateway;dur=1.5")
		if req.URL.Path == "/en/none" {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = io.WriteString(w, longPage)
	})
	client, err := web.NewRenderer(r.URL, "s3cret")
	require.NoError(t, err)
	t.Cleanup(client.Close)
	server := mount(cache.New(cache.Options{Next: client, Feed: unchanged{}, Clock: clock.System{}, Build: "b1"}))
	serverTiming := func(target string, headers ...string) string {
		return pagestest.Get(server, target, headers...).Header.Get("Server-Timing")
	}

	const ms = `dur=\d+\.\d`
	made := `^cache;desc=miss, redis;` + ms + `, render;` + ms + `, pack;` + ms + `$`
	require.Regexp(t, made, serverTiming("/en/faq", "Accept-Encoding", "br"))
	first := pagestest.Get(server, "/en/faq", "Accept-Encoding", "br")
	require.Equal(t, "cache;desc=hit", first.Header.Get("Server-Timing"))
	again := pagestest.Get(server, "/en/faq", "Accept-Encoding", "br", "If-None-Match", first.Header.Get("ETag"))
	require.Equal(t, 304, again.StatusCode)
	require.Equal(t, "cache;desc=hit", again.Header.Get("Server-Timing"))
	require.Regexp(t, made, serverTiming("/en/none"))
	require.Equal(t, "cache;desc=hit", serverTiming("/en/none"))
	require.Regexp(t, `^cache;desc=bypass, render;`+ms+`, gateway;dur=1\.5$`, serverTiming("/en/cart"), "the renderer's own parts follow")
	r.Close()
	require.Regexp(t, `^failed;`+ms+`$`, serverTiming("/en/why-us"))
	require.Equal(t, "cache;desc=hit", serverTiming("/en/faq"))
}
