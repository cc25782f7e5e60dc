package notify

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/shared"
)

func (d PlanLow) compose(c *composer) mail { return c.aboutPlan(d.template(), d.Plan) }

func (d PlanUsedUp) compose(c *composer) mail { return c.aboutPlan(d.template(), d.Plan) }

func (d PlanExpiring) compose(c *composer) mail { return c.aboutPlan(d.template(), d.Plan) }

// aboutPlan says how a plan stands and what can be done about it.
func (c *composer) aboutPlan(template string, p Plan) mail {
	m := c.start(template, p.FirstName, "name", p.Name, "left", traffic(p.Left), "endsAt", c.time(p.EndsAt))
	rows := []row{
		{Label: c.t("label.plan"), Value: p.Name, Strong: true},
		{Label: c.t("label.sim"), Value: c.t("label.ending", "last4", p.ICCIDLast4)},
	}
	if p.Total > 0 {
		rows = append(rows, row{Label: c.t("label.dataLeft"), Value: c.t("label.leftOf", "left", traffic(p.Left), "total", traffic(p.Total))})
	}
	if !p.EndsAt.IsZero() {
		rows = append(rows, row{Label: c.t("label.planEnds"), Value: c.time(p.EndsAt)})
	}
	m.add(
		para(c.t(template+".intro", "name", p.Name, "left", traffic(p.Left), "endsAt", c.time(p.EndsAt))),
		facts(rows...),
		para(c.t("plan.next")),
	)
	if p.OrderNo == "" {
		m.add(button(c.t("label.viewSim"), c.simPage(p)))
	} else {
		m.add(button(c.t("label.viewOrder"), c.order(p.OrderNo, ToSIMs)))
	}
	return m
}

// compose leads to the form: in the account, or for a buyer without one with the order.
func (d RegistrationRejected) compose(c *composer) mail {
	p := d.Plan
	m := c.start(d.template(), p.FirstName, "name", p.Name)
	intro := "registration_rejected.intro"
	if d.Ended {
		intro = "registration_rejected.ended"
	}
	m.add(
		para(c.t(intro)),
		notice(RegistrationReason(c.locale, d.Reason)),
		facts(
			row{Label: c.t("label.plan"), Value: p.Name, Strong: true},
			row{Label: c.t("label.sim"), Value: c.t("label.ending", "last4", p.ICCIDLast4)},
		),
	)
	if p.OrderNo == "" {
		m.add(button(c.t("registration_rejected.again"), c.simPage(p)))
	} else {
		m.add(para(c.t("registration_rejected.guest")), button(c.t("label.registerNow"), c.order(p.OrderNo, ToSIMs)))
	}
	return m
}

// compose leads to the SIM: in the account, or for a buyer without one with the order.
func (d RegistrationApproved) compose(c *composer) mail {
	p := d.Plan
	m := c.start(d.template(), p.FirstName, "name", p.Name)
	m.add(
		para(c.t("registration_approved.intro")),
		facts(
			row{Label: c.t("label.plan"), Value: p.Name, Strong: true},
			row{Label: c.t("label.sim"), Value: c.t("label.ending", "last4", p.ICCIDLast4)},
		),
		para(c.t("registration_approved.next")),
	)
	if p.OrderNo == "" {
		m.add(button(c.t("label.viewSim"), c.simPage(p)))
	} else {
		m.add(button(c.t("label.viewOrder"), c.order(p.OrderNo, ToSIMs)))
	}
	return m
}

// RegistrationReason says why a registration does not stand, and what to do; a carrier's word that the shop has no text for is
// "other".
func RegistrationReason(locale, code string) string {
	if !shared.Messages(locale).Has("server", "sim.reason."+code) {
		code = "other"
	}
	return shared.Text(locale, "server", "sim.reason."+code, nil)
}

// simPage is where a customer finds a SIM.
func (c *composer) simPage(p Plan) string {
	return c.page("/my-account/sims-info?simId=" + url.QueryEscape(p.SIM))
}

// traffic writes an amount of data in MB, or in GB with one decimal.
func traffic(n int64) string {
	const mb = 1 << 20
	if n < 1024*mb {
		return strconv.FormatInt(n/mb, 10) + " MB"
	}
	return strings.TrimSuffix(strconv.FormatFloat(float64(n)/(1024*mb), 'f', 1, 64), ".0") + " GB"
}

// compose leads to the page with the form.
func (d ReviewAsked) compose(c *composer) mail {
	m := c.start(d.template(), d.FirstName, "name", d.Name)
	m.add(
		para(c.t("review_asked.intro", "name", d.Name)),
		button(c.t("review_asked.write"), c.page("/my-order/"+url.PathEscape(d.OrderNo)+"/review")),
		para(c.t("review_asked.once")),
	)
	return m
}
