package view

import (
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Menus returns the header's menu, never nil.
func Menus(list []tenant.Menu) []gen.MenuItem {
	return each(list, func(m tenant.Menu) gen.MenuItem {
		return gen.MenuItem{MenuName: m.Name, Icon: m.Icon, RedirectUrl: m.RedirectURL, RedirectType: m.RedirectType, Version: m.Version}
	})
}

// Sites returns the regional sites, never nil.
func Sites(list []tenant.Site) []gen.Site {
	return each(list, func(s tenant.Site) gen.Site {
		return gen.Site{TenantId: id(s.TenantID), TenantName: s.Name, Icon: s.Icon, WebSite: s.WebSite}
	})
}

// Tenant returns what every page shows of its site.
func Tenant(t tenant.Tenant, locale string) gen.ShellTenant {
	out := gen.ShellTenant{
		TenantId: id(t.ID), Name: t.Brand, Icon: t.Icon, Currency: t.Currency, CurrencySymbol: t.CurrencySymbol,
		SupportEmail: t.SupportEmail, Hotline: t.Hotline, CorporateUrl: t.CorporateURL, TimeZone: t.TimeZone,
		Touch: gen.TouchRules{BlockMultiTouch: t.Settings.Touch.BlockMultiTouch},
	}
	if w := t.Settings.WeChat; w != nil {
		out.Wechat = &gen.WechatContact{Title: w.Title.In(locale), Description: w.Description.In(locale), QrImage: w.QRImage}
	}
	return out
}

// ContentPage returns a page that editors write.
func ContentPage(p content.Page) gen.ContentPage {
	return gen.ContentPage{Title: p.Title, Html: p.HTML, UpdatedAt: p.UpdatedAt, SeoTitle: p.SEOTitle, SeoDescription: p.SEODescription}
}

// FAQ returns questions and answers, never nil.
func FAQ(list []content.Answer) []gen.Faq {
	return each(list, func(a content.Answer) gen.Faq {
		return gen.Faq{Category: a.Category, Question: a.Question, AnswerHtml: a.HTML}
	})
}
