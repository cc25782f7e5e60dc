package api

import (
	"context"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// CartGet returns the caller's cart; a browser that has none yet gets an empty one and no cookie.
func (s *Server) CartGet(ctx context.Context, _ gen.CartGetRequestObject) (gen.CartGetResponseObject, error) {
	c, err := s.Cart(ctx)
	return gen.CartGet200JSONResponse{Envelope: ok(ctx), Data: c}, err
}

// CartAdd puts a product into the cart.
func (s *Server) CartAdd(ctx context.Context, r gen.CartAddRequestObject) (gen.CartAddResponseObject, error) {
	call := caller.Of(ctx)
	number, err := read.OptionalID("numberId", r.Body.NumberId)
	if err != nil {
		return nil, err
	}
	about, err := s.DeviceFor(ctx, r.Body.SimType)
	if err != nil {
		return nil, err
	}
	c, err := s.Carts.Add(ctx, call.Tenant.ID, call.Owner(), cart.Add{
		GoodsID: r.Body.GoodsId, SimType: r.Body.SimType, Quantity: r.Body.Quantity,
		CompatibilityConfirmed: r.Body.CompatibilityConfirmed, NumberID: number,
		TransferPhone: call.Phone(r.Body.TransferPhone), TransferNote: r.Body.TransferNote, StartDate: r.Body.StartDate, Only: r.Body.Only != nil && *r.Body.Only,
		Device: about, ForOther: r.Body.ForOtherDevice, Network: call.Network,
	})
	if err != nil {
		return nil, err
	}
	shown, err := s.ShowCart(ctx, c)
	return gen.CartAdd200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// CartUpdate changes the quantity, the selection or the start date of a line, or the selection of all lines.
func (s *Server) CartUpdate(ctx context.Context, r gen.CartUpdateRequestObject) (gen.CartUpdateResponseObject, error) {
	call := caller.Of(ctx)
	var c cart.Cart
	var err error
	switch {
	case r.Body.SelectAll != nil:
		c, err = s.Carts.SelectAll(ctx, call.Tenant.ID, call.Owner(), *r.Body.SelectAll)
	default:
		var id int64
		id, err = itemID(r.Body.ItemId)
		switch {
		case err != nil:
		case r.Body.StartDate != "":
			c, err = s.Carts.ChangeStartDate(ctx, call.Tenant.ID, call.Owner(), id, r.Body.StartDate)
		default:
			c, err = s.Carts.Update(ctx, call.Tenant.ID, call.Owner(), id, cart.Change{Quantity: r.Body.Quantity, Selected: r.Body.Selected})
		}
	}
	if err != nil {
		return nil, err
	}
	shown, err := s.ShowCart(ctx, c)
	return gen.CartUpdate200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// CartRemove takes lines out.
func (s *Server) CartRemove(ctx context.Context, r gen.CartRemoveRequestObject) (gen.CartRemoveResponseObject, error) {
	call := caller.Of(ctx)
	ids := make([]int64, 0, len(r.Body.ItemIds))
	for _, text := range r.Body.ItemIds {
		id, err := itemID(text)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	c, err := s.Carts.Remove(ctx, call.Tenant.ID, call.Owner(), ids)
	if err != nil {
		return nil, err
	}
	shown, err := s.ShowCart(ctx, c)
	return gen.CartRemove200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

func itemID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fault.New("cart_item_not_found")
	}
	return id, nil
}
