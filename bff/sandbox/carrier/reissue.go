package carrier

import (
	"context"
	"database/sql"
	"net/http"
	"slices"
	"time"
)

// slowReissue is how long a new profile takes where the line's plan says that it takes long.
const slowReissue = 3 * time.Minute

// onDevice are the states of a profile that is on a phone.
var onDevice = []string{"DOWNLOADED", "INSTALLED", "ENABLED", "DISABLED"}

// takeReissue writes down that a line gets a new profile, which is made later. The line's first plan may be a test plan, which
// does what its name says instead.
func takeReissue(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
	var in struct{ ClientRef string }
	if err := body(r, &in); err != nil {
		return 0, nil, err
	}
	l, err := u.line(ctx, r.PathValue("ref"), " FOR UPDATE")
	if err != nil {
		return 0, nil, err
	}
	o := order{Ref: name("ord_"), ClientRef: in.ClientRef, Status: "PROCESSING", Reissues: l.Ref}
	if len(l.Plans) > 0 {
		o.Plan = l.Plans[0].Plan
	}
	t := tests[o.Plan]
	if code := l.noReissue(); code != "" || t.fixed {
		return 0, nil, reissueRefused(code)
	}
	due := sql.NullTime{Time: u.now.Add(max(u.c.o.Pace, t.slow)), Valid: true}
	_, err = u.ExecContext(ctx, `INSERT INTO sandbox.carrier_order (ref, client_ref, plan, line, status, due_at, created_at, reissues)
		VALUES ($1, $2, $3, '', $4, $5, $6, $7)`, o.Ref, o.ClientRef, o.Plan, o.Status, due, u.now, o.Reissues)
	if err == nil && t.dropReissue {
		if err = u.make(ctx, o); err == nil {
			err = errDropped
		}
	}
	return http.StatusAccepted, o, err
}

// noReissue says why a line gets no new profile, "" when it does: it is gone, or its profile is on a phone.
func (l line) noReissue() string {
	switch {
	case l.RetiredAt != nil:
		return "line_recycled"
	case slices.Contains(onDevice, l.Profile):
		return "reissue_not_allowed"
	}
	return ""
}

func reissueRefused(code string) *refusal {
	if code == "line_recycled" {
		return refuse(http.StatusGone, code)
	}
	return refuse(http.StatusUnprocessableEntity, "reissue_not_allowed")
}

// reissue gives a line's plans, registrations and orders to a new line with a profile and a number of its own, and ends the
// old one: both in one transaction, so that one of the two can be used at any time. A reason is why it does not, "" when it did.
func (u *unit) reissue(ctx context.Context, ref string) (newRef, reason string, err error) {
	old, err := u.line(ctx, ref, " FOR UPDATE")
	if err != nil {
		return "", "", err
	}
	if reason = old.noReissue(); reason != "" {
		return "", reason, nil
	}
	newRef, err = u.newProfile(ctx, line{Form: "esim", Family: old.Family, Profile: "RELEASED"})
	if err != nil {
		return "", "", err
	}
	// What runs on by itself goes on from now.
	if _, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_line SET grown_at = $2 WHERE ref = $1`, newRef, u.now); err != nil {
		return "", "", err
	}
	for _, move := range []string{
		`UPDATE sandbox.carrier_plan SET line = $2 WHERE line = $1`,
		`UPDATE sandbox.carrier_kyc SET line = $2 WHERE line = $1`,
		`UPDATE sandbox.carrier_order SET line = $2 WHERE line = $1 AND status = 'PROCESSING'`,
	} {
		if _, err := u.ExecContext(ctx, move, old.Ref, newRef); err != nil {
			return "", "", err
		}
	}
	return newRef, "", u.retire(ctx, old)
}

// makeReissue fulfils the order of a new profile, or fails it where the line has been installed or retired meanwhile.
func (u *unit) makeReissue(ctx context.Context, o order) error {
	newRef, reason, err := u.reissue(ctx, o.Reissues)
	if err != nil {
		return err
	}
	event := "order.completed"
	if o.Status, o.Line, o.Reason = "COMPLETED", newRef, reason; reason != "" {
		event, o.Status = "order.failed", "FAILED"
	}
	return u.settle(ctx, o, event)
}
