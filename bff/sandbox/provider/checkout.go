package provider

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// routeCheckout mounts the hosted checkout, which needs no script.
func (p *Provider) routeCheckout() {
	p.mux.HandleFunc("GET /sandbox/checkout/{session}", p.checkoutPage)
	p.mux.HandleFunc("POST /sandbox/checkout/{session}", p.checkoutSubmit)
}

// checkoutView is what the checkout page shows.
type checkoutView struct {
	Amount string
	Cancel string
	Email  string
	// Expiry and Name are what the shopper typed before; number and CVC are never shown again.
	Expiry, Name string
	// Problem is a message, Field the field it belongs to or "".
	Problem, Field string
	Lines          []checkoutLine
	Card           bool
	Wallets        []string
}

type checkoutLine struct {
	Amount, Name string
	Quantity     int64
}

func (p *Provider) checkoutPage(w http.ResponseWriter, r *http.Request) {
	s, in, err := p.sessionOnPage(r)
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	lang := pageLang(r, deref(s.Locale))
	if done := p.checkoutOver(w, r, s, lang); done {
		return
	}
	view := viewOf(s)
	if in != nil && in.LastPaymentError != nil {
		view.Problem = problemText(lang, *in.LastPaymentError)
	}
	p.show(w, r, http.StatusOK, "checkout.html", lang, view)
}

func (p *Provider) sessionOnPage(r *http.Request) (s *session, in *intent, err error) {
	err = p.atomically(r.Context(), r, func(ctx context.Context, u *unit) error {
		if s, err = find[session](ctx, u, r.PathValue("session"), "session"); err != nil || s.PaymentIntent == nil {
			return err
		}
		in, err = find[intent](ctx, u, *s.PaymentIntent, "payment_intent")
		return err
	})
	return s, in, err
}

// checkoutOver answers for a session that takes no payment any more.
func (p *Provider) checkoutOver(w http.ResponseWriter, r *http.Request, s *session, lang string) bool {
	switch {
	case s.Status == sessionComplete:
		http.Redirect(w, r, successURL(s), http.StatusSeeOther)
	case s.Status == sessionExpired || p.o.Clock.Now().Unix() >= s.ExpiresAt:
		p.show(w, r, http.StatusGone, "result.html", lang, result{
			Heading: "expired_title", Message: "expired_text", Back: deref(s.CancelURL),
		})
	default:
		return false
	}
	return true
}

func (p *Provider) checkoutSubmit(w http.ResponseWriter, r *http.Request) {
	form, err := formOf(w, r)
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	s, _, err := p.sessionOnPage(r)
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	lang := pageLang(r, deref(s.Locale))
	if p.checkoutOver(w, r, s, lang) {
		return
	}
	target := ""
	err = p.atomically(r.Context(), r, func(ctx context.Context, u *unit) error {
		target, err = u.checkout(ctx, s.ID, form)
		return err
	})
	var f *failure
	switch {
	case errors.As(err, &f):
		view := viewOf(s)
		view.Expiry, view.Name, view.Email = form.str("expiry"), form.str("name"), form.str("email")
		view.Problem, view.Field = problemText(lang, f.body), f.body.Param
		p.show(w, r, http.StatusUnprocessableEntity, "checkout.html", lang, view)
	case err != nil:
		p.pageFailed(w, r, err)
	default:
		http.Redirect(w, r, target, http.StatusSeeOther)
	}
}

// checkout pays the session with what the form says and returns where the browser goes next.
func (u *unit) checkout(ctx context.Context, id string, form params) (string, error) {
	s, in, err := u.lockSession(ctx, id)
	if err != nil {
		return "", err
	}
	if s.Status != sessionOpen || (in != nil && in.Status == statusProcessing) {
		// Somebody was faster, perhaps the same shopper's second click.
		return "/sandbox/checkout/" + s.ID, nil
	}
	m, err := u.checkoutMethod(form)
	if err != nil {
		return "", err
	}
	if err := u.put(m); err != nil {
		return "", err
	}
	if email := form.str("email"); email != "" {
		s.CustomerEmail = &email
		if err := u.put(s); err != nil {
			return "", err
		}
	}
	if in, err = u.intentOf(ctx, s, in); err != nil {
		return "", err
	}
	if err := attach(in, m); err != nil {
		return "", err
	}
	if err := u.pay(ctx, in, m, false); err != nil {
		return "", err
	}
	if in.Status == statusAction && m.Type == "card" {
		return "/sandbox/3ds/" + in.ID, nil
	}
	if in.Status == statusAction {
		return "/sandbox/scan/" + in.ID, nil
	}
	return successURL(s), nil
}

// checkoutMethod returns the payment method the form describes.
func (u *unit) checkoutMethod(form params) (*method, error) {
	if kind := form.str("method"); kind == "alipay" || kind == "wechat_pay" {
		return u.newMethod(kind), nil
	}
	month, year, _ := strings.Cut(strings.NewReplacer(" ", "", "-", "/").Replace(form.str("expiry")), "/")
	if year == "" && len(month) == 4 {
		month, year = month[:2], month[2:]
	}
	fields := params{map[string][]string{
		"number": {form.str("number")}, "exp_month": {month}, "exp_year": {year}, "cvc": {strings.TrimSpace(form.str("cvc"))},
	}}
	m, err := u.newCardMethod(fields)
	if err != nil {
		return nil, err
	}
	if name := form.str("name"); name != "" {
		m.BillingDetails["name"] = name
	}
	if email := form.str("email"); email != "" {
		m.BillingDetails["email"] = email
	}
	return m, nil
}

func viewOf(s *session) checkoutView {
	v := checkoutView{Amount: plainAmount(s.AmountTotal, s.Currency), Cancel: deref(s.CancelURL), Email: deref(s.CustomerEmail)}
	for _, l := range s.Lines {
		v.Lines = append(v.Lines, checkoutLine{Amount: plainAmount(l.Unit*l.Quantity, s.Currency), Name: l.Name, Quantity: l.Quantity})
	}
	for _, t := range s.PaymentMethodTypes {
		if t == "card" {
			v.Card = true
		} else {
			v.Wallets = append(v.Wallets, t)
		}
	}
	return v
}

// problemText says a problem in the shopper's language.
func problemText(lang string, b problem) string {
	for _, key := range []string{b.DeclineCode, b.Code} {
		if text, ok := pageTexts[lang]["error_"+key]; ok && key != "" {
			return text
		}
	}
	return pageTexts[lang]["error_card_declined"]
}
