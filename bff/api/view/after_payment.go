package view

import (
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/shared"
)

// afterPayment writes what comes after the payment of an order.
type afterPayment struct {
	o      order.Order
	shown  gen.Order
	locale string
	texts  []string
	out    gen.AfterPayment
}

// AfterPayment returns what comes after the payment of an order, nil when nothing does: it is not paid, its money goes back, or all
// of it is on its way by now. An eSIM that can be installed comes before one that is waited for, and before a parcel.
func AfterPayment(o order.Order, shown gen.Order, locale string) *gen.AfterPayment {
	open := []order.Status{order.Processing, order.Shipped, order.Completed, order.PartiallyRefunded}
	if o.PaidAt == nil || o.HoldReason != "" || !slices.Contains(open, o.Status) {
		return nil
	}
	a := afterPayment{o: o, shown: shown, locale: locale}
	a.esims()
	a.topUps()
	a.parcel()
	if len(a.texts) == 0 {
		return nil
	}
	a.out.Text = sentences(locale, a.texts...)
	return &a.out
}

func (a *afterPayment) esims() {
	awaited := false
	for _, l := range a.o.Lines {
		awaited = awaited || (l.Awaited() && !l.TopUp())
	}
	if r := a.shown.Registration; r != nil {
		a.addSentence("register", "registerAction", a.path("/sims?simId="+r.SimId+"#real-name"))
	}
	if advice := adviceOf(a.shown.Items); advice.now != nil || advice.arrival != nil {
		action := "installAction"
		if advice.now == nil {
			action = "installPage"
		}
		a.addSentence("install"+advice.named(), action, a.path("/install"))
		a.texts = append(a.texts, advice.text(a.locale))
	}
	if awaited {
		a.addWaiting("esim")
	}
}

func (a *afterPayment) topUps() {
	for i, l := range a.o.Lines {
		switch {
		case !l.TopUp():
		case l.Awaited():
			a.addWaiting("topUp")
		case l.HandedOver():
			a.addSentence("toppedUp", "toppedUpAction", a.shown.Items[i].SimPath)
		}
	}
}

func (a *afterPayment) parcel() {
	switch {
	case !a.o.HasCard() || a.o.Status == order.Completed:
	case a.o.TrackingNumber != "":
		a.addSentence("sent", "sentAction", a.path("#shipping"))
	case a.o.ShippedAt == nil:
		a.addSentence("parcel", "", "")
	}
}

// addWaiting says what is waited for. One that is late is part of the order, and not asked for again and again.
func (a *afterPayment) addWaiting(key string) {
	if a.shown.Delay == nil {
		a.addSentence(key, "", "")
		a.out.Waiting = true
	}
}

// addSentence adds a sentence, and a link where there is none yet.
func (a *afterPayment) addSentence(key, action, path string) {
	a.texts = append(a.texts, a.text(key, map[string]any{"email": a.o.Contact.Email}))
	if path != "" && a.out.Link == nil {
		a.out.Link = &gen.SimHintLink{Path: path, Text: a.text(action, nil)}
	}
}

func (a *afterPayment) path(rest string) string {
	return "/" + a.locale + "/my-order/" + a.o.OrderNo + rest
}

func (a *afterPayment) text(key string, params map[string]any) string {
	return shared.Text(a.locale, "server", "after."+key, params)
}
