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

type shop struct {
	*moduletest.Fixture
	*testing.T
	reviews *review.Service
}

func newShop(t *testing.T) shop {
	t.Helper()
	b := moduletest.New(t)
	b.AddProduct(t, "plan", 650, 100)
	return shop{b, t, review.NewService(b.DB, b.Clock, b.Queue, b.Orders)}
}

// delivered is a completed order of one eSIM that was first used so long ago; never for a negative time.
func (s shop) delivered(ago time.Duration) (order.Order, int64) {
	s.Helper()
	o := s.Place(s.T, s.Submission("plan", 1, 650))
	s.Exec(s.T, `update orders set status = 'completed', paid_at = ? where id = ?`, s.Clock.Now(), o.ID)
	line := o.Lines[0].ID
	var used *time.Time
	if ago >= 0 {
		used = new(s.Clock.Now().Add(-ago))
	}
	s.Exec(s.T, `
		insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, order_line_id, unit, profile_state_at, created_at, first_attach_at)
		values (20, 'pool', 'plan', 'plan', 'esim', ?, ?, 1, now(), now(), ?)`, "89852012345678901"+o.OrderNo[:2], line, used)
	return o, line
}

func (s shop) code(want string, err error) {
	s.Helper()
	require.Equal(s.T, want, fault.Code(err))
}

func draft(line int64) review.Draft {
	return review.Draft{LineID: line, Stars: 4, Text: " Fast in Osaka. ", Author: "Ada", Locale: "en"}
}

func TestWhoMayReviewWhat(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	unused, unusedLine := s.delivered(-1)
	used, line := s.delivered(time.Hour)

	lines, err := s.reviews.Lines(ctx, unused)
	require.NoError(t, err)
	require.Empty(t, lines)
	s.code("review_unused", s.reviews.Write(ctx, unused, draft(unusedLine)))
	s.code("review_unused", s.reviews.Write(ctx, unused, draft(line)))

	for field, bad := range map[string]review.Draft{
		"stars": {LineID: line, Stars: 6}, "text": {LineID: line, Stars: 5, Text: strings.Repeat("好", review.MaxText+1)},
		"name": {LineID: line, Stars: 5, Author: strings.Repeat("a", review.MaxName+1)},
	} {
		var f *fault.Error
		require.ErrorAs(t, s.reviews.Write(ctx, used, bad), &f, field)
		require.Contains(t, f.Fields, field)
	}

	require.NoError(t, s.reviews.Write(ctx, used, draft(line)))
	require.NoError(t, s.reviews.Write(ctx, used, draft(line)), "a form is sent twice")
	other := draft(line)
	other.Stars = 1
	s.code("review_exists", s.reviews.Write(ctx, used, other))
	lines, err = s.reviews.Lines(ctx, used)
	require.NoError(t, err)
	require.Equal(t, "Fast in Osaka.", lines[0].Review.Text)
	require.Equal(t, review.Waiting, lines[0].Review.State)
	require.Equal(t, 1, s.Count(t, `select count(*) from review`))
}

func TestOnlyWhatIsApprovedIsShownAndCachedPagesHear(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	var ids []int64
	for n, stars := range []int{5, 4, 1} {
		o, line := s.delivered(time.Hour)
		d := draft(line)
		d.Stars = stars
		require.NoError(t, s.reviews.Write(ctx, o, d))
		found, err := s.reviews.Find(ctx, 20, review.Waiting, 10)
		require.NoError(t, err)
		ids = append(ids, found[n].ID)
	}
	of := func(goods string) review.Summary {
		t.Helper()
		out, err := s.reviews.Of(ctx, 20, goods)
		require.NoError(t, err)
		return out
	}
	heard := func() int {
		return s.Count(t, `select count(*) from change_log where tag in ('goods:20:plan', 'reviews:20')`)
	}
	s.Exec(t, `delete from change_log`)
	require.Zero(t, of("plan").Count)
	for _, id := range ids[:2] {
		_, err := s.reviews.Decide(ctx, id, true, "staff:mei", "")
		require.NoError(t, err)
	}
	require.Equal(t, 4, heard(), "two decisions, two tags")
	sum := of("plan")
	require.Equal(t, 2, sum.Count)
	require.InDelta(t, 4.5, sum.Average, 0.001)
	require.Equal(t, "Ada", sum.Latest[0].Author)
	require.Equal(t, 2, of("").Count)
	require.Zero(t, of("other").Count)

	_, err := s.reviews.Decide(ctx, ids[0], true, "staff:mei", "")
	s.code("review_decided", err)
	_, err = s.reviews.Decide(ctx, 4711, true, "staff:mei", "")
	s.code("review_not_found", err)
	s.Exec(t, `delete from change_log`)
	_, err = s.reviews.Decide(ctx, ids[2], false, "staff:mei", "insults")
	require.NoError(t, err)
	require.Zero(t, heard(), "what was never shown changes no page")
	_, err = s.reviews.Decide(ctx, ids[1], false, "staff:mei", "a phone number")
	require.NoError(t, err)
	require.Equal(t, 2, heard())
	require.Equal(t, 1, of("plan").Count)
	require.Equal(t, 4, s.Count(t, `select count(*) from audit_log where entity = 'order' and actor = 'staff:mei' and action in ('review_approved', 'review_rejected')`))
}

func TestABuyerIsAskedOnceAWeekAfterTheFirstUse(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const day = 24 * time.Hour
	due, _ := s.delivered(8 * day)
	s.delivered(6 * day)
	s.delivered(30 * day)
	s.delivered(-1)
	refunded, _ := s.delivered(8 * day)
	s.Exec(t, `update orders set status = 'refunded' where id = ?`, refunded.ID)
	reviewed, line := s.delivered(8 * day)
	require.NoError(t, s.reviews.Write(ctx, reviewed, draft(line)))
	gone, _ := s.delivered(8 * day)
	s.Exec(t, `update orders set email = '' where id = ?`, gone.ID)
	// A second plan of the same order brings no second mail.
	second, other := s.delivered(8 * day)
	s.Exec(t, `update order_line set order_id = ?, line_no = 2 where id = ?`, due.ID, other)
	s.Exec(t, `update orders set status = 'cancelled' where id = ?`, second.ID)
	for range 2 {
		require.NoError(t, s.reviews.Ask(ctx, 100))
		s.Clock.Advance(time.Hour)
	}
	require.Equal(t, 1, s.Count(t, `select count(*) from notification where template = 'review_asked'`))
	require.Equal(t, 1, s.Count(t, `select count(*) from notification where recipient = ? and data->>'orderNo' = ?`, due.Contact.Email, due.OrderNo))
	require.Equal(t, 1, s.Count(t, `select count(*) from river_job where kind = 'notify_deliver'`))
}

func TestAnErasedBuyersReviewLosesItsName(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	shown, line := s.delivered(time.Hour)
	require.NoError(t, s.reviews.Write(ctx, shown, draft(line)))
	found, err := s.reviews.Find(ctx, 0, review.Waiting, 10)
	require.NoError(t, err)
	_, err = s.reviews.Decide(ctx, found[0].ID, true, "staff:mei", "")
	require.NoError(t, err)
	waiting, other := s.delivered(time.Hour)
	require.NoError(t, s.reviews.Write(ctx, waiting, draft(other)))
	later, last := s.delivered(time.Hour)
	require.NoError(t, s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		return s.reviews.Forget(tx, []int64{shown.ID, waiting.ID, later.ID})
	}))
	s.Exec(t, `update orders set email = ''`)
	sum, err := s.reviews.Of(ctx, 20, "plan")
	require.NoError(t, err)
	require.Equal(t, 1, sum.Count)
	require.Empty(t, sum.Latest[0].Author)
	require.Equal(t, 1, s.Count(t, `select count(*) from review`))
	s.code("review_gone", s.reviews.Write(ctx, later, draft(last)))
	later.Contact.Email = ""
	lines, err := s.reviews.Lines(ctx, later)
	require.NoError(t, err)
	require.Empty(t, lines)
}

func TestStaffReadASitesReviewsPageByPage(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	o, line := s.delivered(time.Hour)
	write := draft(line)
	write.Text = "Slow at KIX airport"
	require.NoError(t, s.reviews.Write(ctx, o, write))
	// As many more as fill a page, each of an order line of its own.
	s.Exec(t, `
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
		page, err := s.reviews.List(ctx, q)
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
	s.Exec(t, `update review set state = 'waiting', decided_at = null where id = ?`, id)
	_, err := s.reviews.Decide(ctx, id, true, "staff:mei", "")
	require.NoError(t, err)
	decided, err := s.reviews.Decide(ctx, id, false, "staff:bo", "a phone number")
	require.NoError(t, err)
	require.Equal(t, s.Clock.Now(), *decided.DecidedAt)
	page, err := s.reviews.List(ctx, review.Query{TenantID: 20, State: review.Rejected})
	require.NoError(t, err)
	require.Len(t, page.Reviews, 1)
	require.Equal(t, []string{"staff:bo", "a phone number"}, []string{page.Reviews[0].DecidedBy, page.Reviews[0].Reason})
	other, err := s.reviews.List(ctx, review.Query{TenantID: 21})
	require.NoError(t, err)
	require.Empty(t, other.Reviews)
	require.Empty(t, other.Counts)
}
