package moduletest

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

// Window is how long an order of a Fixture waits for its payment.
const Window = 24 * time.Hour

// Fixture is the modules behind the gateway on a database and a clock of their own, without workers: jobs are written and
// nobody runs them, so that a test decides what happens when.
type Fixture struct {
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

// New returns a fixture with the sites 20 and 21, which sell nothing yet.
func New(t testing.TB) *Fixture {
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
	f := &Fixture{DB: db, Clock: clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), Queue: queue, Box: box,
		People: People{}, Zone: time.UTC}
	if f.Prints, err = secret.NewFingerprinter([]byte("0123456789abcdef0123456789abcdef")); err != nil {
		t.Fatal(err)
	}
	zones := func(int64) *time.Location { return f.Zone }
	holds := offer.Holds{Prints: f.Prints}
	f.Carts = cart.NewService(db, f.Clock, customers{f}, zones, holds)
	f.Rewards = reward.NewService(db, f.Clock, queue, f.Prints, customers{f})
	f.orderDeps = order.Deps{
		DB: db, Clock: f.Clock, Carts: f.Carts, Queue: queue, Spending: f.Rewards, Earnings: f.Rewards,
		Privacy: order.Privacy{Prints: f.Prints, Box: box, Customers: customers{f}}, Zones: zones, Window: Window, Holds: holds,
	}
	f.Orders = order.New(f.orderDeps)
	f.SIMs = f.NewSIMService(nil, nil, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { f.checkHistory(t) })
	f.Exec(t, `create table stock_start (sku text primary key, on_hand bigint not null)`)
	for _, id := range []int{20, 21} {
		f.Exec(t, `
			insert into tenant (id, code, hosts, name_en, name_zh, brand, icon, web_site, currency, currency_symbol, time_zone,
			    support_email, hotline)
			values (?, ?, '{}', 'Test', 'Test', 'Test', '', '', 'USD', '$', 'UTC', 'support@test.example', '')`, id, fmt.Sprint("t", id))
		f.Exec(t, `insert into product_group (tenant_id, code, name_en, name_zh) values (?, 'asia', 'Asia', 'Asia')`, id)
		f.Exec(t, `
			insert into shipping_method (tenant_id, zone, code, countries, name_en, name_zh, amount, days_min, days_max)
			values (?, 'world', 'standard', '{}', 'Standard', 'Standard', 300, 5, 9)`, id)
		f.Exec(t, `
			insert into reward_rule (tenant_id, referral_discount, referral_min_subtotal, referrer_points, friend_points, pending_days, point_days)
			values (?, 500, 1000, 500, 100, 30, 365)`, id)
	}
	return f
}

// ChangeOrders replaces Orders by a service with other dependencies; services that exist already keep the one before.
func (f *Fixture) ChangeOrders(change func(d *order.Deps)) {
	change(&f.orderDeps)
	f.Orders = order.New(f.orderDeps)
}

// LimitNumbers limits how many numbers a network may hold in carts and orders.
func (f *Fixture) LimitNumbers(perNetwork int) {
	holds := offer.Holds{Prints: f.Prints, PerNetwork: perNetwork}
	f.Carts = cart.NewService(f.DB, f.Clock, customers{f}, func(int64) *time.Location { return f.Zone }, holds)
	f.ChangeOrders(func(d *order.Deps) { d.Carts, d.Holds = f.Carts, holds })
}

// Normal is how long a delivery takes in a Fixture, Patience how long it may take.
const (
	Normal   = 2 * time.Minute
	Patience = 70 * time.Minute
)

// NewSIMService returns a SIM service that uses these carriers; refunds may be nil where nothing is refunded.
func (f *Fixture) NewSIMService(carriers carrier.Carriers, refunds sim.Refunds, log *slog.Logger) *sim.Service {
	return sim.NewService(sim.Deps{
		DB: f.DB, Clock: f.Clock, Orders: f.Orders, Refunds: refunds, Queue: f.Queue, Sealer: f.Box, Prints: f.Prints, Carriers: carriers,
		Normal: Normal, Patience: Patience, Log: log,
		Hook: func(point string) {
			if f.Hook != nil {
				f.Hook(point)
			}
		},
	})
}

// Exec runs a statement.
func (f *Fixture) Exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	if err := f.DB.Gorm.Exec(sql, args...).Error; err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// Count returns the one number that a query gives, 0 for NULL.
func (f *Fixture) Count(t testing.TB, sql string, args ...any) int {
	t.Helper()
	var n *int
	if err := f.DB.Gorm.Raw(sql, args...).Scan(&n).Error; err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	if n == nil {
		return 0
	}
	return *n
}

// AddProduct puts a product on sale at site 20, as eSIM and as card, with so many of each in stock.
func (f *Fixture) AddProduct(t testing.TB, goodsID string, price, onHand int64) {
	t.Helper()
	f.Exec(t, `
		insert into product (tenant_id, goods_id, group_code, name_en, name_zh, description_en, description_zh, price, currency,
		    sim_types, data_mb, data_per, days, network_type, activation, day_rule, published_at)
		values (20, ?, 'asia', ?, ?, '', '', ?, 'USD', '{esim,physical}', 1024, 'total', 7, '4G', 'install', 'rolling_24h', now())`,
		goodsID, goodsID, goodsID, price)
	for _, sim := range []string{"esim", "physical"} {
		f.Exec(t, `insert into stock (tenant_id, sku, on_hand) values (20, ?, ?)`, goodsID+":"+sim, onHand)
		f.Exec(t, `insert into stock_start (sku, on_hand) values (?, ?)`, goodsID+":"+sim, onHand)
	}
}

// AddDatedPlan puts a plan on sale at site 20 that begins on a day of the shopper's choice, within a year.
func (f *Fixture) AddDatedPlan(t testing.TB, goodsID string, price, onHand int64) {
	t.Helper()
	f.AddProduct(t, goodsID, price, onHand)
	f.Exec(t, `update product set activation = 'date', use_within_days = 365 where tenant_id = 20 and goods_id = ?`, goodsID)
}

// AddMonthlyPlan puts a monthly plan on sale at site 20: a year's contract with a deposit of 1000, numbers to pick, one for each
// fee, and numbers to bring along. It returns the ids of the numbers.
func (f *Fixture) AddMonthlyPlan(t testing.TB, goodsID string, price, onHand int64, fees ...int64) []int64 {
	t.Helper()
	f.AddProduct(t, goodsID, price, onHand)
	f.Exec(t, `
		update product set contract_period = '12m', deposit = 1000, local_number = true, transfer_number = true
		where tenant_id = 20 and goods_id = ?`, goodsID)
	ids := make([]int64, len(fees))
	for i, fee := range fees {
		err := f.DB.Gorm.Raw(`insert into phone_number (tenant_id, goods_id, number, fee) values (20, ?, ?, ?) returning id`,
			goodsID, fmt.Sprintf("+85255%07d", f.last.Add(1)), fee).Scan(&ids[i]).Error
		if err != nil {
			t.Fatal(err)
		}
	}
	return ids
}

// AddPromoCode adds a promo code of site 20 that takes an amount off; 0 means no limit.
func (f *Fixture) AddPromoCode(t testing.TB, code string, amount int64, maxUses, perCustomer int) {
	t.Helper()
	f.Exec(t, `
		insert into promo_code (tenant_id, code, kind, value, max_uses, max_per_customer)
		values (20, ?, 'amount', ?, nullif(?, 0), nullif(?, 0))`, code, amount, maxUses, perCustomer)
}

// Submission returns a guest's order of eSIMs bought now, with a key and a browser of its own. total is the expected total.
func (f *Fixture) Submission(goodsID string, quantity int, total int64) order.Submission {
	n := f.last.Add(1)
	hash := sha256.Sum256(fmt.Append(nil, n))
	any := func(string) bool { return true }
	return order.Submission{
		Selection: order.Selection{
			TenantID: 20, Currency: "USD", Owner: cart.Visitor(fmt.Sprint("test", n)), Source: order.FromBuyNow,
			Item: &cart.Add{GoodsID: goodsID, SimType: "esim", Quantity: quantity, CompatibilityConfirmed: true},
		},
		Form: order.Form{
			Contact:       order.Contact{FirstName: "Ada", Email: fmt.Sprintf("ada%d@example.com", n)},
			PaymentMethod: "card",
		},
		Rules:  order.Rules{Email: any, Methods: order.Methods},
		Locale: "en", ExpectedTotal: total, IdempotencyKey: fmt.Sprint("key", n), RequestHash: hash[:], RequestID: "test",
	}
}

// Submit places an order and reads it.
func (f *Fixture) Submit(s order.Submission) (order.Order, error) {
	ctx := context.Background()
	p, err := f.Orders.Submit(ctx, s)
	if err != nil {
		return order.Order{}, err
	}
	return f.Orders.ByID(ctx, p.ID)
}

// RemoveUnappliedCode takes the promo code out of a submission whose budget says that it takes nothing off, as a shopper does who sees it.
func RemoveUnappliedCode(s *order.Submission, b order.Budget) {
	if slices.ContainsFunc(b.Discounts, func(d order.Discount) bool { return !d.Applied }) {
		s.Coupon = ""
	}
}

// Place is Submit that must succeed.
func (f *Fixture) Place(t testing.TB, s order.Submission) order.Order {
	t.Helper()
	o, err := f.Submit(s)
	if err != nil {
		t.Fatalf("place: %v", err)
	}
	return o
}

// People are customers by user id, whatever their site.
type People map[int64]reward.Person

// customers are the people of a fixture as its modules ask for them.
type customers struct{ fixture *Fixture }

// Person returns a customer.
func (c customers) Person(_ context.Context, _, userID int64) (reward.Person, bool, error) {
	found, ok := c.fixture.People[userID]
	return found, ok, nil
}

// Lock keeps a customer from leaving.
func (c customers) Lock(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) error {
	if c.fixture.Hold == nil {
		return nil
	}
	return c.fixture.Hold(ctx, tx, tenantID, customerID)
}

// LockMailbox keeps a customer from leaving, and returns the customer's address.
func (c customers) LockMailbox(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) (string, error) {
	return c.fixture.People[customerID].Email, c.Lock(ctx, tx, tenantID, customerID)
}
