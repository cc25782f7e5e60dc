package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/roamcart/roamcart/bff/api/caller"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// CryptoKey returns the key that seals bodies, and the server's time.
func (s *Server) CryptoKey(ctx context.Context, _ gen.CryptoKeyRequestObject) (gen.CryptoKeyResponseObject, error) {
	k, err := s.Keys.Public(ctx)
	return gen.CryptoKey200JSONResponse{Envelope: ok(ctx), Data: gen.CryptoKey{
		Kid: k.KID, Bits: k.Bits, PublicKey: k.PublicKey, ServerTime: k.ServerTime,
	}}, err
}

// KeyCache lets the public key be kept for less than the time for which its successor and it are both live.
func KeyCache(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Method == http.MethodGet && c.Request().URL.Path == gen.Operations["CryptoKey"].Path {
			c.Response().Before(func() {
				if c.Response().Status == http.StatusOK {
					c.Response().Header().Set("Cache-Control", fmt.Sprintf("private, max-age=%d", int(envelope.PublicKeyMaxAge/time.Second)))
				}
			})
		}
		return next(c)
	}
}

// CodeSend sends a verification code.
func (s *Server) CodeSend(ctx context.Context, r gen.CodeSendRequestObject) (gen.CodeSendResponseObject, error) {
	call := caller.Of(ctx)
	ask := account.CodeRequest{
		TenantID: call.Tenant.ID, Channel: r.Body.Channel, Target: r.Body.Target, Purpose: r.Body.Purpose, Locale: call.Locale,
		Network: call.Network,
	}
	if ask.Channel == notify.SMS {
		ask.Target = call.Phone(ask.Target)
	}
	if call.User() == nil && slices.Contains(account.CustomersPurposes, ask.Purpose) {
		return nil, fault.New("login_required")
	}
	if ask.Purpose == account.LinkSIM {
		ask.Session = call.User().Session.ID
	}
	sent, err := s.Codes.Send(ctx, ask)
	return gen.CodeSend200JSONResponse{Envelope: ok(ctx), Data: gen.CodeSent{
		ResendAfter: int(sent.ResendAfter / time.Second), ExpiresIn: int(sent.ExpiresIn / time.Second),
	}}, err
}

func langID(locale string) string { return strconv.Itoa(shared.Constants().LangIDs[locale]) }
