package view

import (
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/catalog"
)

// Cart returns the contract's cart. goods adds what a line shows beside its price; a product that is missing there keeps
// the name it has in the offer. names is what the site calls places, by code.
func Cart(c cart.Cart, locale, currency string, goods map[string]catalog.Goods, names map[string]string, now time.Time) gen.Cart {
	out := gen.Cart{Items: make([]gen.CartItem, len(c.Items)), Count: c.Count(), Subtotal: c.Subtotal(), Currency: currency}
	if d := c.Deposit(); d > 0 {
		out.Deposit = &d
	}
	available := 0
	for n, i := range c.Items {
		item := gen.CartItem{
			ItemId: id(i.ID), GoodsId: i.GoodsID, Name: i.GoodsID, SimType: i.SimType, Quantity: i.Quantity, UnitPrice: i.UnitPrice(),
			LineTotal: i.Total(), Selected: i.Selected, Available: i.Available(),
			CompatibilityConfirmed: i.CompatibilityConfirmed, Device: DeviceCheck(i.Device, locale, names),
		}
		if i.Offer != nil {
			item.Name, item.Image, item.Group = i.Offer.Name(locale), i.Offer.Image, i.Offer.GroupCode
			item.MaxQuantity = int(min(cart.MaxQuantity, i.Free()))
			item.StartText = startRule(i.StartDate, i.Offer.Activation, locale)
		}
		if i.NumberID != 0 {
			lost := i.NumberLost()
			item.NumberId, item.NumberLost = id(i.NumberID), &lost
		}
		if d := i.Deposit(); d > 0 {
			item.Deposit = &d
		}
		if n := i.Number; n != nil {
			item.Number, item.NumberFee = n.Number, &n.Fee
			if i.Held {
				item.HeldUntil = n.HeldUntil
			}
		}
		if i.NumberID != 0 || i.TransferPhone != "" {
			item.MaxQuantity = min(item.MaxQuantity, 1)
		}
		item.TransferPhone = i.TransferPhone
		item.StartDate, item.StartDateProblem = i.StartDate, StartProblem(i.StartProblem, locale)
		if o := i.Offer; o != nil && o.StartsOnDate() {
			item.StartDates = StartDates(o.StartDates(now), o.Site, o.Days, o.SimTypes, locale)
		}
		if g, ok := goods[i.GoodsID]; ok {
			days := g.Days
			item.Days, item.Destinations = &days, places(g.Destinations)
		}
		if i.Available() {
			available += i.Quantity
			if i.Selected {
				out.SelectedCount += i.Quantity
			}
		}
		out.Items[n] = item
	}
	out.AllSelected = available > 0 && out.SelectedCount == available
	return out
}
