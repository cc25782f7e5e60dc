// Package contact takes messages to the shop's support.
//
// Invariants:
//   - A message, its ticket and both mails (to support, to the sender) are written in one transaction.
//   - One mailbox can send at most perHour messages an hour to a site.
package contact

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/crockford"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const perHour = 5

// Message is what somebody wrote.
type Message struct {
	TenantID     int64
	Locale       string
	SupportEmail string
	FirstName    string
	LastName     string
	Email        string
	OrderNo      string
	Text         string
}

// Service takes messages.
type Service struct {
	db      *pg.DB
	clock   clock.Clock
	queue   *jobs.Queue
	maxText int
	email   func(string) (string, bool)
}

// NewService returns a service; maxText bounds a message in characters, email normalises an address.
func NewService(db *pg.DB, c clock.Clock, queue *jobs.Queue, maxText int, email func(string) (string, bool)) *Service {
	return &Service{db: db, clock: c, queue: queue, maxText: maxText, email: email}
}

// Submit stores a message and returns its ticket. One that came within the hour, word for word, is not stored again and keeps
// its ticket: a form may be sent twice. Faults: validation_failed, rate_limited, which says when.
func (s *Service) Submit(ctx context.Context, m Message) (ticket string, err error) {
	if err := s.check(&m); err != nil {
		return "", err
	}
	now := s.clock.Now()
	ticket = newTicket(now)
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		// Messages of one mailbox wait for each other, or parallel ones would not be counted.
		err := pg.Exec(tx, "count messages",
			`select pg_advisory_xact_lock(hashtextextended(?, ?))`, "contact "+m.Email, m.TenantID)
		if err != nil {
			return err
		}
		first, err := s.same(tx, m, now)
		if err != nil {
			return err
		}
		if first != "" {
			ticket = first
			return nil
		}
		changed, err := pg.Changed(tx, "store message", `
			insert into contact_message (tenant_id, ticket, first_name, last_name, email, order_no, message, locale, created_at)
			select @tenant, @ticket, @first, @last, @email, @order, @text, @locale, @now
			where (select count(*) from contact_message where tenant_id = @tenant and email = @email and created_at > @since ) < @limit`,
			map[string]any{"tenant": m.TenantID, "ticket": ticket, "first": m.FirstName, "last": m.LastName, "email": m.Email,
				"order": m.OrderNo, "text": m.Text, "locale": m.Locale, "now": now, "since": now.Add(-time.Hour), "limit": perHour})
		if err != nil {
			return err
		}
		if !changed {
			return s.tooMany(tx, m, now)
		}
		return s.mail(ctx, tx, m, ticket, now)
	})
	return ticket, err
}

// same returns the ticket of the same message of the last hour, "" when there is none.
func (s *Service) same(tx *pg.Tx, m Message, now time.Time) (ticket string, err error) {
	err = tx.Raw(`
		select ticket from contact_message
		where tenant_id = ? and email = ? and created_at > ? and (message, order_no, first_name, last_name) = (?, ?, ?, ?)
		order by created_at limit 1`,
		m.TenantID, m.Email, now.Add(-time.Hour), m.Text, m.OrderNo, m.FirstName, m.LastName).Scan(&ticket).Error
	if err != nil {
		return "", fmt.Errorf("look for the same message: %w", err)
	}
	return ticket, nil
}

// tooMany says when the next message can be sent.
func (s *Service) tooMany(tx *pg.Tx, m Message, now time.Time) error {
	var oldest time.Time
	err := tx.Raw(`
		select min(created_at) from (
		    select created_at from contact_message where tenant_id = ? and email = ? order by created_at desc limit ?) latest`,
		m.TenantID, m.Email, perHour).Scan(&oldest).Error
	if err != nil {
		return fmt.Errorf("count messages: %w", err)
	}
	return fault.New("rate_limited").WithText("contact_limit").After(oldest.Add(time.Hour).Sub(now))
}

func (s *Service) mail(ctx context.Context, tx *pg.Tx, m Message, ticket string, now time.Time) error {
	notes := []notify.Note{
		{Key: "contact:" + ticket + ":support", To: m.SupportEmail, Data: notify.SupportContact{
			Ticket: ticket, FirstName: m.FirstName, LastName: m.LastName, Email: m.Email, OrderNo: m.OrderNo, Message: m.Text, ReceivedAt: now,
		}},
		{Key: "contact:" + ticket + ":sender", To: m.Email, Data: notify.ContactReceived{FirstName: m.FirstName, Ticket: ticket}},
	}
	for _, n := range notes {
		n.TenantID, n.Locale, n.At = m.TenantID, m.Locale, now
		if err := notify.Send(ctx, tx, s.queue, n); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) check(m *Message) error {
	bad := fault.Form{}
	m.FirstName, m.LastName = input.Line(m.FirstName), input.Line(m.LastName)
	m.OrderNo, m.Text = input.Plain(m.OrderNo), input.Text(m.Text)
	bad.Required("firstName", m.FirstName, "first_name_required", 60)
	bad.Limited("lastName", m.LastName, 60)
	bad.Limited("orderNo", m.OrderNo, 32)
	email, valid := s.email(m.Email)
	bad.Correct("email", m.Email, "email", valid)
	m.Email = email
	bad.Required("message", m.Text, "message_required", s.maxText)
	return bad.Err()
}

// newTicket returns T, the day and six characters that can be read out.
func newTicket(now time.Time) string {
	return "T" + now.Format("060102") + crockford.Random(6)
}
