package api

import (
	"context"
	"encoding/json"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/roamcart/roamcart/bff/api/caller"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/idempotency"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/contact"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Deps are the modules that the gateway calls: those of reading, and those that only calls need.
type Deps struct {
	*read.Reader
	Opener *envelope.Opener
	Keys   *envelope.KeyRing
	Codes  *account.Codes
	// Answers and Box keep what is answered again to a repeated Idempotency-Key of a sealed call.
	Answers *idempotency.Store
	Box     *secret.Box
	Contact *contact.Service
	Pages   Pages
	// Receipt draws the receipt of a paid order in a language, as HTML.
	Receipt func(ctx context.Context, o order.Order, locale string) (string, error)
	// PublishableKey is the provider's, for the browser.
	PublishableKey string
	TrackFor       time.Duration
}

// Pages answers what a page needs.
type Pages interface {
	Query(ctx context.Context, path string) (gen.PageQuery, error)
	SEO(ctx context.Context, path string) (gen.SeoText, error)
}

// Server implements the contract.
type Server struct {
	Deps
}

// New returns a server.
func New(d Deps) *Server { return &Server{Deps: d} }

var _ gen.StrictServerInterface = (*Server)(nil)

// Mount mounts every call of the contract.
func (s *Server) Mount(e gen.EchoRouter) {
	gen.RegisterHandlers(methods{e}, gen.NewStrictHandler(s, []gen.StrictMiddlewareFunc{private, s.requireLogin, requireKey}))
}

// private keeps answers about people out of every cache. Calls that the same question always answers alike say so
// themselves.
func private(next gen.StrictHandlerFunc, operation string) gen.StrictHandlerFunc {
	return func(c echo.Context, request any) (any, error) {
		c.Response().Header().Set("Cache-Control", "private, no-store")
		return next(c, request)
	}
}

// requireLogin answers login_required where the contract asks for a session. A call that ends sessions and is sent twice comes
// the second time with one that the first has ended: such a call asks itself (renewOnce, deleteOnce).
func (s *Server) requireLogin(next gen.StrictHandlerFunc, operation string) gen.StrictHandlerFunc {
	op := gen.Operations[operation]
	if !op.Auth {
		return next
	}
	return func(c echo.Context, request any) (any, error) {
		if call := caller.Of(c.Request().Context()); call.User() == nil && (!op.Ends || call.EndedToken() == "") {
			return nil, fault.New("login_required")
		}
		return next(c, request)
	}
}

// requireKey refuses an Idempotency-Key that cannot be one; submitting an order needs one.
func requireKey(next gen.StrictHandlerFunc, operation string) gen.StrictHandlerFunc {
	op := gen.Operations[operation]
	if !op.Key {
		return next
	}
	return func(c echo.Context, request any) (any, error) {
		key := c.Request().Header.Get("Idempotency-Key")
		if (key != "" && !idempotency.ValidKey(key)) || (key == "" && operation == "OrderEncryptSubmit") {
			return nil, fault.New("idempotency_key_required")
		}
		return next(c, request)
	}
}

// open opens a sealed body into T and returns the hash that an idempotency key is bound to.
func open[T any](ctx context.Context, s *Server, operation string, body *gen.Sealed) (T, []byte, error) {
	var plain T
	op := gen.Operations[operation]
	if body == nil {
		return plain, nil, envelope.ErrInvalid
	}
	raw, err := s.Opener.Open(ctx, op.Method, op.Path, envelope.Sealed{AESSign: body.AesSign, Message: body.Message, KID: body.Kid})
	if err != nil {
		return plain, nil, err
	}
	if err := json.Unmarshal(raw, &plain); err != nil {
		return plain, nil, mistyped(err)
	}
	hash, err := idempotency.Hash(raw)
	return plain, hash, err
}
