package publishing_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/tenant"
)

// A schedule leaves the receipt of each publication that it makes, and none where it makes none.
func TestAScheduledPublicationLeavesItsReceipt(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db, cl := seeded.New(t), clock.NewFake(seeded.Day)
	signer, err := secret.NewSigner([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	shown := content.New(db)
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, err := shown.Page(r.Context(), 20, "service", "refund", r.URL.Path[1:3])
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("ETag", strconv.Quote(page.Title))
	}))
	t.Cleanup(shop.Close)
	s := publishing.Service{
		Texts: editor.New(db, cl, signer, data.FS, queue), Shown: shown, Catalog: catalog.New(db, cl, slog.Default()), Address: shop.URL,
		Sites: tenant.Always(tenant.Tenant{ID: 20, Hosts: []string{"localhost"}}),
	}
	refunds, mei := editor.Text{Kind: "service", Name: "refund"}, editor.Actor{ID: "staff:mei@shop.example", Name: "mei"}
	file := func(locale, title string) editor.File {
		return editor.File{Text: refunds, Locale: locale, Source: "---\ntitle: " + title +
			"\nupdated: 2026-11-20\nseoTitle: S\nseoDescription: D\n---\n\n## A\n\ntext\n"}
	}
	_, err = s.Texts.Save(ctx, []editor.File{file("en", "Sale"), file("zh", "大减价")}, editor.SaveOptions{Author: "mei"})
	require.NoError(t, err)
	until := cl.Now().Add(2 * time.Hour)
	id, err := s.Texts.Schedule(ctx, refunds, mei, editor.Order{Mode: editor.Both}, cl.Now().Add(time.Hour), &until)
	require.NoError(t, err)
	require.True(t, jobs.IsSnoozed(s.PublishScheduled(ctx, id)), "not before")

	last := func() editor.PublicationRecord {
		past, err := s.Texts.History(ctx, refunds, 0)
		require.NoError(t, err)
		require.NotEmpty(t, past)
		return past[0]
	}
	for i, move := range []func() error{
		func() error { return s.PublishScheduled(ctx, id) }, func() error { return s.ExpireScheduled(ctx, id) },
	} {
		cl.Advance(time.Hour)
		for range 2 {
			require.NoError(t, move(), "%d, again too", i)
		}
		one := last()
		require.True(t, one.Receipt)
		require.Equal(t, []int{4, 0}, []int{one.Fresh, one.Late}, "two languages, page and twin")
		kept, err := s.Texts.Receipt(ctx, refunds, one.ID)
		require.NoError(t, err)
		require.Len(t, kept.Pages, 4)
		for _, page := range kept.Pages {
			require.NotNil(t, page.Milliseconds, page.Address)
			require.LessOrEqual(t, *page.Milliseconds, *one.Slowest)
		}
		none, err := s.Texts.Receipt(ctx, editor.Text{Kind: "service", Name: "delivery"}, one.ID)
		require.NoError(t, err)
		require.Nil(t, none, "another text's")
	}
	past, err := s.Texts.History(ctx, refunds, 0)
	require.NoError(t, err)
	require.Len(t, past, 3, "the files, the sale, and the files again")
	require.False(t, past[2].Receipt)

	// A shop that does not answer holds up no publication.
	_, err = s.Texts.Save(ctx, []editor.File{file("en", "Sale 2")}, editor.SaveOptions{Author: "mei"})
	require.NoError(t, err)
	id, err = s.Texts.Schedule(ctx, refunds, mei, editor.Order{Mode: editor.Correction}, cl.Now().Add(time.Hour), nil)
	require.NoError(t, err)
	cl.Advance(time.Hour)
	s.Address, s.Patience = "http://127.0.0.1:1", 10*time.Millisecond
	require.NoError(t, s.PublishScheduled(ctx, id))
	require.Equal(t, []int{0, 2}, []int{last().Fresh, last().Late})
}
