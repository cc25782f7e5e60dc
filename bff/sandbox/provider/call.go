package provider

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v76"
)

// call is one request to the API.
type call struct {
	*unit
	p params
	// secret is false when the caller showed the publishable key.
	secret bool
}

// route is one operation of the API.
type route struct {
	// publishable allows the publishable key; such operations check the client secret themselves.
	publishable bool
	// params are the outermost parameters the operation knows besides expand; anything else is refused.
	params []string
	do     func(ctx context.Context, c *call) (any, error)
}

const (
	apiRoot = "/sandbox/stripe"
	maxBody = 256 << 10
)

// api mounts rt at a pattern such as "POST /v1/refunds".
func (p *Provider) api(pattern string, rt route) {
	verb, path, _ := strings.Cut(pattern, " ")
	p.mux.HandleFunc(verb+" "+apiRoot+path, func(w http.ResponseWriter, r *http.Request) { p.serveAPI(w, r, rt) })
}

func (p *Provider) serveAPI(w http.ResponseWriter, r *http.Request, rt route) {
	outage, err := p.takeOutage(r.Context())
	if err != nil {
		p.internal(w, r, err)
		return
	}
	switch outage {
	case "", outageLost:
	case outage500:
		// A failure of what had begun: it is the key's answer from now on.
		rt.do = func(context.Context, *call) (any, error) {
			return nil, outageFailure(http.StatusInternalServerError, true)
		}
	default:
		p.fail(w, r, outage)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		writeFailure(w, newID("req_", 14), invalid("", "", "Invalid request body: it must be form-encoded and at most 256 KiB."))
		return
	}
	secret, f := p.authenticate(r, rt)
	if f == nil {
		f = unknown(params{r.Form}, rt.params)
	}
	if f != nil {
		writeFailure(w, newID("req_", 14), f)
		return
	}
	answer, err := p.execute(r, rt, secret)
	if err != nil {
		p.internal(w, r, err)
		return
	}
	if outage == outageLost {
		drop(w)
		return
	}
	answer.write(w)
}

// execute runs the operation once, or replays the answer its idempotency key is bound to.
func (p *Provider) execute(r *http.Request, rt route, secret bool) (*answer, error) {
	var out *answer
	key := ""
	if r.Method == http.MethodPost {
		key = r.Header.Get("Idempotency-Key")
	}
	err := p.atomically(r.Context(), r, func(ctx context.Context, u *unit) error {
		u.idempotencyKey = key
		if key != "" {
			kept, err := u.recall(ctx, key, fingerprint(r))
			if kept != nil || err != nil {
				out = kept
				return err
			}
		}
		c := &call{unit: u, p: params{r.Form}, secret: secret}
		result, err := rt.do(ctx, c)
		if err == nil {
			result, err = c.expanded(ctx, result)
		}
		var f *failure
		if err != nil && (!errors.As(err, &f) || !f.keep) {
			return err
		}
		out = &answer{status: http.StatusOK, requestID: u.requestID, key: key}
		if f != nil {
			out.status, result = f.status, map[string]any{"error": render(f.body)}
		}
		if out.body, err = json.Marshal(result); err != nil {
			return err
		}
		if key != "" {
			return u.remember(ctx, key, fingerprint(r), out)
		}
		return nil
	})
	if f, ok := errors.AsType[*failure](err); ok {
		body, err := json.Marshal(map[string]any{"error": f.body})
		return &answer{status: f.status, body: body, requestID: newID("req_", 14), key: key}, err
	}
	return out, err
}

// authenticate checks the key of the request and reports whether it is the secret one.
func (p *Provider) authenticate(r *http.Request, rt route) (secret bool, f *failure) {
	key, _, basic := r.BasicAuth()
	if !basic {
		key = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	if key == "" {
		key = r.Form.Get("key")
	}
	switch {
	case key == "":
		return false, unauthorized("", "You did not provide an API key. You need to provide your API key in the Authorization "+
			"header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').")
	case key == p.o.SecretKey:
		return true, nil
	case key != p.o.PublishableKey:
		return false, unauthorized("", "Invalid API Key provided: "+masked(key))
	case !rt.publishable:
		return false, unauthorized("secret_key_required", "This API call cannot be made with a publishable API key. Please "+
			"use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.")
	}
	return false, nil
}

// masked keeps the ends of a key, as Stripe's message does.
func masked(key string) string {
	if len(key) < 12 {
		return strings.Repeat("*", len(key))
	}
	return key[:8] + strings.Repeat("*", len(key)-12) + key[len(key)-4:]
}

func unknown(p params, allowed []string) *failure {
	for _, name := range p.top() {
		if name != "expand" && name != "key" && name != "_stripe_version" && !slices.Contains(allowed, name) {
			return invalid("parameter_unknown", name, "Received unknown parameter: "+name)
		}
	}
	return nil
}

// internal answers 500 and logs why.
func (p *Provider) internal(w http.ResponseWriter, r *http.Request, err error) {
	id := newID("req_", 14)
	p.o.Logger.ErrorContext(r.Context(), "sandbox provider", "error", err, "path", r.URL.Path, "request", id)
	writeFailure(w, id, &failure{status: http.StatusInternalServerError, body: problem{
		Message: "An unknown error occurred in the sandbox. It was logged.", Type: typeAPI,
	}})
}

// answer is what an operation came to.
type answer struct {
	status    int
	body      []byte
	requestID string
	key       string
	original  string
}

func (a *answer) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-cache, no-store")
	h.Set("Request-Id", a.requestID)
	h.Set("Stripe-Version", stripe.APIVersion)
	if a.key != "" {
		h.Set("Idempotency-Key", a.key)
		h.Set("Original-Request", a.requestID)
	}
	if a.original != "" {
		h.Set("Idempotent-Replayed", "true")
		h.Set("Original-Request", a.original)
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

func writeFailure(w http.ResponseWriter, requestID string, f *failure) {
	body, err := json.Marshal(map[string]any{"error": f.body})
	if err != nil {
		panic("provider: encode failure: " + err.Error())
	}
	(&answer{status: f.status, body: body, requestID: requestID}).write(w)
}

// hostOf returns the host of an absolute address, "" for anything else.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// requestHost returns the host the browser called, "" when the unit serves no request.
func (u *unit) requestHost() string {
	if u.r == nil {
		return ""
	}
	return u.r.Host
}

func (u *unit) unix() int64 { return u.now.Unix() }

func (u *unit) after(d time.Duration) time.Time { return u.now.Add(d) }
