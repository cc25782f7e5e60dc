package provider

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
)

// routeScan mounts the wallet's page on the phone and the bank's 3-D Secure page.
func (p *Provider) routeScan() {
	p.mux.HandleFunc("GET /sandbox/scan/{intent}", func(w http.ResponseWriter, r *http.Request) { p.askPage(w, r, "scan") })
	p.mux.HandleFunc("POST /sandbox/scan/{intent}", func(w http.ResponseWriter, r *http.Request) { p.answerPage(w, r, "scan") })
	p.mux.HandleFunc("GET /sandbox/scan/{intent}/instructions", p.codePage)
	p.mux.HandleFunc("GET /sandbox/scan/{intent}/qr.png", p.codeImage)
	p.mux.HandleFunc("GET /sandbox/scan/{intent}/qr.svg", p.codeImage)
	p.mux.HandleFunc("GET /sandbox/3ds/{intent}", func(w http.ResponseWriter, r *http.Request) { p.askPage(w, r, "3ds") })
	p.mux.HandleFunc("POST /sandbox/3ds/{intent}", func(w http.ResponseWriter, r *http.Request) { p.answerPage(w, r, "3ds") })
}

// ask is what the approve-or-decline page shows.
type ask struct {
	Amount, Description string
	Kind                string
	Last4               string
	Wallet              string
}

func (p *Provider) askPage(w http.ResponseWriter, r *http.Request, kind string) {
	in, m, err := p.intentOnPage(r)
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	lang := pageLang(r, "")
	if in.Status != statusAction || m == nil || (m.Type == "card") != (kind == "3ds") {
		p.show(w, r, http.StatusOK, "result.html", lang, outcomeOf(in))
		return
	}
	a := ask{Amount: plainAmount(in.Amount, in.Currency), Description: deref(in.Description), Kind: kind, Wallet: m.Type}
	if m.Card != nil {
		a.Last4 = m.Card.Last4
	}
	p.show(w, r, http.StatusOK, "ask.html", lang, a)
}

// answerPage takes the shopper's answer. After 3-D Secure, and inside a checkout session, the browser goes back to
// the shop; a phone that scanned a code stays on a result page, for the shop is open elsewhere.
func (p *Provider) answerPage(w http.ResponseWriter, r *http.Request, kind string) {
	form, err := formOf(w, r)
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	var in *intent
	var target string
	err = p.atomically(r.Context(), r, func(ctx context.Context, u *unit) error {
		var err error
		if in, err = lock[intent](ctx, u, r.PathValue("intent"), "intent"); err != nil {
			return err
		}
		if in.Status == statusAction {
			if err := u.act(ctx, in, form.str("outcome") == "approve"); err != nil {
				return err
			}
		}
		target, err = u.goBack(ctx, in)
		return err
	})
	switch {
	case err != nil:
		p.pageFailed(w, r, err)
	case (kind == "3ds" || in.Session != "") && target != "":
		http.Redirect(w, r, target, http.StatusSeeOther)
	default:
		// The result is a GET of the same address, so that reloading it sends nothing again.
		http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
	}
}

// goBack returns where the browser goes after an action, "" when none was given.
func (u *unit) goBack(ctx context.Context, in *intent) (string, error) {
	if in.Session == "" {
		return returnAddress(in), nil
	}
	s, err := find[session](ctx, u, in.Session, "session")
	if err != nil {
		return "", err
	}
	if s.Status == sessionComplete || in.Status == statusProcessing {
		return successURL(s), nil
	}
	return "/sandbox/checkout/" + s.ID, nil
}

// returnAddress is the return URL with what Stripe adds to it, "" when there is none.
func returnAddress(in *intent) string {
	u, err := url.Parse(in.ReturnURL)
	if in.ReturnURL == "" || err != nil {
		return ""
	}
	status := "failed"
	switch in.Status {
	case statusSucceeded:
		status = "succeeded"
	case statusProcessing, statusAction:
		status = "pending"
	}
	q := u.Query()
	q.Set("payment_intent", in.ID)
	q.Set("payment_intent_client_secret", in.ClientSecret)
	q.Set("redirect_status", status)
	u.RawQuery = q.Encode()
	return u.String()
}

// intentOnPage returns the intent a page is about, and its method when it has one.
func (p *Provider) intentOnPage(r *http.Request) (in *intent, m *method, err error) {
	err = p.atomically(r.Context(), r, func(ctx context.Context, u *unit) error {
		if in, err = find[intent](ctx, u, r.PathValue("intent"), "intent"); err != nil || in.PaymentMethod == nil {
			return err
		}
		m, err = find[method](ctx, u, *in.PaymentMethod, "payment_method")
		return err
	})
	return in, m, err
}

// outcomeOf says how an intent stands. The way back is offered to those who were redirected only.
func outcomeOf(in *intent) result {
	out := result{Amount: plainAmount(in.Amount, in.Currency)}
	if in.Session == "" {
		out.Back = returnAddress(in)
	}
	switch in.Status {
	case statusSucceeded:
		out.Heading, out.Message, out.Good = "paid_title", "paid_text", true
	case statusProcessing:
		out.Heading, out.Message, out.Good = "processing_title", "processing_text", true
	case statusCanceled:
		out.Heading, out.Message = "canceled_title", "canceled_text"
	case statusMethod:
		out.Heading, out.Message = "declined_title", "declined_text"
	default:
		out.Heading, out.Message = "waiting_title", "waiting_text"
	}
	return out
}

// codePage is the hosted page with the code to scan.
func (p *Provider) codePage(w http.ResponseWriter, r *http.Request) {
	in, m, err := p.intentOnPage(r)
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	lang := pageLang(r, "")
	if in.Status != statusAction || m == nil || m.Type != "wechat_pay" {
		p.show(w, r, http.StatusOK, "result.html", lang, outcomeOf(in))
		return
	}
	p.show(w, r, http.StatusOK, "code.html", lang, map[string]string{
		"Amount": plainAmount(in.Amount, in.Currency), "Image": r.URL.Path[:strings.LastIndex(r.URL.Path, "/")] + "/qr.svg",
		"Open": "/sandbox/scan/" + in.ID,
	})
}

// codeImage is the code to scan as a PNG or an SVG.
func (p *Provider) codeImage(w http.ResponseWriter, r *http.Request) {
	in, _, err := p.intentOnPage(r)
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	text := (&unit{p: p, r: r}).originOf(in) + "/sandbox/scan/" + in.ID
	w.Header().Set("Cache-Control", "no-store")
	if strings.HasSuffix(r.URL.Path, ".svg") {
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write(qrSVG(text))
		return
	}
	_, encoded, _ := strings.Cut(qrDataURL(text), ",")
	png, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(png)
}
