package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/web"
)

// As many forms as the renderer has connections for wait in it: pages are rendered all the same, and the other way round.
func TestFormsAndPagesDoNotStarveEachOther(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		busy, other string
		conns       int
	}{
		{http.MethodPost, http.MethodGet, web.WriteConns}, {http.MethodGet, http.MethodPost, web.ReadConns},
	} {
		waiting, release := make(chan struct{}, c.conns), make(chan struct{})
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if req.Method == c.busy {
				waiting <- struct{}{}
				<-release
			}
			_, _ = io.WriteString(w, "page")
		}))
		t.Cleanup(server.Close)
		client, err := web.NewRenderer(server.URL, "s3cret")
		require.NoError(t, err)
		t.Cleanup(client.Close)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		var all sync.WaitGroup
		for i := range c.conns + 10 {
			all.Go(func() {
				_, _ = client.Fetch(ctx, &web.PageRequest{Method: c.busy, Target: fmt.Sprintf("/en/busy/%d", i)})
			})
		}
		for range c.conns {
			<-waiting
		}
		_, err = client.Fetch(ctx, &web.PageRequest{Method: c.other, Target: "/en/home"})
		close(release)
		all.Wait()
		cancel()
		require.NoError(t, err, "%s waits for %s", c.other, c.busy)
	}
}
