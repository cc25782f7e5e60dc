package sim_test

import (
	"context"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// The steps of a life in which a customer who has proved the mailbox takes the order into the account.

// relister puts SIMs back on a list, as orders ask for it when they are taken into an account.
type relister struct {
	order.SIMs
	owned *owned.Service
}

func (s relister) Relist(ctx context.Context, tx *pg.Tx, orderIDs []int64) error {
	return s.owned.Relist(ctx, tx, orderIDs)
}

// customer is the account that the order and the SIM may come to.
const customer = 7

func (h *history) detailFor(who owned.Owner) (owned.SIM, error) {
	var ref string
	if err := h.DB.Gorm.Raw(`select ref from sim_line where id = ?`, h.simID).Scan(&ref).Error; err != nil {
		return owned.SIM{}, err
	}
	return h.views.Detail(ctx, who, ref)
}

// browser is who placed the order, logged out.
func (h *history) browser() owned.Owner {
	return owned.MaySee(20, 0, []string{string(h.order.Owner)}, "")
}

// claimOrder has the customer take the order, once or twice, after the points or before them: the SIM goes over as it stands.
func (h *history) claimOrder(t *rapid.T) {
	email := h.order.Contact.Email
	h.People[customer] = reward.Person{Email: email}
	if rapid.Bool().Draw(t, "points first") {
		require.NoError(t, h.Orders.ClaimRewards(ctx, 20, customer, email), "count points")
	}
	before, hidden := h.detailFor(h.browser())
	if _, err := h.Orders.Claim(ctx, 20, customer, []string{h.order.OrderNo}); err != nil {
		t.Fatalf("take the order: %v", err)
	}
	if after, err := h.detailFor(owned.Owner{TenantID: 20, UserID: customer}); hidden == nil && (err != nil || after.State() != before.State()) {
		t.Fatalf("the SIM was %s in the browser and is %s in the account: %v", before.State(), after.State(), err)
	}
	if !h.claimed {
		h.countEvent("claimed")
		var delivered *time.Time
		require.NoError(t, h.DB.Gorm.Raw(`select shipped_at from orders where id = ?`, h.order.ID).Scan(&delivered).Error)
		// A year after the refund window they would have expired.
		h.earns = delivered == nil || h.Clock.Now().Before(delivered.AddDate(0, 0, 30+365))
	}
	h.claimed, h.unlinked = true, false
}

// linkAndUnlink has another customer link the SIM and take it off the list again, which hides it from the browser.
func (h *history) linkAndUnlink(t *rapid.T) {
	res := h.DB.Gorm.Exec(`
		update sim_line l set unlinked_at = ? from order_line ol join orders o on o.id = ol.order_id
		where l.id = ? and ol.id = l.order_line_id and o.user_id is null and l.user_id is null and l.revoked_at is null`, h.Clock.Now(), h.simID)
	if res.Error != nil {
		t.Fatal(res.Error)
	}
	if h.unlinked = h.unlinked || res.RowsAffected > 0; h.unlinked {
		h.countEvent("off a list")
	}
}

// checkClaimed looks at what holds for an order that was taken: it is the customer's alone, and has earned once.
func (h *history) checkClaimed(t *rapid.T) {
	if !h.claimed {
		return
	}
	for viewer, want := range map[cart.Owner]string{h.order.Owner: "order_not_found", cart.User(8): "order_not_found", cart.User(customer): ""} {
		if _, err := h.Orders.Get(ctx, 20, h.order.OrderNo, order.Viewer{Owner: viewer}); fault.Code(err) != want {
			t.Fatalf("%s reads what was taken: %v", viewer, err)
		}
	}
	if _, err := h.detailFor(h.browser()); fault.Code(err) != "sim_not_found" {
		t.Fatalf("the browser sees the SIM: %v", err)
	}
	shown := fault.Code(h.detailError(owned.Owner{TenantID: 20, UserID: customer})) == ""
	if revoked := h.count(`select count(*) from sim_line where id = @line and revoked_at is not null`) > 0; shown == revoked {
		t.Fatalf("the customer sees the SIM: %t, it was taken back: %t", shown, revoked)
	}
	if n := h.count(`select count(*) from audit_log where entity = 'order' and entity_id = cast(cast(@order as bigint) as text) and action = 'claim'`); n != 1 {
		t.Fatalf("taken %d times", n)
	}
	if n := h.count(`select count(*) from point_lot where order_id = @order`); n > 1 {
		t.Fatalf("%d lots of points for one line", n)
	}
	if n := h.count(`select count(*) from point_lot where order_id = @order and user_id <> 7`); n > 0 {
		t.Fatal("somebody else has the points")
	}
}

func (h *history) detailError(who owned.Owner) error {
	_, err := h.detailFor(who)
	return err
}

// checkPoints makes sure that the customer has the points of what stayed paid, and of nothing else.
func (h *history) checkPoints(t *rapid.T, refunded bool) {
	if !h.claimed {
		return
	}
	want := 0
	if h.earns && !refunded {
		want = 6
	}
	if n := h.count(`select sum(points - reversed) from point_lot where order_id = @order`); n != want {
		t.Fatalf("%d points, not %d", n, want)
	}
}
