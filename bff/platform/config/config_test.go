package config_test

import (
	"fmt"
	"maps"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/config"
)

var production = map[string]string{
	"APP_ENV": "production", "DATABASE_URL": "postgres://u:hush@db/shop", "REDIS_URL": "redis://:hush@cache:6379",
	"STRIPE_SECRET_KEY": "sk_live_hush", "STRIPE_PUBLISHABLE_KEY": "pk_live_x", "STRIPE_WEBHOOK_SECRET": "whsec_hush",
	"SMTP_URL": "smtps://u:hush@mail:465", "APP_SECRET": "hush" + strings.Repeat("s", 32), "INTERNAL_TOKEN": "hush" + strings.Repeat("t", 32),
	"PUBLIC_URL": "https://shop.example.com", "MAIL_FROM": "shop@example.com",
}

// load sets exactly these variables and no other of the program's.
func load(t *testing.T, set map[string]string) (config.Config, error) {
	t.Helper()
	for _, name := range config.Names() {
		t.Setenv(name, set[name])
	}
	return config.Load()
}

func with(base map[string]string, more map[string]string) map[string]string {
	m := maps.Clone(base)
	maps.Copy(m, more)
	return m
}

// What nobody sets is as production has it, so that nothing that is meant for trying the shop out comes by itself.
func TestDefaults(t *testing.T) {
	c, err := load(t, map[string]string{})
	if err != nil || c.Production() || c.TestPayments() || c.Payment.OwnScript() || c.Server.LocalHosts || c.Server.LimitsFactor != 1 ||
		c.Sandbox.URL != "" || c.Server.Port != 8080 || c.Server.MetricsHost != "127.0.0.1" || c.Rules.PaymentWindow.Hours() != 24 ||
		c.Carrier.Fresh.Minutes() != 20 || filepath.Base(c.DataDir) != ".data" {
		t.Fatalf("%+v %v", c, err)
	}
	want := []string{"DATABASE_URL", "REDIS_URL", "SMTP_URL", "STRIPE_SECRET_KEY"}
	if missing := c.MissingToRun(); !slices.Equal(missing, want) {
		t.Errorf("missing: %q", missing)
	}
}

// The former name of the environment means the same.
func TestTheFormerNameOfDevelopment(t *testing.T) {
	c, err := load(t, map[string]string{"APP_ENV": "sandbox"})
	if err != nil || c.Production() || !c.MigratesAtStart() {
		t.Fatalf("%+v %v", c, err)
	}
}

func TestProduction(t *testing.T) {
	c, err := load(t, production)
	if err != nil || !c.Production() || c.TestPayments() || len(c.MissingToRun()) > 0 {
		t.Fatalf("%v", err)
	}
	var out strings.Builder
	if err := c.Print(&out); err != nil || strings.Contains(out.String(), "hush") || !strings.Contains(out.String(), "PORT=8080\n") {
		t.Fatalf("a secret is shown: %v\n%s", err, out.String())
	}
}

// Unless it is said otherwise, a renderer is on this machine, in a cluster or in a network of containers, never on the internet.
func TestInternalNetworksDefaultToPrivateRanges(t *testing.T) {
	c, err := load(t, map[string]string{})
	require.NoError(t, err)
	for address, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "10.2.3.4": true, "172.17.0.2": true, "192.168.65.1": true, "100.64.3.4": true, "fd12::1": true, "fe80::1": true,
		"203.0.113.9": false, "8.8.8.8": false, "172.32.0.1": false, "100.128.0.1": false, "2001:db8::1": false,
	} {
		near := slices.ContainsFunc(c.Server.InternalNetworks, func(n string) bool { return netip.MustParsePrefix(n).Contains(netip.MustParseAddr(address)) })
		if near != want {
			t.Errorf("%s is where renderers are: %v", address, near)
		}
	}
}

// Whoever reads the settings in a ticket or a log learns where things are, and nothing that opens them.
func TestNoAddressShowsItsSecret(t *testing.T) {
	const long = "0123456789abcdefhush"
	for name, addresses := range map[string]map[string]string{
		"DATABASE_URL": {
			"postgres://shop:hush@db/shop?sslmode=require":                "postgres://shop:xxxxx@db/shop?sslmode=require",
			"postgres://shop@db/shop?sslmode=require&password=hush":       "postgres://shop@db/shop?sslmode=require&password=xxxxx",
			"postgres://db/shop?user=shop&PassWord=hush&sslpassword=hush": "postgres://db/shop?user=shop&PassWord=xxxxx&sslpassword=xxxxx",
			"postgres://db/shop?p%61ssword=hush":                          "postgres://db/shop?p%61ssword=xxxxx",
			"postgres://db/shop?pass%zz=hush&connect_timeout=5":           "postgres://db/shop?pass%zz=xxxxx&connect_timeout=5",
		},
		"REDIS_URL": {
			"redis://:hush@cache:6379/0":             "redis://:xxxxx@cache:6379/0",
			"rediss://hush@cache":                    "rediss://xxxxx@cache",
			"redis://cache?password=hush&protocol=3": "redis://cache?password=xxxxx&protocol=3",
			"unix:///run/redis.sock?password=hush":   "unix:///run/redis.sock?password=xxxxx",
		},
		"SMS_URL": {
			"https://hush@sms.example/send":                 "https://xxxxx@sms.example/send",
			"https://hush:@sms.example/send":                "https://xxxxx@sms.example/send",
			"https://shop:hush@sms.example/send":            "https://shop:xxxxx@sms.example/send",
			"https://sms.example/send?token=hush&from=shop": "https://sms.example/send?token=xxxxx&from=shop",
			"https://sms.example/send?api_key=hush":         "https://sms.example/send?api_key=xxxxx",
			"https://sms.example/hooks/" + long:             "https://sms.example/hooks/xxxxx",
			"https://sms.example/send?id=" + long:           "https://sms.example/send?id=xxxxx",
			"https://sms.example/send#hush":                 "https://sms.example/send#xxxxx",
		},
		"SMTP_URL": {
			"smtps://shop@mail:465":      "smtps://shop@mail:465",
			"smtp://" + long + "@mail":   "smtp://xxxxx@mail",
			"smtp://mail:1025?tls=none":  "smtp://mail:1025?tls=none",
			"smtps://shop%40x:hush@mail": "smtps://shop%40x:xxxxx@mail",
		},
	} {
		for address, want := range addresses {
			c, err := load(t, map[string]string{name: address})
			var out strings.Builder
			if err == nil {
				err = c.Print(&out)
			}
			if err != nil || strings.Contains(out.String(), "hush") || !strings.Contains(out.String(), "\n"+name+"="+want+"\n") {
				t.Errorf("%s: %v\n%s", address, err, out.String())
			}
		}
	}
	var out strings.Builder
	if err := (config.Config{Database: config.Database{URL: "postgres://u:hu%sh@db"}}).Print(&out); err != nil || strings.Contains(out.String(), "sh@") {
		t.Errorf("an address that cannot be read is shown: %v\n%s", err, out.String())
	}
}

// What waits for payment is bounded unless somebody says otherwise.
func TestLimitsOfUnpaidOrders(t *testing.T) {
	usual := config.Unpaid{PerBuyer: 5, UnitsPerBuyer: 100, PerNetwork: 100, UnitsPerNetwork: 200}
	said := usual
	said.PerBuyer, said.PerNetwork = 2, 0
	for name, c := range map[string]struct {
		set  map[string]string
		want config.Unpaid
	}{
		"nothing said":         {map[string]string{}, usual},
		"production":           {production, usual},
		"production, in parts": {with(production, map[string]string{"UNPAID_PER_BUYER": "2", "UNPAID_PER_NETWORK": "0"}), said},
	} {
		got, err := load(t, c.set)
		if err != nil || got.Unpaid != c.want {
			t.Errorf("%s: %+v %v", name, got.Unpaid, err)
		}
	}
	for name, c := range map[string]struct {
		set  map[string]string
		want int
	}{
		"nothing said":     {map[string]string{}, 10},
		"said":             {map[string]string{"NUMBERS_PER_NETWORK": "3"}, 3},
		"production":       {production, 10},
		"production, none": {with(production, map[string]string{"NUMBERS_PER_NETWORK": "0"}), 0},
	} {
		if got, err := load(t, c.set); err != nil || got.Numbers.PerNetwork != c.want {
			t.Errorf("%s: numbers %d %v", name, got.Numbers.PerNetwork, err)
		}
	}
}

// The test pages hang on this: with a live key they are not there.
func TestNoRealMoneyMovesWithATestKey(t *testing.T) {
	for key, want := range map[string]bool{
		"sk_test_1": true, "rk_test_1": true, "sk_live_1": false, "rk_live_1": false, "sk_live_sk_test_1": false,
	} {
		c, err := load(t, with(production, map[string]string{"STRIPE_SECRET_KEY": key, "STRIPE_PUBLISHABLE_KEY": "pk_" + key[3:]}))
		if err != nil || c.TestPayments() != want {
			t.Errorf("%s: %v %v", key, c.TestPayments(), err)
		}
	}
}

// One line for every rule that is broken, word for word and always in the same order.
func TestInvalidSettingsAreNamed(t *testing.T) {
	none := map[string]string{}
	stripe := map[string]string{"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1", "STRIPE_WEBHOOK_SECRET": "whsec_1"}
	long := strings.Repeat("s", 32)
	const (
		noFrom      = "MAIL_FROM must be an address of yours in production: nobody can answer to no-reply@roamcart.example"
		shortToken  = "INTERNAL_TOKEN must have at least 32 characters in production, and so must each one after a comma"
		shortSecret = "APP_SECRET must have at least 32 characters, and so must each older one after a comma"
		ownMachine  = "PUBLIC_URL must be the address that customers open in production, not %s, which is each customer's own machine"
		lostImages  = "STUDIO=true in production also needs IMAGE_BUCKET_URL, or IMAGE_DIR, a folder that every front door has: images that staff upload would be lost with the machine"
		twoWorlds   = "STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys or both test keys, not "
	)
	carrier := map[string]string{"CARRIER_URL": "https://carrier.example/v1", "CARRIER_TOKEN": "t", "CARRIER_WEBHOOK_SECRET": long}
	for name, c := range map[string]struct {
		base, set map[string]string
		want      string
	}{
		"unpaid orders":    {none, map[string]string{"UNPAID_PER_BUYER": "-2"}, "UNPAID_PER_BUYER must not be less than 0, not -2"},
		"numbers":          {none, map[string]string{"NUMBERS_PER_NETWORK": "-2"}, "NUMBERS_PER_NETWORK must not be less than 0, not -2"},
		"environment":      {none, map[string]string{"APP_ENV": "staging"}, `APP_ENV must be development or production, not "staging"`},
		"nothing set":      {none, map[string]string{"APP_ENV": "production"}, "APP_ENV=production also needs APP_SECRET, DATABASE_URL, INTERNAL_TOKEN, PUBLIC_URL, REDIS_URL, SMTP_URL, STRIPE_SECRET_KEY\n" + noFrom},
		"one missing":      {production, map[string]string{"INTERNAL_TOKEN": ""}, "APP_ENV=production also needs INTERNAL_TOKEN"},
		"no token but old": {production, map[string]string{"INTERNAL_TOKEN": "," + long}, "INTERNAL_TOKEN must be secrets without blanks, with a comma between"},
		"token and blank":  {none, map[string]string{"INTERNAL_TOKEN": "new, old"}, "INTERNAL_TOKEN must be secrets without blanks, with a comma between"},
		"no address":       {production, map[string]string{"PUBLIC_URL": ""}, "APP_ENV=production also needs PUBLIC_URL"},
		"this machine":     {production, map[string]string{"PUBLIC_URL": "http://localhost:8080"}, fmt.Sprintf(ownMachine, "localhost")},
		"a site of it":     {production, map[string]string{"PUBLIC_URL": "https://HK.localhost."}, fmt.Sprintf(ownMachine, "HK.localhost.")},
		"its address":      {production, map[string]string{"PUBLIC_URL": "https://[::1]:8443"}, fmt.Sprintf(ownMachine, "::1")},
		"short token":      {production, map[string]string{"INTERNAL_TOKEN": long[1:]}, shortToken},
		"short old token":  {production, map[string]string{"INTERNAL_TOKEN": long + ",old"}, shortToken},
		"default sender":   {production, map[string]string{"MAIL_FROM": ""}, noFrom},
		"live and test":    {production, map[string]string{"STRIPE_PUBLISHABLE_KEY": "pk_test_1"}, twoWorlds + "test and live"},
		"restricted":       {production, map[string]string{"STRIPE_SECRET_KEY": "rk_test_1"}, twoWorlds + "live and test"},
		"sandbox, too":     {stripe, map[string]string{"STRIPE_PUBLISHABLE_KEY": "pk_live_1"}, twoWorlds + "live and test"},
		"no such key":      {stripe, map[string]string{"STRIPE_PUBLISHABLE_KEY": "pk_1"}, twoWorlds + "neither and test"},
		"all at once": {production, map[string]string{"PUBLIC_URL": "", "INTERNAL_TOKEN": "short", "APP_SECRET": "short", "MAIL_FROM": "", "STRIPE_PUBLISHABLE_KEY": "pk_test_1"},
			"APP_ENV=production also needs PUBLIC_URL\n" + shortSecret + "\n" + shortToken + "\n" + noFrom + "\n" + twoWorlds + "test and live"},
		"short secret":     {production, map[string]string{"APP_SECRET": "short"}, shortSecret},
		"short among long": {production, map[string]string{"APP_SECRET": "short," + long}, shortSecret},
		"short old":        {production, map[string]string{"APP_SECRET": long + ", "}, shortSecret},
		"no bucket":        {none, map[string]string{"IMAGE_BUCKET_URL": "https://s3.example.com/"}, "IMAGE_BUCKET_URL must be the address of a bucket, like https://s3.example.com/bucket"},
		"bucket, no key":   {none, map[string]string{"IMAGE_BUCKET_URL": "https://s3.example.com/b"}, "IMAGE_BUCKET_KEY and IMAGE_BUCKET_SECRET must be set when IMAGE_BUCKET_URL is"},
		"images nowhere":   {production, map[string]string{"STUDIO": "true"}, lostImages},
		"port":             {none, map[string]string{"PORT": "65536"}, "PORT must be between 1 and 65535, not 65536"},
		"one port for two": {none, map[string]string{"PORT": "8080", "METRICS_PORT": "8080"}, "METRICS_PORT must be between 1 and 65535 and not PORT, or 0 for none, not 8080"},
		"collector":        {none, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "collector"}, "OTEL_EXPORTER_OTLP_ENDPOINT must be an address that starts with http:// or https://"},
		"more than all":    {none, map[string]string{"OTEL_TRACES_SAMPLER_ARG": "1.5"}, "OTEL_TRACES_SAMPLER_ARG must be between 0 and 1, not 1.5"},
		"no number":        {none, map[string]string{"PORT": "http"}, `PORT="http" cannot be read as int`},
		"no duration":      {none, map[string]string{"PAYMENT_WINDOW": "a day"}, `PAYMENT_WINDOW="a day" cannot be read as time.Duration`},
		"public URL":       {none, map[string]string{"PUBLIC_URL": "shop.example"}, "PUBLIC_URL must be an address that starts with http:// or https://"},
		"no host":          {none, map[string]string{"PUBLIC_URL": "https:shop.example"}, "PUBLIC_URL must be an address that starts with http:// or https://"},
		"renderer":         {none, map[string]string{"SSR_URL": "localhost:3000"}, "SSR_URL must be an address that starts with http:// or https://"},
		"renderers":        {none, map[string]string{"INTERNAL_NETWORKS": "10.0.0.0/8,10.0.0.1"}, `INTERNAL_NETWORKS: "10.0.0.1" is not a network like 10.0.0.0/8`},
		"proxies":          {none, map[string]string{"TRUSTED_PROXIES": "10.0.0.0/8, fd00::/8"}, `TRUSTED_PROXIES: " fd00::/8" is not a network like 10.0.0.0/8`},
		"log format":       {none, map[string]string{"LOG_FORMAT": "xml"}, `LOG_FORMAT must be text or json, not "xml"`},
		"log level":        {none, map[string]string{"LOG_LEVEL": "loud"}, `LOG_LEVEL must be debug, info, warn or error, not "loud"`},
		"no call":          {none, map[string]string{"CALL_TIMEOUT": "0s"}, "CALL_TIMEOUT must be longer than 0, not 0s"},
		"migrate":          {none, map[string]string{"MIGRATE": "yes"}, `MIGRATE must be true or false, not "yes"`},
		"no header":        {none, map[string]string{"HEADER_TIMEOUT": "0s"}, "HEADER_TIMEOUT must be longer than 0, not 0s"},
		"no write":         {none, map[string]string{"WRITE_TIMEOUT": "-1s"}, "WRITE_TIMEOUT must be longer than 0, not -1s"},
		"no connection":    {none, map[string]string{"MAX_CONNECTIONS": "0", "MAX_CONNECTIONS_PER_NETWORK": "-1"}, "MAX_CONNECTIONS must be at least 1, not 0\nMAX_CONNECTIONS_PER_NETWORK must be at least 1, not -1"},
		"no form":          {none, map[string]string{"MAX_FORMS": "0", "MAX_FORMS_PER_NETWORK": "0"}, "MAX_FORMS must be at least 1, not 0\nMAX_FORMS_PER_NETWORK must be at least 1, not 0"},
		"shutdown delay":   {none, map[string]string{"SHUTDOWN_DELAY": "-1s"}, "SHUTDOWN_DELAY must not be negative"},
		"shutdown":         {none, map[string]string{"SHUTDOWN_TIMEOUT": "-1s"}, "SHUTDOWN_TIMEOUT must be longer than 0"},
		"database":         {none, map[string]string{"DATABASE_URL": "mysql://db"}, "DATABASE_URL must be an address that starts with postgres:// or postgresql://"},
		"redis":            {none, map[string]string{"REDIS_URL": "http://cache"}, "REDIS_URL must be an address that starts with redis:// or rediss:// or unix://"},
		"connections":      {none, map[string]string{"DATABASE_MAX_CONNS": "3"}, "DATABASE_MAX_CONNS must be at least 4, half of them for requests and half for jobs, not 3"},
		"secret key":       {stripe, map[string]string{"STRIPE_SECRET_KEY": "pk_test_1"}, "STRIPE_SECRET_KEY must start with sk_ or rk_"},
		"live in sandbox":  {stripe, map[string]string{"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1"}, "APP_ENV=development does not take a live STRIPE_SECRET_KEY: set APP_ENV=production"},
		"sandbox in production": {production, map[string]string{"SANDBOX_URL": "http://127.0.0.1:8090", "LOCAL_HOSTS": "true", "STRIPE_SCRIPT": "/sandbox/stripe.js"},
			"SANDBOX_URL must not be set in production: a sandbox takes no money and sends no mail\nSTRIPE_SCRIPT must be Stripe's own in production\nLOCAL_HOSTS must not be true in production: each customer has a localhost"},
		"no sandbox":       {none, map[string]string{"SANDBOX_URL": "sandbox"}, "SANDBOX_URL must be an address that starts with http:// or https://"},
		"script":           {none, map[string]string{"STRIPE_SCRIPT": "http://js.stripe.com/"}, "STRIPE_SCRIPT must be an address that starts with https://"},
		"factor":           {none, map[string]string{"LIMITS_FACTOR": "0"}, "LIMITS_FACTOR must be at least 1, not 0"},
		"calls of carrier": {none, map[string]string{"CARRIER_PER_SECOND": "0", "CARRIER_PER_LINE_MINUTE": "-1"}, "CARRIER_PER_SECOND must be at least 1, not 0\nCARRIER_PER_LINE_MINUTE must be at least 1, not -1"},
		"start":            {none, map[string]string{"STARTED_AT": "now"}, `STARTED_AT="now" cannot be read as time.Time`},
		"public key":       {stripe, map[string]string{"STRIPE_PUBLISHABLE_KEY": ""}, "STRIPE_PUBLISHABLE_KEY must start with pk_ when STRIPE_SECRET_KEY is set"},
		"no webhook":       {stripe, map[string]string{"STRIPE_WEBHOOK_SECRET": ""}, "STRIPE_WEBHOOK_SECRET needs one secret, or two with a comma between them"},
		"three webhooks":   {stripe, map[string]string{"STRIPE_WEBHOOK_SECRET": "whsec_1,whsec_2,whsec_3"}, "STRIPE_WEBHOOK_SECRET needs one secret, or two with a comma between them"},
		"empty webhook":    {stripe, map[string]string{"STRIPE_WEBHOOK_SECRET": "whsec_1,"}, "STRIPE_WEBHOOK_SECRET must start with whsec_"},
		"provider":         {stripe, map[string]string{"STRIPE_API_BASE": "stripe"}, "STRIPE_API_BASE must be an address that starts with http:// or https://"},
		"carrier":          {carrier, map[string]string{"CARRIER_URL": "carrier.example"}, "CARRIER_URL must be an address that starts with http:// or https://"},
		"no token":         {carrier, map[string]string{"CARRIER_TOKEN": ""}, "CARRIER_TOKEN must be set when CARRIER_URL is"},
		"unsigned":         {carrier, map[string]string{"CARRIER_WEBHOOK_SECRET": ""}, "CARRIER_WEBHOOK_SECRET needs one secret, or two with a comma between them"},
		"short signature":  {carrier, map[string]string{"CARRIER_WEBHOOK_SECRET": long + ","}, "CARRIER_WEBHOOK_SECRET must have at least 16 characters"},
		"no time":          {none, map[string]string{"CARRIER_NORMAL": "0s"}, "CARRIER_NORMAL must be longer than 0, not 0s"},
		"no patience":      {none, map[string]string{"CARRIER_SLA": "0s"}, "CARRIER_SLA must be longer than 0, not 0s"},
		"mail":             {none, map[string]string{"SMTP_URL": "mail:25"}, "SMTP_URL must be an address that starts with smtp:// or smtps://"},
		"sms":              {none, map[string]string{"SMS_URL": "sms.example"}, "SMS_URL must be an address that starts with http:// or https://"},
		"no sms at all":    {none, map[string]string{"SMS_PER_COUNTRY": "0"}, "SMS_PER_COUNTRY must be at least 1, not 0"},
		"several":          {none, map[string]string{"SMS_PER_NUMBER": "0", "SMS_PER_NETWORK": "0", "SMS_PER_COUNTRY": "0", "CODE_TTL": "0s", "CODE_RESEND": "0s"}, "SMS_PER_NUMBER must be at least 1, not 0\nSMS_PER_NETWORK must be at least 1, not 0\nSMS_PER_COUNTRY must be at least 1, not 0\nCODE_TTL must be longer than 0, not 0s\nCODE_RESEND must be longer than 0, not 0s"},
		"no session":       {none, map[string]string{"SESSION_IDLE": "0s"}, "SESSION_IDLE must be longer than 0, not 0s"},
		"small key":        {none, map[string]string{"GW_RSA_BITS": "512"}, "GW_RSA_BITS must be between 1024 and 4096, not 512"},
		"large key":        {none, map[string]string{"GW_RSA_BITS": "8192"}, "GW_RSA_BITS must be between 1024 and 4096, not 8192"},
		"window":           {none, map[string]string{"PAYMENT_WINDOW": "0s"}, "PAYMENT_WINDOW must be longer than 0, not 0s"},
		"tracking":         {none, map[string]string{"TRACK_FOR": "-1m"}, "TRACK_FOR must be longer than 0, not -1m0s"},
		"code":             {none, map[string]string{"CODE_TTL": "0s"}, "CODE_TTL must be longer than 0, not 0s"},
		"pause":            {none, map[string]string{"CODE_RESEND": "0s"}, "CODE_RESEND must be longer than 0, not 0s"},
		"three at once": {none, map[string]string{"PORT": "0", "LOG_LEVEL": "loud", "SMTP_URL": "x"},
			"PORT must be between 1 and 65535, not 0\nLOG_LEVEL must be debug, info, warn or error, not \"loud\"\nSMTP_URL must be an address that starts with smtp:// or smtps://"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, with(c.base, c.set))
			if err == nil {
				t.Fatal("nothing was said")
			}
			if err.Error() != c.want {
				t.Fatalf("said:\n%s\nwant:\n%s", err, c.want)
			}
		})
	}
}

// Production changes the schema only when it is told to: several versions may run beside each other.
func TestWhoMigrates(t *testing.T) {
	for name, c := range map[string]struct {
		of   map[string]string
		said string
		want bool
	}{
		"development": {map[string]string{}, "", true}, "development, not": {map[string]string{}, "false", false},
		"production": {production, "", false}, "production, told to": {production, "true", true},
	} {
		cfg, err := load(t, with(c.of, map[string]string{"MIGRATE": c.said}))
		if err != nil || cfg.MigratesAtStart() != c.want {
			t.Errorf("%s: %v %v", name, cfg.MigratesAtStart(), err)
		}
	}
}
