package carrier

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/esim"
)

type line struct {
	Ref         string     `json:"ref"`
	ICCID       string     `json:"iccid"`
	Form        string     `json:"form"`
	Family      string     `json:"-"`
	LPA         string     `json:"-"`
	Profile     string     `json:"profile"`
	ProfileAt   time.Time  `json:"profileAt"`
	Device      string     `json:"device,omitempty"`
	FirstAttach *time.Time `json:"firstAttach,omitempty"`
	Country     string     `json:"country,omitempty"`
	RetiresAt   *time.Time `json:"retiresAt,omitempty"`
	RetiredAt   *time.Time `json:"retiredAt,omitempty"`
	Plans       []instance `json:"plans"`
}

// apn is what has to be typed where a phone does not find it.
const apn = "sandbox.roamcart"

// smdp is the server of the carrier's profiles; it does not exist.
const smdp = "smdp.carrier.example"

func (c *Carrier) routeLines() {
	c.api("GET", "/lines/{ref}", func(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
		l, err := u.line(ctx, r.PathValue("ref"), "")
		return http.StatusOK, l, err
	})
	c.api("POST", "/lines/bind", bind)
	c.api("POST", "/lines/{ref}/reissue", takeReissue)
	c.api("GET", "/lines/{ref}/activation", func(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
		l, err := u.line(ctx, r.PathValue("ref"), "")
		if err == nil && l.LPA == "" {
			err = refuse(http.StatusUnprocessableEntity, "not_supported")
		}
		return http.StatusOK, map[string]string{"lpa": l.LPA, "apn": apn}, err
	})
	c.api("GET", "/lines/{ref}/topups", func(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
		l, err := u.line(ctx, r.PathValue("ref"), "")
		if err == nil && l.RetiredAt != nil {
			err = refuse(http.StatusGone, "line_recycled")
		}
		if err != nil {
			return 0, nil, err
		}
		all, err := u.plans(ctx)
		list := []Plan{}
		for _, p := range all {
			if p.Family == l.Family {
				list = append(list, p)
			}
		}
		return http.StatusOK, map[string]any{"plans": shown(list)}, err
	})
}

// bind takes a SIM over that was sold in bulk. Its line is the one that it has, or a new one.
func bind(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
	var in struct {
		ICCID, Plan string
		StartAt     *time.Time
	}
	if err := body(r, &in); err != nil {
		return 0, nil, err
	}
	if in.ICCID == "" {
		return 0, nil, refuse(http.StatusBadRequest, "bad_request")
	}
	// The shop may ask twice at once, as when a reissue meets the first reading of the SIM.
	if _, err := u.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('carrier_line ' || $1, 0))`, in.ICCID); err != nil {
		return 0, nil, err
	}
	var ref string
	err := u.QueryRowContext(ctx, `SELECT ref FROM sandbox.carrier_line WHERE iccid = $1 AND retired_at IS NULL`, in.ICCID).Scan(&ref)
	if errors.Is(err, sql.ErrNoRows) {
		var p Plan
		if p, err = u.plan(ctx, in.Plan); err != nil {
			return 0, nil, err
		}
		ref = name("ln_")
		if err = u.insertLine(ctx, line{Ref: ref, ICCID: in.ICCID, Form: "imported", Family: p.Family, Profile: "RELEASED"}); err == nil {
			err = u.addPlan(ctx, ref, p, in.StartAt, "")
		}
	}
	if err != nil {
		return 0, nil, err
	}
	l, err := u.line(ctx, ref, "")
	return http.StatusOK, l, err
}

// newLine makes a profile with a plan on it, which begins at startAt if that is not nil.
func (u *unit) newLine(ctx context.Context, p Plan, startAt *time.Time) (ref string, err error) {
	l := line{Form: "esim", Family: p.Family, Profile: "RELEASED"}
	if w := tests[p.Ref].word; w != "" {
		l.Profile = w
	}
	if ref, err = u.newProfile(ctx, l); err != nil {
		return "", err
	}
	if err := u.addPlan(ctx, ref, p, startAt, ""); err != nil {
		return "", err
	}
	return ref, u.emit(ctx, "profile.state", message{Line: ref})
}

// newProfile makes a line with a number and a code of its own, and no plan. A number that was given up is given out again before
// a new one is made.
func (u *unit) newProfile(ctx context.Context, l line) (ref string, err error) {
	l.Ref = name("ln_")
	err = u.QueryRowContext(ctx, `UPDATE sandbox.carrier_line SET given_out = true WHERE ref = (SELECT ref FROM sandbox.carrier_line
		WHERE retired_at IS NOT NULL AND NOT given_out AND form = 'esim' ORDER BY retired_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING iccid`).Scan(&l.ICCID)
	if errors.Is(err, sql.ErrNoRows) {
		var serial int64
		err = u.QueryRowContext(ctx, `SELECT nextval('sandbox.carrier_serial')`).Scan(&serial)
		l.ICCID = fmt.Sprintf("8985299%011d", serial)
		l.ICCID += esim.CheckDigit(l.ICCID)
	}
	if err != nil {
		return "", err
	}
	l.LPA = "LPA:1$" + smdp + "$" + strings.ToUpper(rand.Text()[:20])
	return l.Ref, u.insertLine(ctx, l)
}

func (u *unit) insertLine(ctx context.Context, l line) error {
	_, err := u.ExecContext(ctx, `INSERT INTO sandbox.carrier_line (ref, iccid, form, family, lpa, profile, profile_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`, l.Ref, l.ICCID, l.Form, l.Family, l.LPA, l.Profile, u.now)
	return err
}

// line reads a line as it is now; lock may be " FOR UPDATE".
func (u *unit) line(ctx context.Context, ref, lock string) (line, error) {
	var l line
	err := u.QueryRowContext(ctx, `SELECT ref, iccid, form, family, lpa, profile, profile_at, device, first_attach, country, retires_at, retired_at
		FROM sandbox.carrier_line WHERE ref = $1`+lock, ref).Scan(&l.Ref, &l.ICCID, &l.Form, &l.Family, &l.LPA, &l.Profile, &l.ProfileAt,
		&l.Device, &l.FirstAttach, &l.Country, &l.RetiresAt, &l.RetiredAt)
	if errors.Is(err, sql.ErrNoRows) {
		return l, refuse(http.StatusNotFound, "not_found")
	}
	if err == nil {
		l.Plans, err = u.instances(ctx, ref)
	}
	return l, err
}

// setProfile moves a line's profile and sends the message about it.
func (u *unit) setProfile(ctx context.Context, ref, state string) error {
	_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_line SET profile = $2, profile_at = $3 WHERE ref = $1 AND profile <> $2`, ref, state, u.now)
	if err != nil {
		return err
	}
	return u.emit(ctx, "profile.state", message{Line: ref})
}

// retire ends a line: its number may be given out again.
func (u *unit) retire(ctx context.Context, l line) error {
	_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_line SET retired_at = $2, profile = 'DELETED', profile_at = $2 WHERE ref = $1`, l.Ref, u.now)
	if err == nil {
		_, err = u.ExecContext(
			ctx,
			`UPDATE sandbox.carrier_plan SET state = 'REVOKED' WHERE line = $1 AND state IN ('NOT_ACTIVE', 'SCHEDULED', 'ACTIVE')`,
			l.Ref,
		)
	}
	if err != nil {
		return err
	}
	return u.emit(ctx, "line.deleted", message{Line: l.Ref})
}
