package publishing_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"sync/atomic"
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

// With many plans, a publication of questions looks at some pages of those that quote the same questions, and not at all of them: it
// would be made long after whoever asked for it had given up.
func TestAPublicationOfQuestionsLooksAtSomePlansOfEachKind(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db, cl := seeded.New(t), clock.NewFake(seeded.Day)
	signer, err := secret.NewSigner([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	var published atomic.Bool
	var looks atomic.Int64
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		locale := r.URL.Path[1:3]
		if strings.HasPrefix(r.URL.Path, "/sitemaps/") {
			locale = path.Base(r.URL.Path)[:2]
			_, _ = fmt.Fprint(w, "<urlset>")
			for i := range 1000 {
				_, _ = fmt.Fprintf(w, "<url><loc>http://localhost/%s/travel-card/asia/many-%d</loc></url>", locale, i)
			}
			_, _ = fmt.Fprintf(w, "<url><loc>http://localhost/%s/travel-card/asia/jp-3g-7</loc></url></urlset>", locale)
			return
		}
		if strings.Contains(r.URL.Path, "/travel-card/") {
			looks.Add(1)
		}
		w.Header().Set("ETag", strconv.Quote(fmt.Sprint(locale, published.Load())))
	}))
	t.Cleanup(shop.Close)
	s := publishing.Service{
		Texts: editor.New(db, cl, signer, data.FS, queue), Shown: content.New(db), Catalog: catalog.New(db, cl, slog.Default()), Address: shop.URL,
		Sites: tenant.Always(tenant.Tenant{ID: 20, Hosts: []string{"localhost"}}),
	}
	questions, mei := editor.Text{Kind: "faq", Name: "01-choosing"}, editor.Actor{ID: "staff:mei@shop.example", Name: "mei"}
	_, err = s.Texts.Save(ctx, []editor.File{
		{Text: questions, Locale: "en", Source: "---\ntitle: Choosing\n---\n## New?\n\nYes.\n"},
		{Text: questions, Locale: "zh", Source: "---\ntitle: 选择\n---\n## 新的？\n\n是。\n"},
	}, editor.SaveOptions{Author: "mei"})
	require.NoError(t, err)
	p, receipt, err := s.Publish(ctx, questions, func(ctx context.Context) (editor.Publication, error) {
		require.LessOrEqual(t, looks.Load(), int64(2*2*50), "two languages, two kinds of plans")
		defer published.Store(true)
		return s.Texts.Publish(ctx, questions, mei, editor.Order{Mode: editor.Both})
	})
	require.NoError(t, err)
	require.NotZero(t, p.ID)
	var seen []string
	for _, page := range receipt.Pages {
		require.NotNil(t, page.Milliseconds, page.Address)
		seen = append(seen, path.Base(page.Address))
	}
	require.Contains(t, seen, "jp-3g-7", "the only one that quotes others")
	require.Contains(t, seen, "many-0")
	require.NotContains(t, seen, "many-999")
}
