package order

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Unpaid bounds what may wait for its payment at once, because it holds stock and writes to mailboxes. A buyer is a customer,
// or a mailbox that nobody has proved to be his or hers: what others order under an address takes nothing from the customer
// who owns it. Units are SIMs and plans; an order that is the only one fits, however many it holds. The /48 around a network of IPv6 may
// have network.WideTimes as many. 0 is no bound.
type Unpaid struct {
	PerBuyer        int
	UnitsPerBuyer   int
	PerNetwork      int
	UnitsPerNetwork int
}

const (
	mailboxPurpose = "unpaid mailbox"
	networkPurpose = "unpaid network"
)

// tooMany are the refusals of unpaid_full.
var tooMany = map[string]string{
	"customer": "too_many_unpaid_customer", "mailbox": "too_many_unpaid", "network": "too_many_unpaid_network",
}

// refuse turns the word of unpaid_full into its fault, too_many_unpaid, and "numbers" into too_many_numbers; "" is none.
func refuse(full string) error {
	switch full {
	case "":
		return nil
	case "numbers":
		return fault.New("too_many_numbers")
	}
	return fault.New("too_many_unpaid").WithText(tooMany[full])
}

// waitingShown is how many of their unpaid orders somebody is shown who has too many.
const waitingShown = 5

// addWaitingOrders adds to too_many_unpaid which orders the buyer could pay or cancel, newest first; other errors stay as they are.
func (s *Service) addWaitingOrders(ctx context.Context, in Submission, refusal error) error {
	var f *fault.Error
	if !errors.As(refusal, &f) || f.Code != "too_many_unpaid" {
		return refusal
	}
	numbers, err := pg.List[string](s.db.Conn(ctx), "find unpaid orders", `
		select order_no from orders where tenant_id = ? and owner in (?, ?) and status = 'waiting_payment' and expires_at > ?
		order by id desc limit ?`, in.TenantID, in.Owner, in.Browser, s.clock.Now(), waitingShown)
	if err != nil {
		return err
	}
	return f.WithData(map[string]any{"orderNos": numbers})
}

// bounds adds to the arguments of placing what the order counts for and what bounds it. A free order waits for nothing.
func (s *Service) bounds(args map[string]any, in Submission, b Budget) {
	u, prints := s.unpaid, s.privacy.Prints
	var units int64
	for _, l := range b.Lines {
		units += int64(l.Quantity)
	}
	mailboxes, networks, wides, customer := []string{}, []string{}, []string{}, in.UserID
	if !in.ownMailbox() {
		for _, mailbox := range input.Mailboxes(in.Contact.Email) {
			mailboxes = append(mailboxes, prints.All(mailboxPurpose, in.TenantID, mailbox)...)
		}
	}
	if in.Network != "" {
		networks = prints.All(networkPurpose, in.TenantID, in.Network)
	}
	if wide := network.Wide(in.Network); wide != "" {
		wides = prints.All(networkPurpose, in.TenantID, wide)
	}
	args["units"], args["mailbox"], args["network"], args["wide"] = units, firstIn(mailboxes), firstIn(networks), firstIn(wides)
	if b.OrderTotal == 0 || (u.PerBuyer == 0 && u.UnitsPerBuyer == 0) {
		mailboxes, customer = []string{}, 0
	}
	if b.OrderTotal == 0 || (u.PerNetwork == 0 && u.UnitsPerNetwork == 0) {
		networks, wides = []string{}, []string{}
	}
	args["customer"], args["mailboxes"], args["networks"], args["wides"] = customer, pg.Array(mailboxes), pg.Array(networks), pg.Array(wides)
	args["buyer_orders"], args["buyer_units"] = bound(u.PerBuyer), bound(u.UnitsPerBuyer)
	args["network_orders"], args["network_units"] = bound(u.PerNetwork), bound(u.UnitsPerNetwork)
	args["wide_orders"], args["wide_units"] = bound(u.PerNetwork*network.WideTimes), bound(u.UnitsPerNetwork*network.WideTimes)
	s.holds.Bind(args, in.TenantID, in.Network)
}

func firstIn(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func bound(n int) int64 {
	if n == 0 {
		return math.MaxInt64
	}
	return int64(n)
}

// An unproved mailbox is written to about so many unpaid orders of one hour as may wait at once, and as many again: who orders
// and cancels in turns fills no stranger's mailbox.
const (
	mailsPerPlace = 2
	mailsWithin   = time.Hour
)

// MailsSuppressed reports whether nothing is to be written about an order as long as it is not paid, because its mailbox, which nobody
// has proved to be the buyer's, has been notified of enough others.
func (s *Service) MailsSuppressed(ctx context.Context, orderID int64) (bool, error) {
	if s.unpaid.PerBuyer == 0 {
		return false, nil
	}
	var before int
	err := s.db.Conn(ctx).Raw(`
		select count(*) from orders o
		join orders e on e.tenant_id = o.tenant_id and e.mailbox_print = o.mailbox_print and e.mailbox_print <> '' and e.id < o.id
		    and e.created_at > o.created_at - make_interval(secs => @within) and e.paid_at is null
		where o.id = @order and o.paid_at is null`,
		map[string]any{"order": orderID, "within": mailsWithin.Seconds()}).Scan(&before).Error
	if err != nil {
		return false, fmt.Errorf("count a mailbox's unpaid orders: %w", err)
	}
	return before >= mailsPerPlace*s.unpaid.PerBuyer, nil
}
