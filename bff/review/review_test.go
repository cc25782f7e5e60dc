package review_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/review"
)

var ctx = context.Background()

type fixture struct {
	*moduletest.Fixture
	*testing.T
	reviews *review.Service
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	b := moduletest.New(t)
	b.AddProduct(t, "plan", 650, 100)
	return fixture{b, t, review.NewService(b.DB, b.Clock, b.Queue, b.Orders)}
}

// addDelivered adds a completed order of one eSIM that was first used so long ago; a negative time is never.
func (f fixture) addDelivered(ago time.Duration) (order.Order, int64) {
	f.Helper()
	o := f.Place(f.T, f.Submission("plan", 1, 650))
	f.Exec(f.T, `update orders set status = 'completed', paid_at = ? where id = ?`, f.Clock.Now(), o.ID)
	line := o.Lines[0].ID
	var used *time.Time
	if ago >= 0 {
		used = new(f.Clock.Now().Add(-ago))
	}
	f.Exec(f.T, `
		insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, order_line_id, unit, profile_state_at, created_at, first_attach_at)
		values (20, 'pool', 'plan', 'plan', 'esim', ?, ?, 1, now(), now(), ?)`, "89852012345678901"+o.OrderNo[:2], line, used)
	return o, line
}

func (f fixture) requireCode(want string, err error) {
	f.Helper()
	require.Equal(f.T, want, fault.Code(err))
}

func draft(line int64) review.Draft {
	return review.Draft{LineID: line, Stars: 4, Text: " Fast in Osaka. ", Author: "Ada", Locale: "en"}
}

func TestWhoMayReviewWhat(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	unused, unusedLine := f.addDelivered(-1)
	used, line := f.addDelivered(time.Hour)

	lines, err := f.reviews.Lines(ctx, unused)
	require.NoError(t, err)
	require.Empty(t, lines)
	f.requireCode("review_unused", f.reviews.Write(ctx, unused, draft(unusedLine)))
	f.requireCode("review_unused", f.reviews.Write(ctx, unused, draft(line)))

	for field, bad := range map[string]review.Draft{
		"stars": {LineID: line, Stars: 6}, "text": {LineID: line, Stars: 5, Text: strings.Repeat("好", review.MaxText+1)},
		"name": {LineID: line, Stars: 5, Author: strings.Repeat("a", review.MaxName+1)},
	} {
		var refused *fault.Error
		require.ErrorAs(t, f.reviews.Write(ctx, used, bad), &refused, field)
		require.Contains(t, refused.Fields, field)
	}

	require.NoError(t, f.reviews.Write(ctx, used, draft(line)))
	require.NoError(t, f.reviews.Write(ctx, used, draft(line)), "a form is sent twice")
	other := draft(line)
	other.Stars = 1
	f.requireCode("review_exists", f.reviews.Write(ctx, used, other))
	lines, err = f.reviews.Lines(ctx, used)
	require.NoError(t, err)
	require.Equal(t, "Fast in Osaka.", lines[0].Review.Text)
	require.Equal(t, review.Waiting, lines[0].Review.State)
	require.Equal(t, 1, f.Count(t, `select count(*) from review`))
}

func TestApprovedReviewsAreShownAndChangeCachedPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var ids []int64
	for n, stars := range []int{5, 4, 1} {
		o, line := f.addDelivered(time.Hour)
		d := draft(line)
		d.Stars = stars
		require.NoError(t, f.reviews.Write(ctx, o, d))
		found, err := f.reviews.Find(ctx, 20, review.Waiting, 10)
		require.NoError(t, err)
		ids = append(ids, found[n].ID)
	}
	of := func(goods string) review.Summary {
		t.Helper()
		out, err := f.reviews.Of(ctx, 20, goods)
		require.NoError(t, err)
		return out
	}
	countChanges := func() int {
		return f.Count(t, `select count(*) from change_log where tag in ('goods:20:plan', 'reviews:20')`)
	}
	f.Exec(t, `delete from change_log`)
	require.Zero(t, of("plan").Count)
	for _, id := range ids[:2] {
		_, err := f.reviews.Decide(ctx, id, true, "staff:mei", "")
		require.NoError(t, err)
	}
	require.Equal(t, 4, countChanges(), "two decisions, two tags")
	sum := of("plan")
	require.Equal(t, 2, sum.Count)
	require.InDelta(t, 4.5, sum.Average, 0.001)
	require.Equal(t, "Ada", sum.Latest[0].Author)
	require.Equal(t, 2, of("").Count)
	require.Zero(t, of("other").Count)

	_, err := f.reviews.Decide(ctx, ids[0], true, "staff:mei", "")
	f.requireCode("review_decided", err)
	_, err = f.reviews.Decide(ctx, 4711, true, "staff:mei", "")
	f.requireCode("review_not_found", err)
	f.Exec(t, `delete from change_log`)
	_, err = f.reviews.Decide(ctx, ids[2], false, "staff:mei", "insults")
	require.NoError(t, err)
	require.Zero(t, countChanges(), "what was never shown changes no page")
	_, err = f.reviews.Decide(ctx, ids[1], false, "staff:mei", "a phone number")
	require.NoError(t, err)
	require.Equal(t, 2, countChanges())
	require.Equal(t, 1, of("plan").Count)
	require.Equal(t, 4, f.Count(t, `select count(*) from audit_log where entity = 'order' and actor = 'staff:mei' and action in ('review_approved', 'review_rejected')`))
}

func TestABuyerIsAskedOnceAWeekAfterTheFirstUse(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const day = 24 * time.Hour
	due, _ := f.addDelivered(8 * day)
	f.addDelivered(6 * day)
	f.addDelivered(30 * day)
	f.addDelivered(-1)
	refunded, _ := f.addDelivered(8 * day)
	f.Exec(t, `update orders set status = 'refunded' where id = ?`, refunded.ID)
	reviewed, line := f.addDelivered(8 * day)
	require.NoError(t, f.reviews.Write(ctx, reviewed, draft(line)))
	gone, _ := f.addDelivered(8 * day)
	f.Exec(t, `update orders set email = '' where id = ?`, gone.ID)
	// A second plan of the same order brings no second mail.
	second, other := f.addDelivered(8 * day)
	f.Exec(t, `update order_line set order_id = ?, line_no = 2 where id = ?`, due.ID, other)
	f.Exec(t, `update orders set status = 'cancelled' where id = ?`, second.ID)
	for range 2 {
		require.NoError(t, f.reviews.Ask(ctx, 100))
		f.Clock.Advance(time.Hour)
	}
	require.Equal(t, 1, f.Count(t, `select count(*) from notification where template = 'review_asked'`))
	require.Equal(t, 1, f.Count(t, `select count(*) from notification where recipient = ? and data->>'orderNo' = ?`, due.Contact.Email, due.OrderNo))
	require.Equal(t, 1, f.Count(t, `select count(*) from river_job where kind = 'notify_deliver'`))
}

func TestAnErasedBuyersReviewLosesItsName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	shown, line := f.addDelivered(time.Hour)
	require.NoError(t, f.reviews.Write(ctx, shown, draft(line)))
	found, err := f.reviews.Find(ctx, 0, review.Waiting, 10)
	require.NoError(t, err)
	_, err = f.reviews.Decide(ctx, found[0].ID, true, "staff:mei", "")
	require.NoError(t, err)
	waiting, other := f.addDelivered(time.Hour)
	require.NoError(t, f.reviews.Write(ctx, waiting, draft(other)))
	later, last := f.addDelivered(time.Hour)
	require.NoError(t, f.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		return f.reviews.Erase(tx, []int64{shown.ID, waiting.ID, later.ID})
	}))
	f.Exec(t, `update orders set email = ''`)
	sum, err := f.reviews.Of(ctx, 20, "plan")
	require.NoError(t, err)
	require.Equal(t, 1, sum.Count)
	require.Empty(t, sum.Latest[0].Author)
	require.Equal(t, 1, f.Count(t, `select count(*) from review`))
	f.requireCode("review_gone", f.reviews.Write(ctx, later, draft(last)))
	later.Contact.Email = ""
	lines, err := f.reviews.Lines(ctx, later)
	require.NoError(t, err)
	require.Empty(t, lines)
}

func TestStaffReadASitesReviewsPageByPage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o, line := f.addDelivered(time.Hour)
	write := draft(line)
	write.Text = "Slow at KIX airport"
	require.NoError(t, f.reviews.Write(ctx, o, write))
	// As many more as fill a page, each of an order line of its own.
	f.Exec(t, `
		with lines as (
		    insert into order_line overriding system value select (jsonb_populate_record(l, jsonb_build_object('id', l.id + 1000 + n, 'line_no', n + 1))).*
		    from order_line l, generate_series(1, @more) n where l.id = @line returning id
		)
		insert into review (tenant_id, order_line_id, goods_id, stars, body, author, locale, state, created_at, decided_at)
		select 20, id, 'plan', 5, 'Fine', 'Bo', 'en', 'approved', now(), now() from lines order by id`,
		map[string]any{"line": line, "more": review.PageSize + 1})
	list := func(q review.Query) review.Page {
		t.Helper()
		q.TenantID = 20
		page, err := f.reviews.List(ctx, q)
		require.NoError(t, err)
		require.Equal(t, map[string]int{review.Waiting: 1, review.Approved: review.PageSize + 1}, page.Counts)
		return page
	}
	first := list(review.Query{State: review.Approved})
	require.Len(t, first.Reviews, review.PageSize)
	require.Greater(t, first.Reviews[0].ID, first.Reviews[1].ID, "the newest first")
	second := list(review.Query{State: review.Approved, After: first.Next})
	require.Len(t, second.Reviews, 1)
	require.Less(t, second.Reviews[0].ID, first.Next)
	require.Zero(t, second.Next)

	for words, want := range map[string]int{"kix": 1, "kix slow": 1, "kix fast": 0, "bo": review.PageSize, "plan": review.PageSize, "%": 0} {
		require.Len(t, list(review.Query{Words: strings.Fields(words)}).Reviews, want, words)
	}
	waiting := list(review.Query{State: review.Waiting}).Reviews
	require.Len(t, waiting, 1)
	require.Nil(t, waiting[0].DecidedAt)

	// Whoever took a shown review down, and why, stands beside it.
	id := second.Reviews[0].ID
	f.Exec(t, `update review set state = 'waiting', decided_at = null where id = ?`, id)
	_, err := f.reviews.Decide(ctx, id, true, "staff:mei", "")
	require.NoError(t, err)
	decided, err := f.reviews.Decide(ctx, id, false, "staff:bo", "a phone number")
	require.NoError(t, err)
	require.Equal(t, f.Clock.Now(), *decided.DecidedAt)
	page, err := f.reviews.List(ctx, review.Query{TenantID: 20, State: review.Rejected})
	require.NoError(t, err)
	require.Len(t, page.Reviews, 1)
	require.Equal(t, []string{"staff:bo", "a phone number"}, []string{page.Reviews[0].DecidedBy, page.Reviews[0].Reason})
	other, err := f.reviews.List(ctx, review.Query{TenantID: 21})
	require.NoError(t, err)
	require.Empty(t, other.Reviews)
	require.Empty(t, other.Counts)
}
