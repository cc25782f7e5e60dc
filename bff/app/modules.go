package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/roamcart/roamcart/bff/pages/web"
	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/api/idempotency"
	"github.com/roamcart/roamcart/bff/block"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/contact"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/notify/wording"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages/builds"
	pagecache "github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/metrics"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/platform/tracing"
	"github.com/roamcart/roamcart/bff/platform/tracing/collector"
	"github.com/roamcart/roamcart/bff/platform/tracing/redistrace"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/review"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/seed"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// Password hashes take 19 MiB each while they are made: 152 MiB at most, and nobody waits for ever.
const (
	parallelHashes = 8
	hashPatience   = 5 * time.Second
)

// modules are the shop's parts, put together.
type modules struct {
	cfg   config.Config
	log   *slog.Logger
	clock clock.Clock
	db    *pg.DB
	redis redis.UniversalClient
	queue *jobs.Queue
	// metrics are there before the modules that count.
	metrics *metrics.Metrics
	// tracing is nil where no traces are recorded.
	tracing *tracing.Tracing
	// rendererRestarts is how often the renderer was started again.
	rendererRestarts func() int64

	box    *secret.Box
	signer *secret.Signer
	prints *secret.Fingerprinter
	keys   *envelope.KeyRing
	opener *envelope.Opener

	sites   *tenant.Registry
	catalog *catalog.Service
	content *content.Service
	// wording is what staff have mails say; mailSender sends mails, nil where the shop sends none.
	wording    *wording.Memory
	mailSender notify.Sender
	// merchandise is what staff change in the catalogue.
	merchandise *merchandise.Service
	editor      *editor.Service
	publishing  *publishing.Service
	parts       *block.Service
	devices     *device.Service
	carts       *cart.Service
	orders      *order.Service
	rewards     *reward.Service
	payments    *payment.Service
	sims        *sim.Service
	ownedSIMs   *owned.Service
	carriers    carrier.Carriers
	codes       *account.Codes
	accounts    *account.Service
	contact     *contact.Service
	reviews     *review.Service
	notes       *notify.Service
	staff       *staff.Service
	images      *image.Service

	// smtp is nil without a relay.
	smtp *notify.SMTP

	static *web.Static
	// studio is nil where it is off.
	studio *studio.Studio
	builds *builds.Store
	// feed reports changes; pageCache has the pages that everybody shares.
	feed      *changes.Feed
	pageCache *pagecache.Cache
	warmer    *pagecache.Warmer
	// ready says whether requests are welcome.
	ready atomic.Bool
}

// open connects to the database, brings it up to date and builds every module.
func open(ctx context.Context, cfg config.Config, log *slog.Logger, progress func(string)) (*modules, error) {
	r := &modules{cfg: cfg, log: log, clock: clock.System{}}
	progress("bringing the database up to date")
	if err := r.connect(ctx); err != nil {
		return nil, err
	}
	var err error
	if r.redis, err = openRedis(cfg.Database.RedisURL); err != nil {
		r.close()
		return nil, err
	}
	if r.tracing, err = collector.Open(ctx, tracingOptions(cfg)); err != nil {
		r.close()
		return nil, err
	}
	if r.tracing != nil {
		r.redis.AddHook(redistrace.Hook{})
	}
	for _, step := range []func(context.Context) error{r.pingRedis, r.checkRedis, r.secure, r.fill(progress), r.build, r.applyPrices} {
		if err := step(ctx); err != nil {
			r.close()
			return nil, err
		}
	}
	r.recordSecretAges(ctx)
	return r, nil
}

// connect migrates the database of the settings, or looks whether somebody has, and opens it.
func (r *modules) connect(ctx context.Context) error {
	prepare := func(ctx context.Context, d config.Database) (int64, error) { return pg.CheckSchema(ctx, d.Direct()) }
	if r.cfg.MigratesAtStart() {
		prepare = Migrate
	}
	newer, err := prepare(ctx, r.cfg.Database)
	if errors.Is(err, pg.ErrSchemaTooOld) {
		return fmt.Errorf(`DATABASE_URL: %w: run "roamcart migrate" first, or set MIGRATE=true`, err)
	}
	if err != nil {
		return err
	}
	if newer != 0 {
		r.log.WarnContext(ctx, "a newer version of the shop has changed the database: run that one, unless this is on purpose", "migration", newer)
	}
	r.db, err = pg.Open(ctx, r.cfg.Database.URL, pg.Options{
		MaxConns: r.cfg.Database.MaxConns, Background: r.cfg.Database.MaxConns / 2, OnSecondConnection: r.cfg.Database.OnSecondConnection,
		OnStatement: r.cfg.Database.OnStatement,
		Pooled:      r.cfg.Database.Pooled(),
	})
	return err
}

// Migrate brings a database to the newest schema and, where a pooler stands before it, the role to the settings of the shop's
// connections. newer is as for pg.Migrate.
func Migrate(ctx context.Context, d config.Database) (newer int64, err error) {
	if newer, err = pg.Migrate(ctx, d.Direct()); err == nil && d.Pooled() {
		err = pg.SetForRole(ctx, d.Direct(), d.URL)
	}
	return newer, err
}

// Fill brings the database of the settings to where a start finds it: migrated, seeded, with keys.
func Fill(ctx context.Context, cfg config.Config) error {
	r := &modules{cfg: cfg, log: slog.New(slog.DiscardHandler), clock: clock.System{}}
	if err := r.connect(ctx); err != nil {
		return err
	}
	defer r.close()
	if err := r.secure(ctx); err != nil {
		return err
	}
	return r.fill(func(string) {})(ctx)
}

// secure derives every key from the root secret.
func (r *modules) secure(ctx context.Context) error {
	current, older := roots(r.cfg)
	var err error
	if r.box, err = secret.NewBox(derive(current, "seal"), deriveAll(older, "seal")...); err != nil {
		return err
	}
	if r.signer, err = secret.NewSigner(derive(current, "cookies"), deriveAll(older, "cookies")...); err != nil {
		return err
	}
	if r.prints, err = secret.NewFingerprinter(derive(current, "fingerprints"), deriveAll(older, "fingerprints")...); err != nil {
		return err
	}
	r.keys, err = envelope.NewKeyRing(ctx, envelope.NewPostgresStore(r.db.SQL, r.box), r.clock, envelope.RingOptions{Bits: r.cfg.Rules.RSABits})
	if err != nil {
		return err
	}
	r.opener = envelope.NewOpener(r.keys, envelope.NewPostgresSeen(r.db.SQL), r.clock)
	return nil
}

func (r *modules) fill(progress func(string)) func(context.Context) error {
	return func(ctx context.Context) error {
		var files fs.FS
		if dir := r.cfg.SeedDir; dir != "" {
			files = os.DirFS(dir)
		}
		return seed.Run(ctx, r.db, seed.Options{
			Clock:       r.clock,
			Files:       files,
			SealProfile: func(plain []byte) ([]byte, error) { return r.box.Seal(sim.SealPurpose, plain) },
			Progress:    func(what string) { progress("seeding " + what) },
		})
	}
}

// build builds every module, those that others need first.
func (r *modules) build(ctx context.Context) error {
	if err := r.buildCatalog(ctx); err != nil {
		return err
	}
	senders, err := r.senders()
	if err != nil {
		return err
	}
	r.buildAccounts(senders)
	if err := r.buildSales(ctx); err != nil {
		return err
	}
	proto, host := r.publicAddress()
	r.notes = notify.New(notify.Config{
		DB: r.db, Clock: r.clock, Sites: mailSites{registry: r.sites, proto: proto, host: host}, Secrets: mailSecrets{r.sims},
		Box: r.box, Senders: senders, Log: r.log, Hook: crashPoint, Own: r.wording.Overrides,
	})
	r.mailSender = senders[notify.Email]
	return nil
}

// buildCatalog builds what the shop offers and what editors write, and what every module needs: metrics, jobs, sites.
func (r *modules) buildCatalog(ctx context.Context) error {
	var err error
	r.metrics = metrics.New()
	if r.queue, err = jobs.NewQueue(r.db, queues); err != nil {
		return err
	}
	if r.sites, err = tenant.Open(ctx, r.db, r.tenantOptions()); err != nil {
		return err
	}
	if r.feed, err = changes.Open(ctx, r.db.Pool(pg.Background(ctx)), r.log, r.onChange); err != nil {
		return err
	}
	r.catalog = catalog.New(r.db, r.clock, r.log)
	r.content = content.New(r.db)
	r.merchandise = merchandise.New(r.db, r.clock, r.queue)
	r.editor = editor.New(r.db, r.clock, r.signer, data.FS, r.queue)
	r.publishing = r.newPublishing()
	r.parts = r.newParts()
	r.devices = device.NewService(r.db, r.clock)
	r.wording = wording.NewMemory(r.db, r.log)
	r.images, err = r.newImages()
	return err
}

// buildAccounts builds customers, members of staff and how customers write to the shop.
func (r *modules) buildAccounts(senders map[string]notify.Sender) {
	current, older := roots(r.cfg)
	r.codes = account.NewCodes(r.db, r.clock, r.queue, r.box, deriveAll(append([][]byte{current}, older...), "codes"), r.codeRules(senders))
	r.accounts = account.New(account.Deps{
		DB: r.db, Clock: r.clock, Queue: r.queue, Codes: r.codes, Hasher: account.NewHasher(parallelHashes, hashPatience), Erase: r.eraseCustomer,
		Sessions: account.NewSessions(r.redis, r.clock, r.cfg.Rules.SessionIdle, r.cfg.Rules.SessionMax), Prints: r.prints,
		Count: func(site int64, by, outcome string) { r.metrics.Login(siteLabel(site), by, outcome) },
	})
	r.staff = r.newStaff()
	r.contact = contact.NewService(r.db, r.clock, r.queue, shared.Constants().ContactMessageMaxChars, account.NormalEmail)
}

// buildSales builds what customers do: carts, orders, payments, SIMs, points and reviews.
func (r *modules) buildSales(ctx context.Context) (err error) {
	customers, refunds, sims := customerAdapter{r.accounts}, &refundAdapter{}, &simAdapter{}
	holds := offer.Holds{Prints: r.prints, PerNetwork: r.cfg.Numbers.PerNetwork}
	r.carts = cart.NewService(r.db, r.clock, customers, r.sites.Zone, holds)
	r.rewards = reward.NewService(r.db, r.clock, r.queue, r.prints, customers)
	r.orders = order.New(order.Deps{
		DB: r.db, Clock: r.clock, Carts: r.carts, Queue: r.queue, Spending: r.rewards, Earnings: r.rewards, SIMs: sims,
		Privacy: order.Privacy{Prints: r.prints, Box: r.box, Customers: customers}, Zones: r.sites.Zone,
		Window: r.cfg.Rules.PaymentWindow, Unpaid: order.Unpaid(r.cfg.Unpaid), Holds: holds,
		Count: r.countOrder,
	})
	if r.carriers, err = r.openCarriers(ctx); err != nil {
		return err
	}
	r.sims = sim.NewService(sim.Deps{
		DB: r.db, Clock: r.clock, Orders: r.orders, Refunds: refunds, Queue: r.queue, Sealer: r.box, Prints: r.prints, Carriers: r.carriers,
		Normal: r.cfg.Carrier.Normal, Patience: r.cfg.Carrier.SLA, Log: r.log, Hook: crashPoint,
	})
	r.payments = payment.NewService(payment.Deps{
		DB: r.db, Clock: r.clock, Orders: r.orders, Queue: r.queue, Provider: r.stripe(), Sealer: r.box, SIMs: r.sims, Log: r.log,
		CountRefused: func(site int64, method string) { r.metrics.PaymentRefused(siteLabel(site), method) }, Hook: crashPoint,
	})
	r.ownedSIMs = owned.New(owned.Deps{
		DB: r.db, Clock: r.clock, Profiles: r.sims, Phones: phoneAdapter{r.codes}, Fresh: r.cfg.Carrier.Fresh, Log: r.log,
	})
	refunds.payments, sims.sims = r.payments, r.ownedSIMs
	r.reviews = review.NewService(r.db, r.clock, r.queue, r.orders)
	return nil
}

// applyPrices applies the prices whose moments came while nothing of the shop ran, before it sells. What fails is tried again by the
// sweep: a shop with a price of yesterday is better than none.
func (r *modules) applyPrices(ctx context.Context) error {
	if err := r.merchandise.ApplyDue(pg.WithUnitOfWork(ctx)); err != nil {
		r.log.ErrorContext(ctx, "scheduled prices are not applied", "error", err)
	}
	return nil
}

// answers keeps what calls answered for their idempotency keys.
func (r *modules) answers() *idempotency.Store {
	return idempotency.NewStore(r.db.SQL, r.clock, r.cfg.Server.Call)
}

func (r *modules) close() {
	if r.static != nil {
		_ = r.static.Close()
	}
	if r.studio != nil {
		_ = r.studio.Close()
	}
	if r.redis != nil {
		_ = r.redis.Close()
	}
	if r.smtp != nil {
		_ = r.smtp.Close()
	}
	_ = r.db.Close()
	r.tracing.Close()
}
