package notify

import (
	"net/url"
	"strconv"
	"strings"
)

func (d PlanLow) compose(c *composer) mail { return c.aboutPlan(d.Template(), d.Plan) }

func (d PlanUsedUp) compose(c *composer) mail { return c.aboutPlan(d.Template(), d.Plan) }

func (d PlanExpiring) compose(c *composer) mail { return c.aboutPlan(d.Template(), d.Plan) }

// aboutPlan says how a plan stands and what can be done about it.
func (c *composer) aboutPlan(template string, p Plan) mail {
	m := c.start(template, p.FirstName, "name", p.Name, "left", traffic(p.Left), "endsAt", c.time(p.EndsAt))
	rows := []row{{Label: c.t("label.plan"), Value: p.Name, Strong: true}, {Label: c.t("label.sim"), Value: c.t("label.ending", "last4", p.ICCIDLast4)}}
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
		m.add(button(c.t("label.viewSim"), c.page("/my-account/sims-info?simId="+url.QueryEscape(p.SIM))))
	} else {
		m.add(button(c.t("label.viewOrder"), c.links(c.site, c.locale, p.OrderNo).Order))
	}
	return m
}

// traffic writes an amount of data in MB, or in GB with one decimal.
func traffic(n int64) string {
	const mb = 1 << 20
	if n < 1024*mb {
		return strconv.FormatInt(n/mb, 10) + " MB"
	}
	return strings.TrimSuffix(strconv.FormatFloat(float64(n)/(1024*mb), 'f', 1, 64), ".0") + " GB"
}
