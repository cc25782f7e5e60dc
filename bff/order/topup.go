package order

import (
	"context"

	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// SIMs is what an order needs of the SIMs that customers have.
type SIMs interface {
	// ToppedUp makes sure that goods can be added to a SIM of a customer's, or to one that was bought with an order that the
	// viewer may see. Faults: sim_not_found, topup_not_allowed, carrier_unavailable.
	ToppedUp(ctx context.Context, tenantID, userID int64, v Viewer, ref, goodsID string) (ToppedUp, error)
	// Hold keeps a SIM from being erased until the transaction has written an order for it, which keeps it from then on.
	// Fault: topup_not_allowed, when it was erased meanwhile.
	Hold(ctx context.Context, tx *pg.Tx, simID int64) error
	// Relist puts SIMs that were bought with orders back on their buyer's list, when somebody else had linked them and has taken
	// them off a list since. The caller holds the orders.
	Relist(ctx context.Context, tx *pg.Tx, orderIDs []int64) error
}

// ToppedUp is the SIM that a top-up is for.
type ToppedUp struct {
	ID         int64
	Ref        string
	ICCIDLast4 string
}

// topUp prices a plan that is added to a SIM. A guest may not know whose it is: one that belongs to somebody else, or to no
// order of this browser, asks for a login. It is delivered without a profile or a card, so it takes no stock, needs no
// confirmation and no address, nobody picks a number for it, and it has no day of its own: it follows the plan before.
func (s *Service) topUp(ctx context.Context, sel Selection, o offer.Offer, known bool) (BudgetLine, error) {
	item := *sel.Item
	switch {
	case !known:
		return BudgetLine{}, fault.New("goods_not_found")
	case item.Quantity != 1:
		return BudgetLine{}, fault.Fields(map[string]string{"quantity": "topup_quantity"})
	case item.StartDate != "":
		return BudgetLine{}, fault.Fields(map[string]string{"startDate": "start_date_not_allowed"})
	case s.sims == nil || o.Monthly() || item.NumberID != 0 || item.TransferPhone != "":
		return BudgetLine{}, fault.New("topup_not_allowed")
	}
	v := Viewer{Owner: sel.Owner, Browser: sel.Browser, TrackedOrderNo: sel.TrackedOrderNo}
	sim, err := s.sims.ToppedUp(ctx, sel.TenantID, sel.UserID, v, item.SIM, item.GoodsID)
	if fault.Code(err) == "sim_not_found" && sel.UserID == 0 {
		err = fault.New("login_required")
	}
	if err != nil {
		return BudgetLine{}, err
	}
	item.SimType, item.CompatibilityConfirmed = offer.ESIM, true
	l := line(o, item, nil)
	l.SIM, l.Activation = sim, ""
	return l, nil
}

// holdSIMs holds the SIMs that a budget adds to.
func (s *Service) holdSIMs(ctx context.Context, tx *pg.Tx, b Budget) error {
	for _, l := range b.Lines {
		if l.SIM.ID == 0 {
			continue
		}
		if err := s.sims.Hold(ctx, tx, l.SIM.ID); err != nil {
			return err
		}
	}
	return nil
}
