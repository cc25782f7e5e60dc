package account_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// An account that is there again, because the database was restored to a moment before its end, is erased again from the list of those
// who left; one that has got its number since is not.
func TestDeletionsAreRepeatedAfterARestore(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	forgotten := 0
	f.accounts.Erase = func(context.Context, *pg.Tx, account.DeletedCustomer) error { forgotten++; return nil }
	who := f.registerNextDay(t)
	id := map[string]any{"id": who.Customer.ID}
	there := func() int { return int(f.Count(t, `select count(*) from customer where id = @id`, id)) }
	f.Exec(t, `create table restored as select * from customer where id = @id`, id)
	restore := func(created time.Time) {
		f.Exec(t, `update restored set created_at = @at`, map[string]any{"at": created})
		f.Exec(t, `insert into customer overriding system value select * from restored`)
	}

	f.Clock.Advance(time.Hour)
	require.NoError(t, f.accounts.Delete(ctx, request(), who, account.DeletionForm{Password: password, Confirm: true}))
	list, err := f.accounts.Deletions(ctx, f.Clock.Now().Add(-time.Minute))
	if err != nil || len(list) != 1 || list[0].TenantID != 20 || list[0].CustomerID != who.Customer.ID {
		t.Fatalf("%+v %v", list, err)
	}
	if none, err := f.accounts.Deletions(ctx, f.Clock.Now().Add(time.Minute)); err != nil || len(none) != 0 {
		t.Fatalf("%+v %v", none, err)
	}

	for _, again := range []bool{true, false} {
		if again {
			restore(list[0].At.Add(-time.Hour))
		}
		if gone, err := f.accounts.DeleteAgain(ctx, list[0], "staff:mei"); err != nil || gone != again || there() != 0 {
			t.Fatalf("there %v: gone %v, %v", again, gone, err)
		}
	}
	if forgotten != 2 {
		t.Errorf("other modules were told %d times", forgotten)
	}
	if n := f.Count(t, `select count(*) from audit_log where entity = 'customer' and entity_id = cast(@id as text) and action = 'leave' and actor = 'staff:mei'`,
		map[string]any{"id": fmt.Sprint(who.Customer.ID)}); n != 1 {
		t.Errorf("%d entries name who did it", n)
	}

	restore(list[0].At.Add(time.Hour)) // somebody who signed up in the copy
	if gone, err := f.accounts.DeleteAgain(ctx, list[0], "staff:mei"); err != nil || gone || there() != 1 {
		t.Fatalf("a stranger: gone %v, %v", gone, err)
	}
}
