package main

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/caarlos0/env/v11"

	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/sandbox/servers"
)

// sandbox is what was set.
type sandbox struct {
	// Address and SMTPAddress are where to listen, host:port; "" is a free port of this machine alone.
	Address     string `env:"SANDBOX_ADDRESS"`
	SMTPAddress string `env:"SANDBOX_SMTP_ADDRESS"`
	// ShopURL is where the shop receives webhooks.
	ShopURL string `env:"SHOP_URL"`
	// Program is the shop's.
	Program string `env:"SHOP_PROGRAM"`

	shop config.Config
	log  *slog.Logger
}

// load reads the environment.
func load() (*sandbox, error) {
	var s sandbox
	if err := env.Parse(&s); err != nil {
		return nil, err
	}
	var err error
	if s.shop, err = config.Load(); err != nil {
		return nil, err
	}
	if s.shop.Production() {
		return nil, errors.New("APP_ENV=production is not for the sandbox: start the shop itself, roamcart run")
	}
	if s.ShopURL == "" {
		s.ShopURL = fmt.Sprintf("http://127.0.0.1:%d", s.shop.Server.Port)
	}
	if s.Program == "" {
		own, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("SHOP_PROGRAM: %w", err)
		}
		s.Program = filepath.Join(filepath.Dir(own), "roamcart")
	}
	s.log = logger(s.shop)
	return &s, nil
}

// logger logs as the shop does.
func logger(cfg config.Config) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.Server.LogLevel))
	o := &slog.HandlerOptions{Level: level}
	if cfg.Server.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, o))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, o))
}

// missingParts are what nobody has set.
func (s *sandbox) missingParts() servers.Parts {
	return servers.Parts{
		Provider: s.shop.Payment.SecretKey == "", Carrier: s.shop.Carrier.URL == "", Mail: s.shop.Mail.SMTPURL == "", SMS: s.shop.SMS.URL == "",
	}
}

// publicURL is the default site's address for a browser.
func (s *sandbox) publicURL() string {
	if s.shop.Server.PublicURL != "" {
		return s.shop.Server.PublicURL
	}
	return fmt.Sprintf("http://localhost:%d", s.shop.Server.Port)
}

// studioBuilt reports whether there is a Studio to turn on.
func (s *sandbox) studioBuilt() bool {
	_, err := os.Stat(filepath.Join(s.shop.Studio.Dir, "index.html"))
	return err == nil
}

// settings are the shop's: what was set counts, then what the sandbox brings.
func (s *sandbox) settings(brought map[string]string) map[string]string {
	out := maps.Clone(brought)
	out["DATA_DIR"] = s.shop.DataDir
	for _, name := range config.Names() {
		if value := os.Getenv(name); value != "" && name != "DATA_DIR" && name != "APP_ENV" && name != "STARTED_AT" {
			out[name] = value
		}
	}
	return out
}

// environment is the shop's: the sandbox's own with the settings.
func environment(settings map[string]string, started time.Time) []string {
	all := env.ToMap(os.Environ())
	maps.Copy(all, settings)
	all["STARTED_AT"] = started.Format(time.RFC3339Nano)
	for _, name := range []string{"SANDBOX_ADDRESS", "SANDBOX_SMTP_ADDRESS", "SHOP_URL", "SHOP_PROGRAM"} {
		delete(all, name)
	}
	list := make([]string, 0, len(all))
	for name, value := range all {
		list = append(list, name+"="+value)
	}
	return list
}
