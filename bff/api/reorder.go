package api

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// OrderAgain cancels an order that waits for its payment, unless it is cancelled already, and leads to the checkout with what it held:
// so an order gets another way to pay. Sent twice, it does it once.
func (s *Server) OrderAgain(ctx context.Context, r gen.OrderAgainRequestObject) (gen.OrderAgainResponseObject, error) {
	o, err := s.cancelled(ctx, r.Body)
	if err != nil {
		return nil, err
	}
	query, err := s.reorder(ctx, o)
	if err != nil {
		return nil, err
	}
	checkout := pages.Path(pages.Order, caller.Of(ctx).Locale, nil) + "?" + query.Encode()
	return gen.OrderAgain200JSONResponse{Envelope: ok(ctx), Data: gen.OrderAgain{Checkout: checkout}}, nil
}

// reorder returns the query of the checkout for what a cancelled order held. A plan for a SIM that is there is bought by the
// address; everything else goes back into the cart. Fault: order_again_incomplete, when the cart did not take all.
func (s *Server) reorder(ctx context.Context, o order.Order) (url.Values, error) {
	query := url.Values{pages.ParamAgain: {o.OrderNo}}
	var missing []string
	added := false
	for _, l := range o.Lines {
		if l.TopUp() {
			sims, err := s.OwnedSIMs.ToppedUp(ctx, o.ID)
			if err != nil {
				return nil, err
			}
			if len(sims) == 0 {
				missing = append(missing, l.Name(caller.Of(ctx).Locale))
				continue
			}
			query.Set("buyNow", l.GoodsID)
			query.Set("simType", l.SimType)
			query.Set("quantity", strconv.Itoa(l.Quantity))
			query.Set("compatibilityConfirmed", "1")
			query.Set("simId", sims[0].Ref)
			continue
		}
		taken, err := s.addToCart(ctx, l, !added)
		if err != nil {
			return nil, err
		}
		if !taken {
			missing = append(missing, l.Name(caller.Of(ctx).Locale))
		}
		added = added || taken
	}
	if len(missing) > 0 {
		names := strings.Join(missing, shared.Text(caller.Of(ctx).Locale, "server", "shipping.separator", nil))
		return nil, fault.New("order_again_incomplete").WithParams(map[string]any{"names": names})
	}
	return query, nil
}

// addToCart puts a line of an order into the caller's cart; the first is then the only one that is selected. It is not taken when
// it cannot be bought any more as it was.
func (s *Server) addToCart(ctx context.Context, l order.Line, first bool) (taken bool, err error) {
	call := caller.Of(ctx)
	add := cart.Add{
		GoodsID: l.GoodsID, SimType: l.SimType, Quantity: l.Quantity, CompatibilityConfirmed: l.Compatibility.V.Confirmed,
		NumberID: l.NumberID, TransferPhone: l.TransferPhone, TransferNote: l.TransferNote, StartDate: l.StartDate,
		Device: l.Device(), Only: first, AtLeast: true, Network: call.Network,
	}
	if add.Device != nil {
		add.ForOther = &add.Device.ForOther
	}
	_, err = s.Carts.Add(ctx, call.Tenant.ID, call.Owner(), add)
	switch fault.Code(err) {
	case "goods_not_found",
		"validation_failed",
		"sold_out",
		"stock_unavailable",
		"cart_full",
		"number_not_allowed",
		"number_taken",
		"too_many_numbers":
		return false, nil
	}
	return err == nil, err
}
