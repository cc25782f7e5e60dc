package tenant

// Entry is an entry of a menu for shoppers.
type Entry struct {
	Name Text
	Icon string
	// Link is a path of the shop without a language, or an absolute address.
	Link                 string
	NewTab, WithLanguage bool
}

// WithMenu returns the site with another menu for shoppers.
func (t Tenant) WithMenu(list []Entry) Tenant {
	t.menus = nil
	for _, e := range list {
		row := menuRow{UserType: 1, NameEn: e.Name.En, NameZh: e.Name.Zh, Icon: e.Icon, RedirectURL: e.Link}
		if e.NewTab {
			row.RedirectType = 1
		}
		if e.WithLanguage {
			row.Version = 1
		}
		t.menus = append(t.menus, row)
	}
	return t
}

// WithWords returns the site with other words of its home page, by their keys.
func (t Tenant) WithWords(words map[string]Text) Tenant {
	t.words = words
	return t
}

// WithBanner returns the site with another banner, which is shown.
func (t Tenant) WithBanner(b Banner) Tenant {
	t.banner, t.bannerTimes = &b, times{Shows: true}
	return t
}
