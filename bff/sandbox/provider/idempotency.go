package provider

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// keptFor is how long an answer is replayed; Stripe promises at least a day.
const keptFor = 24 * time.Hour

// recall returns the answer kept under key, nil when the key is new. The key stays reserved until the transaction
// ends, so a second request that arrives meanwhile gets a 409.
func (u *unit) recall(ctx context.Context, key, print string) (*answer, error) {
	if len(key) > 255 {
		return nil, &failure{status: http.StatusBadRequest, body: problem{
			Message: "Idempotency keys must be at most 255 characters long.", Type: typeIdempotency,
		}}
	}
	var free bool
	err := u.tx.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock(hashtextextended('sandbox key ' || $1, 0))`, key).Scan(&free)
	if err != nil {
		return nil, fmt.Errorf("reserve idempotency key: %w", err)
	}
	if !free {
		return nil, &failure{status: http.StatusConflict, body: problem{
			Code: "idempotency_key_in_use", DocURL: docURL("idempotency_key_in_use"), Type: typeIdempotency,
			Message: "There is currently another in-progress request using this Idempotent Key (that probably means you " +
				"submitted twice, and the other request is still going through): " + key,
		}}
	}
	a := &answer{requestID: u.requestID, key: key}
	var kept string
	err = u.tx.QueryRowContext(ctx, `SELECT fingerprint, request, status, body FROM sandbox.idempotency
		WHERE key = $1 AND created_at > $2`, key, u.now.Add(-keptFor)).Scan(&kept, &a.original, &a.status, &a.body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read idempotency key: %w", err)
	}
	if kept != print {
		return nil, &failure{status: http.StatusBadRequest, body: problem{
			Type: typeIdempotency,
			Message: "Keys for idempotent requests can only be used with the same parameters they were first used with. Try " +
				"using a key other than '" + key + "' if you meant to execute a different request.",
		}}
	}
	return a, nil
}

// remember keeps an answer under key.
func (u *unit) remember(ctx context.Context, key, print string, a *answer) error {
	_, err := u.tx.ExecContext(ctx, `INSERT INTO sandbox.idempotency (key, fingerprint, request, status, body, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint,
		request = excluded.request, status = excluded.status, body = excluded.body, created_at = excluded.created_at`,
		key, print, a.requestID, a.status, a.body, u.now)
	if err != nil {
		return fmt.Errorf("keep answer: %w", err)
	}
	return nil
}

// fingerprint distinguishes requests with other parameters, another path or another caller.
func fingerprint(r *http.Request) string {
	sum := sha256.Sum256([]byte(r.Method + "\n" + r.URL.Path + "\n" + r.Header.Get("Authorization") + "\n" + r.Form.Encode()))
	return hex.EncodeToString(sum[:])
}
