package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// The program is killed at every named line between the provider's yes and the last mail, and at those of a refund. After
// each start it goes on, and in the end every order was paid, delivered and mailed exactly once, or refunded once.
func TestNoWorkIsLostOrRepeatedAfterAKill(t *testing.T) {
	t.Parallel()
	binary := apptest.Build(t)
	t.Run("paid", func(t *testing.T) {
		t.Parallel()
		killAtEveryPoint(t, apptest.NewProgram(t, binary))
	})
	t.Run("carrier", func(t *testing.T) {
		t.Parallel()
		killAtCarrierPoints(t, apptest.NewProgram(t, binary))
	})
	t.Run("unpaid", func(t *testing.T) {
		t.Parallel()
		killWhileWaiting(t, apptest.NewProgram(t, binary, "PAYMENT_WINDOW=10s"))
	})
}

// The points on the way of a payment, in its order, and those of money that came too late.
var (
	paidPoints = []string{
		"event stored", "before settle", "before commit", "after commit", "profiles assigned", "mail noted", "mail sent",
		"mail recorded",
	}
	latePoints = []string{"before commit", "refunded at provider", "refund booked"}
)

func killAtEveryPoint(t *testing.T, shop *apptest.Program) {
	shop.Start()
	start := count(t, shop.Shop, `select on_hand from stock where tenant_id = 20 and sku = 'jp-3g-7:esim'`)
	var mails []string
	place := func(late bool) (intent string) {
		t.Helper()
		p := shop.Shopper(t)
		order := apptest.Order("jp-3g-7", "esim", 1300, nil)
		order.Item.Quantity, order.Contact.Email = 2, fmt.Sprintf("crash%d@example.com", len(mails))
		mails = append(mails, order.Contact.Email)
		placed := p.Place(order)
		secret, intent := p.Create(placed.OrderNo)
		if late {
			var o gen.Order
			p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed.OrderNo, "confirm": true}).Into(t, &o)
		} else if status := p.Confirm(secret, "pm_card_visa"); status != 200 {
			t.Fatalf("confirm: %d", status)
		}
		return intent
	}
	crash := func(point string, late bool) {
		t.Helper()
		// What earlier kills left undone may come to the point as well as the new order: both are such a moment.
		shop.Control("/faults", map[string]any{"webhookHold": true})
		intent := place(late)
		if late {
			shop.Control("/intents/"+intent+"/succeed", map[string]any{})
		}
		shop.CrashAt(point)
		shop.Release()
		shop.Crashed(point)
		shop.StartLater("2 minutes")
		shop.Control("/reset", map[string]any{})
	}
	for _, point := range paidPoints {
		crash(point, false)
	}
	for _, point := range latePoints {
		crash(point, true)
	}

	paid, late := len(paidPoints), len(latePoints)
	waittest.Within(t, 3*time.Minute, "every order is completed, or refunded", func() bool {
		return count(t, shop.Shop, `select count(*) from orders where status = 'completed'`) == paid &&
			count(t, shop.Shop, `select count(*) from refund where state = 'succeeded'`) == late
	})
	waittest.Within(t, 2*time.Minute, "every mail is sent", func() bool {
		return count(t, shop.Shop, `select count(*) from notification where state = 'sent'`) >= 2*(paid+late)
	})
	for what, want := range map[string]int{
		`select count(*) from payment_attempt where status = 'succeeded'`:                                      paid,
		`select count(*) from payment_attempt where status = 'late_paid'`:                                      late,
		`select count(*) from payment_attempt`:                                                                 paid + late,
		`select count(*) from refund`:                                                                          late,
		`select count(*) from sandbox.object where kind = 'refund'`:                                            late,
		`select sum(amount) from refund`:                                                                       1300 * late,
		`select count(*) from esim_profile where state = 'delivered'`:                                          2 * paid,
		`select count(distinct (order_line_id, unit)) from esim_profile where state = 'delivered'`:             2 * paid,
		`select count(*) from esim_profile where state = 'allocated'`:                                          0,
		`select on_hand from stock where tenant_id = 20 and sku = 'jp-3g-7:esim'`:                              start - 2*paid,
		`select sum(allocated) from stock`:                                                                     0,
		`select count(*) from notification`:                                                                    2 * (paid + late),
		`select count(distinct key) from notification where key like 'order:%'`:                                2 * (paid + late),
		`select count(*) from audit_log where entity = 'order' and action = 'paid'`:                            paid,
		`select count(*) from audit_log where entity = 'order' and action = 'deliver'`:                         paid,
		`select count(*) from audit_log where entity = 'order' and action = 'complete'`:                        paid,
		`select count(*) from audit_log where entity = 'order' and action = 'refund'`:                          late,
		`select count(*) from sandbox.object where id like 'pi\_%' and body->>'status' = 'succeeded'`:          paid + late,
		`select count(*) from sandbox.object where id like 'pi\_%'`:                                            paid + late,
		`select count(*) from stock_reservation where state = 'reserved'`:                                      0,
		`select count(*) from orders o where refunded_amount <> 0 or hold_reason <> ''`:                        0,
		`select count(*) from esim_profile p join order_line l on l.id = p.order_line_id where p.sku <> l.sku`: 0,
		`select count(distinct iccid) from esim_profile where state = 'delivered'`:                             2 * paid,
		`select count(*) from river_job where state in ('discarded', 'cancelled')`:                             0,
	} {
		if got := count(t, shop.Shop, what); got != want {
			t.Errorf("%d, want %d: %s", got, want, what)
		}
	}
	for _, mail := range mails {
		if n := len(shop.Mails(mail)); n != 2 {
			t.Errorf("%s: %d mails", mail, n)
		}
	}
}

// The points between a paid order and the eSIM that a carrier makes for it.
var carrierPoints = []string{"request noted", "carrier answered", "answer booked", "carrier event stored"}

func killAtCarrierPoints(t *testing.T, shop *apptest.Program) {
	shop.Start()
	for _, point := range carrierPoints {
		p := shop.Shopper(t)
		placed := p.Place(apptest.Order("fr-8g-14", "esim", 1150, nil))
		secret, _ := p.Create(placed.OrderNo)
		// The shop hears of the payment after the buyer's answer is out: it may die at once.
		shop.Control("/faults", map[string]any{"webhookHold": true})
		if status := p.Confirm(secret, "pm_card_visa"); status != 200 {
			t.Fatalf("confirm: %d", status)
		}
		shop.CrashAt(point)
		shop.Release()
		shop.Crashed(point)
		shop.StartLater("2 minutes")
		shop.Control("/reset", map[string]any{})
	}
	all := len(carrierPoints)
	waittest.Within(t, 4*time.Minute, "every order is completed", func() bool {
		return count(t, shop.Shop, `select count(*) from orders where status = 'completed'`) == all
	})
	for what, want := range map[string]int{
		`select count(*) from sandbox.carrier_order`:                                   all,
		`select count(*) from sandbox.carrier_line`:                                    all,
		`select count(distinct carrier_ref) from sim_line`:                             all,
		`select count(*) from carrier_order where state = 'issued'`:                    all,
		`select count(*) from refund`:                                                  0,
		`select count(*) from notification where template = 'esim_delivered'`:          all,
		`select count(*) from audit_log where entity = 'order' and action = 'deliver'`: all,
	} {
		if got := count(t, shop.Shop, what); got != want {
			t.Errorf("%d, want %d: %s", got, want, what)
		}
	}
}

func killWhileWaiting(t *testing.T, shop *apptest.Program) {
	shop.Start()
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
	p.Create(placed.OrderNo)
	p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
	// The window ends, and the program dies when the provider has given the intent up and the shop has not booked it.
	shop.CrashAt("before settle")
	shop.Crashed("before settle")
	if n := count(t, shop.Shop, `select sum(allocated) from stock`); n != 2 {
		t.Fatalf("allocated %d", n)
	}
	// Then between the end of an attempt and that of its order.
	shop.CrashAt("attempts given up")
	shop.Later("2 minutes")
	shop.Launch()
	shop.Crashed("attempts given up")
	shop.StartLater("2 minutes")
	waittest.Within(t, 2*time.Minute, "both orders are cancelled", func() bool {
		return count(t, shop.Shop, `select count(*) from orders where status = 'cancelled' and cancel_reason = 'expired'`) == 2
	})
	for what, want := range map[string]int{
		`select sum(allocated) from stock`:                                                                             0,
		`select count(*) from stock_reservation where state <> 'released'`:                                             0,
		`select count(*) from audit_log where action = 'cancel'`:                                                       2,
		`select count(*) from payment_attempt where status <> 'cancelled'`:                                             0,
		`select count(*) from sandbox.object where id like 'pi\_%' and body->>'status' <> 'canceled'`:                  0,
		`select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'order_cancelled'`:           2,
		`select count(*) from stock s where tenant_id = 20 and sku = 'jp-10g-15:physical' and on_hand - allocated < 1`: 0,
	} {
		if got := count(t, shop.Shop, what); got != want {
			t.Errorf("%d, want %d: %s", got, want, what)
		}
	}
	// Whether there was time to ask for the money, or to remind of it, is chance; nothing is said twice.
	countCancelMails := func() (n int) {
		for _, m := range shop.Mails("ada@example.com") {
			if contains(m.Key, "order_cancelled") {
				n++
			}
		}
		return n
	}
	waittest.Within(t, 2*time.Minute, "the mails", func() bool { return countCancelMails() >= 2 })
	seen := map[string]bool{}
	for _, m := range shop.Mails("ada@example.com") {
		if seen[m.Key] {
			t.Errorf("sent twice: %s", m.Key)
		}
		seen[m.Key] = true
	}
}
