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

// office is editors at work.
type office struct {
	*editor.Service
	t     *testing.T
	db    *pg.DB
	clock *clock.Fake
	shown *content.Service
}

// The editors.
var (
	mei = editor.Actor{ID: "staff:mei@shop.example", Name: "mei"}
	ben = editor.Actor{ID: "staff:ben@shop.example", Name: "ben"}
)

// order publishes what waits, one language alone if need be.
func order(alone bool) editor.Order {
	if alone {
		return editor.Order{Mode: editor.Alone}
	}
	return editor.Order{Mode: editor.Both}
}

var refunds = editor.Text{Kind: "service", Name: "refund"}

func open(t *testing.T) office {
	t.Helper()
	o := office{t: t, db: seeded.New(t), clock: clock.NewFake(seeded.Day)}
	signer, err := secret.NewSigner([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	queue, err := jobs.NewQueue(o.db, nil)
	require.NoError(t, err)
	o.Service, o.shown = editor.New(o.db, o.clock, signer, data.FS, queue), content.New(o.db)
	return o
}

// title is what visitors of a site read above a text.
func (o office) title(t editor.Text, lang string) string {
	o.t.Helper()
	p, err := o.shown.Page(o.t.Context(), max(t.Tenant, 20), t.Kind, t.Name, lang)
	require.NoError(o.t, err)
	return p.Title
}

// says is a file with a title.
func says(t editor.Text, lang, title string) editor.File {
	return editor.File{Text: t, Locale: lang, Source: "---\ntitle: " + title +
		"\nupdated: 2026-11-20\nseoTitle: S\nseoDescription: D\n---\n\n## A\n\ntext\n"}
}

// save hands files in and returns the numbers of the versions.
func (o office) save(files ...editor.File) []int64 {
	o.t.Helper()
	saved, err := o.Save(o.t.Context(), files, editor.SaveOptions{Author: "mei"})
	require.NoError(o.t, err)
	var ids []int64
	for _, v := range saved {
		ids = append(ids, v.ID)
	}
	return ids
}

func (o office) publish(t editor.Text, alone bool) editor.Publication {
	o.t.Helper()
	p, err := o.Publish(o.t.Context(), t, mei, order(alone))
	require.NoError(o.t, err)
	return p
}

func (o office) refuses(t editor.Text, alone bool, why string) {
	o.t.Helper()
	_, err := o.Publish(o.t.Context(), t, mei, order(alone))
	var refused *editor.Refused
	require.ErrorAs(o.t, err, &refused)
	require.ErrorContains(o.t, err, why)
}

func TestADraftIsShownOncePublishedInBothLanguages(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.refuses(refunds, false, "nothing new")
	require.Len(t, o.save(says(refunds, "en", "Money back")), 1)
	require.Empty(t, o.save(says(refunds, "en", "Money back")), "the same again")
	require.Equal(t, "Refunds", o.title(refunds, "en"))
	o.refuses(refunds, false, "nothing new in zh")
	o.save(says(refunds, "zh", "退钱"))
	p := o.publish(refunds, false)
	require.Empty(t, p.Stale)
	require.Equal(t, []string{"Money back", "退钱"}, []string{o.title(refunds, "en"), o.title(refunds, "zh")})
	o.refuses(refunds, false, "nothing new")

	// A seed that differs does not take it back, and brings the other texts.
	_, err := o.db.SQL.Exec(`delete from seed_version; update content_document set title = 'old' where name in ('refund', 'delivery')`)
	require.NoError(t, err)
	require.NoError(t, seeded.Again(t.Context(), o.db))
	require.Equal(t, "old", o.title(refunds, "en"), "an editor's text is not the seed's")
	require.NotEqual(t, "old", o.title(editor.Text{Kind: "service", Name: "delivery"}, "en"))
}

func TestOneLanguageAloneLeavesTheOtherBehind(t *testing.T) {
	t.Parallel()
	o := open(t)
	zh := o.title(refunds, "zh")
	o.save(says(refunds, "en", "Money back"))
	require.Equal(t, "zh", o.publish(refunds, true).Stale)
	require.Equal(t, []string{"Money back", zh}, []string{o.title(refunds, "en"), o.title(refunds, "zh")})
	states, err := o.One(t.Context(), refunds)
	require.NoError(t, err)
	require.True(t, states["zh"].Stale)
	require.False(t, states["en"].Stale)
	o.save(says(refunds, "zh", "退钱"))
	require.Equal(t, "en", o.publish(refunds, true).Stale, "now the Chinese text is newer")
	require.Equal(t, "退钱", o.title(refunds, "zh"))
}

func TestRestoreShowsWhatWasThereBefore(t *testing.T) {
	t.Parallel()
	o := open(t)
	was := o.title(refunds, "en")
	_, err := o.Restore(t.Context(), refunds, mei)
	require.ErrorContains(t, err, "never anything else")
	o.save(says(refunds, "en", "Money back"), says(refunds, "zh", "退钱"))
	o.publish(refunds, false)
	_, err = o.Restore(t.Context(), refunds, mei)
	require.NoError(t, err)
	require.Equal(t, was, o.title(refunds, "en"))
	_, err = o.Restore(t.Context(), refunds, mei)
	require.NoError(t, err)
	require.Equal(t, "Money back", o.title(refunds, "en"), "restoring undoes the last publication, which was a restoring")
}

func TestAVersionStaysAsItWasHandedIn(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.save(says(refunds, "en", "Money back"))
	for _, change := range []string{`update content_version set source = ''`, `delete from content_version`} {
		_, err := o.db.SQL.Exec(change)
		require.ErrorContains(t, err, "never changed")
	}
}

func TestASiteHasATextForItself(t *testing.T) {
	t.Parallel()
	o := open(t)
	uk := editor.Text{Tenant: 22, Kind: "service", Name: "refund"}
	o.save(says(uk, "en", "UK refunds"))
	o.refuses(uk, true, "missing in zh")
	o.save(says(uk, "zh", "英国退款"))
	o.publish(uk, false)
	require.Equal(t, "UK refunds", o.title(uk, "en"))
	require.Equal(t, "Refunds", o.title(refunds, "en"))
	all, err := o.List(t.Context(), 22)
	require.NoError(t, err)
	require.Len(t, all, 1)

	// Taken away, the one that all share is there again; and back.
	_, err = o.Withdraw(t.Context(), uk, mei)
	require.NoError(t, err)
	p, err := o.shown.Page(t.Context(), 22, "service", "refund", "en")
	require.NoError(t, err)
	require.Equal(t, "Refunds", p.Title)
	_, err = o.Withdraw(t.Context(), uk, mei)
	require.ErrorContains(t, err, "not published")
	for _, want := range []string{"UK refunds", "Refunds"} {
		_, err = o.Restore(t.Context(), uk, mei)
		require.NoError(t, err)
		require.Equal(t, want, o.title(uk, "en"))
	}
	_, err = o.Withdraw(t.Context(), refunds, mei)
	require.ErrorContains(t, err, "belongs to the shop")
}

func TestAQuestionsFileIsAddedAndTakenAway(t *testing.T) {
	t.Parallel()
	o := open(t)
	before, err := o.shown.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	news := editor.Text{Kind: "faq", Name: "news"}
	o.save(editor.File{Text: news, Locale: "en", Source: "---\ntitle: News\n---\n## New?\n\nYes.\n"},
		editor.File{Text: news, Locale: "zh", Source: "---\ntitle: 新闻\n---\n## 新的？\n\n是。\n"})
	o.publish(news, false)
	with, err := o.shown.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	require.Equal(t, "New?", with[len(before)].Question, "behind the others")
	_, err = o.Withdraw(t.Context(), news, mei)
	require.NoError(t, err)
	after, err := o.shown.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestWhatIsWrongIsSaidOfEveryFileAndNothingIsKept(t *testing.T) {
	t.Parallel()
	o := open(t)
	bad := says(refunds, "zh", "退,钱")
	worse := editor.File{Text: editor.Text{Kind: "faq", Name: "01-choosing"}, Locale: "en", Source: "---\ntitle: T\n---\n"}
	long := says(refunds, "en", "x")
	long.Source = strings.Replace(long.Source, "seoDescription: D", "seoDescription: "+strings.Repeat("d", 161), 1)
	_, err := o.Save(t.Context(), []editor.File{says(refunds, "en", "\xff"), says(refunds, "zh", "\x00")}, editor.SaveOptions{Author: "mei"})
	require.ErrorContains(t, err, "en/service/refund.md: it is no text in UTF-8\nzh/service/refund.md: it is no text")
	_, err = o.Save(t.Context(), []editor.File{says(refunds, "en", "Good"), bad, worse, long}, editor.SaveOptions{Author: "mei"})
	for _, what := range []string{"zh/service/refund.md: half-width", "en/faq/01-choosing.md: 0 questions", "161 characters"} {
		require.ErrorContains(t, err, what)
	}
	states, err := o.One(t.Context(), refunds)
	require.NoError(t, err)
	require.Nil(t, states["en"].Draft)
	for _, name := range []string{"refund", "news/x", "service/", "service/A B", "page/about", "service/../x"} {
		_, err := editor.ParseText(0, name)
		require.Error(t, err, name)
	}
}

func TestQuestionsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	o := open(t)
	category := editor.Text{Kind: "faq", Name: "01-choosing"}
	before, err := o.shown.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	file := func(lang, text string) editor.File { return editor.File{Text: category, Locale: lang, Source: text} }
	o.save(file("en", "---\ntitle: Choosing\n---\n## One?\n\nYes.\n\n## Two?\n\nNo.\n"), file("zh", "---\ntitle: 选择\n---\n## 一？\n\n是。\n"))
	o.refuses(category, false, "2 in en and 1 in zh")
	o.save(file("zh", "---\ntitle: 选择\n---\n## 一？\n\n是。\n\n## 二？\n\n否。\n"))
	o.publish(category, false)
	after, err := o.shown.FAQ(t.Context(), 20, "en")
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
	found, err := o.shown.SearchFAQ(t.Context(), 20, "zh", "two")
	require.NoError(t, err)
	require.Equal(t, "二？", found[0].Question, "an English word finds the Chinese question")
}

func TestAPreviewShowsTheVersionsItWasMadeFor(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.save(says(refunds, "en", "Money back"))
	token, err := o.Link(t.Context(), refunds, time.Hour)
	require.NoError(t, err)
	o.save(says(refunds, "en", "Later"))
	p, err := o.Open(t.Context(), 20, token)
	require.NoError(t, err)
	require.Equal(t, []string{"en"}, p.Drafts)
	page, ok, err := p.Page("service", "refund", "en")
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "Money back", page.Title)
	zh, ok, err := p.Page("service", "refund", "zh")
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, o.title(refunds, "zh"), zh.Title, "as it is published")
	_, ok, _ = p.Page("service", "delivery", "en")
	require.False(t, ok)

	uk := editor.Text{Tenant: 22, Kind: "service", Name: "refund"}
	o.save(says(uk, "en", "UK refunds"))
	ours, err := o.Link(t.Context(), uk, time.Hour)
	require.NoError(t, err)
	p, err = o.Open(t.Context(), 22, ours)
	require.NoError(t, err)
	_, ok, _ = p.Page("service", "refund", "zh")
	require.False(t, ok, "not translated")
	for name, c := range map[string]struct {
		tenant int64
		token  string
	}{"another site": {21, ours}, "cut short": {20, token[:len(token)-1]}, "none": {20, ""}, "changed": {20, "A" + token[1:]}} {
		_, err := o.Open(t.Context(), c.tenant, c.token)
		require.ErrorIs(t, err, editor.ErrPreview, name)
	}
	o.clock.Advance(time.Hour)
	_, err = o.Open(t.Context(), 20, token)
	require.ErrorIs(t, err, editor.ErrPreview, "too late")
}

func TestAPreviewOfQuestionsStandsAmongTheOthers(t *testing.T) {
	t.Parallel()
	o := open(t)
	category := editor.Text{Kind: "faq", Name: "02-esim"}
	states, err := o.List(t.Context(), 0)
	require.NoError(t, err)
	for known := range states {
		if known.Kind == "faq" && strings.HasPrefix(known.Name, "02") {
			category = known
		}
	}
	o.save(editor.File{Text: category, Locale: "en", Source: "---\ntitle: New\n---\n## Drafted?\n\nYes.\n"})
	token, err := o.Link(t.Context(), category, time.Hour)
	require.NoError(t, err)
	p, err := o.Open(t.Context(), 20, token)
	require.NoError(t, err)
	published, err := o.shown.FAQ(t.Context(), 20, "en")
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

func TestACategoryOfASiteStandsInPlaceOfTheSharedOne(t *testing.T) {
	t.Parallel()
	o := open(t)
	own := editor.Text{Tenant: 22, Kind: "faq", Name: "01-choosing"}
	file := func(lang, text string) editor.File { return editor.File{Text: own, Locale: lang, Source: text} }
	shared, err := o.shown.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	o.save(file("en", "---\ntitle: Choosing\n---\n## In Britain?\n\nYes.\n"), file("zh", "---\ntitle: 选择\n---\n## 在英国？\n\n是。\n"))
	o.publish(own, false)
	ours, err := o.shown.FAQ(t.Context(), 22, "en")
	require.NoError(t, err)
	require.Equal(t, "In Britain?", ours[0].Question, "where the shared one was")
	for _, a := range ours[1:] {
		require.NotEqual(t, own.Name, a.Name, "the shared one is not there any more")
	}
	theirs, err := o.shown.FAQ(t.Context(), 20, "en")
	require.NoError(t, err)
	require.Equal(t, shared, theirs, "other sites keep it")
	_, err = o.Withdraw(t.Context(), own, mei)
	require.NoError(t, err)
	ours, err = o.shown.FAQ(t.Context(), 22, "en")
	require.NoError(t, err)
	require.Equal(t, shared, ours, "and it is there again")
}

func TestWhatWasTakenBackIsNoDraft(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, title := range []string{"First", "Second"} {
		o.save(says(refunds, "en", title), says(refunds, "zh", "第一"+title))
		o.publish(refunds, false)
	}
	_, err := o.Restore(t.Context(), refunds, mei)
	require.NoError(t, err)
	require.Equal(t, "First", o.title(refunds, "en"))
	o.refuses(refunds, false, "nothing new")

	o.save(says(refunds, "en", "Third"))
	o.save(says(refunds, "en", "First"))
	o.refuses(refunds, true, "nothing new")
}

func TestNobodyWritesOverWhatHeHasNotSeen(t *testing.T) {
	t.Parallel()
	o := open(t)
	place := says(refunds, "en", "").String()
	save := func(author, title string, from int64) error {
		_, err := o.Save(t.Context(), []editor.File{says(refunds, "en", title)}, editor.SaveOptions{Author: author, Pulled: map[string]int64{place: from}})
		return err
	}
	require.NoError(t, save("mei", "Mei", 0))
	require.ErrorContains(t, save("ben", "Ben", 0), "version 1 by mei")
	require.NoError(t, save("ben", "Ben", 1), "after he has seen it")
	_, err := o.Save(t.Context(), []editor.File{says(refunds, "en", "Unseen")}, editor.SaveOptions{Author: "mei"})
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused, "a file that nobody pulled, over somebody's draft")
	_, err = o.Save(t.Context(), []editor.File{says(refunds, "en", "Over")}, editor.SaveOptions{Author: "mei", Over: true})
	require.NoError(t, err)

	o.save(says(refunds, "zh", "退钱"))
	var both [2]error
	states, err := o.One(t.Context(), refunds)
	require.NoError(t, err)
	from := states["en"].Draft.ID
	var group sync.WaitGroup
	for i, author := range []string{"mei", "ben"} {
		group.Go(func() { both[i] = save(author, "At once, "+author, from) })
	}
	group.Wait()
	require.True(t, (both[0] == nil) != (both[1] == nil), "one of two who save at once: %v", both)
}

func TestWhatASiteSharesIsNothingOfItsOwn(t *testing.T) {
	t.Parallel()
	o := open(t)
	states, err := o.One(t.Context(), refunds)
	require.NoError(t, err)
	same := states["en"].Shown.File
	same.Tenant = 22
	require.Empty(t, o.save(same))
}

// A text that was taken under former rules keeps nobody from handing in another.
func TestWhatIsKnownIsNotJudgedAgain(t *testing.T) {
	t.Parallel()
	o := open(t)
	old := says(refunds, "en", "Old")
	old.Source += "\n![a map](https://x.example/map.png)\n"
	_, err := o.Save(t.Context(), []editor.File{old}, editor.SaveOptions{Author: "mei"})
	require.ErrorContains(t, err, "an image")
	_, err = o.db.SQL.Exec(`insert into content_version (tenant_id, kind, name, locale, source, author, created_at)
		values (0, 'service', 'refund', 'en', $1, 'mei', now())`, old.Source)
	require.NoError(t, err)
	require.Len(t, o.save(old, says(refunds, "zh", "退钱")), 1)
}
