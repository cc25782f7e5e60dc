package notify

import (
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Purposes are what a verification code can be for.
var Purposes = []string{"signup", "login", "reset", "track", "change_email", "change_phone", "delete", "link", "staff"}

// VerificationCode sends a code. It is made by NewVerificationCode, so that the code waits sealed.
type VerificationCode struct {
	Purpose   string    `json:"purpose"`
	Sealed    []byte    `json:"sealed"`
	ExpiresAt time.Time `json:"expiresAt"`
	// Minutes is how long the code was good for when it was made, rounded up.
	Minutes int `json:"minutes"`
	// NoUse says that the code is of no use to its purpose: to sign up where the address has an account, or to log in or reset
	// a password where it has none. The page says so only to whoever enters the code; the mailbox may know at once.
	NoUse bool `json:"noUse,omitempty"`

	code string
}

const codePurpose = "notify.verification_code"

// NewVerificationCode seals code, which is good until expiresAt, for a purpose out of Purposes.
func NewVerificationCode(box *secret.Box, code, purpose string, now, expiresAt time.Time) (VerificationCode, error) {
	if !slices.Contains(Purposes, purpose) {
		return VerificationCode{}, fmt.Errorf("no text for codes of purpose %q", purpose)
	}
	sealed, err := box.Seal(codePurpose, []byte(code))
	if err != nil {
		return VerificationCode{}, fmt.Errorf("seal a verification code: %w", err)
	}
	left := expiresAt.Sub(now)
	return VerificationCode{
		Purpose:   purpose,
		Sealed:    sealed,
		ExpiresAt: expiresAt,
		Minutes:   max(1, int((left+time.Minute-1)/time.Minute)),
	}, nil
}

// open returns a copy that knows its code.
func (v VerificationCode) open(box *secret.Box) (Data, error) {
	code, err := box.Open(codePurpose, v.Sealed)
	if err != nil {
		return nil, permanent("open a verification code: %w", err)
	}
	v.code = string(code)
	return v, nil
}

// expired reports whether the code is of no use any more.
func (v VerificationCode) expired(now time.Time) bool { return !now.Before(v.ExpiresAt) }

// ContactReceived confirms a message to support. It repeats nothing of the message: anybody can give anybody's address.
type ContactReceived struct {
	FirstName string `json:"firstName"`
	Ticket    string `json:"ticket"`
}

// SupportContact hands a message to support, who can reply to Email directly.
type SupportContact struct {
	Ticket     string    `json:"ticket"`
	FirstName  string    `json:"firstName"`
	LastName   string    `json:"lastName,omitempty"`
	Email      string    `json:"email"`
	OrderNo    string    `json:"orderNo,omitempty"`
	Message    string    `json:"message"`
	ReceivedAt time.Time `json:"receivedAt"`
}

// AccountLocked warns the owner of an account of five failed logins.
type AccountLocked struct {
	LockedUntil time.Time `json:"lockedUntil"`
}

// EmailChanged notifies the old address that the account has a new one, which is shown masked.
type EmailChanged struct {
	NewEmail  string    `json:"newEmail"`
	ChangedAt time.Time `json:"changedAt"`
}

// PhoneChanged notifies the owner of an account that another number logs in to it; Last4 are its last digits, "" for no number.
type PhoneChanged struct {
	Last4     string    `json:"last4,omitempty"`
	ChangedAt time.Time `json:"changedAt"`
}

// PasswordChanged notifies the owner of an account that its password is new.
type PasswordChanged struct {
	ChangedAt time.Time `json:"changedAt"`
}

// PointsExpiring says that points are lost unless they are spent; ExpiresAt is when the first of them go.
type PointsExpiring struct {
	FirstName string    `json:"firstName"`
	Points    int64     `json:"points"`
	ExpiresAt time.Time `json:"expiresAt"`
}

func (VerificationCode) template() string { return "verification_code" }
func (ContactReceived) template() string  { return "contact_received" }
func (SupportContact) template() string   { return "support_contact" }
func (AccountLocked) template() string    { return "account_locked" }
func (EmailChanged) template() string     { return "email_changed" }
func (PhoneChanged) template() string     { return "phone_changed" }
func (PasswordChanged) template() string  { return "password_changed" }
func (PointsExpiring) template() string   { return "points_expiring" }
