package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// ErrBusy is returned by Deliver while somebody else delivers the same note.
var ErrBusy = errors.New("notify: note is being delivered")

const (
	// SendTimeout is how long sending a note may take: to connect to the relay, to introduce oneself and to hand the mail over, each
	// at its longest.
	SendTimeout = 45 * time.Second
	// leaseFor is how long a note belongs to the worker that claimed it, so that nobody else sends it meanwhile.
	leaseFor = SendTimeout + 30*time.Second
	// recordTimeout is how long noting the outcome may take, also when the program is stopping.
	recordTimeout = 5 * time.Second
	// RefusedFor is how long a note that the relay refuses for now is tried: as long as relays try themselves (RFC 5321, 4.5.4.1).
	RefusedFor = 5 * 24 * time.Hour
)

// Sites knows the shops that notes speak for.
type Sites interface {
	Site(ctx context.Context, tenantID int64, locale string) (Site, error)
}

// Secrets fetches what a note must not hold: for an ESIMDelivered note one picture per eSIM (see QRAttachment), for an ESIMReissued
// note that of its eSIM, for any other nothing. It is asked each time a note is rendered.
type Secrets interface {
	Attachments(ctx context.Context, n Note) ([]Attachment, error)
}

// Config is what a Service needs.
type Config struct {
	DB      *pg.DB
	Clock   clock.Clock
	Sites   Sites
	Secrets Secrets
	Box     *secret.Box
	// Senders by channel. A note of a channel without a sender fails for good.
	Senders map[string]Sender
	Log     *slog.Logger
	// Own are the texts of staff, from memory; nil for none.
	Own func(ctx context.Context) Overrides
	// Hook is called at named points of a delivery; tests use it to crash there. Nil does nothing.
	Hook func(point string)
}

// Service delivers notes.
type Service struct{ cfg Config }

// New returns a service.
func New(cfg Config) *Service { return &Service{cfg: cfg} }

// Deliver sends the note with the id and records it. It returns nil when there is nothing left to do: the note was sent,
// now or before, or failed for good (which is logged). It returns ErrBusy while another worker has the note, and any
// other error when trying again may help; the note then stays queued. It holds no connection to the database while it sends.
func (s *Service) Deliver(ctx context.Context, id int64) error {
	r, err := s.claim(ctx, id)
	if err != nil {
		return err
	}
	if r.State != stateQueued {
		return nil
	}
	failure := s.sendWithin(ctx, r)
	if err := s.record(ctx, r, failure); err != nil {
		return err
	}
	return s.final(ctx, r, failure)
}

func (s *Service) sendWithin(ctx context.Context, r stored) error {
	ctx, cancel := context.WithTimeout(ctx, SendTimeout)
	defer cancel()
	failure := s.send(ctx, r)
	if isRefused(failure) && s.cfg.Clock.Now().Sub(r.CreatedAt) >= RefusedFor {
		failure = &PermanentError{failure}
	}
	failure = withoutRecipient(failure, r.Recipient)
	if s.cfg.Hook != nil {
		s.cfg.Hook("mail sent")
	}
	return failure
}

// errNotSent is the error of a note that waits for its relay, for as long as that takes.
const errNotSent = jobs.Outage("notify: note is not sent yet")

// final logs a failure for good, after which there is nothing left to do, and returns any other as errNotSent.
func (s *Service) final(ctx context.Context, r stored, failure error) error {
	if isPermanent(failure) {
		s.cfg.Log.ErrorContext(ctx, "notification failed for good", "notification", r.ID, "error", failure)
		return nil
	}
	if failure != nil {
		return fmt.Errorf("%w: %w", errNotSent, failure)
	}
	return nil
}

// Waiting returns the ids of up to limit notes that were written before a time and still wait: what a sweep puts back into the job
// queue. The least tried ones are first, so that notes that nobody can deliver keep no sweep from the others.
func (s *Service) Waiting(ctx context.Context, before time.Time, limit int) ([]int64, error) {
	return pg.List[int64](s.cfg.DB.Conn(ctx), "find waiting notes",
		`select id from notification where state = 'queued' and created_at < ? order by attempts, id limit ?`,
		before, limit)
}

const (
	stateQueued = "queued"
	stateSent   = "sent"
	stateFailed = "failed"
)

// stored is a row of the table.
type stored struct {
	ID        int64
	TenantID  int64
	Key       string
	Channel   string
	Recipient string
	Locale    string
	Template  string
	Data      []byte
	State     string
	// Attempts counts the claims: by it a sender recognises a later claim.
	Attempts  int
	CreatedAt time.Time
}

const storedColumns = `id, tenant_id, key, channel, recipient, locale, template, data, state, attempts, created_at`

// leaseOver is what ends the lease of a note: its time, and that it is longer than any, which is so after a clock was put back.
const leaseOver = `(notification.leased_until is null or notification.leased_until <= @now
	or notification.leased_until > cast(@until as timestamptz) + interval '1 minute')`

// claim makes the note the caller's for the time of the lease, if it waits. The state it returns is that of the note otherwise.
func (s *Service) claim(ctx context.Context, id int64) (stored, error) {
	var r stored
	now := s.cfg.Clock.Now()
	res := s.cfg.DB.Conn(ctx).Raw(`
		update notification set leased_until = @until, attempts = attempts + 1
		where id = @id and state = 'queued' and `+leaseOver+` returning `+storedColumns,
		map[string]any{"id": id, "now": now, "until": now.Add(leaseFor)}).Scan(&r)
	if res.Error != nil {
		return r, fmt.Errorf("claim note %d: %w", id, res.Error)
	}
	if res.RowsAffected == 1 {
		return r, nil
	}
	return state(s.cfg.DB.Conn(ctx), `id = ?`, id)
}

// state reads how a note stands that could not be claimed. Error: ErrBusy, when somebody else has it.
func state(c pg.Conn, where string, args ...any) (stored, error) {
	found, err := pg.List[stored](c, "look for a note", `select `+storedColumns+` from notification where `+where, args...)
	switch {
	case err != nil:
		return stored{}, err
	case len(found) == 0:
		return stored{}, fmt.Errorf("there is no note where %s: %v", where, args)
	case found[0].State == stateQueued:
		return found[0], ErrBusy
	}
	return found[0], nil
}

func (s *Service) send(ctx context.Context, r stored) error {
	sender, ok := s.cfg.Senders[r.Channel]
	if !ok {
		return permanent("no way to send by %q", r.Channel)
	}
	data, err := decode(r.Template, r.Data)
	if err != nil {
		return err
	}
	if p, ok := data.(expiringData); ok && p.expired(s.cfg.Clock.Now()) {
		return permanent("too late to send")
	}
	if d, ok := data.(sealedData); ok {
		if data, err = d.open(s.cfg.Box); err != nil {
			return err
		}
	}
	n := Note{TenantID: r.TenantID, Key: r.Key, Channel: r.Channel, To: r.Recipient, Locale: r.Locale, Data: data}
	site, err := s.cfg.Sites.Site(ctx, r.TenantID, r.Locale)
	if err != nil {
		return fmt.Errorf("site of note %d: %w", r.ID, err)
	}
	files, err := s.cfg.Secrets.Attachments(ctx, n)
	if err != nil {
		return fmt.Errorf("attachments of note %d: %w", r.ID, err)
	}
	var own Overrides
	if s.cfg.Own != nil {
		own = s.cfg.Own(ctx)
	}
	m, err := render(own, n, site, files, s.cfg.Box)
	if err != nil {
		return err
	}
	return sender.Send(ctx, m)
}

// record writes what came of it, unless the note was forgotten meanwhile or is somebody else's by now. The data of a note that was sent is
// of no more use, so it is dropped.
func (s *Service) record(ctx context.Context, r stored, failure error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	set := `leased_until = null, `
	var args []any
	switch {
	case failure == nil:
		set += `state = ?, sent_at = ?, last_error = '', data = '{}'`
		args = append(args, stateSent, s.cfg.Clock.Now())
	case isPermanent(failure):
		set += `state = ?, last_error = ?`
		args = append(args, stateFailed, reason(failure))
	default:
		set += `last_error = ?`
		args = append(args, reason(failure))
	}
	return pg.Exec(s.cfg.DB.Conn(ctx), fmt.Sprintf("record note %d", r.ID),
		`update notification set `+set+` where id = ? and state = 'queued' and attempts = ?`, append(args, r.ID, r.Attempts)...)
}

// withoutRecipient removes the address from the response of a relay: errors are kept longer than notes.
func withoutRecipient(err error, recipient string) error {
	if err == nil || recipient == "" || !strings.Contains(err.Error(), recipient) {
		return err
	}
	answer := strings.ReplaceAll(err.Error(), recipient, "(recipient)")
	if isPermanent(err) {
		return permanent("%s", answer)
	}
	return errors.New(answer)
}

func reason(err error) string { return shorten(oneLine(err.Error()), 300) }
