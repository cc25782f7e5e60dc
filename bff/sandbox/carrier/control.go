package carrier

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"html/template"
	"mime"
	"net/http"
	"net/url"
	"strconv"
)

//go:embed page.html page.css
var files embed.FS

var page = template.Must(template.ParseFS(files, "page.html"))

// routeControl mounts the page and the calls with which people and tests play the phones and the network.
func (c *Carrier) routeControl() {
	c.mux.HandleFunc("GET "+Prefix, c.showPage)
	c.mux.HandleFunc("GET "+Prefix+"/style.css", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, files, "page.css")
	})
	c.mux.HandleFunc("GET "+Prefix+"/control/lines", c.listLines)
	c.mux.HandleFunc("POST "+Prefix+"/control/lines/{ref}/{act}", c.control)
}

// control does something to a line: install (device), attach (country), use (mb, minutes), begin (the plan
// that waits for its day), runout, expire, delete or retire.
// Values come as a form, which is answered with the page, or as JSON, which is answered with the line.
func (c *Carrier) control(w http.ResponseWriter, r *http.Request) {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		c.answer(w, 0, nil, refuse(http.StatusForbidden, "cross_origin"))
		return
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	values := url.Values{}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if kind == "application/json" {
		var in map[string]any
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			c.answer(w, 0, nil, refuse(http.StatusBadRequest, "bad_request"))
			return
		}
		for k, v := range in {
			switch v := v.(type) {
			case string:
				values.Set(k, v)
			case float64:
				values.Set(k, strconv.FormatFloat(v, 'f', -1, 64))
			}
		}
	} else if err := r.ParseForm(); err == nil {
		values = r.PostForm
	}
	var l line
	err := c.atomically(r.Context(), func(ctx context.Context, u *unit) (err error) {
		if l, err = u.line(ctx, r.PathValue("ref"), " FOR UPDATE"); err != nil {
			return err
		}
		if err = u.act(ctx, l, r.PathValue("act"), values); err != nil {
			return err
		}
		l, err = u.line(ctx, l.Ref, "")
		return err
	})
	c.changed()
	if err == nil && kind != "application/json" {
		http.Redirect(w, r, Prefix+"#"+l.Ref, http.StatusSeeOther)
		return
	}
	c.answer(w, http.StatusOK, l, err)
}

// act is what a phone or the network does.
func (u *unit) act(ctx context.Context, l line, act string, v url.Values) error {
	switch act {
	case "install":
		return u.install(ctx, l.Ref, cmp.Or(v.Get("device"), "iPhone 15"))
	case "attach":
		return u.attach(ctx, l, cmp.Or(v.Get("country"), "JP"))
	case "use":
		mb, _ := strconv.ParseInt(v.Get("mb"), 10, 64)
		minutes, _ := strconv.Atoi(v.Get("minutes"))
		if mb < 0 || mb > 1<<20 || minutes < 0 || minutes > 100_000 {
			return refuse(http.StatusBadRequest, "bad_request")
		}
		return u.use(ctx, l.Ref, mb*megabyte, minutes)
	case "begin":
		_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_plan SET start_at = $2, ends_at = $2::timestamptz + make_interval(days => days)
			WHERE line = $1 AND state = 'SCHEDULED'`, l.Ref, u.now)
		return err
	case "runout", "expire":
		for _, p := range l.Plans {
			switch {
			case p.State != "ACTIVE":
			case act == "expire":
				return u.end(ctx, l.Ref, p.Ref, "EXPIRED", "plan.expired")
			case p.Remaining != nil:
				return u.use(ctx, l.Ref, *p.Remaining, 0)
			}
		}
		return nil
	case "delete":
		return u.setProfile(ctx, l.Ref, "DELETED")
	case "retire":
		return u.retire(ctx, l)
	}
	return refuse(http.StatusNotFound, "not_found")
}

// install has a phone download the profile and turn it on.
func (u *unit) install(ctx context.Context, ref, device string) error {
	if _, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_line SET device = $2 WHERE ref = $1`, ref, device); err != nil {
		return err
	}
	if err := u.setProfile(ctx, ref, "INSTALLED"); err != nil {
		return err
	}
	return u.setProfile(ctx, ref, "ENABLED")
}

// attach has a phone find a network in a country, which begins the plan that waits.
func (u *unit) attach(ctx context.Context, l line, country string) error {
	_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_line SET first_attach = coalesce(first_attach, $2), country = $3 WHERE ref = $1`,
		l.Ref, u.now, country)
	if err != nil {
		return err
	}
	kind := "line.first_attach"
	if l.FirstAttach != nil {
		kind = "line.country"
	}
	if err := u.emit(ctx, kind, message{Line: l.Ref}); err != nil {
		return err
	}
	return u.startNext(ctx, l.Ref)
}

// newest reads the lines that were made last; with a number, only the lines that have it.
func (c *Carrier) newest(ctx context.Context, iccid string) ([]line, error) {
	list := []line{}
	err := c.atomically(ctx, func(ctx context.Context, u *unit) error {
		rows, err := u.QueryContext(ctx, `SELECT ref FROM sandbox.carrier_line WHERE $1 IN ('', iccid) ORDER BY created_at DESC, ref LIMIT 50`, iccid)
		if err != nil {
			return err
		}
		var refs []string
		for rows.Next() {
			var ref string
			if err := rows.Scan(&ref); err != nil {
				return err
			}
			refs = append(refs, ref)
		}
		if err := rows.Close(); err != nil {
			return err
		}
		for _, ref := range refs {
			l, err := u.line(ctx, ref, "")
			if err != nil {
				return err
			}
			list = append(list, l)
		}
		return rows.Err()
	})
	return list, err
}

func (c *Carrier) listLines(w http.ResponseWriter, r *http.Request) {
	list, err := c.newest(r.Context(), r.URL.Query().Get("iccid"))
	c.answer(w, http.StatusOK, map[string]any{"lines": list}, err)
}

func (c *Carrier) showPage(w http.ResponseWriter, r *http.Request) {
	list, err := c.newest(r.Context(), "")
	if err != nil {
		c.answer(w, 0, nil, err)
		return
	}
	var b bytes.Buffer
	if err := page.Execute(&b, map[string]any{"Lines": list, "Tests": TestPlans(), "Prefix": Prefix}); err != nil {
		c.answer(w, 0, nil, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex")
	_, _ = w.Write(b.Bytes())
}

// Last4 is what the page shows of the number.
func (l line) Last4() string { return l.ICCID[len(l.ICCID)-4:] }

// Left is what the page shows of a plan.
func (p instance) Left() string {
	if p.Total == nil {
		return "unlimited"
	}
	return strconv.FormatInt(*p.Remaining/megabyte, 10) + " of " + strconv.FormatInt(*p.Total/megabyte, 10) + " MB left"
}
