package api

import (
	"bytes"
	"context"
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
			if out.Kind == idempotency.Replay {
				answer, err := box.Open(oncePurpose, out.Body)
				if err != nil {
					return err
				}
				c.Response().Header().Set("Cache-Control", "private, no-store")
				return c.Blob(out.Status, echo.MIMEApplicationJSON, answer)
			}
			return runOnce(c, next, store, box, log, out.Run)
		}
	}
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

func runOnce(c echo.Context, next echo.HandlerFunc, store *idempotency.Store, box *secret.Box, log *slog.Logger, run idempotency.Run) error {
	var answer bytes.Buffer
	c.Response().Writer = &tee{ResponseWriter: c.Response().Writer, copy: &answer}
	err := next(c)
	// The claim is given back or kept even when the caller has hung up.
	ctx, cancel := pg.Detached(c.Request().Context())
	defer cancel()
	if err != nil || c.Response().Status >= http.StatusMultipleChoices {
		if aerr := store.Abandon(ctx, run); aerr != nil {
			log.WarnContext(ctx, "idempotency key not given back", "error", aerr)
		}
		return err
	}
	sealed, err := box.Seal(oncePurpose, answer.Bytes())
	if err == nil {
		err = store.Finish(ctx, nil, run, c.Response().Status, sealed)
	}
	if err != nil {
		log.WarnContext(ctx, "answer not kept for its idempotency key", "error", err)
	}
	return nil
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
