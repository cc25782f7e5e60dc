package cart_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func dated(goods string, quantity int, date string) cart.Add {
	a := esim(goods, quantity)
	a.StartDate = date
	return a
}

// wrongDate returns what is said about the date.
func wrongDate(err error) string {
	if f, ok := err.(*fault.Error); ok {
		return f.Fields["startDate"]
	}
	return ""
}

// Who knows nothing of dates puts the plan into the cart as any other.
func TestAPlanNeedsNoDate(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddDatedPlan(t, "dated", 3690, 200)
	c, err := f.Carts.Add(ctx, 20, owner, dated("dated", 1, ""))
	if err != nil || len(c.Items) != 1 || !c.Items[0].Available() || c.Subtotal() != 3690 {
		t.Fatalf("%+v %v", c, err)
	}
	if c, err = f.Carts.ChangeStartDate(ctx, 20, owner, c.Items[0].ID, "2026-03-05"); err != nil || c.Items[0].StartDate != "2026-03-05" {
		t.Fatalf("a date later: %+v %v", c, err)
	}
}

func TestADateIsPartOfALine(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddDatedPlan(t, "dated", 3690, 200)
	f.AddProduct(t, "plan", 650, 200)
	for date, want := range map[string]string{"-": "start_date_required", "2026-02-28": "start_date_past", "2028-01-01": "start_date_too_late"} {
		if _, err := f.Carts.Add(ctx, 20, owner, dated("dated", 1, date)); wrongDate(err) != want {
			t.Errorf("%q: %v", date, err)
		}
	}
	if _, err := f.Carts.Add(ctx, 20, owner, dated("plan", 1, "2026-03-05")); wrongDate(err) != "start_date_not_allowed" {
		t.Errorf("a date for any other plan: %v", err)
	}
	var wg sync.WaitGroup
	for range 5 {
		for _, date := range []string{"2026-03-05", "2026-03-06"} {
			wg.Go(func() {
				if _, err := f.Carts.Add(ctx, 20, owner, dated("dated", 1, date)); err != nil {
					t.Errorf("add: %v", err)
				}
			})
		}
	}
	wg.Wait()
	c, err := f.Carts.Get(ctx, 20, owner)
	if err != nil || len(c.Items) != 2 || c.Items[0].Quantity != 5 || c.Items[1].Quantity != 5 || c.Items[0].StartDate == c.Items[1].StartDate {
		t.Fatalf("two dates: %+v %v", c, err)
	}
}

// A date is changed in its place; a line that has the date already takes the pieces in, and two who do that at once lose none.
func TestADateIsChanged(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddDatedPlan(t, "dated", 3690, 200)
	f.AddProduct(t, "plan", 650, 200)
	add := func(a cart.Add) cart.Cart {
		t.Helper()
		c, err := f.Carts.Add(ctx, 20, owner, a)
		require.NoError(t, err)
		return c
	}
	first := add(dated("dated", 2, "2026-03-05")).Items[0].ID
	plan := add(esim("plan", 1)).Items[1].ID
	c, err := f.Carts.ChangeStartDate(ctx, 20, owner, first, " 2026-03-07 ")
	if err != nil || len(c.Items) != 2 || c.Items[0].ID != first || c.Items[0].StartDate != "2026-03-07" || c.Items[0].Quantity != 2 {
		t.Fatalf("in its place: %+v %v", c, err)
	}
	for id, want := range map[int64]string{first: "start_date_past", plan: "start_date_not_allowed"} {
		if _, err := f.Carts.ChangeStartDate(ctx, 20, owner, id, "2026-02-01"); wrongDate(err) != want {
			t.Errorf("line %d: %v", id, err)
		}
	}
	if _, err := f.Carts.ChangeStartDate(ctx, 20, cart.Visitor("other"), first, "2026-03-08"); fault.Code(err) != "cart_item_not_found" {
		t.Errorf("somebody else's line: %v", err)
	}
	add(dated("dated", 3, "2026-03-08"))
	other := add(dated("dated", 4, "2026-03-09")).Items[3].ID
	var wg sync.WaitGroup
	for _, id := range []int64{first, other} {
		wg.Go(func() {
			if _, err := f.Carts.ChangeStartDate(ctx, 20, owner, id, "2026-03-08"); err != nil {
				t.Errorf("restart: %v", err)
			}
		})
	}
	wg.Wait()
	if c, err = f.Carts.Get(ctx, 20, owner); err != nil || len(c.Items) != 2 || c.Count() != 10 {
		t.Fatalf("taken in: %+v %v", c, err)
	}
}

// A cart that is kept beyond the day shows why the line cannot be ordered, and another day makes it good again.
func TestAPassedDateIsReported(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddDatedPlan(t, "dated", 3690, 200)
	c, err := f.Carts.Add(ctx, 20, owner, dated("dated", 1, "2026-03-05"))
	if err != nil || !c.Items[0].Available() || c.Subtotal() != 3690 {
		t.Fatalf("%+v %v", c, err)
	}
	f.Clock.Advance(7 * 24 * time.Hour)
	c, err = f.Carts.Get(ctx, 20, owner)
	if err != nil || c.Items[0].Available() || c.Items[0].StartProblem != "start_date_past" || c.Subtotal() != 0 {
		t.Fatalf("a week later: %+v %v", c, err)
	}
	if c, err = f.Carts.ChangeStartDate(ctx, 20, owner, c.Items[0].ID, "2026-03-20"); err != nil || !c.Items[0].Available() {
		t.Fatalf("another day: %+v %v", c, err)
	}
}

// What was chosen as a guest is still so after the login.
func TestDatesComeAlongIntoACustomersCart(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddDatedPlan(t, "dated", 3690, 200)
	for who, dates := range map[cart.Owner][]string{owner: {"2026-03-05", "2026-03-06"}, cart.User(7): {"2026-03-06"}} {
		for _, date := range dates {
			if _, err := f.Carts.Add(ctx, 20, who, dated("dated", 1, date)); err != nil {
				t.Fatal(err)
			}
		}
	}
	require.NoError(t, f.Carts.Merge(ctx, 20, owner, cart.User(7)))
	c, err := f.Carts.Get(ctx, 20, cart.User(7))
	if err != nil || len(c.Items) != 2 || c.Items[0].Quantity != 2 || c.Items[0].StartDate != "2026-03-06" || c.Items[1].StartDate != "2026-03-05" {
		t.Fatalf("%+v %v", c, err)
	}
}
