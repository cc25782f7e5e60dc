package provider

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
	"strconv"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

const (
	orderReverse = "reverse"
	orderShuffle = "shuffle"

	batch      = 50
	lanes      = 4
	lease      = 30 * time.Second
	maxPause   = time.Hour
	quiet      = 300 * time.Millisecond
	quietLimit = 5 * time.Second
	poll       = 500 * time.Millisecond
)

// Run delivers webhooks and does due tasks until ctx ends. Several processes may run it on one database.
func (p *Provider) Run(ctx context.Context) error {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	var swept time.Time
	for ctx.Err() == nil {
		busy := false
		for _, step := range []func(context.Context) (bool, error){p.runTask, p.deliverDue} {
			did, err := step(ctx)
			if err != nil && ctx.Err() == nil {
				p.o.Logger.WarnContext(ctx, "sandbox provider", "error", err)
			}
			busy = busy || did
		}
		if now := p.o.Clock.Now(); now.Sub(swept) > 10*time.Minute {
			swept = now
			if err := p.deleteExpired(ctx, now); err != nil && ctx.Err() == nil {
				p.o.Logger.WarnContext(ctx, "sandbox provider", "error", err)
			}
		}
		if busy {
			continue
		}
		select {
		case <-ctx.Done():
		case <-p.wake:
		case <-tick.C:
		}
	}
	return nil
}

// deleteExpired removes the answers whose idempotency keys have run out.
func (p *Provider) deleteExpired(ctx context.Context, now time.Time) error {
	_, err := p.o.DB.ExecContext(ctx, `DELETE FROM sandbox.idempotency WHERE created_at <= $1`, now.Add(-keptFor))
	return err
}

type delivery struct {
	id       int64
	event    string
	endpoint string
	parent   string
	attempts int
	// payload is the event, receiver the endpoint; nil when they are gone, receiver also when it is the configured one.
	payload, receiver []byte
}

// deliveryResult is how a delivery went.
type deliveryResult struct {
	id    int64
	state string
	// due is when it is tried again, while state is pending.
	due    time.Time
	status int
	text   string
}

// deliverDue sends the deliveries that are due, notes how they went and reports whether there were any. One intent's events go out
// one after the other. What was accepted is sent again when the process ends before it is noted.
func (p *Provider) deliverDue(ctx context.Context) (bool, error) {
	due, order, err := p.claim(ctx)
	if err != nil || len(due) == 0 {
		return false, err
	}
	grouped := map[string][]delivery{}
	for _, d := range due {
		group := d.endpoint + d.parent
		if order != "" {
			group = ""
		}
		grouped[group] = append(grouped[group], d)
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	var results []deliveryResult
	slots := make(chan struct{}, lanes)
	for _, group := range grouped {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			for _, d := range group {
				status, err := p.send(ctx, d)
				if err != nil && ctx.Err() != nil {
					return // the lease runs out and somebody sends it again
				}
				mu.Lock()
				results = append(results, p.judge(ctx, d, status, err))
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return true, p.note(ctx, results)
}

// errGone says that there is no event or nobody to send it to any more.
var errGone = errors.New("gone")

// judge returns what an attempt to deliver comes to.
func (p *Provider) judge(ctx context.Context, d delivery, status int, err error) deliveryResult {
	now := p.o.Clock.Now()
	switch {
	case errors.Is(err, errGone):
		return deliveryResult{d.id, "dropped", now, 0, errGone.Error()}
	case err == nil:
		return deliveryResult{d.id, "delivered", now, status, ""}
	}
	p.o.Logger.InfoContext(ctx, "webhook not accepted", "event", d.event, "attempt", d.attempts, "error", err)
	return deliveryResult{d.id, "pending", now.Add(pause(d.attempts)), status, err.Error()}
}

// note stores results, even while the process stops.
func (p *Provider) note(ctx context.Context, results []deliveryResult) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var ids []int64
	var states, texts []string
	var due []time.Time
	var statuses []int32
	for _, o := range results {
		ids, states, due = append(ids, o.id), append(states, o.state), append(due, o.due)
		statuses, texts = append(statuses, int32(o.status)), append(texts, o.text)
	}
	_, err := p.o.DB.ExecContext(ctx, `UPDATE sandbox.delivery d
		SET state = o.state, last_status = o.status, last_error = o.text,
			due_at = CASE WHEN o.state = 'pending' THEN o.due ELSE d.due_at END, done_at = CASE WHEN o.state <> 'pending' THEN $6::timestamptz END
		FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::int[], $5::text[]) AS o(id, state, due, status, text)
		WHERE d.id = o.id`, ids, states, due, statuses, texts, p.o.Clock.Now())
	if err != nil {
		return fmt.Errorf("note deliveries: %w", err)
	}
	return nil
}

// claim leases due deliveries to this process and returns them in the order in which they are to be sent. The faults cannot
// be changed meanwhile: what happens after they were is delivered as they say.
func (p *Provider) claim(ctx context.Context) ([]delivery, string, error) {
	tx, err := p.o.DB.BeginTx(ctx, nil)
	if err != nil {
		return nil, "", fmt.Errorf("claim deliveries: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `SELECT FROM sandbox.fault FOR SHARE`); err != nil {
		return nil, "", fmt.Errorf("claim deliveries: %w", err)
	}
	f, err := readFaults(ctx, tx)
	if err != nil {
		return nil, "", err
	}
	now := p.o.Clock.Now()
	sort, when := "id", "due_at <= $1"
	switch f.WebhookOrder {
	case orderReverse:
		sort = "id DESC"
	case orderShuffle:
		sort = "random()"
	}
	args := []any{now, now.Add(lease)}
	if f.WebhookOrder != "" {
		// What happens within a moment is collected before it is turned round.
		when += ` AND (created_at < $4 OR NOT EXISTS (SELECT FROM sandbox.delivery WHERE state = 'pending' AND created_at > $3))`
		args = append(args, now.Add(-quiet), now.Add(-quietLimit))
	}
	rows, err := tx.QueryContext(ctx, `WITH due AS (
			SELECT id FROM sandbox.delivery WHERE state = 'pending' AND `+when+`
			ORDER BY `+sort+` LIMIT `+strconv.Itoa(batch)+` FOR UPDATE SKIP LOCKED)
		, taken AS (UPDATE sandbox.delivery SET due_at = $2, attempts = attempts + 1
			WHERE id IN (SELECT id FROM due) RETURNING id, event, endpoint, parent, attempts)
		SELECT id, event, endpoint, parent, attempts, (SELECT body FROM sandbox.object o WHERE o.id = event),
			(SELECT body FROM sandbox.object o WHERE o.id = endpoint)
		FROM taken ORDER BY `+sort, args...)
	if err != nil {
		return nil, "", fmt.Errorf("claim deliveries: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var out []delivery
	for rows.Next() {
		var d delivery
		if err := rows.Scan(&d.id, &d.event, &d.endpoint, &d.parent, &d.attempts, &d.payload, &d.receiver); err != nil {
			return nil, "", fmt.Errorf("claim deliveries: %w", err)
		}
		out = append(out, d)
	}
	if err := rows.Err(); err != nil {
		return nil, "", fmt.Errorf("claim deliveries: %w", err)
	}
	return out, f.WebhookOrder, tx.Commit()
}

// pause is how long to wait after the n-th failed attempt: 1 s, 2 s, 4 s and so on, at most an hour.
func pause(n int) time.Duration {
	if n < 1 || n > 12 {
		return maxPause
	}
	return min(time.Second<<(n-1), maxPause)
}

// send posts the event; errGone means that the event or the endpoint is gone.
func (p *Provider) send(ctx context.Context, d delivery) (status int, err error) {
	address, secret := p.o.WebhookURL, p.o.WebhookSecret
	if d.endpoint != configuredEndpoint {
		if d.receiver == nil {
			return 0, errGone
		}
		var e endpoint
		if err := json.Unmarshal(d.receiver, &e); err != nil {
			return 0, fmt.Errorf("decode endpoint: %w", err)
		}
		address, secret = e.URL, e.Secret
	}
	if address == "" || d.payload == nil {
		return 0, errGone
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(d.payload))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	req.Header.Set("User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)")
	// The receiver's SDK compares the stamp with the machine's clock, so a test's clock is of no use here.
	req.Header.Set("Stripe-Signature", sign(d.payload, secret, clock.System{}.Now().Unix()))
	res, err := p.o.WebhookClient.Do(req)
	if err != nil {
		return 0, err
	}
	_ = res.Body.Close()
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return res.StatusCode, fmt.Errorf("the endpoint answered %d", res.StatusCode)
	}
	return res.StatusCode, nil
}

// sign returns the value of Stripe-Signature for a payload sent at a Unix second.
func sign(payload []byte, secret string, at int64) string {
	t := strconv.FormatInt(at, 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(payload)
	return "t=" + t + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}
