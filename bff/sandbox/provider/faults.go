package provider

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// faults is how the provider misbehaves at the moment; the zero value is good behaviour.
type faults struct {
	// Outage is what the API does instead of answering: "500" (which is kept and repeated for an idempotency key, as Stripe does
	// with what had begun), "503", "reset" (the connection breaks before anything happens), "timeout" (no answer),
	// "lost_response" (it happens, then the connection breaks). "" is no outage.
	Outage string `json:"outage"`
	// OutageCount ends the outage after that many requests; 0 means it stays.
	OutageCount int `json:"outageCount"`
	// RefundMode is "pending" (refunds settle a moment later), "failed" (they fail a moment later) or "".
	RefundMode string `json:"refundMode"`
	// SettleDelayMs keeps approved payments in processing for so long.
	SettleDelayMs int `json:"settleDelayMs"`
	// WebhookDelayMs is added to the time an event is first due.
	WebhookDelayMs int `json:"webhookDelayMs"`
	// WebhookDuplicate sends each event so many times more.
	WebhookDuplicate int `json:"webhookDuplicate"`
	// WebhookHold keeps new events back until they are released.
	WebhookHold bool `json:"webhookHold"`
	// WebhookOrder is "reverse" or "shuffle" (events that happen within a moment arrive so), or "" for in order.
	WebhookOrder string `json:"webhookOrder"`
}

const (
	outage500     = "500"
	outage503     = "503"
	outageLost    = "lost_response"
	outageReset   = "reset"
	outageTimeout = "timeout"
)

// check returns what is wrong with f, "" for nothing.
func (f faults) check() string {
	switch {
	case f.Outage != "" && f.Outage != outage500 && f.Outage != outage503 && f.Outage != outageLost &&
		f.Outage != outageReset && f.Outage != outageTimeout:
		return "outage must be 500, 503, lost_response, reset, timeout or empty"
	case f.RefundMode != "" && f.RefundMode != refundPending && f.RefundMode != refundFailed:
		return "refundMode must be pending, failed or empty"
	case f.WebhookOrder != "" && f.WebhookOrder != orderReverse && f.WebhookOrder != orderShuffle:
		return "webhookOrder must be reverse, shuffle or empty"
	case f.OutageCount < 0 || f.SettleDelayMs < 0 || f.WebhookDelayMs < 0 || f.WebhookDuplicate < 0:
		return "numbers must not be negative"
	case f.WebhookDuplicate > 20:
		return "webhookDuplicate must be at most 20"
	}
	return ""
}

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func readFaults(ctx context.Context, q querier) (f faults, err error) {
	var body []byte
	if err = q.QueryRowContext(ctx, `SELECT body FROM sandbox.fault`).Scan(&body); err == nil {
		err = json.Unmarshal(body, &f)
	}
	if err != nil {
		return f, fmt.Errorf("read faults: %w", err)
	}
	return f, nil
}

// takeOutage returns the outage this request meets and counts it.
func (p *Provider) takeOutage(ctx context.Context) (string, error) {
	f, err := readFaults(ctx, p.o.DB)
	if err != nil || f.Outage == "" || f.OutageCount == 0 {
		return f.Outage, err
	}
	tx, err := p.o.DB.BeginTx(ctx, nil)
	if err != nil {
		return "", fmt.Errorf("count outage: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `SELECT FROM sandbox.fault FOR UPDATE`); err != nil {
		return "", fmt.Errorf("count outage: %w", err)
	}
	if f, err = readFaults(ctx, tx); err != nil || f.Outage == "" {
		return "", err
	}
	kind := f.Outage
	if f.OutageCount--; f.OutageCount <= 0 {
		f.Outage, f.OutageCount = "", 0
	}
	if err := writeFaults(ctx, tx, f); err != nil {
		return "", err
	}
	if err := tx.Commit(); err != nil {
		return "", fmt.Errorf("count outage: %w", err)
	}
	return kind, nil
}

func writeFaults(ctx context.Context, tx *sql.Tx, f faults) error {
	body, err := json.Marshal(f)
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE sandbox.fault SET body = $1`, string(body))
	}
	if err != nil {
		return fmt.Errorf("store faults: %w", err)
	}
	return nil
}

// fail plays an outage in which nothing happens.
func (p *Provider) fail(w http.ResponseWriter, r *http.Request, outage string) {
	switch outage {
	case outageReset:
		drop(w)
	case outageTimeout:
		select {
		case <-r.Context().Done():
		case <-time.After(90 * time.Second):
		}
		drop(w)
	default:
		writeFailure(w, newID("req_", 14), outageFailure(http.StatusServiceUnavailable, false))
	}
}

func outageFailure(status int, keep bool) *failure {
	return &failure{status: status, keep: keep, body: problem{
		Message: "An error occurred with our connection to the sandbox. (outage)", Type: typeAPI,
	}}
}

// drop cuts the answer off after its head. A connection that closes without a byte would not do: Go's transport sends
// a request that has an idempotency key again by itself when that happens on a connection it had kept.
func drop(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_, _ = conn.Write([]byte("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 64\r\n\r\n"))
	_ = conn.Close()
}
