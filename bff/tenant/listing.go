package tenant

import (
	"net"
	"strings"
)

// Menus returns the entries of the header for a kind of user (1: shoppers), in lang. Never nil.
func (t Tenant) Menus(lang string, userType int) []Menu {
	out := []Menu{}
	for _, m := range t.menus {
		if m.UserType == userType {
			out = append(out, Menu{
				Name: Text{En: m.NameEn, Zh: m.NameZh}.In(lang), Icon: m.Icon, RedirectURL: localised(m.RedirectURL, lang),
				RedirectType: m.RedirectType, Version: m.Version,
			})
		}
	}
	return out
}

// Words are those of the home page that staff have written for the site, in lang, by their keys; nil for none.
func (t Tenant) Words(lang string) map[string]string {
	var out map[string]string
	for key, text := range t.words {
		if out == nil {
			out = map[string]string{}
		}
		out[key] = text.In(lang)
	}
	return out
}

// Campaign returns the text of the site's banner in lang and where it leads, both "" for none or one that is not shown now.
func (t Tenant) Campaign(lang string) (text, href string) {
	if t.banner == nil || !t.bannerTimes.Shows || t.banner.Text.In(lang) == "" {
		return "", ""
	}
	return t.banner.Text.In(lang), localised(t.banner.Link, lang)
}

// Sites lists every site in lang, for a request that came by proto ("https") to host ("localhost:8080"): sites without
// an address of their own are found at their first host and the same port. The address leads to the site's root; sites that
// have neither are left out.
func (r *Registry) Sites(lang, proto, host string) []Site {
	port := ""
	if _, p, err := net.SplitHostPort(host); err == nil {
		port = ":" + p
	}
	out := []Site{}
	for _, t := range r.now.Load().all {
		if !t.found() {
			continue
		}
		s := Site{TenantID: t.ID, Name: t.Name.In(lang), Icon: t.Icon, WebSite: t.WebSite}
		if s.WebSite == "" {
			s.WebSite = proto + "://" + t.Hosts[0] + port + "/"
		}
		out = append(out, s)
	}
	return out
}

// localised puts the language before a path of the shop; other addresses stay as they are.
func localised(url, lang string) string {
	if strings.HasPrefix(url, "/") && !strings.HasPrefix(url, "//") {
		return "/" + lang + url
	}
	return url
}
