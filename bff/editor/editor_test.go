package editor_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

// fixture is the editors' service of the seeded shop.
type fixture struct {
	*editor.Service
	t       *testing.T
	db      *pg.DB
	clock   *clock.Fake
	content *content.Service
}

// The editors.
var (
	mei = editor.Actor{ID: "staff:mei@shop.example", Name: "mei"}
	ben = editor.Actor{ID: "staff:ben@shop.example", Name: "ben"}
)

// publishOrder is an order to publish the drafts, of both languages or of one alone.
func publishOrder(alone bool) editor.Order {
	if alone {
		return editor.Order{Mode: editor.Alone}
	}
	return editor.Order{Mode: editor.Both}
}

var refunds = editor.Text{Kind: "service", Name: "refund"}

func newFixture(t *testing.T) fixture {
	t.Helper()
	f := fixture{t: t, db: seeded.New(t), clock: clock.NewFake(seeded.Day)}
	signer, err := secret.NewSigner([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	queue, err := jobs.NewQueue(f.db, nil)
	require.NoError(t, err)
	f.Service, f.content = editor.New(f.db, f.clock, signer, data.FS, queue), content.New(f.db)
	return f
}

// publishedTitle returns the title of a text that visitors of a site see.
func (f fixture) publishedTitle(t editor.Text, lang string) string {
	f.t.Helper()
	p, err := f.content.Page(f.t.Context(), max(t.Tenant, 20), t.Kind, t.Name, lang)
	require.NoError(f.t, err)
	return p.Title
}

// fileWithTitle returns a file of a text with this title.
func fileWithTitle(t editor.Text, lang, title string) editor.File {
	return editor.File{Text: t, Locale: lang, Source: "---\ntitle: " + title +
		"\nupdated: 2026-11-20\nseoTitle: S\nseoDescription: D\n---\n\n## A\n\ntext\n"}
}

// saveFiles saves files and returns the ids of the versions.
func (f fixture) saveFiles(files ...editor.File) []int64 {
	f.t.Helper()
	saved, err := f.Save(f.t.Context(), files, editor.SaveOptions{Author: "mei"})
	require.NoError(f.t, err)
	var ids []int64
	for _, v := range saved {
		ids = append(ids, v.ID)
	}
	return ids
}

func (f fixture) publishText(t editor.Text, alone bool) editor.Publication {
	f.t.Helper()
	p, err := f.Publish(f.t.Context(), t, mei, publishOrder(alone))
	require.NoError(f.t, err)
	return p
}

func (f fixture) requireRefused(t editor.Text, alone bool, why string) {
	f.t.Helper()
	_, err := f.Publish(f.t.Context(), t, mei, publishOrder(alone))
	var refused *editor.Refused
	require.ErrorAs(f.t, err, &refused)
	require.ErrorContains(f.t, err, why)
}

func TestADraftIsShownOncePublishedInBothLanguages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.requireRefused(refunds, false, "nothing new")
	require.Len(t, f.saveFiles(fileWithTitle(refunds, "en", "Money back")), 1)
	require.Empty(t, f.saveFiles(fileWithTitle(refunds, "en", "Money back")), "the same again")
	require.Equal(t, "Refunds", f.publishedTitle(refunds, "en"))
	f.requireRefused(refunds, false, "nothing new in zh")
	f.saveFiles(fileWithTitle(refunds, "zh", "退钱"))
	p := f.publishText(refunds, false)
	require.Empty(t, p.Stale)
	require.Equal(t, []string{"Money back", "退钱"}, []string{f.publishedTitle(refunds, "en"), f.publishedTitle(refunds, "zh")})
	f.requireRefused(refunds, false, "nothing new")

	// A seed that differs does not take it back, and brings the other texts.
	_, err := f.db.SQL.Exec(`delete from seed_version; update content_document set title = 'old' where name in ('refund', 'delivery')`)
	require.NoError(t, err)
	require.NoError(t, seeded.Again(t.Context(), f.db))
	require.Equal(t, "old", f.publishedTitle(refunds, "en"), "an editor's text is not the seed's")
	require.NotEqual(t, "old", f.publishedTitle(editor.Text{Kind: "service", Name: "delivery"}, "en"))
}

func TestPublishingOneLanguageMarksTheOtherStale(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	zh := f.publishedTitle(refunds, "zh")
	f.saveFiles(fileWithTitle(refunds, "en", "Money back"))
	require.Equal(t, "zh", f.publishText(refunds, true).Stale)
	require.Equal(t, []string{"Money back", zh}, []string{f.publishedTitle(refunds, "en"), f.publishedTitle(refunds, "zh")})
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	require.True(t, states["zh"].Stale)
	require.False(t, states["en"].Stale)
	f.saveFiles(fileWithTitle(refunds, "zh", "退钱"))
	require.Equal(t, "en", f.publishText(refunds, true).Stale, "now the Chinese text is newer")
	require.Equal(t, "退钱", f.publishedTitle(refunds, "zh"))
}

func TestRestoreShowsWhatWasThereBefore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	was := f.publishedTitle(refunds, "en")
	_, err := f.Restore(t.Context(), refunds, mei)
	require.ErrorContains(t, err, "never anything else")
	f.saveFiles(fileWithTitle(refunds, "en", "Money back"), fileWithTitle(refunds, "zh", "退钱"))
	f.publishText(refunds, false)
	_, err = f.Restore(t.Context(), refunds, mei)
	require.NoError(t, err)
	require.Equal(t, was, f.publishedTitle(refunds, "en"))
	_, err = f.Restore(t.Context(), refunds, mei)
	require.NoError(t, err)
	require.Equal(t, "Money back", f.publishedTitle(refunds, "en"), "restoring undoes the last publication, which was a restoring")
}

func TestAVersionStaysAsItWasHandedIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveFiles(fileWithTitle(refunds, "en", "Money back"))
	for _, change := range []string{`update content_version set source = ''`, `delete from content_version`} {
		_, err := f.db.SQL.Exec(change)
		require.ErrorContains(t, err, "never changed")
	}
}

func TestASiteHasATextForItself(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	uk := editor.Text{Tenant: 22, Kind: "service", Name: "refund"}
	f.saveFiles(fileWithTitle(uk, "en", "UK refunds"))
	f.requireRefused(uk, true, "missing in zh")
	f.saveFiles(fileWithTitle(uk, "zh", "英国退款"))
	f.publishText(uk, false)
	require.Equal(t, "UK refunds", f.publishedTitle(uk, "en"))
	require.Equal(t, "Refunds", f.publishedTitle(refunds, "en"))
	all, err := f.List(t.Context(), 22)
	require.NoError(t, err)
	require.Len(t, all, 1)

	// Taken away, the one that all share is there again; and back.
	_, err = f.Withdraw(t.Context(), uk, mei)
	require.NoError(t, err)
	p, err := f.content.Page(t.Context(), 22, "service", "refund", "en")
	require.NoError(t, err)
	require.Equal(t, "Refunds", p.Title)
	_, err = f.Withdraw(t.Context(), uk, mei)
	require.ErrorContains(t, err, "not published")
	for _, want := range []string{"UK refunds", "Refunds"} {
		_, err = f.Restore(t.Context(), uk, mei)
		require.NoError(t, err)
		require.Equal(t, want, f.publishedTitle(uk, "en"))
	}
	_, err = f.Withdraw(t.Context(), refunds, mei)
	require.ErrorContains(t, err, "belongs to the shop")
}

func TestAQuestionsFileIsAddedAndTakenAway(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before, err := f.content.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	news := editor.Text{Kind: "faq", Name: "news"}
	f.saveFiles(editor.File{Text: news, Locale: "en", Source: "---\ntitle: News\n---\n## New?\n\nYes.\n"},
		editor.File{Text: news, Locale: "zh", Source: "---\ntitle: 新闻\n---\n## 新的？\n\n是。\n"})
	f.publishText(news, false)
	with, err := f.content.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	require.Equal(t, "New?", with[len(before)].Question, "behind the others")
	_, err = f.Withdraw(t.Context(), news, mei)
	require.NoError(t, err)
	after, err := f.content.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestAFaultyFileRefusesAllFiles(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	bad := fileWithTitle(refunds, "zh", "退,钱")
	worse := editor.File{Text: editor.Text{Kind: "faq", Name: "01-choosing"}, Locale: "en", Source: "---\ntitle: T\n---\n"}
	long := fileWithTitle(refunds, "en", "x")
	long.Source = strings.Replace(long.Source, "seoDescription: D", "seoDescription: "+strings.Repeat("d", 161), 1)
	_, err := f.Save(t.Context(), []editor.File{fileWithTitle(refunds, "en", "\xff"), fileWithTitle(refunds, "zh", "\x00")},
		editor.SaveOptions{Author: "mei"})
	require.ErrorContains(t, err, "en/service/refund.md: it is no text in UTF-8\nzh/service/refund.md: it is no text")
	_, err = f.Save(t.Context(), []editor.File{fileWithTitle(refunds, "en", "Good"), bad, worse, long}, editor.SaveOptions{Author: "mei"})
	for _, what := range []string{"zh/service/refund.md: half-width", "en/faq/01-choosing.md: 0 questions", "161 characters"} {
		require.ErrorContains(t, err, what)
	}
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	require.Nil(t, states["en"].Draft)
	for _, name := range []string{"refund", "news/x", "service/", "service/A B", "page/about", "service/../x"} {
		_, err := editor.ParseText(0, name)
		require.Error(t, err, name)
	}
}

func TestQuestionsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	category := editor.Text{Kind: "faq", Name: "01-choosing"}
	before, err := f.content.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	file := func(lang, text string) editor.File { return editor.File{Text: category, Locale: lang, Source: text} }
	f.saveFiles(file("en", "---\ntitle: Choosing\n---\n## One?\n\nYes.\n\n## Two?\n\nNo.\n"), file("zh", "---\ntitle: 选择\n---\n## 一？\n\n是。\n"))
	f.requireRefused(category, false, "2 in en and 1 in zh")
	f.saveFiles(file("zh", "---\ntitle: 选择\n---\n## 一？\n\n是。\n\n## 二？\n\n否。\n"))
	f.publishText(category, false)
	after, err := f.content.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	require.Equal(t, "One?", after[0].Question, "where the category was")
	require.Equal(t, "Two?", after[1].Question)
	kept := 0
	for _, a := range before {
		if a.Name != category.Name {
			kept++
		}
	}
	require.Len(t, after, 2+kept)
	found, err := f.content.SearchFAQ(t.Context(), 20, "zh", "two")
	require.NoError(t, err)
	require.Equal(t, "二？", found[0].Question, "an English word finds the Chinese question")
}

func TestAPreviewShowsTheVersionsItWasMadeFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveFiles(fileWithTitle(refunds, "en", "Money back"))
	token, err := f.Link(t.Context(), refunds, time.Hour)
	require.NoError(t, err)
	f.saveFiles(fileWithTitle(refunds, "en", "Later"))
	p, err := f.Open(t.Context(), 20, token)
	require.NoError(t, err)
	require.Equal(t, []string{"en"}, p.Drafts)
	page, ok, err := p.Page("service", "refund", "en")
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "Money back", page.Title)
	zh, ok, err := p.Page("service", "refund", "zh")
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, f.publishedTitle(refunds, "zh"), zh.Title, "as it is published")
	_, ok, _ = p.Page("service", "delivery", "en")
	require.False(t, ok)

	uk := editor.Text{Tenant: 22, Kind: "service", Name: "refund"}
	f.saveFiles(fileWithTitle(uk, "en", "UK refunds"))
	ours, err := f.Link(t.Context(), uk, time.Hour)
	require.NoError(t, err)
	p, err = f.Open(t.Context(), 22, ours)
	require.NoError(t, err)
	_, ok, _ = p.Page("service", "refund", "zh")
	require.False(t, ok, "not translated")
	for name, c := range map[string]struct {
		tenant int64
		token  string
	}{"another site": {21, ours}, "cut short": {20, token[:len(token)-1]}, "none": {20, ""}, "changed": {20, "A" + token[1:]}} {
		_, err := f.Open(t.Context(), c.tenant, c.token)
		require.ErrorIs(t, err, editor.ErrPreview, name)
	}
	f.clock.Advance(time.Hour)
	_, err = f.Open(t.Context(), 20, token)
	require.ErrorIs(t, err, editor.ErrPreview, "too late")
}

func TestAPreviewListsItsQuestionsWithTheOthers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	category := editor.Text{Kind: "faq", Name: "02-esim"}
	states, err := f.List(t.Context(), 0)
	require.NoError(t, err)
	for known := range states {
		if known.Kind == "faq" && strings.HasPrefix(known.Name, "02") {
			category = known
		}
	}
	f.saveFiles(editor.File{Text: category, Locale: "en", Source: "---\ntitle: New\n---\n## Drafted?\n\nYes.\n"})
	token, err := f.Link(t.Context(), category, time.Hour)
	require.NoError(t, err)
	p, err := f.Open(t.Context(), 20, token)
	require.NoError(t, err)
	published, err := f.content.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	shown, err := p.FAQ(published, "en")
	require.NoError(t, err)
	first := 0
	for i, a := range published {
		if a.Name == category.Name {
			first = i
			break
		}
	}
	require.Equal(t, "Drafted?", shown[first].Question)
	require.Less(t, len(shown), len(published))
}

func TestACategoryOfASiteReplacesTheSharedOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	own := editor.Text{Tenant: 22, Kind: "faq", Name: "01-choosing"}
	file := func(lang, text string) editor.File { return editor.File{Text: own, Locale: lang, Source: text} }
	shared, err := f.content.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	f.saveFiles(file("en", "---\ntitle: Choosing\n---\n## In Britain?\n\nYes.\n"), file("zh", "---\ntitle: 选择\n---\n## 在英国？\n\n是。\n"))
	f.publishText(own, false)
	ours, err := f.content.FAQ(t.Context(), 22, "en")
	require.NoError(t, err)
	require.Equal(t, "In Britain?", ours[0].Question, "where the shared one was")
	for _, a := range ours[1:] {
		require.NotEqual(t, own.Name, a.Name, "the shared one is not there any more")
	}
	theirs, err := f.content.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	require.Equal(t, shared, theirs, "other sites keep it")
	_, err = f.Withdraw(t.Context(), own, mei)
	require.NoError(t, err)
	ours, err = f.content.FAQ(t.Context(), 22, "en")
	require.NoError(t, err)
	require.Equal(t, shared, ours, "and it is there again")
}

func TestAWithdrawnDraftIsNoDraft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, title := range []string{"First", "Second"} {
		f.saveFiles(fileWithTitle(refunds, "en", title), fileWithTitle(refunds, "zh", "第一"+title))
		f.publishText(refunds, false)
	}
	_, err := f.Restore(t.Context(), refunds, mei)
	require.NoError(t, err)
	require.Equal(t, "First", f.publishedTitle(refunds, "en"))
	f.requireRefused(refunds, false, "nothing new")

	f.saveFiles(fileWithTitle(refunds, "en", "Third"))
	f.saveFiles(fileWithTitle(refunds, "en", "First"))
	f.requireRefused(refunds, true, "nothing new")
}

func TestAnUnseenVersionIsNotOverwritten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	place := fileWithTitle(refunds, "en", "").String()
	save := func(author, title string, from int64) error {
		_, err := f.Save(t.Context(), []editor.File{fileWithTitle(refunds, "en", title)}, editor.SaveOptions{Author: author, Pulled: map[string]int64{place: from}})
		return err
	}
	require.NoError(t, save("mei", "Mei", 0))
	require.ErrorContains(t, save("ben", "Ben", 0), "version 1 by mei")
	require.NoError(t, save("ben", "Ben", 1), "after he has seen it")
	_, err := f.Save(t.Context(), []editor.File{fileWithTitle(refunds, "en", "Unseen")}, editor.SaveOptions{Author: "mei"})
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused, "a file that nobody pulled, over somebody's draft")
	_, err = f.Save(t.Context(), []editor.File{fileWithTitle(refunds, "en", "Over")}, editor.SaveOptions{Author: "mei", Over: true})
	require.NoError(t, err)

	f.saveFiles(fileWithTitle(refunds, "zh", "退钱"))
	var both [2]error
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	from := states["en"].Draft.ID
	var group sync.WaitGroup
	for i, author := range []string{"mei", "ben"} {
		group.Go(func() { both[i] = save(author, "At once, "+author, from) })
	}
	group.Wait()
	require.True(t, (both[0] == nil) != (both[1] == nil), "one of two who save at once: %v", both)
}

func TestASharedTextIsNoTextOfTheSite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	same := states["en"].Shown.File
	same.Tenant = 22
	require.Empty(t, f.saveFiles(same))
}

// A text that was taken under former rules keeps nobody from handing in another.
func TestKnownFindingsAreNotReportedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	old := fileWithTitle(refunds, "en", "Old")
	old.Source += "\n![a map](https://x.example/map.png)\n"
	_, err := f.Save(t.Context(), []editor.File{old}, editor.SaveOptions{Author: "mei"})
	require.ErrorContains(t, err, "an image")
	_, err = f.db.SQL.Exec(`insert into content_version (tenant_id, kind, name, locale, source, author, created_at)
		values (0, 'service', 'refund', 'en', $1, 'mei', now())`, old.Source)
	require.NoError(t, err)
	require.Len(t, f.saveFiles(old, fileWithTitle(refunds, "zh", "退钱")), 1)
}
