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
	"time"
)

// message is what the carrier tells: what to look at, and nothing secret.
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

// tell queues a message. What is told later in a transaction is sent earlier, as it happens with partners.
func (u *unit) tell(ctx context.Context, kind string, m message) error {
	if u.c.o.WebhookURL == "" {
		return nil
	}
	m.ID, m.Type, m.At = name("evt_"), kind, u.now
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	for range copies {
		if _, err := u.ExecContext(ctx, `INSERT INTO sandbox.carrier_message (body, due_at) VALUES ($1, $2)`, string(raw), u.now); err != nil {
			return fmt.Errorf("queue message: %w", err)
		}
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
	for ctx.Err() == nil {
		if err := c.Work(ctx); err != nil && ctx.Err() == nil {
			c.o.Logger.WarnContext(ctx, "sandbox carrier", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-c.wake:
		case <-tick.C:
		}
	}
	return nil
}

// Work does everything that is due now.
func (c *Carrier) Work(ctx context.Context) error {
	for busy := true; busy; {
		busy = false
		for _, step := range []func(context.Context) (bool, error){c.makeDue, c.judgeDue, c.beginDue, c.growDue, c.sendDue} {
			did, err := step(ctx)
			if err != nil {
				return err
			}
			busy = busy || did
		}
	}
	return nil
}

// sendDue sends the youngest message that is due and reports whether there was one.
func (c *Carrier) sendDue(ctx context.Context) (bool, error) {
	var id int64
	var text string
	var attempts int
	err := c.atomically(ctx, func(ctx context.Context, u *unit) error {
		err := u.QueryRowContext(ctx, `UPDATE sandbox.carrier_message SET attempts = attempts + 1, due_at = $2
			WHERE id = (SELECT id FROM sandbox.carrier_message WHERE done_at IS NULL AND due_at <= $1 ORDER BY id DESC LIMIT 1 FOR UPDATE SKIP LOCKED)
			RETURNING id, body, attempts`, u.now, u.now.Add(lease)).Scan(&id, &text, &attempts)
		return found(err)
	})
	if err != nil {
		return false, idle(err)
	}
	sent := c.post(ctx, []byte(text))
	return true, c.atomically(ctx, func(ctx context.Context, u *unit) error {
		if sent == nil {
			_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_message SET done_at = $2 WHERE id = $1`, id, u.now)
			return err
		}
		again := u.now.Add(min(time.Second<<min(attempts, 6), maxPause))
		_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_message SET due_at = $2 WHERE id = $1`, id, again)
		return err
	})
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
