package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/roamcart/roamcart/bff/api/caller"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/idempotency"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// oncePurpose separates kept answers from everything else that is sealed: they may hold a client secret.
const oncePurpose = "idempotent answer"

// Once gives the first answer again to a repeated Idempotency-Key, for calls that are not bound to one row of their own
// (an order is: see order.Submit). Only answers that did something are kept; a refusal changed nothing and may be tried
// again. Faults: idempotency_mismatch, in_progress.
func Once(store *idempotency.Store, box *secret.Box, log *slog.Logger) echo.MiddlewareFunc {
	scopes := map[string]string{}
	for _, op := range gen.Operations {
		if op.Key && !op.Enc {
			scopes[op.Path] = op.ID
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			key, scope := c.Request().Header.Get("Idempotency-Key"), scopes[c.Request().URL.Path]
			if scope == "" || !idempotency.ValidKey(key) || c.Request().Method != http.MethodPost {
				return next(c)
			}
			ctx := c.Request().Context()
			body, err := io.ReadAll(c.Request().Body)
			if err != nil {
				return err
			}
			c.Request().Body = io.NopCloser(bytes.NewReader(body))
			hash, err := idempotency.Hash(body)
			if err != nil {
				return fault.New("bad_request")
			}
			call := caller.Of(ctx)
			out, err := begin(ctx, store, idempotency.Scope{
				TenantID: call.Tenant.ID, Owner: string(call.Owner()), Scope: scope, Key: key, RequestHash: hash,
			})
			if err != nil {
				return err
			}
			status, answer, err := sealedOnce{store, box, log}.run(ctx, out, func() (int, []byte, error) { return handle(c, next) })
			if errors.Is(err, errNotStored) {
				return nil
			}
			if err != nil || out.Kind != idempotency.Replay {
				return err
			}
			c.Response().Header().Set("Cache-Control", "private, no-store")
			return c.Blob(status, echo.MIMEApplicationJSON, answer)
		}
	}
}

// handle has a call answered, and returns the answer that was sent. The error is errNotStored for a refusal.
func handle(c echo.Context, next echo.HandlerFunc) (status int, answer []byte, err error) {
	var sent bytes.Buffer
	c.Response().Writer = &tee{ResponseWriter: c.Response().Writer, copy: &sent}
	if err := next(c); err != nil {
		return 0, nil, err
	}
	if c.Response().Status >= http.StatusMultipleChoices {
		return 0, nil, errNotStored
	}
	return c.Response().Status, sent.Bytes(), nil
}

// begin asks whether to do a call or to replay it. Faults: idempotency_mismatch, in_progress.
func begin(ctx context.Context, store *idempotency.Store, scope idempotency.Scope) (idempotency.Outcome, error) {
	out, err := store.Begin(ctx, scope)
	switch {
	case err != nil:
		return out, err
	case out.Kind == idempotency.Mismatch:
		return out, fault.New("idempotency_mismatch")
	case out.Kind == idempotency.Running:
		return out, fault.New("in_progress")
	}
	return out, nil
}

// errNotStored is the error for something done whose result is not to be returned again.
var errNotStored = errors.New("result not stored")

// sealedOnce stores the results of what is done once, sealed.
type sealedOnce struct {
	store *idempotency.Store
	box   *secret.Box
	log   *slog.Logger
}

// run does what begin has allowed and stores its result, or returns the one that is stored. A failure releases the key, so that it may
// be tried again.
func (o sealedOnce) run(
	ctx context.Context, begun idempotency.Outcome, do func() (status int, result []byte, err error),
) (status int, result []byte, err error) {
	if begun.Kind == idempotency.Replay {
		result, err = o.box.Open(oncePurpose, begun.Body)
		return begun.Status, result, err
	}
	status, result, err = do()
	// The key is released or finished even when the caller has hung up.
	ctx, cancel := pg.Detached(ctx)
	defer cancel()
	if err != nil {
		if rerr := o.store.Abandon(ctx, begun.Run); rerr != nil {
			o.log.WarnContext(ctx, "releasing the idempotency key failed", "error", rerr)
		}
		return 0, nil, err
	}
	sealed, serr := o.box.Seal(oncePurpose, result)
	if serr == nil {
		serr = o.store.Finish(ctx, nil, begun.Run, status, sealed)
	}
	if serr != nil {
		o.log.WarnContext(ctx, "storing the idempotent response failed", "error", serr)
	}
	return status, result, nil
}

type tee struct {
	http.ResponseWriter
	copy *bytes.Buffer
}

// Write writes to both.
func (t *tee) Write(p []byte) (int, error) {
	t.copy.Write(p)
	return t.ResponseWriter.Write(p)
}
