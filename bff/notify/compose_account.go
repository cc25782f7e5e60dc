package notify

import (
	"strings"

	"github.com/roamcart/roamcart/shared"
)

func (v VerificationCode) compose(c *composer) mail {
	purpose := c.t("verification_code.purpose_" + v.Purpose)
	m := c.start(v.template(), "")
	m.add(
		para(c.t("verification_code.intro", "purpose", purpose)),
		block{Kind: "code", Text: v.code},
		para(c.t("verification_code.valid", "minutes", v.Minutes)),
	)
	if v.NoUse {
		m.add(para(c.t("verification_code.account_" + v.Purpose)))
	}
	m.add(notice(c.t("verification_code.never", "brand", c.site.Brand)))
	return m
}

// sms returns the code as a text message.
func (v VerificationCode) sms(c *composer) string {
	return c.t("verification_code.sms", "code", v.code, "brand", c.site.Brand, "minutes", v.Minutes,
		"purpose", c.t("verification_code.purpose_"+v.Purpose))
}

func (d ContactReceived) compose(c *composer) mail {
	m := c.start(d.template(), d.FirstName, "ticket", d.Ticket)
	m.add(
		para(c.t("contact_received.intro")),
		facts(row{Label: c.t("label.ticket"), Value: d.Ticket, Strong: true}),
		para(c.t("contact_received.meanwhile")),
		button(c.t("contact_received.faq"), c.page("/faq")),
	)
	return m
}

func (d SupportContact) compose(c *composer) mail {
	name := shorten(oneLine(shared.FullName(c.locale, d.FirstName, d.LastName)), 80)
	m := c.start(d.template(), "", "ticket", d.Ticket, "name", name)
	m.Greeting = ""
	m.replyTo = d.Email
	m.add(
		facts(row{Label: c.t("label.ticket"), Value: d.Ticket, Strong: true}, row{Label: c.t("label.name"), Value: name},
			row{Label: c.t("label.email"), Value: oneLine(d.Email)}, row{Label: c.t("label.orderNo"), Value: oneLine(d.OrderNo)},
			row{Label: c.t("label.receivedAt"), Value: c.time(d.ReceivedAt)}),
		block{Kind: "quote", Title: c.t("label.message"), Text: strings.ReplaceAll(d.Message, "\r\n", "\n")},
		para(c.t("support_contact.reply")),
	)
	return m
}

func (d AccountLocked) compose(c *composer) mail {
	m := c.start(d.template(), "")
	m.add(
		para(c.t("account_locked.intro")),
		facts(row{Label: c.t("label.unlocksAt"), Value: c.time(d.LockedUntil), Strong: true}),
		para(c.t("account_locked.reset")),
		button(c.t("label.resetPassword"), c.resetPage()),
		para(c.t("account_locked.ignore")),
	)
	return m
}

func (d EmailChanged) compose(c *composer) mail {
	m := c.start(d.template(), "")
	m.add(
		para(c.t("email_changed.intro")),
		facts(row{Label: c.t("label.newEmail"), Value: maskEmail(d.NewEmail)}, row{Label: c.t("label.changedAt"), Value: c.time(d.ChangedAt)}),
		notice(c.t("email_changed.notYou", "email", c.site.SupportEmail, "hotline", c.site.Hotline)),
	)
	return m
}

func (d PhoneChanged) compose(c *composer) mail {
	number := c.t("phone_changed.none")
	if d.Last4 != "" {
		number = c.t("phone_changed.ending", "last4", oneLine(d.Last4))
	}
	m := c.start(d.template(), "")
	m.add(
		para(c.t("phone_changed.intro")),
		facts(row{Label: c.t("label.newPhone"), Value: number}, row{Label: c.t("label.changedAt"), Value: c.time(d.ChangedAt)}),
		notice(c.t("phone_changed.notYou", "email", c.site.SupportEmail, "hotline", c.site.Hotline)),
		button(c.t("label.resetPassword"), c.resetPage()),
	)
	return m
}

func (d PasswordChanged) compose(c *composer) mail {
	m := c.start(d.template(), "")
	m.add(
		para(c.t("password_changed.intro")),
		facts(row{Label: c.t("label.changedAt"), Value: c.time(d.ChangedAt)}),
		notice(c.t("password_changed.notYou")),
		button(c.t("label.resetPassword"), c.resetPage()),
	)
	return m
}

func (d PointsExpiring) compose(c *composer) mail {
	points := group(uint64(d.Points))
	m := c.start(d.template(), d.FirstName, "points", points, "date", c.time(d.ExpiresAt))
	m.add(
		para(c.t("points_expiring.intro", "points", points)),
		facts(row{Label: c.t("label.points"), Value: points, Strong: true},
			row{Label: c.t("label.expiresAt"), Value: c.time(d.ExpiresAt)}),
		para(c.t("points_expiring.spend")),
		button(c.t("points_expiring.shop"), c.page("/travel-card/listing")),
	)
	return m
}

func (c *composer) resetPage() string { return c.page("/forgot-password") }
