package account_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func home(name string) account.SavedAddress {
	return account.SavedAddress{Address: address.Address{FullName: name, Country: "hk", AddressLine1: "1 Queen's Road", City: "Hong Kong"}}
}

func TestAnAddressBook(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	me := f.register(t).Customer.ID
	save := func(a account.SavedAddress) account.SavedAddress {
		t.Helper()
		saved, err := f.accounts.SaveAddress(ctx, 20, me, a)
		require.NoError(t, err)
		return saved
	}
	first, second := save(home("First")), save(home("Second"))
	if !first.IsDefault || second.IsDefault || first.Country != "HK" {
		t.Fatalf("saved: %+v %+v", first, second)
	}
	second.City, second.IsDefault = "Kowloon", true
	if second = save(second); !second.IsDefault {
		t.Fatalf("default: %+v", second)
	}
	list, err := f.accounts.Addresses(ctx, 20, me)
	if err != nil || len(list) != 2 || list[0].City != "Kowloon" || list[0].AddressLine1 != "1 Queen's Road" || list[1].IsDefault {
		t.Fatalf("book: %+v %v", list, err)
	}
	second.IsDefault = false
	if second = save(second); !second.IsDefault {
		t.Fatal("the only default can be unset")
	}
	require.NoError(t, f.accounts.RemoveAddress(ctx, 20, me, second.ID))
	if list, err = f.accounts.Addresses(ctx, 20, me); err != nil || len(list) != 1 || !list[0].IsDefault {
		t.Fatalf("after the default went: %+v %v", list, err)
	}
	if _, err := f.accounts.SaveAddress(ctx, 20, me, account.SavedAddress{}); requireFault(t, err).Fields["fullName"] != "full_name_required" {
		t.Fatalf("an empty one: %v", err)
	}
	for _, who := range []struct{ tenant, customer int64 }{{21, me}, {20, me + 1}} {
		if _, err := f.accounts.SaveAddress(ctx, who.tenant, who.customer, first); fault.Code(err) != "login_required" {
			t.Errorf("somebody else changes it: %v", err)
		}
		if err := f.accounts.RemoveAddress(ctx, who.tenant, who.customer, first.ID); fault.Code(err) != "login_required" {
			t.Errorf("somebody else removes it: %v", err)
		}
	}
}

func TestAnAddressBookGetsFull(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	me := f.register(t).Customer.ID
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := map[string]int{}
	for i := range 24 {
		wg.Go(func() {
			a := home(fmt.Sprint("Parallel ", i))
			a.IsDefault = true
			_, err := f.accounts.SaveAddress(ctx, 20, me, a)
			for n := 0; n < 10 && err != nil && fault.Code(err) == ""; n++ { // a starved machine makes some wait too long for the row
				_, err = f.accounts.SaveAddress(ctx, 20, me, a)
			}
			if err != nil && fault.Code(err) == "" {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			got[fault.Code(err)]++
		})
	}
	wg.Wait()
	if got[""] != 20 || got["address_book_full"] != 4 || f.Count(t, `select count(*) from customer_address where is_default`) != 1 {
		t.Fatalf("answers: %v", got)
	}
}

// Without scripts nothing keeps somebody from pressing a button twice.
func TestAnAddressThatIsSentTwiceIsSavedOnce(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	me := f.register(t).Customer.ID
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if a, err := f.accounts.SaveAddress(ctx, 20, me, home("Same")); err != nil || a.ID == 0 || !a.IsDefault {
				t.Errorf("saved: %+v %v", a, err)
			}
		})
	}
	wg.Wait()
	other, again := home("Other"), home("Same")
	other.IsDefault, again.IsDefault = true, true
	for _, a := range []account.SavedAddress{other, again} {
		if saved, err := f.accounts.SaveAddress(ctx, 20, me, a); err != nil || !saved.IsDefault {
			t.Fatalf("made the default: %+v %v", saved, err)
		}
	}
	if list, err := f.accounts.Addresses(ctx, 20, me); err != nil || len(list) != 2 || list[0].FullName != "Same" || list[1].IsDefault {
		t.Fatalf("book: %+v %v", list, err)
	}
}
