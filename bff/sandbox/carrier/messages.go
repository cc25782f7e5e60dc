package carrier

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// message is a webhook of the carrier: what to look up, and nothing secret.
type message struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	At        time.Time `json:"at"`
	Line      string    `json:"line,omitempty"`
	Order     string    `json:"order,omitempty"`
	ClientRef string    `json:"clientRef,omitempty"`
	Kyc       string    `json:"kyc,omitempty"`
	Percent   int       `json:"percent,omitempty"`
}

// copies is how often each message is sent: partners repeat themselves.
const copies = 2

// emit queues a message. What is queued later in a transaction is sent earlier, as it happens with partners.
func (u *unit) emit(ctx context.Context, kind string, m message) error {
	if u.c.o.WebhookURL == "" {
		return nil
	}
	m.ID, m.Type, m.At = name("evt_"), kind, u.now
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	_, err = u.ExecContext(ctx, `INSERT INTO sandbox.carrier_message (body, due_at) SELECT $1, $2::timestamptz FROM generate_series(1, $3::int)`,
		string(raw), u.now, copies)
	if err != nil {
		return fmt.Errorf("queue message: %w", err)
	}
	return nil
}

// errIdle rolls a transaction back that found nothing to do.
var errIdle = errors.New("sandbox carrier: nothing is due")

func idle(err error) error {
	if errors.Is(err, errIdle) {
		return nil
	}
	return err
}

const (
	poll     = 500 * time.Millisecond
	maxPause = time.Minute
	lease    = 15 * time.Second
)

// Run makes orders, gives verdicts, lets lines in use grow and sends messages until ctx ends. Several processes may run it on
// one database.
func (c *Carrier) Run(ctx context.Context) error {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	work := c.ProcessDue
	for ctx.Err() == nil {
		if err := work(ctx); err != nil && ctx.Err() == nil {
			c.o.Logger.WarnContext(ctx, "sandbox carrier", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-c.wake:
			work = c.workOrders
		case <-tick.C:
			work = c.ProcessDue
		}
	}
	return nil
}

// ProcessDue does everything that is due now.
func (c *Carrier) ProcessDue(ctx context.Context) error {
	return untilIdle(ctx, c.makeDue, c.judgeDue, c.beginDue, c.growDue, c.sendDue)
}

// workOrders is ProcessDue without what nobody waits for: lines in use grow by the minute.
func (c *Carrier) workOrders(ctx context.Context) error {
	return untilIdle(ctx, c.makeDue, c.judgeDue, c.beginDue, c.sendDue)
}

// untilIdle takes the steps again and again until none finds anything to do.
func untilIdle(ctx context.Context, steps ...func(context.Context) (bool, error)) error {
	for busy := true; busy; {
		busy = false
		for _, step := range steps {
			did, err := step(ctx)
			if err != nil {
				return err
			}
			busy = busy || did
		}
	}
	return nil
}

// sendDue sends messages that are due, the youngest first, and reports whether there may be more to send. After one that is not taken no
// more are sent: the rest waits for the next time.
func (c *Carrier) sendDue(ctx context.Context) (bool, error) {
	var due []dueMessage
	err := c.atomically(ctx, func(ctx context.Context, u *unit) (err error) {
		due, err = u.claimMessages(ctx)
		return err
	})
	if err != nil {
		return false, idle(err)
	}
	taken := c.send(ctx, due)
	return taken, c.atomically(ctx, func(ctx context.Context, u *unit) error { return u.noteMessages(ctx, due) })
}

// send posts messages in lanes, sets the results and returns whether all were taken.
func (c *Carrier) send(ctx context.Context, due []dueMessage) bool {
	var refused atomic.Bool
	var sending errgroup.Group
	sending.SetLimit(lanes)
	for i := range due {
		sending.Go(func() error {
			if refused.Load() {
				return nil
			}
			due[i].result = sent
			if c.post(ctx, due[i].body) != nil {
				due[i].result = notTaken
				refused.Store(true)
			}
			return nil
		})
	}
	_ = sending.Wait() // never an error
	return !refused.Load()
}

const (
	// atOnce is how many orders are made in one transaction, and how many messages are sent before they are noted.
	atOnce = 20
	// lanes is how many messages are on their way at once.
	lanes = 4
)

// The results of a message that was due.
const (
	notTried = iota
	notTaken
	sent
)

type dueMessage struct {
	id       int64
	body     []byte
	attempts int
	result   int
}

// claimMessages keeps messages that are due from being sent by others for the time of a lease, youngest first.
func (u *unit) claimMessages(ctx context.Context) ([]dueMessage, error) {
	rows, err := u.QueryContext(ctx, `WITH due AS (
			SELECT id FROM sandbox.carrier_message WHERE done_at IS NULL AND due_at <= $1 ORDER BY id DESC LIMIT $3 FOR UPDATE SKIP LOCKED
		), claimed AS (
			UPDATE sandbox.carrier_message SET attempts = attempts + 1, due_at = $2 WHERE id IN (SELECT id FROM due) RETURNING id, body, attempts
		)
		SELECT id, body, attempts FROM claimed ORDER BY id DESC`, u.now, u.now.Add(lease), atOnce)
	if err != nil {
		return nil, fmt.Errorf("claim messages: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var out []dueMessage
	for rows.Next() {
		var m dueMessage
		if err := rows.Scan(&m.id, &m.body, &m.attempts); err != nil {
			return nil, fmt.Errorf("claim messages: %w", err)
		}
		out = append(out, m)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("claim messages: %w", err)
	}
	if len(out) == 0 {
		return nil, errIdle
	}
	return out, nil
}

// noteMessages notes the results. What was not taken waits; what was not tried is due as before.
func (u *unit) noteMessages(ctx context.Context, due []dueMessage) error {
	var done []int64
	for _, m := range due {
		again, tries := u.now, m.attempts-1
		switch m.result {
		case sent:
			done = append(done, m.id)
			continue
		case notTaken:
			again, tries = u.now.Add(min(time.Second<<min(m.attempts, 6), maxPause)), m.attempts
		}
		_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_message SET due_at = $2, attempts = $3 WHERE id = $1`, m.id, again, tries)
		if err != nil {
			return fmt.Errorf("note messages: %w", err)
		}
	}
	if _, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_message SET done_at = $2 WHERE id = ANY($1)`, done, u.now); err != nil {
		return fmt.Errorf("note messages: %w", err)
	}
	return nil
}

func (c *Carrier) post(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.o.WebhookURL, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, []byte(c.o.WebhookSecret))
	mac.Write(raw)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Carrier-Signature", hex.EncodeToString(mac.Sum(nil)))
	res, err := c.o.Client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("message answered %d", res.StatusCode)
	}
	return nil
}
