package notify

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Locales are the languages that every template exists in.
var Locales = []string{"en", "zh"}

// Note is a message to somebody.
type Note struct {
	TenantID int64
	// Key names the event, unique within the site, for example "order:17:paid".
	Key string
	// Channel is Email when empty.
	Channel string
	To      string
	Locale  string
	// Data is one of this package's data types; it names the template.
	Data Data
	// At is when the event happened; zero means the time of the transaction.
	At time.Time
}

// Job is the argument of the job that delivers a note; Send inserts it with the note, a caller of Enqueue by itself.
type Job struct {
	NotificationID int64 `json:"notificationId"`
}

// Kind names the job.
func (Job) Kind() string { return "notify_deliver" }

// Send writes the note and the job that delivers it in the caller's transaction, unless the site already has a note with the key.
func Send(ctx context.Context, tx *pg.Tx, queue *jobs.Queue, n Note) error {
	id, inserted, err := Enqueue(ctx, tx, n)
	if err != nil || !inserted {
		return err
	}
	return queue.Enqueue(ctx, tx, jobs.Job{Args: Job{NotificationID: id}})
}

// Enqueue writes the note in the caller's transaction. inserted is false, and id that of the earlier row, when the site
// already has a note with the key: then there is nothing more to do.
func Enqueue(ctx context.Context, tx *pg.Tx, n Note) (id int64, inserted bool, err error) {
	args, err := n.row()
	if err != nil {
		return 0, false, err
	}
	res := tx.WithContext(ctx).Raw(`insert into notification (tenant_id, key, channel, recipient, locale, template, data, created_at)
		values (@tenant, @key, @channel, @to, @locale, @template, cast(@data as jsonb), coalesce(cast(@at as timestamptz), now()))
		on conflict (tenant_id, key) do nothing returning id`, args).Scan(&id)
	if res.Error != nil {
		return 0, false, fmt.Errorf("write note %s: %w", n.Key, res.Error)
	}
	if res.RowsAffected == 1 {
		return id, true, nil
	}
	err = tx.WithContext(ctx).Raw(`select id from notification where tenant_id = ? and key = ?`, n.TenantID, n.Key).Scan(&id).Error
	if err != nil {
		return 0, false, fmt.Errorf("find note %s: %w", n.Key, err)
	}
	return id, false, nil
}

// row returns the note's columns.
func (n Note) row() (map[string]any, error) {
	if n.Channel == "" {
		n.Channel = Email
	}
	if err := n.check(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(n.Data)
	if err != nil {
		return nil, fmt.Errorf("note %s: %w", n.Key, err)
	}
	var at *time.Time
	if !n.At.IsZero() {
		at = &n.At
	}
	return map[string]any{
		"tenant": n.TenantID, "key": n.Key, "channel": n.Channel, "to": n.To, "locale": n.Locale, "template": n.Data.template(),
		"data": string(data), "at": at,
	}, nil
}

// About says which notes are about a person: those sent to one of the addresses or numbers, but those whose keys begin with one of
// But, and those whose keys begin with one of Keys.
type About struct {
	Recipients []string
	Keys       []string
	But        []string
}

//go:embed erase.sql
var eraseSQL string

// Erase erases the person from a site's notes and drops those that still wait: what is left are the keys, so that no
// event is sent twice.
func Erase(ctx context.Context, tx *pg.Tx, tenantID int64, a About) error {
	return pg.Exec(tx.WithContext(ctx), "erase a person's notes", eraseSQL, map[string]any{
		"tenant": tenantID, "to": pg.Array(a.Recipients), "keys": pg.Array(a.Keys), "but": pg.Array(a.But),
	})
}

// Redirect sends what a site's notes have not yet told one address to another: those whose keys begin with prefix. One that is being
// sent at this moment is not called back.
func Redirect(ctx context.Context, tx *pg.Tx, tenantID int64, prefix, from, to string) error {
	return pg.Exec(tx.WithContext(ctx), "redirect notes", `
		update notification set recipient = ? where tenant_id = ? and state = 'queued' and starts_with(key, ?) and lower(recipient) = lower(?)`,
		to, tenantID, prefix, from)
}

func (n Note) check() error {
	switch {
	case n.Data == nil:
		return fmt.Errorf("note %s has no data", n.Key)
	case n.TenantID == 0 || n.Key == "" || n.To == "":
		return fmt.Errorf("note %q of %s needs a site, a key and a recipient", n.Key, n.Data.template())
	case !slices.Contains(Locales, n.Locale):
		return fmt.Errorf("note %s: no templates in %q", n.Key, n.Locale)
	case n.Channel != Email && n.Channel != SMS:
		return fmt.Errorf("note %s: no channel %q", n.Key, n.Channel)
	}
	return nil
}
