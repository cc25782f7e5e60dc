package benchtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim"
)

// Window is how long an order of a Bench waits for its payment.
const Window = 24 * time.Hour

// Bench is the modules behind the gateway on a database and a clock of their own, without workers: jobs are written and
// nobody runs them, so that a test decides what happens when.
type Bench struct {
	DB      *pg.DB
	Clock   *clock.Fake
	Carts   *cart.Service
	Orders  *order.Service
	Queue   *jobs.Queue
	Rewards *reward.Service
	// People are who customers are, by user id.
	People People
	// Hold is how the modules keep a customer from leaving; nil where nobody leaves.
	Hold   func(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) error
	Box    *secret.Box
	Prints *secret.Fingerprinter
	SIMs   *sim.Service
	// Zone is that of all sites, UTC unless a test sets another.
	Zone *time.Location
	// Hook is called at named points of a delivery; nil does nothing.
	Hook func(point string)

	orderDeps order.Deps
	last      atomic.Int64
}

// New returns a bench with the sites 20 and 21, which sell nothing yet.
func New(t testing.TB) *Bench {
	t.Helper()
	db := pgtest.NewWith(t, pg.Options{MaxConns: 8})
	queue, err := jobs.NewQueue(db, nil)
	if err != nil {
		t.Fatal(err)
	}
	box, err := secret.NewBox([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	b := &Bench{DB: db, Clock: clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), Queue: queue, Box: box,
		People: People{}, Zone: time.UTC}
	if b.Prints, err = secret.NewFingerprinter([]byte("0123456789abcdef0123456789abcdef")); err != nil {
		t.Fatal(err)
	}
	zones := func(int64) *time.Location { return b.Zone }
	holds := offer.Holds{Prints: b.Prints}
	b.Carts = cart.NewService(db, b.Clock, customers{b}, zones, holds)
	b.Rewards = reward.NewService(db, b.Clock, queue, b.Prints, customers{b})
	b.orderDeps = order.Deps{
		DB: db, Clock: b.Clock, Carts: b.Carts, Queue: queue, Spending: b.Rewards, Earnings: b.Rewards,
		Privacy: order.Privacy{Prints: b.Prints, Box: box, Customers: customers{b}}, Zones: zones, Window: Window, Holds: holds,
	}
	b.Orders = order.New(b.orderDeps)
	b.SIMs = b.Delivery(nil, nil, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { b.checkHistory(t) })
	b.Exec(t, `create table bench_start (sku text primary key, on_hand bigint not null)`)
	for _, id := range []int{20, 21} {
		b.Exec(t, `
			insert into tenant (id, code, hosts, name_en, name_zh, brand, icon, web_site, currency, currency_symbol, time_zone,
			    support_email, hotline)
			values (?, ?, '{}', 'Bench', 'Bench', 'Bench', '', '', 'USD', '$', 'UTC', 'support@bench.example', '')`, id, fmt.Sprint("t", id))
		b.Exec(t, `insert into product_group (tenant_id, code, name_en, name_zh) values (?, 'asia', 'Asia', 'Asia')`, id)
		b.Exec(t, `
			insert into shipping_method (tenant_id, zone, code, countries, name_en, name_zh, amount, days_min, days_max)
			values (?, 'world', 'standard', '{}', 'Standard', 'Standard', 300, 5, 9)`, id)
		b.Exec(t, `
			insert into reward_rule (tenant_id, referral_discount, referral_min_subtotal, referrer_points, friend_points, pending_days, point_days)
			values (?, 500, 1000, 500, 100, 30, 365)`, id)
	}
	return b
}

// ChangeOrders replaces Orders by a service with other dependencies; services that exist already keep the one before.
func (b *Bench) ChangeOrders(change func(d *order.Deps)) {
	change(&b.orderDeps)
	b.Orders = order.New(b.orderDeps)
}

// BoundNumbers lets a network hold so many numbers in carts and orders.
func (b *Bench) BoundNumbers(perNetwork int) {
	holds := offer.Holds{Prints: b.Prints, PerNetwork: perNetwork}
	b.Carts = cart.NewService(b.DB, b.Clock, customers{b}, func(int64) *time.Location { return b.Zone }, holds)
	b.ChangeOrders(func(d *order.Deps) { d.Carts, d.Holds = b.Carts, holds })
}

// Normal is how long a delivery takes on a bench, Patience how long it may take.
const (
	Normal   = 2 * time.Minute
	Patience = 70 * time.Minute
)

// Delivery returns a SIM service that asks these carriers; refunds may be nil where nothing is given back.
func (b *Bench) Delivery(carriers carrier.Carriers, refunds sim.Refunds, log *slog.Logger) *sim.Service {
	return sim.NewService(sim.Deps{
		DB: b.DB, Clock: b.Clock, Orders: b.Orders, Refunds: refunds, Queue: b.Queue, Sealer: b.Box, Prints: b.Prints, Carriers: carriers,
		Normal: Normal, Patience: Patience, Log: log,
		Hook: func(point string) {
			if b.Hook != nil {
				b.Hook(point)
			}
		},
	})
}

// Exec runs a statement.
func (b *Bench) Exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	if err := b.DB.Gorm.Exec(sql, args...).Error; err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// Count returns the one number that a query gives, 0 for NULL.
func (b *Bench) Count(t testing.TB, sql string, args ...any) int {
	t.Helper()
	var n *int
	if err := b.DB.Gorm.Raw(sql, args...).Scan(&n).Error; err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	if n == nil {
		return 0
	}
	return *n
}

// Product puts a product on sale at site 20, as eSIM and as card, with so many of each in stock.
func (b *Bench) Product(t testing.TB, goodsID string, price, onHand int64) {
	t.Helper()
	b.Exec(t, `
		insert into product (tenant_id, goods_id, group_code, name_en, name_zh, description_en, description_zh, price, currency,
		    sim_types, data_mb, data_per, days, network_type, activation, day_rule, published_at)
		values (20, ?, 'asia', ?, ?, '', '', ?, 'USD', '{esim,physical}', 1024, 'total', 7, '4G', 'install', 'rolling_24h', now())`,
		goodsID, goodsID, goodsID, price)
	for _, sim := range []string{"esim", "physical"} {
		b.Exec(t, `insert into stock (tenant_id, sku, on_hand) values (20, ?, ?)`, goodsID+":"+sim, onHand)
		b.Exec(t, `insert into bench_start (sku, on_hand) values (?, ?)`, goodsID+":"+sim, onHand)
	}
}

// Dated puts a plan on sale at site 20 that begins on a day of the shopper's choice, within a year.
func (b *Bench) Dated(t testing.TB, goodsID string, price, onHand int64) {
	t.Helper()
	b.Product(t, goodsID, price, onHand)
	b.Exec(t, `update product set activation = 'date', use_within_days = 365 where tenant_id = 20 and goods_id = ?`, goodsID)
}

// Monthly puts a monthly plan on sale at site 20: a year's contract with a deposit of 1000, numbers to pick, one for each
// fee, and numbers to bring along. It returns the ids of the numbers.
func (b *Bench) Monthly(t testing.TB, goodsID string, price, onHand int64, fees ...int64) []int64 {
	t.Helper()
	b.Product(t, goodsID, price, onHand)
	b.Exec(t, `
		update product set contract_period = '12m', deposit = 1000, local_number = true, transfer_number = true
		where tenant_id = 20 and goods_id = ?`, goodsID)
	ids := make([]int64, len(fees))
	for i, fee := range fees {
		err := b.DB.Gorm.Raw(`insert into phone_number (tenant_id, goods_id, number, fee) values (20, ?, ?, ?) returning id`,
			goodsID, fmt.Sprintf("+85255%07d", b.last.Add(1)), fee).Scan(&ids[i]).Error
		if err != nil {
			t.Fatal(err)
		}
	}
	return ids
}

// Promo adds a promo code of site 20 that takes an amount off; 0 means no limit.
func (b *Bench) Promo(t testing.TB, code string, amount int64, maxUses, perCustomer int) {
	t.Helper()
	b.Exec(t, `
		insert into promo_code (tenant_id, code, kind, value, max_uses, max_per_customer)
		values (20, ?, 'amount', ?, nullif(?, 0), nullif(?, 0))`, code, amount, maxUses, perCustomer)
}

// Submission returns a guest's order of eSIMs bought now, with a key and a browser of its own. total is the expected total.
func (b *Bench) Submission(goodsID string, quantity int, total int64) order.Submission {
	n := b.last.Add(1)
	hash := sha256.Sum256(fmt.Append(nil, n))
	any := func(string) bool { return true }
	return order.Submission{
		Selection: order.Selection{
			TenantID: 20, Currency: "USD", Owner: cart.Visitor(fmt.Sprint("bench", n)), Source: order.FromBuyNow,
			Item: &cart.Add{GoodsID: goodsID, SimType: "esim", Quantity: quantity, CompatibilityConfirmed: true},
		},
		Form: order.Form{
			Contact:       order.Contact{FirstName: "Ada", Email: fmt.Sprintf("ada%d@example.com", n)},
			PaymentMethod: "card",
		},
		Rules:  order.Rules{Email: any, Phone: any, Methods: order.Methods},
		Locale: "en", ExpectedTotal: total, IdempotencyKey: fmt.Sprint("key", n), RequestHash: hash[:], RequestID: "bench",
	}
}

// Submit places an order and reads it.
func (b *Bench) Submit(s order.Submission) (order.Order, error) {
	ctx := context.Background()
	p, err := b.Orders.Submit(ctx, s)
	if err != nil {
		return order.Order{}, err
	}
	return b.Orders.ByID(ctx, p.ID)
}

// TakeOutCode does what a shopper does who is shown that a promo code takes nothing off.
func TakeOutCode(s *order.Submission, b order.Budget) {
	if slices.ContainsFunc(b.Discounts, func(d order.Discount) bool { return !d.Applied }) {
		s.Coupon = ""
	}
}

// Place is Submit that must succeed.
func (b *Bench) Place(t testing.TB, s order.Submission) order.Order {
	t.Helper()
	o, err := b.Submit(s)
	if err != nil {
		t.Fatalf("place: %v", err)
	}
	return o
}

// People are customers by user id, whatever their site.
type People map[int64]reward.Person

// customers are the people of a bench as its modules ask for them.
type customers struct{ bench *Bench }

// Person returns a customer.
func (c customers) Person(_ context.Context, _, userID int64) (reward.Person, bool, error) {
	found, ok := c.bench.People[userID]
	return found, ok, nil
}

// Lock keeps a customer from leaving.
func (c customers) Lock(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) error {
	if c.bench.Hold == nil {
		return nil
	}
	return c.bench.Hold(ctx, tx, tenantID, customerID)
}

// LockMailbox keeps a customer from leaving, and returns the customer's address.
func (c customers) LockMailbox(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) (string, error) {
	return c.bench.People[customerID].Email, c.Lock(ctx, tx, tenantID, customerID)
}
