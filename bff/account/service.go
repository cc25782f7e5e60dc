package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Deps are the dependencies of a Service.
type Deps struct {
	DB       *pg.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Codes    *Codes
	Hasher   *Hasher
	Sessions *Sessions
	Prints   *secret.Fingerprinter
	// Count is called with the outcome of each login attempt: by "password" or "code", with "ok" or a fault's code; nil counts nothing.
	Count func(tenantID int64, by, outcome string)
	// Erase erases a customer who leaves from all other modules.
	Erase func(ctx context.Context, tx *pg.Tx, g DeletedCustomer) error
}

// Service keeps customers' accounts.
type Service struct{ Deps }

// New returns a service.
func New(d Deps) *Service { return &Service{d} }

// Request is what of a request the accounts need: the site, the language, and what the browser is.
type Request struct {
	TenantID int64
	// Zone decides when a day of the site ends.
	Zone   *time.Location
	Locale string
	// Device is what the browser calls itself.
	Device string
	// Network is where the browser is.
	Network   string
	RequestID string
}

// codeRequest is who tries a code, for what.
func (r Request) codeRequest(channel, target, purpose string) CodeRequest {
	return CodeRequest{TenantID: r.TenantID, Channel: channel, Target: target, Purpose: purpose, Network: r.Network}
}

// Caller is a customer who is logged in.
type Caller struct {
	Customer Customer
	Session  Session
}

// Authenticate returns the customer of a session's token, nil when it opens no session of the site. It reads both Redis and the database:
// a session that is older than the customer's last change of password, or of a customer who is gone, has ended, whatever Redis says.
// Fault: unavailable.
func (s *Service) Authenticate(ctx context.Context, tenantID int64, token string) (*Caller, error) {
	session, found, err := s.Sessions.Find(ctx, tenantID, token)
	if err != nil || !found {
		return nil, err
	}
	c, err := s.customer(s.DB.Conn(ctx), `tenant_id = ? and id = ? and generation = ?`, tenantID, session.CustomerID, session.Generation)
	if err != nil || c == nil {
		return nil, err
	}
	return &Caller{Customer: c.Customer, Session: session}, nil
}

// LoginResult is what a login gives.
type LoginResult struct {
	Caller
	// Token opens the session until ExpiresAt at the latest.
	Token     string
	ExpiresAt time.Time
}

// beginSession begins a session. A password may have been changed since it was compared; then the session would outlive what
// ended all others, so the generation is read again after it began.
func (s *Service) beginSession(ctx context.Context, req Request, c row) (LoginResult, error) {
	token, err := s.Sessions.Begin(ctx, req.TenantID, c.ID, c.Generation, device(req.Device))
	if err != nil {
		return LoginResult{}, err
	}
	return s.Resume(ctx, req.TenantID, token)
}

// Resume gives a login again whose session lives. Fault: session_expired.
func (s *Service) Resume(ctx context.Context, tenantID int64, token string) (LoginResult, error) {
	who, err := s.Authenticate(ctx, tenantID, token)
	if err != nil {
		return LoginResult{}, err
	}
	if who == nil {
		return LoginResult{}, fault.New("session_expired")
	}
	return LoginResult{Caller: *who, Token: token, ExpiresAt: who.Session.CreatedAt.Add(s.Sessions.Max())}, nil
}

// Logout ends the session of a token. Fault: unavailable.
func (s *Service) Logout(ctx context.Context, tenantID int64, token string) error {
	return s.Sessions.End(ctx, tenantID, token)
}

// Logins returns where a customer is logged in, the session used last first. Fault: unavailable.
func (s *Service) Logins(ctx context.Context, who Caller) ([]Session, error) {
	return s.Sessions.List(ctx, who.Customer.TenantID, who.Customer.ID, who.Session.Generation)
}

// EndLogin ends another session of a customer. Faults: session_not_found, unavailable.
func (s *Service) EndLogin(ctx context.Context, who Caller, id string) error {
	list, err := s.Logins(ctx, who)
	if err != nil {
		return err
	}
	if id == who.Session.ID || !slices.ContainsFunc(list, func(x Session) bool { return x.ID == id }) {
		return fault.New("session_not_found")
	}
	return s.Sessions.EndWhere(ctx, who.Customer.TenantID, who.Customer.ID, func(x Session) bool { return x.ID == id })
}

// EndOtherLogins ends every session of a customer but the one that asks. Fault: unavailable.
func (s *Service) EndOtherLogins(ctx context.Context, who Caller) error {
	return s.Sessions.EndWhere(ctx, who.Customer.TenantID, who.Customer.ID, func(x Session) bool { return x.ID != who.Session.ID })
}

const maxDevice = 200

func device(name string) string {
	runes := []rune(name)
	return string(runes[:min(len(runes), maxDevice)])
}

// customerKey begins the keys of the mails about an account, so that deleting the account finds them.
func customerKey(id int64) string { return fmt.Sprintf("customer:%d:", id) }

// audit writes what happened to an account, in the transaction in which it did.
func (s *Service) audit(tx *pg.Tx, req Request, customerID int64, action string) error {
	return s.auditBy(tx, fmt.Sprintf("u:%d", customerID), req.RequestID, req.TenantID, customerID, action)
}

// auditBy is audit for what somebody else than the customer has done.
func (s *Service) auditBy(tx *pg.Tx, actor, requestID string, tenantID, customerID int64, action string) error {
	return pg.Exec(tx, "audit "+action, `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, request_id) values (?, ?, ?, 'customer', ?, ?, ?)`,
		tenantID, s.Clock.Now(), actor, fmt.Sprint(customerID), action, requestID)
}
