package notify

func (d StaffInvitation) compose(c *composer) mail {
	m := c.start(d.template(), "", "brand", c.site.Brand)
	m.add(
		para(c.t("staff_invitation.intro", "brand", c.site.Brand, "role", c.t("staff_invitation.role_"+d.Role))),
		button(c.t("staff_invitation.accept"), d.link),
		facts(row{Label: c.t("staff_invitation.until"), Value: c.time(d.ExpiresAt), Strong: true}),
		notice(c.t("staff_invitation.ignore")),
	)
	return m
}

func (d StaffNotice) compose(c *composer) mail {
	m := c.start(d.template(), "")
	m.add(
		para(c.t("staff_notice."+d.Event)),
		facts(row{Label: c.t("staff_notice.at"), Value: c.time(d.At)}, row{Label: c.t("staff_notice.device"), Value: oneLine(d.Device)},
			row{Label: c.t("staff_notice.address"), Value: oneLine(d.Address)}),
		notice(c.t("staff_notice.notYou")),
		button(c.t("staff_notice.look"), d.Studio),
	)
	return m
}
