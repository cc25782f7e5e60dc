package notify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/shared"
)

func (d OrderPlaced) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo, "total", c.money(d.Order.Amounts.Total, d.Order.Currency),
		"payBefore", c.time(d.PayBefore))
	m.add(
		para(c.t("order_placed.intro", "payBefore", c.time(d.PayBefore))),
		button(c.t("order_placed.pay", "total", c.money(d.Order.Amounts.Total, d.Order.Currency)), c.order(d.Order.OrderNo, ToPayment)),
		facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}, row{Label: c.t("label.payBefore"), Value: c.time(d.PayBefore)},
			row{Label: c.t("label.paymentMethod"), Value: c.method(d.PaymentMethod)}),
		c.lines(d.Order),
		para(c.t("order_placed.outro")),
		link(c.t("order_placed.otherDevice"), c.order(d.Order.OrderNo, ToOrder)),
	)
	return m
}

func (d OrderReminder) compose(c *composer) mail {
	total := c.money(d.Order.Amounts.Total, d.Order.Currency)
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo, "total", total, "payBefore", c.time(d.PayBefore))
	m.add(
		para(c.t("order_reminder.intro", "payBefore", c.time(d.PayBefore))),
		button(c.t("order_placed.pay", "total", total), c.order(d.Order.OrderNo, ToPayment)),
		facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}, row{Label: c.t("label.payBefore"), Value: c.time(d.PayBefore)},
			row{Label: c.t("label.paymentMethod"), Value: c.method(d.PaymentMethod)}),
		c.lines(d.Order),
		para(c.t("order_reminder.outro")),
	)
	return m
}

func (d OrderPaid) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo, "total", c.money(d.Order.Amounts.Total, d.Order.Currency))
	m.add(para(c.t("order_paid.intro", "total", c.money(d.Order.Amounts.Total, d.Order.Currency))))
	for _, kind := range []string{"esim", "physical", TopUp} {
		if slices.ContainsFunc(d.Order.Lines, func(l Line) bool { return l.SimType == kind }) {
			m.add(para(c.t("order_paid." + kind)))
		}
	}
	m.add(
		button(c.t("label.viewOrder"), c.order(d.Order.OrderNo, ToOrder)),
		facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}, row{Label: c.t("label.paidAt"), Value: c.time(d.PaidAt)},
			row{Label: c.t("label.paymentMethod"), Value: c.method(d.PaymentMethod)}),
		c.lines(d.Order),
	)
	return m
}

func (d OrderDelayed) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo, "refundAt", c.time(d.RefundAt))
	m.add(
		para(c.t("order_delayed.intro")),
		notice(c.t("order_delayed.promise", "refundAt", c.time(d.RefundAt))),
		button(c.t("label.viewOrder"), c.order(d.Order.OrderNo, ToOrder)),
		facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}, row{Label: c.t("label.refundDue"), Value: c.time(d.RefundAt), Strong: true}),
		c.lines(d.Order),
	)
	return m
}

// fewCodes may stand in front of the button; of more, whoever reads on a phone would not find it.
const fewCodes = 3

func (d ESIMDelivered) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo)
	if len(c.attachments) == 0 && c.err == nil {
		c.err = fmt.Errorf("eSIM mail of order %s has no QR code", d.Order.OrderNo)
	}
	codes := []block{{Kind: "pictures", Title: c.t("esim_delivered.qrAlt"), Pictures: c.qrCodes()}}
	preheader, arrival := c.whenToInstall()
	m.Preheader = cmp.Or(preheader, m.Preheader)
	open := []block{
		button(c.t("esim_delivered.open"), c.order(d.Order.OrderNo, ToInstall)),
		para(c.t("esim_delivered.samePhone")),
		para(c.t("esim_delivered.now")),
	}
	m.add(c.register(d.Register, d.Order.OrderNo)...)
	m.add(arrival...)
	m.add(para(c.t("esim_delivered.intro", "count", len(c.attachments))))
	if len(c.attachments) > fewCodes {
		m.add(open...)
		m.add(codes...)
	} else {
		m.add(codes...)
		m.add(open...)
	}
	m.add(c.installSteps()...)
	m.add(facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}))
	return m
}

func (d ESIMReissued) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo)
	if len(c.attachments) == 0 && c.err == nil {
		c.err = fmt.Errorf("mail about the new eSIM of order %s has no QR code", d.Order.OrderNo)
	}
	_, arrival := c.whenToInstall()
	m.add(arrival...)
	m.add(
		para(c.t("esim_reissued.intro")),
		block{Kind: "pictures", Title: c.t("esim_delivered.qrAlt"), Pictures: c.qrCodes()},
		button(c.t("esim_delivered.open"), c.order(d.Order.OrderNo, ToInstall)),
		para(c.t("esim_delivered.samePhone")),
		para(c.t("esim_reissued.old")),
	)
	m.add(c.installSteps()...)
	m.add(facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}))
	return m
}

func (d ESIMNotReissued) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo)
	m.add(
		para(c.t("esim_not_reissued.intro")),
		para(c.t("esim_not_reissued.next")),
		button(c.t("label.viewOrder"), c.order(d.Order.OrderNo, ToOrder)),
		facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}),
	)
	return m
}

// installSteps are how an eSIM is installed and what to mind.
func (c *composer) installSteps() []block {
	return []block{
		notice(c.t("esim_delivered.keep")),
		steps(c.t("esim_delivered.iosTitle"), c.t("esim_delivered.ios1"), c.t("esim_delivered.ios2"), c.t("esim_delivered.ios3"),
			c.t("esim_delivered.ios4"), c.t("esim_delivered.ios5")),
		steps(c.t("esim_delivered.androidTitle"), c.t("esim_delivered.android1"), c.t("esim_delivered.android2"),
			c.t("esim_delivered.android3"), c.t("esim_delivered.android4")),
	}
}

// qrCodes names the plan under each code, so that whoever has bought several scans the right one.
func (c *composer) qrCodes() []picture {
	out := make([]picture, len(c.attachments))
	for i, a := range c.attachments {
		caption := oneLine(a.Plan) + " · " + c.t("label.ending", "last4", a.ICCIDLast4)
		if a.AtInstall {
			caption += " · " + c.t("esim_delivered.onArrival")
		}
		out[i] = picture{Name: a.Name, ContentID: a.ContentID, Caption: caption}
	}
	return out
}

// whenToInstall returns the preheader and the notice of a mail with eSIMs whose days begin when they are installed; nothing for others,
// which are installed before the journey.
func (c *composer) whenToInstall() (preheader string, about []block) {
	var names []string
	all := true
	for _, a := range c.attachments {
		if all = all && a.AtInstall; a.AtInstall && !slices.Contains(names, oneLine(a.Plan)) {
			names = append(names, oneLine(a.Plan))
		}
	}
	switch {
	case names == nil:
		return "", nil
	case all:
		return c.t("esim_delivered.preheaderArrival"), []block{notice(c.t("esim_delivered.arrival"))}
	}
	list := strings.Join(names, shared.Text(c.locale, "plan", "listSeparator", nil))
	return c.t("esim_delivered.preheaderMixed"), []block{notice(c.t("esim_delivered.arrivalNamed", "names", list))}
}

func (d OrderCancelled) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo)
	m.add(
		para(c.t("order_cancelled.reason_"+d.Reason)),
		para(c.t("order_cancelled.notCharged")),
		button(c.t("order_cancelled.again"), c.page("/travel-card/listing")),
		facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}, row{Label: c.t("label.cancelledAt"), Value: c.time(d.CancelledAt)}),
		c.lines(d.Order),
	)
	return m
}

func (d OrderRefunded) compose(c *composer) mail {
	amount := c.money(d.Amount, d.Order.Currency)
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo, "amount", amount)
	m.add(
		para(c.t("order_refunded.reason_"+d.Reason, "amount", amount)),
		para(c.t("order_refunded.when", "method", c.method(d.PaymentMethod))),
		button(c.t("label.viewOrder"), c.order(d.Order.OrderNo, ToOrder)),
		facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}, row{Label: c.t("label.refund"), Value: amount, Strong: true},
			row{Label: c.t("label.paymentMethod"), Value: c.method(d.PaymentMethod)},
			row{Label: c.t("label.refundedAt"), Value: c.time(d.RefundedAt)}),
	)
	return m
}

func (d OrderGivenBack) compose(c *composer) mail {
	const texts = "order_given_back."
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo)
	m.add(para(c.t(texts+"reason_"+d.Reason)), para(c.t(texts+"noMoney")))
	rows := []row{{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}}
	label := c.t(texts + "goods")
	for _, name := range d.Goods {
		rows, label = append(rows, row{Label: label, Value: oneLine(name)}), ""
	}
	for _, name := range d.Parts {
		rows, label = append(rows, row{Label: label, Value: c.t(texts+"part", "name", oneLine(name))}), ""
	}
	if d.Points > 0 {
		m.add(para(c.t(texts + "points")))
		rows = append(rows, row{Label: c.t("label.points"), Value: group(uint64(d.Points)), Strong: true})
	}
	if d.Code {
		m.add(para(c.t(texts + "code")))
	}
	m.add(button(c.t("label.viewOrder"), c.order(d.Order.OrderNo, ToOrder)), facts(rows...))
	return m
}

func (d RefundAsked) compose(c *composer) mail {
	m := c.aboutRefund(d.template(), d.Order, d.Amount)
	if slices.ContainsFunc(d.Order.Lines, func(l Line) bool { return l.SimType == "esim" }) {
		m.add(notice(c.t("refund_asked.esim")))
	}
	return m
}

func (d RefundRefused) compose(c *composer) mail {
	return c.aboutRefund(d.template(), d.Order, d.Amount)
}

// aboutRefund says in one paragraph how a request for money back stands.
func (c *composer) aboutRefund(template string, o Order, minor int64) mail {
	amount := c.money(minor, o.Currency)
	m := c.start(template, o.FirstName, "orderNo", o.OrderNo, "amount", amount)
	m.add(
		para(c.t(template+".text", "amount", amount)),
		button(c.t("label.viewOrder"), c.order(o.OrderNo, ToOrder)),
		facts(row{Label: c.t("label.orderNo"), Value: o.OrderNo}, row{Label: c.t("label.refund"), Value: amount, Strong: true}),
	)
	return m
}

func (d OrderEmailChanged) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo)
	m.add(
		para(c.t("order_email_changed.intro")),
		facts(row{Label: c.t("label.orderNo"), Value: d.Order.OrderNo}),
		notice(c.t("email_changed.notYou", "email", c.site.SupportEmail, "hotline", c.site.Hotline)),
	)
	return m
}

func (d OrderShipped) compose(c *composer) mail {
	m := c.start(d.template(), d.Order.FirstName, "orderNo", d.Order.OrderNo)
	m.add(para(c.t("order_shipped.intro")))
	m.add(c.register(d.Register, d.Order.OrderNo)...)
	m.add(button(c.t("label.viewOrder"), c.order(d.Order.OrderNo, ToOrder)))
	rows := []row{
		{Label: c.t("label.orderNo"), Value: d.Order.OrderNo},
		{Label: c.t("label.shippingMethod"), Value: d.Method},
		{Label: c.t("label.trackingNumber"), Value: d.TrackingNumber, Strong: true},
	}
	for i, part := range d.Address {
		label := ""
		if i == 0 {
			label = c.t("label.address")
		}
		rows = append(rows, row{Label: label, Value: part})
	}
	m.add(facts(rows...), c.lines(d.Order), notice(c.t("order_shipped.keepCard")))
	return m
}

// register says that a SIM of an order has to be registered before it can be used, and where; nothing when it has not.
func (c *composer) register(needed bool, orderNo string) []block {
	if !needed {
		return nil
	}
	return []block{notice(c.t("label.register")), button(c.t("label.registerNow"), c.order(orderNo, ToSIMs))}
}

func (c *composer) method(code string) string { return c.t("method." + code) }

// detail is the SIM type of a line, how many there are, and the day on which the plan begins.
func (c *composer) detail(l Line) string {
	text := c.t("label.itemDetail", "type", c.t("simType."+l.SimType), "quantity", l.Quantity)
	if l.Starts == "" {
		return text
	}
	return c.t("label.itemStarts", "detail", text, "date", Day(c.locale, l.Starts))
}

// lines shows what was ordered and how its total came about: what stands above the total adds up to it.
func (c *composer) lines(o Order) block {
	b := block{Kind: "lines", Title: c.t("label.items")}
	for _, l := range o.Lines {
		b.Items = append(b.Items, item{
			Name:   oneLine(l.Name),
			Detail: c.detail(l),
			Amount: c.money(l.Amount, o.Currency),
		})
	}
	total := func(key string, amount int64) {
		b.Totals = append(b.Totals, row{Label: c.t(key), Value: c.money(amount, o.Currency)})
	}
	total("label.subtotal", o.Amounts.Subtotal)
	for _, d := range o.Amounts.Discounts {
		if d.Amount != 0 {
			total("label.discount_"+d.Kind, -d.Amount)
		}
	}
	for _, a := range []struct {
		key    string
		amount int64
	}{
		{"label.shipping", o.Amounts.Shipping}, {"label.tax", o.Amounts.Tax}, {"label.numberSelectionFee", o.Amounts.NumberSelectionFee},
		{"label.deposit", o.Amounts.deposit()},
	} {
		if a.amount != 0 {
			total(a.key, a.amount)
		}
	}
	b.Totals = append(b.Totals, row{Label: c.t("label.total"), Value: c.money(o.Amounts.Total, o.Currency), Strong: true})
	if o.Amounts.Prepaid != 0 {
		total("label.prepaid", o.Amounts.Prepaid)
	}
	return b
}
