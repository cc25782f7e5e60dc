package carrier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type order struct {
	Ref       string `json:"ref"`
	ClientRef string `json:"clientRef"`
	Plan      string `json:"plan"`
	Line      string `json:"line,omitempty"`
	// StartAt is when the plan of a new line begins, nil when its first use begins it.
	StartAt *time.Time `json:"startAt,omitempty"`
	Status  string     `json:"status"`
	Reason  string     `json:"reason,omitempty"`
	// Reissues is the line that is to get a new profile, "" in any other order. TopsUp says that the plan is for a line that exists.
	Reissues string `json:"-"`
	TopsUp   bool   `json:"-"`
}

const orderColumns = `ref, client_ref, plan, line, status, reason, start_at, reissues, tops_up`

func (c *Carrier) routeOrders() {
	c.api("GET", "/plans", func(ctx context.Context, u *unit, _ *http.Request) (int, any, error) {
		list, err := u.plans(ctx)
		return http.StatusOK, map[string]any{"plans": shown(list)}, err
	})
	c.api("POST", "/orders", takeOrder)
	c.api("GET", "/orders", func(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
		list, err := u.orders(ctx, `client_ref = $1 order by created_at`, r.URL.Query().Get("clientRef"))
		return http.StatusOK, map[string]any{"orders": list}, err
	})
	c.api("GET", "/orders/{ref}", func(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
		o, err := u.order(ctx, r.PathValue("ref"))
		return http.StatusOK, o, err
	})
	c.api("POST", "/orders/{ref}/cancel", cancelOrder)
}

// takeOrder writes an order down; it is made later. A test plan does what its name says instead.
func takeOrder(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
	var in struct {
		ClientRef, Plan, Line string
		StartAt               *time.Time
	}
	if err := body(r, &in); err != nil {
		return 0, nil, err
	}
	p, err := u.plan(ctx, in.Plan)
	if err != nil {
		return 0, nil, err
	}
	t := tests[in.Plan]
	if t.refuse != nil {
		return 0, nil, t.refuse
	}
	if t.lost {
		return 0, nil, errDropped
	}
	if in.Line != "" {
		if err := u.toppable(ctx, in.Line, p); err != nil {
			return 0, nil, err
		}
	}
	o := order{
		Ref:       name("ord_"),
		ClientRef: in.ClientRef,
		Plan:      in.Plan,
		Line:      in.Line,
		Status:    "PROCESSING",
		StartAt:   in.StartAt,
		TopsUp:    in.Line != "",
	}
	due := sql.NullTime{Time: u.now.Add(u.c.o.Pace), Valid: !t.never}
	_, err = u.ExecContext(ctx, `INSERT INTO sandbox.carrier_order (ref, client_ref, plan, line, status, due_at, created_at, start_at, tops_up)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, o.Ref, o.ClientRef, o.Plan, o.Line, o.Status, due, u.now, o.StartAt, o.TopsUp)
	if err == nil && t.dropAfter {
		err = u.make(ctx, o)
		if err == nil {
			err = errDropped
		}
	}
	return http.StatusAccepted, o, err
}

// toppable refuses a plan that a line cannot get.
func (u *unit) toppable(ctx context.Context, ref string, p Plan) error {
	l, err := u.line(ctx, ref, "")
	switch {
	case err != nil:
		return err
	case l.RetiredAt != nil:
		return refuse(http.StatusGone, "line_recycled")
	case l.Family != p.Family:
		return refuse(http.StatusUnprocessableEntity, "topup_not_allowed")
	}
	return nil
}

// cancelOrder ends an order that was not made, or whose profile nobody has downloaded, or whose plan for a line has not begun.
func cancelOrder(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
	o, err := u.order(ctx, r.PathValue("ref"))
	if err != nil {
		return 0, nil, err
	}
	switch {
	case o.Status != "COMPLETED":
	case o.TopsUp:
		err = u.takePlanOff(ctx, o)
	default:
		err = u.takeLineBack(ctx, o)
	}
	if err != nil {
		return 0, nil, err
	}
	o.Status, o.Reason = "CANCELLED", ""
	_, err = u.ExecContext(ctx, `UPDATE sandbox.carrier_order SET status = $2, due_at = NULL WHERE ref = $1`, o.Ref, o.Status)
	return http.StatusOK, o, err
}

// takeLineBack ends the line of an order, unless somebody has installed it.
func (u *unit) takeLineBack(ctx context.Context, o order) error {
	l, err := u.line(ctx, o.Line, " FOR UPDATE")
	if err != nil {
		return err
	}
	if l.Profile != "RELEASED" || l.FirstAttach != nil {
		return refuse(http.StatusConflict, "too_late")
	}
	return u.retire(ctx, l)
}

// takePlanOff takes the plan of a top-up off its line, unless it has begun or has become part of another plan. The line stays.
func (u *unit) takePlanOff(ctx context.Context, o order) error {
	res, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_plan SET state = 'REVOKED' WHERE topup = $1 AND state = 'NOT_ACTIVE'`, o.Ref)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return refuse(http.StatusConflict, "too_late")
}

// makeDue makes orders that are due and reports whether there were any.
func (c *Carrier) makeDue(ctx context.Context) (bool, error) {
	did := false
	err := c.atomically(ctx, func(ctx context.Context, u *unit) error {
		list, err := u.orders(ctx, fmt.Sprintf(`due_at <= $1 order by due_at limit %d for update skip locked`, atOnce), u.now)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return errIdle
		}
		did = true
		for _, o := range list {
			if err := u.make(ctx, o); err != nil {
				return err
			}
		}
		return nil
	})
	return did, idle(err)
}

// make fulfils an order, or fails it where its plan says so.
func (u *unit) make(ctx context.Context, o order) error {
	event := "order.completed"
	if o.Reissues != "" {
		return u.makeReissue(ctx, o)
	}
	o.Status, o.Reason = "COMPLETED", tests[o.Plan].fails
	p, err := u.plan(ctx, o.Plan)
	var refused *refusal
	if errors.As(err, &refused) { // it was sold out of existence meanwhile
		o.Reason, err = refused.code, nil
	}
	switch {
	case err != nil:
	case o.Reason != "":
		event, o.Status = "order.failed", "FAILED"
	case o.Line == "":
		o.Line, err = u.newLine(ctx, p, o.StartAt)
	default:
		err = u.addPlan(ctx, o.Line, p, nil, o.Ref)
	}
	if err != nil {
		return err
	}
	return u.settle(ctx, o, event)
}

// settle stores the outcome of an order, and reports it.
func (u *unit) settle(ctx context.Context, o order, event string) error {
	_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_order SET status = $2, reason = $3, line = $4, due_at = NULL WHERE ref = $1`,
		o.Ref, o.Status, o.Reason, o.Line)
	if err != nil {
		return err
	}
	return u.emit(ctx, event, message{Order: o.Ref, ClientRef: o.ClientRef, Line: o.Line})
}

func (u *unit) order(ctx context.Context, ref string) (order, error) {
	list, err := u.orders(ctx, `ref = $1 for update`, ref)
	if err == nil && len(list) == 0 {
		err = refuse(http.StatusNotFound, "not_found")
	}
	if err != nil {
		return order{}, err
	}
	return list[0], nil
}

func (u *unit) orders(ctx context.Context, where string, arg any) ([]order, error) {
	rows, err := u.QueryContext(ctx, `SELECT `+orderColumns+` FROM sandbox.carrier_order WHERE `+where, arg)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	list := []order{}
	for rows.Next() {
		var o order
		if err := rows.Scan(&o.Ref, &o.ClientRef, &o.Plan, &o.Line, &o.Status, &o.Reason, &o.StartAt, &o.Reissues, &o.TopsUp); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, rows.Err()
}
