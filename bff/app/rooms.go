package app

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/contact"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/builds"
	pagecache "github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/payment/stripe"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/envelope"
	"github.com/roamcart/roamcart/bff/platform/fingerprint"
	"github.com/roamcart/roamcart/bff/platform/idempotency"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/seal"
	"github.com/roamcart/roamcart/bff/platform/signed"
	"github.com/roamcart/roamcart/bff/reward"
	sandboxcarrier "github.com/roamcart/roamcart/bff/sandbox/carrier"
	"github.com/roamcart/roamcart/bff/sandbox/outbox"
	"github.com/roamcart/roamcart/bff/sandbox/provider"
	"github.com/roamcart/roamcart/bff/seed"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/lines"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// The sandbox provider's own keys: fixed and public, because no money can move with them.
const (
	sandboxSecretKey      = "sk_test_roamcartsandbox"
	sandboxPublishableKey = "pk_test_roamcartsandbox"
	sandboxWebhookSecret  = "whsec_roamcartsandbox"
	stripeJS              = "https://js.stripe.com/v3/"
	sandboxJS             = "/sandbox/stripe.js"
)

// Password hashes take 19 MiB each while they are made: 152 MiB at most, and nobody waits for ever.
const (
	parallelHashes = 8
	hashPatience   = 5 * time.Second
)

// rooms are the shop's parts, put together.
type rooms struct {
	cfg   config.Config
	log   *slog.Logger
	clock clock.Clock
	db    *pg.DB
	redis redis.UniversalClient

	box    *seal.Box
	signer *signed.Signer
	prints *fingerprint.Maker
	keys   *envelope.KeyRing
	opener *envelope.Opener

	sites    *tenant.Registry
	catalog  *catalog.Service
	content  *content.Service
	editor   *editor.Service
	devices  *device.Service
	carts    *cart.Service
	orders   *order.Service
	rewards  *reward.Service
	payments *payment.Service
	sims     *sim.Service
	lines    *lines.Service
	carriers carrier.Carriers
	codes    *account.Codes
	accounts *account.Service
	contact  *contact.Service
	notes    *notify.Service

	// provider, partner and outbox are nil where the real ones are used.
	provider *provider.Provider
	partner  *sandboxcarrier.Carrier
	outbox   *outbox.Outbox

	static *pages.Static
	builds *builds.Keeper
	// feed tells what changes; kept are the pages that everybody shares.
	feed   *changes.Feed
	kept   *pagecache.Cache
	warmer *pagecache.Warmer
	// ready says whether requests are welcome.
	ready atomic.Bool
}

// open connects to the database, brings it up to date and builds every room.
func open(ctx context.Context, cfg config.Config, log *slog.Logger, progress func(string)) (*rooms, error) {
	r := &rooms{cfg: cfg, log: log, clock: clock.System{}}
	progress("bringing the database up to date")
	if err := r.connect(ctx); err != nil {
		return nil, err
	}
	var err error
	if r.redis, err = openRedis(cfg.Database.RedisURL); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{r.secure, r.fill(progress), r.build, r.sandbox} {
		if err := step(ctx); err != nil {
			r.close()
			return nil, err
		}
	}
	return r, nil
}

// connect migrates the database of the settings and opens it.
func (r *rooms) connect(ctx context.Context) error {
	newer, err := pg.Migrate(ctx, r.cfg.Database.URL)
	if err != nil {
		return err
	}
	if newer != 0 {
		r.log.WarnContext(ctx, "a newer version of the shop has changed the database: run that one, unless this is on purpose", "migration", newer)
	}
	r.db, err = pg.Open(ctx, r.cfg.Database.URL, pg.Options{MaxConns: r.cfg.Database.MaxConns})
	return err
}

// Fill brings the database of the settings to where a start finds it: migrated, seeded, with keys.
func Fill(ctx context.Context, cfg config.Config) error {
	r := &rooms{cfg: cfg, log: slog.New(slog.DiscardHandler), clock: clock.System{}}
	if err := r.connect(ctx); err != nil {
		return err
	}
	defer r.close()
	if err := r.secure(ctx); err != nil {
		return err
	}
	return r.fill(func(string) {})(ctx)
}

func openRedis(address string) (redis.UniversalClient, error) {
	o, err := redis.ParseURL(address)
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL: %w", err)
	}
	o.DisableIdentity = true
	o.ContextTimeoutEnabled = true
	// Whoever needs Redis says soon that it is away, and the caller tries again.
	o.MaxRetries, o.DialerRetries = 1, 1
	return redis.NewClient(o), nil
}

// secure derives every key from the root secret.
func (r *rooms) secure(ctx context.Context) error {
	current, older := roots(r.cfg)
	var err error
	if r.box, err = seal.New(derive(current, "seal"), deriveAll(older, "seal")...); err != nil {
		return err
	}
	if r.signer, err = signed.New(derive(current, "cookies"), deriveAll(older, "cookies")...); err != nil {
		return err
	}
	if r.prints, err = fingerprint.New(derive(current, "fingerprints"), deriveAll(older, "fingerprints")...); err != nil {
		return err
	}
	r.keys, err = envelope.NewKeyRing(ctx, envelope.NewPostgresStore(r.db.SQL, r.box), r.clock, envelope.RingOptions{Bits: r.cfg.Rules.RSABits})
	if err != nil {
		return err
	}
	r.opener = envelope.NewOpener(r.keys, envelope.NewPostgresSeen(r.db.SQL), r.clock)
	return nil
}

func (r *rooms) fill(progress func(string)) func(context.Context) error {
	return func(ctx context.Context) error {
		return seed.Run(ctx, r.db, seed.Options{
			Clock:       r.clock,
			SealProfile: func(plain []byte) ([]byte, error) { return r.box.Seal(sim.SealPurpose, plain) },
			Progress:    func(what string) { progress("seeding " + what) },
		})
	}
}

func (r *rooms) build(ctx context.Context) error {
	queue, err := jobs.NewQueue(r.db)
	if err != nil {
		return err
	}
	if r.sites, err = tenant.Open(ctx, r.db, r.where()); err != nil {
		return err
	}
	if r.feed, err = changes.Open(ctx, r.db.SQL, r.changed); err != nil {
		return err
	}
	current, older := roots(r.cfg)
	r.catalog = catalog.New(r.db, r.clock)
	r.content = content.New(r.db)
	r.editor = editor.New(r.db, r.clock, r.signer, data.FS)
	r.devices = device.NewService(r.db, r.clock)
	r.carts = cart.NewService(r.db, r.clock, people{r}, r.sites.Zone)
	r.rewards = reward.NewService(r.db, r.clock, queue, r.prints, people{r})
	r.orders = order.NewService(r.db, r.clock, r.carts, queue, r.rewards, r.cfg.Rules.PaymentWindow,
		order.Privacy{Prints: r.prints, Box: r.box, Customers: people{r}}, r.sites.Zone)
	r.orders.Unpaid = order.Unpaid(r.cfg.Unpaid)
	if r.carriers, err = r.partners(ctx); err != nil {
		return err
	}
	r.sims = sim.NewService(sim.Deps{
		DB: r.db, Clock: r.clock, Orders: r.orders, Refunds: refunds{r}, Queue: queue, Sealer: r.box, Prints: r.prints, Carriers: r.carriers,
		Normal: r.cfg.Carrier.Normal, Patience: r.cfg.Carrier.SLA, Log: r.log,
	})
	r.payments = payment.NewService(payment.Deps{
		DB: r.db, Clock: r.clock, Orders: r.orders, Queue: queue, Provider: r.stripe(), Sealer: r.box, SIMs: r.sims, Log: r.log,
	})
	senders, err := r.senders()
	if err != nil {
		return err
	}
	r.codes = account.NewCodes(r.db, r.clock, queue, r.box, deriveAll(append([][]byte{current}, older...), "codes"), r.codeRules(senders))
	r.lines = lines.New(lines.Deps{DB: r.db, Clock: r.clock, Keeper: r.sims, Phones: phones{r.codes}, Fresh: r.freshness(), Log: r.log})
	r.orders.SIMs = ownSIMs{r.lines}
	r.accounts = account.New(account.Deps{
		DB: r.db, Clock: r.clock, Queue: queue, Codes: r.codes, Hasher: account.NewHasher(parallelHashes, hashPatience), Forget: r.forget,
		Sessions: account.NewSessions(r.redis, r.clock, r.cfg.Rules.SessionIdle, r.cfg.Rules.SessionMax), Prints: r.prints,
	})
	r.contact = contact.NewService(r.db, r.clock, queue, shared.Constants().ContactMessageMaxChars, account.NormalEmail)
	proto, host := r.publicAddress()
	r.notes = notify.New(notify.Config{
		DB: r.db, Clock: r.clock, Sites: mailSites{registry: r.sites, proto: proto, host: host}, Secrets: mailSecrets{r.orders, r.sims},
		Box: r.box, Senders: senders, Log: r.log,
	})
	r.payments.Hook, r.sims.Hook, r.notes.Hook = crashPoint, crashPoint, crashPoint
	return nil
}

func (r *rooms) stripe() *stripe.Provider {
	o := stripe.Options{
		SecretKey: r.cfg.Payment.SecretKey, APIBase: r.cfg.Payment.APIBase, WebhookSecrets: r.cfg.Payment.WebhookSecrets, Log: r.log,
	}
	if r.cfg.SandboxPayments() {
		o.SecretKey, o.APIBase, o.WebhookSecrets = sandboxSecretKey, r.self()+"/sandbox/stripe", []string{sandboxWebhookSecret}
	}
	return stripe.New(o)
}

// senders are the ways out. What has no address of its own goes to the sandbox's outbox, or nowhere in production.
func (r *rooms) senders() (map[string]notify.Sender, error) {
	out := map[string]notify.Sender{}
	if r.cfg.Sandbox() && (r.cfg.Mail.SMTPURL == "" || r.cfg.SMS.URL == "") {
		r.outbox = outbox.New(r.db, r.clock)
		out[notify.Email], out[notify.SMS] = r.outbox, r.outbox
	}
	if r.cfg.Mail.SMTPURL != "" {
		smtp, err := notify.NewSMTP(r.cfg.Mail.SMTPURL, r.cfg.Mail.From)
		if err != nil {
			return nil, fmt.Errorf("SMTP_URL: %w", err)
		}
		out[notify.Email] = smtp
	}
	if r.cfg.SMS.URL != "" {
		sms, err := notify.NewSMSGateway(r.cfg.SMS.URL, r.cfg.SMS.Token, r.cfg.SMS.From)
		if err != nil {
			return nil, err
		}
		out[notify.SMS] = sms
	}
	return out, nil
}

// perMailbox is how many codes go to one mailbox within 24 hours.
const perMailbox = 50

func (r *rooms) codeRules(senders map[string]notify.Sender) account.CodeRules {
	rules := account.CodeRules{
		TTL: r.cfg.Rules.CodeTTL, Resend: r.cfg.Rules.CodeResend, Channels: slices.Collect(maps.Keys(senders)), PerMailbox: perMailbox,
		PerNumber: r.cfg.SMS.PerNumber, PerNetwork: r.cfg.SMS.PerNetwork, PerCountry: r.cfg.SMS.PerCountry,
	}
	if r.cfg.SandboxPayments() {
		rules.PerNetwork *= sandboxLimits
	}
	return rules
}

// sandbox prepares what stands in for the outside world.
func (r *rooms) sandbox(ctx context.Context) error {
	if r.outbox != nil {
		if err := r.outbox.Migrate(ctx); err != nil {
			return err
		}
	}
	if err := r.sandboxCarrier(ctx); err != nil {
		return err
	}
	if !r.cfg.SandboxPayments() {
		return nil
	}
	if err := provider.Migrate(ctx, r.db.SQL); err != nil {
		return err
	}
	r.provider = provider.New(provider.Options{
		DB: r.db.SQL, Clock: r.clock, Logger: r.log, SecretKey: sandboxSecretKey, PublishableKey: sandboxPublishableKey,
		WebhookURL: r.self() + "/gw/cq-ordercharge/payment/us/webhook", WebhookSecret: sandboxWebhookSecret, PublicURL: r.originOf,
	})
	return nil
}

// self is where this program reaches itself.
func (r *rooms) self() string { return fmt.Sprintf("http://127.0.0.1:%d", r.cfg.Server.Port) }

// publicAddress is the scheme and host under which the default site is found.
func (r *rooms) publicAddress() (proto, host string) {
	if u, err := url.Parse(r.cfg.Server.PublicURL); err == nil && u.Host != "" {
		return u.Scheme, tenant.NormalHost(u.Host, u.Scheme)
	}
	return "http", fmt.Sprintf("localhost:%d", r.cfg.Server.Port)
}

// originOf is the address a browser uses for a host of ours; any other host means the default site.
func (r *rooms) originOf(host string) string {
	proto, own := r.publicAddress()
	if _, ok := r.sites.ByHost(host); ok && host != "" && !strings.HasPrefix(host, "127.0.0.1") {
		own = host
	}
	return proto + "://" + own
}

// where says where the sites are found: the host of PUBLIC_URL is the default one's.
func (r *rooms) where() tenant.Options {
	o := tenant.Options{Ports: []string{strconv.Itoa(r.cfg.Server.Port)}, AnyLocalPort: r.cfg.Sandbox()}
	if u, err := url.Parse(r.cfg.Server.PublicURL); err == nil && u.Host != "" {
		o.Hosts = map[string]int64{u.Host: int64(shared.Constants().DefaultTenantID)}
	}
	return o
}

// answers keeps what calls answered for their idempotency keys.
func (r *rooms) answers() *idempotency.Store {
	return idempotency.NewStore(r.db.SQL, r.clock, r.cfg.Server.Call)
}

func (r *rooms) publishableKey() string {
	if r.cfg.SandboxPayments() {
		return sandboxPublishableKey
	}
	return r.cfg.Payment.PublishableKey
}

func (r *rooms) scriptURL() string {
	if r.cfg.SandboxPayments() {
		return sandboxJS
	}
	return stripeJS
}

func (r *rooms) close() {
	if r.static != nil {
		_ = r.static.Close()
	}
	if r.redis != nil {
		_ = r.redis.Close()
	}
	_ = r.db.Close()
}
