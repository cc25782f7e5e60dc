package app_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
)

// The program is killed where it hurts: while the provider has the money and the shop does not know, while the word of
// it has just been stored, and in the middle of settling, delivering and mailing. After each start it goes on, and in
// the end every order has happened exactly once.
func TestNothingIsLostOrDoneTwiceByKilling(t *testing.T) {
	t.Parallel()
	binary := apptest.Build(t)
	t.Run("paid", func(t *testing.T) {
		t.Parallel()
		killedWhilePaid(t, apptest.NewProgram(t, binary))
	})
	t.Run("unpaid", func(t *testing.T) {
		t.Parallel()
		killedWhileWaiting(t, apptest.NewProgram(t, binary, "PAYMENT_WINDOW=4s"))
	})
}

const crashOrders = 8

func killedWhilePaid(t *testing.T, shop *apptest.Program) {
	shop.Start()
	start := count(t, shop.Shop, `select on_hand from stock where tenant_id = 20 and sku = 'jp-3g-7:esim'`)
	type bought struct{ orderNo, mail string }
	var orders []bought
	shop.Control("/faults", map[string]any{"webhookHold": true})
	for n := range crashOrders {
		p := shop.Shopper(t)
		order := apptest.Order("jp-3g-7", "esim", 1300, nil)
		order.Item.Quantity, order.Contact.Email = 2, fmt.Sprintf("crash%d@example.com", n)
		placed := p.Place(order)
		secret, _ := p.Create(placed.OrderNo)
		if status := p.Confirm(secret, "pm_card_visa"); status != 200 {
			t.Fatalf("confirm: %d", status)
		}
		orders = append(orders, bought{placed.OrderNo, order.Contact.Email})
	}

	// The provider said yes, and no webhook has come.
	shop.Kill()
	if n := count(t, shop.Shop, `select count(*) from orders where status = 'waiting_payment'`); n != crashOrders {
		t.Fatalf("%d orders wait", n)
	}
	shop.Start()
	shop.Control("/webhooks/release", map[string]any{"order": "shuffle", "duplicate": 2})
	// The first webhook has just been stored.
	apptest.Eventually(t, "a stored webhook", func() bool { return count(t, shop.Shop, `select count(*) from payment_event`) > 0 })
	shop.Kill()
	kills, moments := 2, []string{moment(t, shop)}
	// In the middle of the rest, at moments nobody chose.
	for range 4 {
		shop.Start()
		shop.Control("/reset", map[string]any{})
		time.Sleep(rand.N(300 * time.Millisecond))
		shop.Kill()
		kills, moments = kills+1, append(moments, moment(t, shop))
	}
	shop.Start()
	apptest.Within(t, 3*time.Minute, "every order is completed", func() bool {
		return count(t, shop.Shop, `select count(*) from orders where status = 'completed'`) == crashOrders
	})
	apptest.Within(t, time.Minute, "every mail is sent", func() bool {
		return count(t, shop.Shop, `select count(*) from notification where state = 'sent'`) >= 3*crashOrders
	})

	for what, want := range map[string]int{
		`select count(*) from payment_attempt where status = 'succeeded'`:                                      crashOrders,
		`select count(*) from payment_attempt`:                                                                 crashOrders,
		`select count(*) from refund`:                                                                          0,
		`select count(*) from esim_profile where state = 'delivered'`:                                          2 * crashOrders,
		`select count(distinct (order_line_id, unit)) from esim_profile where state = 'delivered'`:             2 * crashOrders,
		`select count(*) from esim_profile where state = 'allocated'`:                                          0,
		`select on_hand from stock where tenant_id = 20 and sku = 'jp-3g-7:esim'`:                              start - 2*crashOrders,
		`select sum(allocated) from stock`:                                                                     0,
		`select count(*) from notification`:                                                                    3 * crashOrders,
		`select count(*) from audit_log where entity = 'order' and action = 'paid'`:                            crashOrders,
		`select count(*) from audit_log where entity = 'order' and action = 'deliver'`:                         crashOrders,
		`select count(*) from audit_log where entity = 'order' and action = 'complete'`:                        crashOrders,
		`select count(*) from sandbox.object where id like 'pi\_%' and body->>'status' = 'succeeded'`:          crashOrders,
		`select count(*) from sandbox.object where id like 'pi\_%'`:                                            crashOrders,
		`select count(*) from orders where paid_at is null or reviewed_at is null or shipped_at is null`:       0,
		`select count(*) from stock_reservation where state <> 'consumed'`:                                     0,
		`select count(*) from orders o where refunded_amount <> 0 or hold_reason <> '' or cancel_reason <> ''`: 0,
		`select count(*) from esim_profile p join order_line l on l.id = p.order_line_id where p.sku <> l.sku`: 0,
		`select count(distinct key) from notification where key like 'order:%'`:                                3 * crashOrders,
		`select count(distinct iccid) from esim_profile where state = 'delivered'`:                             2 * crashOrders,
		`select count(*) from river_job where state in ('discarded', 'cancelled')`:                             0,
	} {
		if got := count(t, shop.Shop, what); got != want {
			t.Errorf("%d, want %d: %s", got, want, what)
		}
	}
	for _, o := range orders {
		if n := len(shop.Mails(o.mail)); n != 3 {
			t.Errorf("%s: %d mails", o.orderNo, n)
		}
	}
	t.Logf("%d orders survived %d kills, at %v", crashOrders, kills, moments)
}

// moment says how far the orders and the jobs were when the program was killed.
func moment(t *testing.T, shop *apptest.Program) string {
	t.Helper()
	return fmt.Sprintf("%d paid, %d completed, %d jobs cut short", count(t, shop.Shop, `select count(*) from orders where paid_at is not null`),
		count(t, shop.Shop, `select count(*) from orders where status = 'completed'`),
		count(t, shop.Shop, `select count(*) from river_job where state = 'running'`))
}

func killedWhileWaiting(t *testing.T, shop *apptest.Program) {
	shop.Start()
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
	p.Create(placed.OrderNo)
	p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
	shop.Kill()
	if n := count(t, shop.Shop, `select sum(allocated) from stock`); n != 2 {
		t.Fatalf("allocated %d", n)
	}
	time.Sleep(4 * time.Second)
	// Their window ended while nobody was there; then the end itself is cut short.
	for range 2 {
		shop.Start()
		time.Sleep(rand.N(300 * time.Millisecond))
		shop.Kill()
	}
	shop.Start()
	apptest.Within(t, 2*time.Minute, "both orders are cancelled", func() bool {
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
	// Old mails may not have gone out before the kill; each goes out once.
	apptest.Within(t, 2*time.Minute, "the mails", func() bool { return len(shop.Mails("ada@example.com")) >= 4 })
	if n := len(shop.Mails("ada@example.com")); n != 4 {
		t.Errorf("%d mails", n)
	}
}
