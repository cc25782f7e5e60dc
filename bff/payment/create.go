package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Page is what the payment page needs to take a payment.
type Page struct {
	Attempt      Attempt
	ClientSecret string
	HostedURL    string
}

// URLs are where the provider sends the shopper.
type URLs struct {
	Return string
	Cancel string
}

// Create returns the order's open attempt, or opens one. Several tabs and repeated calls get the same attempt.
// Faults: order_expired, already_paid, payment_processing, payment_review, in_progress, payment_unavailable.
func (s *Service) Create(ctx context.Context, o order.Order, urls URLs) (Page, error) {
	return s.open(ctx, o, urls, ChannelIntent)
}

// Hosted is Create for a page of the provider's own; an open attempt on our page is cancelled at the provider first.
func (s *Service) Hosted(ctx context.Context, o order.Order, urls URLs) (Page, error) {
	return s.open(ctx, o, urls, ChannelHosted)
}

// open tries again for a while when an attempt changes under its hands, as when the provider's refusal of the last try arrives.
func (s *Service) open(ctx context.Context, o order.Order, urls URLs, channel string) (Page, error) {
	for try := 1; ; try++ {
		page, err := s.replace(ctx, o, urls, channel)
		if fault.Code(err) != "in_progress" || try == busyTries {
			return page, err
		}
		select {
		case <-ctx.Done():
			return Page{}, ctx.Err()
		case <-time.After(busyPause):
		}
	}
}

// replace returns the open attempt, or opens one after the provider has given up those before.
func (s *Service) replace(ctx context.Context, o order.Order, urls URLs, channel string) (Page, error) {
	page, err := s.openAtProvider(ctx, o, urls, channel)
	if errors.Is(err, ErrKeySpent) {
		page, err = s.openAtProvider(ctx, o, urls, channel)
	}
	return page, err
}

// openAtProvider makes the provider know the open attempt. An attempt whose key the provider spent on a failure of its own is
// closed, so that the next one is asked for with another key.
func (s *Service) openAtProvider(ctx context.Context, o order.Order, urls URLs, channel string) (Page, error) {
	a, err := s.onlyAttempt(ctx, o, channel)
	if err != nil {
		return Page{}, err
	}
	if a.Status == AttemptProcessing {
		return Page{Attempt: a}, nil
	}
	page, err := s.whenFree(ctx, o, a, urls)
	if errors.Is(err, ErrKeyTaken) {
		s.log.WarnContext(ctx, "the provider knows an attempt's key from another call", "attempt", a.ID, "error", err)
	}
	if errors.Is(err, ErrKeySpent) {
		err = errors.Join(err, s.closeIf(ctx, a, `intent_id is null and session_id is null`))
	}
	return page, err
}

// onlyAttempt returns the order's open attempt, or opens one once the provider has given up those that stand in its way.
func (s *Service) onlyAttempt(ctx context.Context, o order.Order, channel string) (Attempt, error) {
	s.at("before open")
	a, old, err := s.openAttempt(ctx, o, channel)
	if err != nil || len(old) == 0 {
		return a, err
	}
	for _, a := range old {
		if err := s.cancelAtProvider(ctx, a); err != nil {
			return Attempt{}, err
		}
	}
	s.at("before open")
	a, old, err = s.openAttempt(ctx, o, channel)
	if err == nil && len(old) > 0 {
		// It failed a moment ago and can still be paid; the next call gives it up first.
		err = fault.New("in_progress")
	}
	return a, err
}

// Several tabs may ask the provider for the same attempt at once; all but one wait for that one's answer.
const (
	busyTries = 20
	busyPause = 150 * time.Millisecond
)

func (s *Service) whenFree(ctx context.Context, o order.Order, a Attempt, urls URLs) (Page, error) {
	for try := 1; ; try++ {
		page, err := s.atProvider(ctx, o, a, urls)
		if !errors.Is(err, ErrBusy) || try == busyTries {
			return page, unavailable(err)
		}
		select {
		case <-ctx.Done():
			return Page{}, ctx.Err()
		case <-time.After(busyPause):
		}
		list, err := attempts(ctx, s.db.Conn(ctx), `id = ?`, a.ID)
		if err != nil {
			return Page{}, err
		}
		a = list[0]
	}
}

// stale reports whether the attempt's code has run out, so that a new one is due.
func (s *Service) stale(a Attempt) bool {
	return a.QRExpiresAt != nil && !s.clock.Now().Before(*a.QRExpiresAt)
}

// openAttempt returns the open attempt or inserts one, under the order's lock. Where the provider has to give up others first, these are
// returned instead.
func (s *Service) openAttempt(ctx context.Context, o order.Order, channel string) (a Attempt, old []Attempt, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		old = nil
		locked, err := s.orders.Lock(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		if err := payable(locked, s.clock.Now()); err != nil {
			return err
		}
		now := s.clock.Now()
		list, err := pg.List[Attempt](tx, "open payment attempt", `
			with unsettled as (
			    select `+attemptColumns+` from payment_attempt where order_id = @order and status in ('open', 'processing', 'failed')
			), opened as (
			    insert into payment_attempt (tenant_id, order_id, method, channel, status, amount, currency, created_at, updated_at, look_at)
			    select @tenant, @order, @method, @channel, 'open', @amount, @currency, @now, @now, @look
			    where not exists (select from unsettled)
			    returning `+attemptColumns+`
			)
			select * from unsettled union all select * from opened order by id`, map[string]any{
			"tenant": o.TenantID, "order": o.ID, "method": o.PaymentMethod, "channel": channel, "amount": locked.OrderTotal,
			"currency": locked.Currency, "now": now, "look": now.Add(checkAfter[0])})
		if err != nil {
			return err
		}
		for _, one := range list {
			if one.Status == AttemptProcessing || one.Status == AttemptOpen && one.Channel == channel && !s.stale(one) {
				a = one
			} else {
				old = append(old, one)
			}
		}
		return nil
	})
	return a, old, err
}

// atProvider makes sure the provider knows the attempt, and returns what the page needs. It may run again after a crash:
// the provider's idempotency key is the attempt's, so nothing is made twice.
func (s *Service) atProvider(ctx context.Context, o order.Order, a Attempt, urls URLs) (Page, error) {
	if a.Channel == ChannelHosted && a.HostedURL != "" {
		return Page{Attempt: a, HostedURL: a.HostedURL}, nil
	}
	if a.ClientSecret != nil {
		secret, err := s.sealer.Open(sealPurpose, a.ClientSecret)
		if err != nil {
			return Page{}, fmt.Errorf("open client secret: %w", err)
		}
		return Page{Attempt: a, ClientSecret: string(secret)}, nil
	}
	charge := Charge{
		AttemptID: a.ID, TenantID: a.TenantID, OrderNo: o.OrderNo, Method: a.Method, Amount: a.Amount, Currency: a.Currency,
		Email: o.Contact.Email, Locale: o.Locale, ReturnURL: urls.Return, CancelURL: urls.Cancel, ExpiresAt: o.ExpiresAt,
	}
	if a.Channel == ChannelHosted {
		return s.sessionAtProvider(ctx, a, charge)
	}
	return s.intentAtProvider(ctx, a, charge)
}

func (s *Service) sessionAtProvider(ctx context.Context, a Attempt, charge Charge) (Page, error) {
	session, err := s.provider.CreateSession(ctx, charge)
	if err != nil {
		return Page{}, err
	}
	a.SessionID, a.HostedURL = &session.ID, session.URL
	s.at("session created")
	changed, err := pg.Changed(s.db.Conn(ctx), "note session", `
		update payment_attempt set session_id = ?, hosted_url = ?, updated_at = ?
		where id = ? and status <> 'cancelled' and coalesce(session_id, ?) = ?`,
		session.ID, session.URL, s.clock.Now(), a.ID, session.ID, session.ID)
	if err != nil {
		return Page{}, err
	}
	if !changed {
		return Page{}, s.tooLate(ctx, a)
	}
	return Page{Attempt: a, HostedURL: session.URL}, nil
}

func (s *Service) intentAtProvider(ctx context.Context, a Attempt, charge Charge) (Page, error) {
	intent, err := s.provider.CreateIntent(ctx, charge)
	if err != nil {
		return Page{}, err
	}
	s.at("intent created")
	sealed, err := s.sealer.Seal(sealPurpose, []byte(intent.ClientSecret))
	if err != nil {
		return Page{}, fmt.Errorf("seal client secret: %w", err)
	}
	a.IntentID, a.QRData, a.QRExpiresAt = &intent.ID, intent.QRData, intent.QRExpires
	changed, err := pg.Changed(s.db.Conn(ctx), "note intent", `
		update payment_attempt set intent_id = ?, client_secret = ?, qr_data = ?, qr_expires_at = ?, updated_at = ?
		where id = ? and status <> 'cancelled' and coalesce(intent_id, ?) = ?`,
		intent.ID, pg.Bytes(sealed), intent.QRData, intent.QRExpires, s.clock.Now(), a.ID, intent.ID, intent.ID)
	if err != nil {
		return Page{}, err
	}
	if !changed {
		return Page{}, s.tooLate(ctx, a)
	}
	return Page{Attempt: a, ClientSecret: intent.ClientSecret}, nil
}

// tooLate gives up what the provider made for an attempt that was closed while the call was under way, or that has another intent or
// session by now, so that it cannot be paid, and returns why there is nothing to pay. Faults: those of payable, else in_progress.
func (s *Service) tooLate(ctx context.Context, a Attempt) error {
	now, err := attempts(ctx, s.db.Conn(ctx), `id = ?`, a.ID)
	if err != nil {
		return err
	}
	if now[0].Status != AttemptCancelled {
		return errors.Join(fault.New("in_progress"), s.discard(ctx, a))
	}
	if err := s.cancelAtProvider(ctx, a); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, a.OrderID)
		if err == nil {
			err = payable(o, s.clock.Now())
		}
		if err == nil {
			err = fault.New("in_progress")
		}
		return err
	})
}

// discard gives up what the provider made for an attempt that has another intent or session by now, as when two calls for it had
// different keys: one of this version and one of the version before. No shopper has seen it.
func (s *Service) discard(ctx context.Context, a Attempt) (err error) {
	if a.Channel == ChannelHosted {
		err = s.provider.ExpireSession(ctx, *a.SessionID)
	} else {
		_, err = s.provider.Cancel(ctx, *a.IntentID)
	}
	if errors.Is(err, ErrNotCancelable) || errors.Is(err, ErrUnknown) {
		return nil
	}
	return unavailable(err)
}
