package view

import (
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
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
		Touch: gen.TouchRules{BlockMultiTouch: t.Settings.Touch.BlockMultiTouch}, Hours: t.Settings.Support.Hours.In(locale),
		Marks: marks(t.PaymentMethods, locale), PhoneExample: t.PhoneExample(),
	}
	if l := t.Settings.Legal; l.Name != "" {
		out.Legal = l.Name + shared.In(locale, ", ", "，") + l.Address.In(locale)
	}
	if w := t.Settings.WeChat; w != nil {
		out.Wechat = &gen.WechatContact{Title: w.Title.In(locale), Description: w.Description.In(locale), QrImage: w.QRImage}
	}
	return out
}

// marks returns what payment methods are known by: of cards, those that every provider takes.
func marks(methods []string, locale string) []string {
	out := []string{}
	for _, method := range methods {
		if method == "card" {
			out = append(out, "Visa", "Mastercard")
			continue
		}
		out = append(out, shared.Text(locale, "checkout", "payment."+method, nil))
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
