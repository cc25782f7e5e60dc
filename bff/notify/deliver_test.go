package notify_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

const secretCode = "LPA:1$smdp.example.com$S3CRET-TOKEN"

var start = time.Date(2026, 3, 5, 6, 30, 0, 0, time.UTC)

// fixture is a service on a database of its own with a sender that the test controls.
type fixture struct {
	db     *pg.DB
	clock  *clock.Fake
	box    *secret.Box
	sender *fakeSender
	svc    *notify.Service
}

type fakeSender struct {
	mu   sync.Mutex
	sent []notify.Message
	// send, when set, runs instead of keeping the message.
	send func(ctx context.Context, m notify.Message) error
}

func (r *fakeSender) Send(ctx context.Context, m notify.Message) error {
	if r.send != nil {
		if err := r.send(ctx, m); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent = append(r.sent, m)
	return nil
}

func (f *fixture) Site(_ context.Context, tenantID int64, _ string) (notify.Site, error) {
	if tenantID != 20 {
		return notify.Site{}, errors.New("no such site")
	}
	return notify.Site{Brand: "Roamcart", URL: "https://shop.example.com", SupportEmail: "s@example.com", Hotline: "+852 3018 2600", Zone: time.UTC}, nil
}

// Attachments also proves that ports run outside the service's transaction: InTx refuses to nest.
func (f *fixture) Attachments(ctx context.Context, n notify.Note) ([]notify.Attachment, error) {
	if err := f.db.InTx(ctx, func(context.Context, *pg.Tx) error { return nil }); err != nil {
		return nil, err
	}
	if _, ok := n.Data.(notify.ESIMDelivered); !ok {
		return nil, nil
	}
	a, err := notify.QRAttachment(1, "Japan 3GB 7 days", "0222", secretCode)
	return []notify.Attachment{a}, err
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	box, err := secret.NewBox([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	f := &fixture{db: pgtest.New(t), clock: clock.NewFake(start), box: box, sender: &fakeSender{}}
	f.svc = notify.New(notify.Config{DB: f.db, Clock: f.clock, Sites: f, Secrets: f, Box: box, Log: slog.New(slog.DiscardHandler),
		Senders: map[string]notify.Sender{notify.Email: f.sender}})
	return f
}

func (f *fixture) enqueue(t *testing.T, n notify.Note) (id int64, inserted bool) {
	t.Helper()
	require.NoError(t, f.db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) (err error) {
		id, inserted, err = notify.Enqueue(ctx, tx, n)
		return err
	}))
	return id, inserted
}

type row struct {
	State, LastError, Data, Recipient string
	Attempts                          int
	SentAt                            *time.Time
	CreatedAt                         time.Time
}

func (f *fixture) row(t *testing.T, id int64) row {
	t.Helper()
	var r row
	require.NoError(t, f.db.Conn(t.Context()).Raw(`select state, last_error, data::text as data, recipient, attempts, sent_at, created_at
		from notification where id = ?`, id).Take(&r).Error)
	return r
}

func lockedNote(key string) notify.Note {
	return notify.Note{TenantID: 20, Key: key, To: "mei@example.com", Locale: "en", At: start, Data: notify.AccountLocked{LockedUntil: start}}
}

func TestEnqueueOncePerEvent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, inserted := f.enqueue(t, lockedNote("user:1:locked"))
	require.True(t, inserted)
	again, inserted := f.enqueue(t, lockedNote("user:1:locked"))
	require.False(t, inserted)
	require.Equal(t, first, again)

	other := lockedNote("user:1:locked")
	other.TenantID = 21
	_, inserted = f.enqueue(t, other)
	require.True(t, inserted, "another site has its own events")
	require.Equal(t, start, f.row(t, first).CreatedAt.UTC())

	require.Error(t, f.db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
		_, _, err := notify.Enqueue(ctx, tx, lockedNote("user:2:locked"))
		require.NoError(t, err)
		return errors.New("the event did not happen")
	}))
	_, inserted = f.enqueue(t, lockedNote("user:2:locked"))
	require.True(t, inserted, "a note goes with its transaction")
}

func TestEnqueueRefuses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, change := range map[string]func(*notify.Note){
		"site":    func(n *notify.Note) { n.TenantID = 0 },
		"key":     func(n *notify.Note) { n.Key = "" },
		"to":      func(n *notify.Note) { n.To = "" },
		"locale":  func(n *notify.Note) { n.Locale = "fr" },
		"channel": func(n *notify.Note) { n.Channel = "pigeon" },
		"data":    func(n *notify.Note) { n.Data = nil },
	} {
		n := lockedNote("k")
		change(&n)
		require.Error(t, f.db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
			_, _, err := notify.Enqueue(ctx, tx, n)
			return err
		}), name)
	}
}

func TestDeliverOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, _ := f.enqueue(t, lockedNote("user:1:locked"))
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.Len(t, f.sender.sent, 1)
	require.Equal(t, "20/user:1:locked", f.sender.sent[0].Key)
	require.Equal(t, "mei@example.com", f.sender.sent[0].To)
	r := f.row(t, id)
	require.Equal(t, "sent", r.State)
	require.Equal(t, 1, r.Attempts)
	require.Equal(t, start, r.SentAt.UTC())
	require.Equal(t, "{}", r.Data)
	require.Error(t, f.svc.Deliver(t.Context(), id+100))
}

func TestTwoWorkersOneMail(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, _ := f.enqueue(t, lockedNote("user:1:locked"))
	sending, release := make(chan struct{}), make(chan struct{})
	f.sender.send = func(context.Context, notify.Message) error {
		close(sending)
		<-release
		return nil
	}
	done := make(chan error, 1)
	go func() { done <- f.svc.Deliver(t.Context(), id) }()
	<-sending
	require.ErrorIs(t, f.svc.Deliver(t.Context(), id), notify.ErrBusy)
	close(release)
	require.NoError(t, <-done)
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.Len(t, f.sender.sent, 1)
}

// Whoever sends holds no connection to the database: with two of them, ten mails wait for a relay that says nothing, and the
// shop reads and writes.
func TestSendingHoldsNoConnection(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.db.SQL.SetMaxOpenConns(2)
	sending, release := make(chan struct{}, 10), make(chan struct{})
	f.sender.send = func(context.Context, notify.Message) error {
		sending <- struct{}{}
		<-release
		return nil
	}
	done := make(chan error, 10)
	for i := range 10 {
		id, _ := f.enqueue(t, lockedNote(fmt.Sprintf("user:%d:locked", i)))
		go func() { done <- f.svc.Deliver(context.Background(), id) }()
	}
	for range 10 {
		<-sending
	}
	require.Zero(t, f.db.SQL.Stats().InUse)
	close(release)
	for range 10 {
		require.NoError(t, <-done)
	}
	require.Len(t, f.sender.sent, 10)
}

// A worker that died while it was sending has the note to itself for a time; then another one sends it. What the first one, not
// dead after all, says then is not written down.
func TestAClaimRunsOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, _ := f.enqueue(t, lockedNote("user:1:locked"))
	sending, release := make(chan struct{}), make(chan struct{})
	f.sender.send = func(context.Context, notify.Message) error {
		close(sending)
		<-release
		return errors.New("the relay has hung up")
	}
	late := make(chan error, 1)
	go func() { late <- f.svc.Deliver(context.Background(), id) }()
	<-sending
	require.ErrorIs(t, f.svc.Deliver(t.Context(), id), notify.ErrBusy)
	f.clock.Advance(2 * time.Minute)
	f.sender.send = nil
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	close(release)
	require.Error(t, <-late)
	r := f.row(t, id)
	require.Equal(t, "sent", r.State)
	require.Empty(t, r.LastError)
	require.Len(t, f.sender.sent, 1)
}

// A worker that died before the clock was put back by half an hour keeps no mail for as long.
func TestAClockThatWasPutBackEndsAClaim(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, _ := f.enqueue(t, lockedNote("user:1:locked"))
	_, err := f.db.SQL.Exec(`update notification set leased_until = $1`, f.clock.Now().Add(time.Minute))
	require.NoError(t, err)
	require.ErrorIs(t, f.svc.Deliver(t.Context(), id), notify.ErrBusy)
	f.clock.Advance(-30 * time.Minute)
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.Len(t, f.sender.sent, 1)
}

// A note that is forgotten while it is being sent stays forgotten.
func TestANoteErasedWhileBeingSentStaysErased(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, _ := f.enqueue(t, lockedNote("user:1:locked"))
	f.sender.send = func(context.Context, notify.Message) error {
		return f.db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
			return notify.Erase(ctx, tx, 20, notify.About{Recipients: []string{"mei@example.com"}})
		})
	}
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	r := f.row(t, id)
	require.Equal(t, "failed", r.State)
	require.Empty(t, r.Recipient)
}

func TestFailureIsTriedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, _ := f.enqueue(t, lockedNote("user:1:locked"))
	f.sender.send = func(context.Context, notify.Message) error { return errors.New("relay is\ndown") }
	err := f.svc.Deliver(t.Context(), id)
	require.ErrorContains(t, err, "relay is")
	outage := jobs.Outage("")
	require.ErrorAs(t, err, &outage, "the job of an eSIM mail completes its order")
	r := f.row(t, id)
	require.Equal(t, "queued", r.State)
	require.Equal(t, "relay is down", r.LastError)
	require.Equal(t, 1, r.Attempts)

	ids, err := f.svc.Waiting(t.Context(), start.Add(time.Second), 10)
	require.NoError(t, err)
	require.Equal(t, []int64{id}, ids)

	f.sender.send = nil
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	r = f.row(t, id)
	require.Equal(t, "sent", r.State)
	require.Equal(t, 2, r.Attempts)
	require.Empty(t, r.LastError)
	ids, err = f.svc.Waiting(t.Context(), start.Add(time.Second), 10)
	require.NoError(t, err)
	require.Empty(t, ids)
}

func TestPermanentFailureEndsTheNote(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, _ := f.enqueue(t, lockedNote("user:1:locked"))
	f.sender.send = func(context.Context, notify.Message) error {
		return &notify.PermanentError{Err: errors.New("550 no such mailbox")}
	}
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.Equal(t, "failed", f.row(t, id).State)
	f.sender.send = nil
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.Empty(t, f.sender.sent)

	sms := lockedNote("user:2:locked")
	sms.Channel = notify.SMS
	id, _ = f.enqueue(t, sms)
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.Equal(t, "failed", f.row(t, id).State, "no sender for the channel")
}

// A mailbox that is refused for now may be full, or a domain that nobody will ever answer for.
func TestANoteThatIsRefusedForDaysFails(t *testing.T) {
	t.Parallel()
	for name, claim := range map[string]func(*fixture, notify.Note) error{
		"alone": func(f *fixture, n notify.Note) error {
			id, _ := f.enqueue(t, n)
			return f.svc.Deliver(t.Context(), id)
		},
		"with others": func(f *fixture, n notify.Note) error {
			claimed, err := f.svc.ClaimAll(t.Context(), pg.Fragment{SQL: "select"}, n)
			require.NoError(t, err)
			return f.svc.DeliverAll(t.Context(), claimed, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			note := lockedNote("user:1:locked")
			f.sender.send = func(_ context.Context, m notify.Message) error {
				return &notify.RefusedError{Err: fmt.Errorf("450 %s: unknown domain", m.To)}
			}
			f.clock.Advance(notify.RefusedFor - time.Second)
			require.ErrorContains(t, claim(f, note), "450 (recipient)")
			f.clock.Advance(time.Second)
			require.NoError(t, claim(f, note))
			r := f.row(t, 1)
			require.Equal(t, "failed", r.State)
			require.Equal(t, "450 (recipient): unknown domain", r.LastError)
		})
	}
}

// However many notes cannot be delivered, a sweep finds the others.
func TestASweepFindsTheLeastTriedNotesFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.sender.send = func(context.Context, notify.Message) error { return errors.New("450 try later") }
	for i := range 5 {
		id, _ := f.enqueue(t, lockedNote(fmt.Sprintf("user:%d:locked", i)))
		require.Error(t, f.svc.Deliver(t.Context(), id))
	}
	lost, _ := f.enqueue(t, lockedNote("user:9:locked"))
	ids, err := f.svc.Waiting(t.Context(), start.Add(time.Second), 3)
	require.NoError(t, err)
	require.Equal(t, []int64{lost, 1, 2}, ids)
}

func TestAQueuedCodeIsSealedAndExpires(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code, err := notify.NewVerificationCode(f.box, "482913", "track", start, start.Add(10*time.Minute))
	require.NoError(t, err)
	require.Equal(t, 10, code.Minutes)
	n := notify.Note{TenantID: 20, Key: "code:1", To: "mei@example.com", Locale: "zh", Data: code}
	id, _ := f.enqueue(t, n)
	require.NotContains(t, f.row(t, id).Data, "482913")
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.Contains(t, f.sender.sent[0].Text, "482913")
	require.Contains(t, f.sender.sent[0].Text, "查询订单")

	n.Key = "code:2"
	id, _ = f.enqueue(t, n)
	f.clock.Advance(10 * time.Minute)
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	require.Equal(t, "failed", f.row(t, id).State)
	require.Len(t, f.sender.sent, 1)

	_, err = notify.NewVerificationCode(f.box, "482913", "fun", start, start)
	require.Error(t, err)
}

func TestESIMNoteNeverHoldsTheCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, _ := f.enqueue(t, notify.Note{TenantID: 20, Key: "order:1:esim", To: "mei@example.com", Locale: "en",
		Data: notify.ESIMDelivered{Order: notify.Order{OrderNo: "260305-X", Currency: "USD", Lines: []notify.Line{{Name: "Japan", SimType: "esim", Quantity: 1}}}}})
	require.NotContains(t, f.row(t, id).Data, "S3CRET")
	require.NoError(t, f.svc.Deliver(t.Context(), id))
	m := f.sender.sent[0]
	require.Len(t, m.Attachments, 1)
	require.NotContains(t, m.Text+m.HTML, "S3CRET")
	require.NotContains(t, f.row(t, id).Data+f.row(t, id).LastError, "S3CRET")
}

func TestWaitingMailsFollowAChangedAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	sent, _ := f.enqueue(t, lockedNote("order:1:a"))
	require.NoError(t, f.svc.Deliver(t.Context(), sent))
	waiting, _ := f.enqueue(t, lockedNote("order:1:b"))
	another, _ := f.enqueue(t, lockedNote("order:10:a"))
	n := lockedNote("order:1:c")
	n.To = "other@example.com"
	elsewhere, _ := f.enqueue(t, n)
	require.NoError(t, f.db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
		return notify.Redirect(ctx, tx, 20, "order:1:", "MEI@example.com", "new@example.com")
	}))
	for id, to := range map[int64]string{
		sent: "mei@example.com", waiting: "new@example.com", another: "mei@example.com", elsewhere: "other@example.com",
	} {
		require.Equal(t, to, f.row(t, id).Recipient)
	}
}

func TestErase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	sent, _ := f.enqueue(t, lockedNote("a"))
	require.NoError(t, f.svc.Deliver(t.Context(), sent))
	waiting, _ := f.enqueue(t, lockedNote("b"))
	n := lockedNote("c")
	n.To = "other@example.com"
	other, _ := f.enqueue(t, n)
	n.Key = "d:1"
	about, _ := f.enqueue(t, n)
	gift, _ := f.enqueue(t, lockedNote("e:1"))
	require.NoError(t, f.db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
		return notify.Erase(ctx, tx, 20, notify.About{Recipients: []string{"MEI@example.com"}, Keys: []string{"d:"}, But: []string{"e:"}})
	}))
	for id, state := range map[int64]string{sent: "sent", waiting: "failed", about: "failed"} {
		r := f.row(t, id)
		require.Equal(t, state, r.State)
		require.Empty(t, r.Recipient)
		require.Equal(t, "{}", r.Data)
	}
	require.Equal(t, "other@example.com", f.row(t, other).Recipient)
	require.Equal(t, "mei@example.com", f.row(t, gift).Recipient)
	_, inserted := f.enqueue(t, lockedNote("a"))
	require.False(t, inserted, "what was told stays told")
}
