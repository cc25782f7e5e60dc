package order_test

import "github.com/roamcart/roamcart/bff/order"

// Actors of the audit log that have a name or a number of their own there.
const (
	byCustomer = "customer"
	byStaff    = "staff"
)

// transition is one row of the table of transitions.
type transition struct {
	Action string
	From   order.Status
	To     order.Status
	// By are the roles that may do it.
	By []string
}

// transitions are all changes of an order's status that happen.
var transitions = allTransitions()

func allTransitions() []transition {
	list := []transition{
		{"submit", "", order.WaitingPayment, []string{byCustomer}},
		{"paid", order.WaitingPayment, order.Processing, []string{order.ByProvider}},
		{"cancel", order.WaitingPayment, order.Cancelled, []string{byCustomer, byStaff, order.BySystem}},
		{"deliver", order.Processing, order.Shipped, []string{order.BySystem}},
		{"ship", order.Processing, order.Shipped, []string{byStaff}},
		{"complete", order.Shipped, order.Completed, []string{byStaff, order.BySystem}},
		{"refund", order.PendingRefund, order.PartiallyRefunded, anybody},
		{"refund", order.PendingRefund, order.Refunded, anybody},
		{"refund", order.PartiallyRefunded, order.Refunded, anybody},
		{"ask refund", order.PartiallyRefunded, order.PendingRefund, anybody},
		{"refuse refund", order.PendingRefund, order.PartiallyRefunded, []string{byStaff, order.ByProvider}},
	}
	for _, from := range []order.Status{order.Processing, order.Shipped, order.Completed} {
		list = append(list,
			transition{"refund", from, order.PartiallyRefunded, anybody}, transition{"refund", from, order.Refunded, anybody},
			transition{"ask refund", from, order.PendingRefund, anybody},
			transition{"refuse refund", order.PendingRefund, from, []string{byStaff, order.ByProvider}},
			// A refund that the payer's bank returns undoes what it did.
			transition{"refuse refund", order.PartiallyRefunded, from, []string{order.ByProvider}}, transition{"refuse refund", order.Refunded, from, []string{order.ByProvider}})
	}
	return list
}

var anybody = []string{byCustomer, byStaff, order.ByProvider, order.BySystem}
