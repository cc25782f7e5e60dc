package account

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Customer is somebody who has an account at a site.
type Customer struct {
	ID        int64
	TenantID  int64
	Email     string
	FirstName string
	LastName  string
	// Phone is E.164; empty when none is known.
	Phone        string
	PromoConsent bool
	// Referral is the code of the friend who was named at sign-up.
	Referral  string
	Locale    string
	CreatedAt time.Time
	// ClaimPutOffAt is up to when orders that were placed as a guest were paid for whose offer the customer has put off; nil for none.
	ClaimPutOffAt *time.Time
}

// row is a customer with what only this module knows.
type row struct {
	Customer
	EmailNormal  string
	FormerEmails pg.JSON[[]string]
	PasswordHash string
	Generation   int64
}

// customer returns the one that matches, nil when there is none.
func (s *Service) customer(db *gorm.DB, where string, args ...any) (*row, error) {
	found, err := pg.List[row](db, "read customer", `
		select id, tenant_id, email, first_name, last_name, coalesce(phone, '') as phone, promo_consent, referral, locale, created_at,
		    claim_put_off_at, email_normal, former_emails, password_hash, generation
		from customer where `+where, args...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// ByID returns a customer for the shop's own work; ok is false when the account is gone.
func (s *Service) ByID(ctx context.Context, tenantID, id int64) (c Customer, ok bool, err error) {
	found, err := s.customer(s.DB.Conn(ctx), `tenant_id = ? and id = ?`, tenantID, id)
	if err != nil || found == nil {
		return Customer{}, false, err
	}
	return found.Customer, true, nil
}

// ByEmail returns the customer of an address, however it is spelt, for staff; ok is false when nobody has it.
func (s *Service) ByEmail(ctx context.Context, tenantID int64, email string) (c Customer, ok bool, err error) {
	normal, _ := NormalEmail(email)
	found, err := s.byEmail(s.DB.Conn(ctx), tenantID, normal)
	if err != nil || found == nil {
		return Customer{}, false, err
	}
	return found.Customer, true, nil
}

// Lock locks the row of a customer until the transaction ends, so that the account is not deleted meanwhile: what another module writes
// for a customer is committed before the deletion, which then erases it, or not at all. A deletion locks this row first, so callers must
// take it before any other lock. Fault: login_required, when the account is gone.
func (s *Service) Lock(_ context.Context, tx *pg.Tx, tenantID, id int64) error {
	return lock(tx, tenantID, id, "key share")
}

// LockMailbox is Lock, and returns the customer's proved address in its normal form. A change of the address waits for the end of the
// transaction, because the address is a key. Fault: login_required.
func (s *Service) LockMailbox(ctx context.Context, tx *pg.Tx, tenantID, id int64) (string, error) {
	if err := s.Lock(ctx, tx, tenantID, id); err != nil {
		return "", err
	}
	var email string
	if err := tx.Raw(`select email_normal from customer where tenant_id = ? and id = ?`, tenantID, id).Scan(&email).Error; err != nil {
		return "", fmt.Errorf("read address: %w", err)
	}
	return email, nil
}

// lock takes a customer's row with a strength of Postgres. Fault: login_required.
func lock(tx *pg.Tx, tenantID, id int64, strength string) error {
	locked, err := pg.List[int64](tx, "lock customer", `select id from customer where tenant_id = ? and id = ? for `+strength, tenantID, id)
	if err != nil {
		return err
	}
	if len(locked) == 0 {
		return fault.New("login_required")
	}
	return nil
}

func (s *Service) byEmail(db *gorm.DB, tenantID int64, email string) (*row, error) {
	return s.customer(db, `tenant_id = ? and email_normal = ?`, tenantID, email)
}
