package account

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// DeletionForm is the form for deleting an account; the owner shows the password, or a code that was sent to the address.
type DeletionForm struct {
	Password string
	Code     string
	Confirm  bool
}

// DeletedCustomer is a customer whose account is deleted, by everything other modules may know the customer by.
type DeletedCustomer struct {
	TenantID   int64
	CustomerID int64
	// Emails are normal: the present one, and those before which no other customer has now.
	Emails []string
	// Phone is E.164 or empty.
	Phone string
	// Notes begins the keys of notes about the account.
	Notes string
}

// Delete deletes the account and erases the person everywhere, in one transaction; every session ends with it. Faults:
// validation_failed, password_incorrect, account_locked, those of Codes.Check, unavailable.
func (s *Service) Delete(ctx context.Context, req Request, who Caller, f DeletionForm) error {
	bad := map[string]string{}
	if !f.Confirm {
		bad["confirm"] = "confirm_required"
	}
	if f.Password == "" && f.Code == "" {
		bad["password"] = "password_required"
	}
	if len(bad) > 0 {
		return fault.Fields(bad)
	}
	c, err := s.currentCustomer(ctx, req, who)
	if err != nil {
		return err
	}
	if f.Code != "" {
		err = s.Codes.Check(ctx, req.codeRequest(notify.Email, c.EmailNormal, "delete"), f.Code)
	} else {
		err = s.requirePassword(ctx, req, c, f.Password)
	}
	if err != nil {
		return err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		// The row is held from here on, so that nothing is added to the account while it goes.
		held, err := s.customer(tx.DB, `tenant_id = ? and id = ? for update`, req.TenantID, c.ID)
		if err != nil || held == nil {
			return firstOf(err, fault.New("login_required"))
		}
		return s.erase(ctx, tx, held, fmt.Sprintf("u:%d", c.ID), req.RequestID)
	})
	if err != nil {
		return err
	}
	s.endOldSessions(ctx, c)
	return nil
}

// erase erases a customer whose row is held.
func (s *Service) erase(ctx context.Context, tx *pg.Tx, c *row, actor, requestID string) error {
	emails, err := pg.List[string](tx, "find the addresses of a customer", `
		select one from jsonb_array_elements_text(cast(? as jsonb)) as former(one)
		where not exists (select 1 from customer where tenant_id = ? and email_normal = one and id <> ?)
		group by one order by one`,
		pg.AsJSON(append(c.FormerEmails.V, c.EmailNormal)), c.TenantID, c.ID)
	if err != nil {
		return err
	}
	g := DeletedCustomer{TenantID: c.TenantID, CustomerID: c.ID, Emails: emails, Phone: c.Phone, Notes: customerKey(c.ID)}
	if err := s.Erase(ctx, tx, g); err != nil {
		return fmt.Errorf("erase customer: %w", err)
	}
	for _, email := range g.Emails {
		if err := s.Codes.erase(tx, g.TenantID, notify.Email, email); err != nil {
			return err
		}
	}
	if err := s.Codes.erase(tx, g.TenantID, notify.SMS, g.Phone); err != nil {
		return err
	}
	if err := s.clearFailures(tx, g.TenantID, append(g.Emails, g.Phone, customerKey(c.ID))...); err != nil {
		return err
	}
	if err := pg.Exec(tx, "delete customer", `delete from customer where tenant_id = ? and id = ?`, g.TenantID, g.CustomerID); err != nil {
		return err
	}
	return s.auditBy(tx, actor, requestID, g.TenantID, c.ID, "leave")
}
