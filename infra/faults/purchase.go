package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/infra/client"
)

func (v *visit) buyNow(ctx context.Context) error { return v.buy(ctx, v.order(v.goods[0])) }

func (v *visit) order(goodsID string) gen.SubmitOrderBody {
	return gen.SubmitOrderBody{Source: "buyNow", Item: client.EsimNow(goodsID), PaymentMethod: "card", Contact: v.shopper.Contact()}
}

func (v *visit) buyWithCode(ctx context.Context) error {
	o := v.order(v.goods[0])
	o.Coupon = "WELCOME10"
	return v.buy(ctx, o)
}

func (v *visit) buyCart(ctx context.Context) error {
	for _, id := range v.goods[:2] {
		err := v.step(ctx, "add to the cart", func() error {
			return v.shopper.Post(ctx, "/gw/mall/cart/add", map[string]any{"goodsId": id, "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}, nil)
		})
		if err != nil {
			return err
		}
	}
	return v.buy(ctx, gen.SubmitOrderBody{Source: "cart", PaymentMethod: "card", Contact: v.shopper.Contact()})
}

func (v *visit) buyCard(ctx context.Context) error {
	o := v.order(v.goods[0])
	o.Item.SimType, o.Item.CompatibilityConfirmed = "physical", false
	o.Destination, o.ShippingMethod = "HK", "standard"
	o.Address = &gen.Address{FullName: "Ada Lovelace", Country: "HK", AddressLine1: "1 Queen's Road", City: "Hong Kong", State: "Central"}
	return v.buy(ctx, o)
}

// buy places an order, pays it, and waits until it is delivered.
func (v *visit) buy(ctx context.Context, o gen.SubmitOrderBody) error {
	if err := v.place(ctx, o); err != nil {
		return err
	}
	return v.settle(ctx)
}

// settle pays the order and waits until it is delivered.
func (v *visit) settle(ctx context.Context) error {
	secret, err := v.openPayment(ctx)
	if err != nil {
		return err
	}
	if err := v.pay(ctx, secret); err != nil {
		return err
	}
	return v.receive(ctx)
}

// place prices an order and submits it; all tries have the same idempotency key.
func (v *visit) place(ctx context.Context, o gen.SubmitOrderBody) error {
	err := v.step(ctx, "read a page", func() error { return v.shopper.Page(ctx, "/en/home") })
	if err != nil {
		return err
	}
	err = v.step(ctx, "price", func() error {
		budget, err := v.shopper.Price(ctx, o)
		o.ExpectedTotal = budget.OrderTotal
		if slices.ContainsFunc(budget.Discounts, func(d gen.Discount) bool { return !d.Applied }) {
			o.Coupon = "" // a shopper takes out a code that takes nothing off
		}
		return err
	})
	if err != nil {
		return err
	}
	key := v.key()
	return v.step(ctx, "submit", func() error {
		placed, err := v.shopper.Submit(ctx, o, key)
		if err == nil && v.orderNo != "" && placed.OrderNo != v.orderNo {
			return fmt.Errorf("one key, two orders: %s and %s", v.orderNo, placed.OrderNo)
		}
		if err == nil {
			v.orderNo = placed.OrderNo
		}
		return err
	})
}

func (v *visit) key() string { return fmt.Sprintf("%016x%016x", v.random.Uint64(), v.random.Uint64()) }

func (v *visit) openPayment(ctx context.Context) (secret string, err error) {
	err = v.step(ctx, "open the payment", func() (err error) {
		secret, err = v.shopper.OpenPayment(ctx, v.orderNo)
		return err
	})
	return secret, err
}

// pay confirms a payment. When an answer was lost, the provider refuses the retry of a confirmed payment: that counts as paid.
func (v *visit) pay(ctx context.Context, secret string) error {
	tried := 0
	return v.step(ctx, "pay", func() error {
		tried++
		err := v.shopper.Confirm(ctx, secret, client.GoodCard)
		if apiErr, ok := errors.AsType[*client.APIError](err); ok && apiErr.Status == http.StatusBadRequest && tried > 1 {
			err = nil
		}
		v.paid = v.paid || err == nil
		return err
	})
}

// receive waits, as the payment page and then the order's page do, until the order is paid, and delivered where that needs nobody.
func (v *visit) receive(ctx context.Context) error {
	err := v.step(ctx, "wait for the payment", func() error {
		var s gen.PaymentState
		err := v.shopper.Get(ctx, "/gw/cq-ordercharge/payment/us/status?orderNo="+v.orderNo, &s)
		if err == nil && s.OrderStatus == "waiting_payment" {
			err = errUnderWay
		}
		return err
	})
	if err != nil || v.kind == "card by post" {
		v.outcome = paid
		return err
	}
	return v.step(ctx, "receive", func() error {
		var o gen.Order
		err := v.shopper.Get(ctx, "/gw/cq-ordercharge/order/detail?orderNo="+v.orderNo, &o)
		if err == nil && o.Status != "completed" {
			err = errUnderWay
		}
		return err
	})
}

// errUnderWay says that a poll found the work unfinished; it is no failure.
var errUnderWay = errors.New("under way")

// buyTwice submits an order twice at once with one idempotency key: both calls must return the same order.
func (v *visit) buyTwice(ctx context.Context) error {
	o := v.order(v.goods[0])
	budget := gen.Budget{}
	err := v.step(ctx, "price", func() (err error) { budget, err = v.shopper.Price(ctx, o); return err })
	if err != nil {
		return err
	}
	o.ExpectedTotal = budget.OrderTotal
	key := v.key()
	var again gen.OrderSubmitted
	ended := make(chan error, 1)
	go func() {
		// What this one is answered counts only when it is an order.
		placed, err := v.shopper.Submit(ctx, o, key)
		again = placed
		ended <- err
	}()
	err = v.step(ctx, "submit", func() error {
		placed, err := v.shopper.Submit(ctx, o, key)
		if err == nil {
			v.orderNo = placed.OrderNo
		}
		return err
	})
	if other := <-ended; err == nil && other == nil && again.OrderNo != v.orderNo {
		return fmt.Errorf("one key, two orders: %s and %s", v.orderNo, again.OrderNo)
	}
	if err != nil {
		return err
	}
	return v.settle(ctx)
}

func (v *visit) buyAfterDecline(ctx context.Context) error {
	if err := v.place(ctx, v.order(v.goods[0])); err != nil {
		return err
	}
	secret, err := v.openPayment(ctx)
	if err != nil {
		return err
	}
	err = v.step(ctx, "pay with a card that is declined", func() error {
		err := v.shopper.Confirm(ctx, secret, client.DeclinedCard)
		if apiErr, ok := errors.AsType[*client.APIError](err); ok && apiErr.Status == http.StatusPaymentRequired {
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return v.settle(ctx)
}

func (v *visit) buyInTwoTabs(ctx context.Context) error {
	if err := v.place(ctx, v.order(v.goods[0])); err != nil {
		return err
	}
	type opened struct {
		secret string
		err    error
	}
	other := make(chan opened, 1)
	go func() {
		secret, err := v.shopper.OpenPayment(ctx, v.orderNo)
		other <- opened{secret, err}
	}()
	secret, err := v.openPayment(ctx)
	second := <-other
	if err != nil {
		return err
	}
	paying := make(chan struct{})
	go func() {
		defer close(paying)
		if second.err == nil {
			// The other tab pays too; what counts is that the money is taken once.
			_ = v.shopper.Confirm(ctx, second.secret, client.GoodCard)
		}
	}()
	err = v.step(ctx, "pay", func() error {
		err := v.shopper.Confirm(ctx, secret, client.GoodCard)
		if apiErr, ok := errors.AsType[*client.APIError](err); ok && apiErr.Status == http.StatusBadRequest {
			err = nil
		}
		v.paid = v.paid || err == nil
		return err
	})
	<-paying
	if err != nil {
		return err
	}
	return v.receive(ctx)
}

func (v *visit) buyAndCancel(ctx context.Context) error {
	if err := v.place(ctx, v.order(v.goods[0])); err != nil {
		return err
	}
	err := v.step(ctx, "cancel", func() error {
		return v.shopper.Post(ctx, "/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": v.orderNo, "confirm": true}, nil)
	})
	if err == nil {
		v.outcome = cancelled
	}
	return err
}
