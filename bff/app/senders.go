package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/metrics"
	"github.com/roamcart/roamcart/bff/platform/tracing"
)

// senders are the ways out. What has no address goes nowhere.
func (r *modules) senders() (map[string]notify.Sender, error) {
	out := map[string]notify.Sender{}
	if r.cfg.Mail.SMTPURL != "" {
		var err error
		if r.smtp, err = notify.NewSMTP(r.cfg.Mail.SMTPURL, r.cfg.Mail.From); err != nil {
			return nil, fmt.Errorf("SMTP_URL: %w", err)
		}
		out[notify.Email] = measuredSender{r.metrics, "mail", r.smtp}
	}
	if r.cfg.SMS.URL != "" {
		sms, err := notify.NewSMSGateway(r.cfg.SMS.URL, r.cfg.SMS.Token, r.cfg.SMS.From)
		if err != nil {
			return nil, err
		}
		sms.SetTransport(r.dependencyTransport("sms", partnerTransport()))
		out[notify.SMS] = sms
	}
	return out, nil
}

// measuredSender notes how long messages take to be taken, and whether they are.
type measuredSender struct {
	figures *metrics.Metrics
	part    string
	next    notify.Sender
}

// Send sends a message.
func (s measuredSender) Send(ctx context.Context, m notify.Message) error {
	ended := s.figures.Dependency(s.part)
	ctx, span := tracing.Start(ctx, s.part+" send", trace.SpanKindClient, attribute.String("roamcart.part", s.part))
	err := s.next.Send(ctx, m)
	outcome := metrics.OutcomeOf(err)
	if _, ok := errors.AsType[*notify.PermanentError](err); ok {
		outcome = metrics.OutcomeRefused
	}
	ended(outcome)
	if outcome == metrics.OutcomeOK {
		outcome = ""
	}
	tracing.End(span, outcome)
	return err
}

// perMailbox is how many codes go to one mailbox within 24 hours, perCaller how many of them, or of those to a number, one network
// of callers may ask for.
const (
	perMailbox = 50
	perCaller  = 10
)

func (r *modules) codeRules(senders map[string]notify.Sender) account.CodeRules {
	return account.CodeRules{
		TTL: r.cfg.Rules.CodeTTL, Resend: r.cfg.Rules.CodeResend, Channels: slices.Collect(maps.Keys(senders)), PerMailbox: perMailbox,
		PerNumber: r.cfg.SMS.PerNumber, PerNetwork: r.cfg.SMS.PerNetwork * r.limitFactor(), PerCountry: r.cfg.SMS.PerCountry,
		PerDay: r.cfg.SMS.PerDay, PerCaller: perCaller * r.limitFactor(), Countries: r.sites.SMSCountries,
	}
}

// limitFactor is how much wider the limits per address are than usual.
func (r *modules) limitFactor() int { return max(r.cfg.Server.LimitsFactor, 1) }
