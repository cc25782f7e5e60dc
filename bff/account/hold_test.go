package account_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// A mailbox that is held stays its customer's: neither a change of the address nor a deletion gets past it.
func TestAMailboxIsHeld(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	ada := f.register(t).Customer
	err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		address, err := f.accounts.LockMailbox(ctx, tx, ada.TenantID, ada.ID)
		if err != nil || address != email {
			t.Errorf("held %q: %v", address, err)
		}
		for _, change := range []string{`update customer set email_normal = 'new@example.com'`, `delete from customer`} {
			err := f.DB.Gorm.Transaction(func(other *gorm.DB) error {
				other.Exec(`set local lock_timeout = '50ms'`)
				return other.Exec(change+` where id = ?`, ada.ID).Error
			})
			if err == nil || !strings.Contains(err.Error(), "lock timeout") {
				t.Errorf("%s did not wait: %v", change, err)
			}
		}
		return nil
	})
	require.NoError(t, err)
	err = f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		_, err := f.accounts.LockMailbox(ctx, tx, ada.TenantID, ada.ID+1)
		return err
	})
	if fault.Code(err) != "login_required" {
		t.Errorf("nobody's mailbox: %v", err)
	}
}
