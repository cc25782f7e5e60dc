package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sandbox/schema"
)

// The channels by which a message comes.
const (
	Email = "email"
	SMS   = "sms"
)

// Message is what the shop has sent.
type Message struct {
	// Key is the same when the same message is sent again.
	Key     string
	Channel string
	// To is a mail address or a phone number.
	To string
	// FromName, ReplyTo, Locale (en, zh or ""), Subject, HTML and Files are a mail's.
	FromName string
	ReplyTo  string
	Locale   string
	Subject  string
	Text     string
	HTML     string
	Files    []File
}

// Outbox keeps messages.
type Outbox struct {
	db    *pg.DB
	clock clock.Clock
}

// New returns an outbox on db; Migrate must have run once.
func New(db *pg.DB, c clock.Clock) *Outbox { return &Outbox{db: db, clock: c} }

// Migrate makes the table where it is missing. It may run on several replicas at once.
func (o *Outbox) Migrate(ctx context.Context) error { return schema.Create(ctx, o.db.SQL, tables) }

const tables = `
create table if not exists sandbox.outbox (
	id          bigint generated always as identity primary key,
	key         text        not null unique,
	at          timestamptz not null,
	channel     text        not null,
	recipient   text        not null,
	from_name   text        not null,
	reply_to    text        not null,
	locale      text        not null,
	subject     text        not null,
	text        text        not null,
	html        text        not null,
	attachments jsonb       not null default '[]'
);
create index if not exists outbox_recipient on sandbox.outbox (lower(recipient), id);
`

// Keep keeps the message; a key that is there already is left as it is.
func (o *Outbox) Keep(ctx context.Context, m Message) error {
	files := make([]file, len(m.Files))
	for i, f := range m.Files {
		files[i] = file(f)
	}
	raw, err := json.Marshal(files)
	if err != nil {
		return fmt.Errorf("keep message: %w", err)
	}
	err = o.db.Conn(ctx).Exec(`insert into sandbox.outbox
		(key, at, channel, recipient, from_name, reply_to, locale, subject, text, html, attachments)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb) on conflict (key) do nothing`,
		m.Key, o.clock.Now(), m.Channel, m.To, m.FromName, m.ReplyTo, m.Locale, m.Subject, m.Text, m.HTML, string(raw)).Error
	if err != nil {
		return fmt.Errorf("keep message: %w", err)
	}
	return nil
}

// Filter narrows a list. To matches a recipient whatever its case; an empty field matches all.
type Filter struct {
	To      string
	Channel string
	Limit   int
}

// List returns the newest messages first.
func (o *Outbox) List(ctx context.Context, f Filter) ([]Entry, error) {
	var rows []kept
	err := o.db.Conn(ctx).Raw(`select * from sandbox.outbox
		where (? = '' or lower(recipient) = lower(?)) and (? = '' or channel = ?) order by id desc limit ?`,
		f.To, f.To, f.Channel, f.Channel, f.Limit).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list outbox: %w", err)
	}
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		if entries[i], err = r.entry(); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// ErrNotFound is returned by Get for an id that is not there.
var ErrNotFound = errors.New("outbox: no such message")

// Get returns one message, or ErrNotFound.
func (o *Outbox) Get(ctx context.Context, id int64) (Entry, error) {
	var r kept
	err := o.db.Conn(ctx).Raw(`select * from sandbox.outbox where id = ?`, id).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Entry{}, ErrNotFound
	}
	if err != nil {
		return Entry{}, fmt.Errorf("read outbox: %w", err)
	}
	return r.entry()
}

// Entry is a message as the outbox shows it.
type Entry struct {
	ID          int64     `json:"id,string"`
	Key         string    `json:"key"`
	At          time.Time `json:"at"`
	Channel     string    `json:"channel"`
	To          string    `json:"to"`
	FromName    string    `json:"fromName"`
	ReplyTo     string    `json:"replyTo"`
	Locale      string    `json:"locale"`
	Subject     string    `json:"subject"`
	Text        string    `json:"text"`
	HTML        string    `json:"html"`
	Attachments []File    `json:"attachments"`
}

// File is an attachment; its bytes are served apart.
type File struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	ContentID string `json:"contentId,omitempty"`
	Data      []byte `json:"-"`
}

// file is how an attachment lies in the table.
type file struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	ContentID string `json:"contentId"`
	Data      []byte `json:"data"`
}

type kept struct {
	ID          int64
	Key         string
	At          time.Time
	Channel     string
	Recipient   string
	FromName    string
	ReplyTo     string
	Locale      string
	Subject     string
	Text        string
	HTML        string `gorm:"column:html"`
	Attachments []byte
}

func (k kept) entry() (Entry, error) {
	var files []file
	if err := json.Unmarshal(k.Attachments, &files); err != nil {
		return Entry{}, fmt.Errorf("attachments of message %d: %w", k.ID, err)
	}
	e := Entry{ID: k.ID, Key: k.Key, At: k.At.UTC(), Channel: k.Channel, To: k.Recipient, FromName: k.FromName, ReplyTo: k.ReplyTo,
		Locale: k.Locale, Subject: k.Subject, Text: k.Text, HTML: k.HTML, Attachments: make([]File, len(files))}
	for i, f := range files {
		e.Attachments[i] = File(f)
	}
	return e, nil
}
