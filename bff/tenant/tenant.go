package tenant

import (
	"time"

	"github.com/roamcart/roamcart/bff/platform/dial"
)

// Text is a string in the languages of the shop.
type Text struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

// In returns the text in lang; English for a language the shop does not speak.
func (t Text) In(lang string) string {
	if lang == "zh" {
		return t.Zh
	}
	return t.En
}

// Tenant is a regional site.
type Tenant struct {
	ID    int64
	Code  string
	Hosts []string
	Name  Text
	// Brand is what the shopper sees as the shop's name.
	Brand string
	// Icon is the path of a picture.
	Icon string
	// WebSite is the site's address; empty when it is where its first host answers.
	WebSite        string
	Currency       string
	CurrencySymbol string
	DefaultLocale  string
	// TimeZone is an IANA name; Location is the same, loaded.
	TimeZone     string
	Location     *time.Location
	SupportEmail string
	Hotline      string
	CorporateURL string
	// PaymentMethods are those the site offers, in order: card, wechat_pay, alipay.
	PaymentMethods []string
	Settings       Settings
	// Hidden says that staff have made the site and not opened it yet: it has no host.
	Hidden bool
	menus  []menuRow
	words  map[string]Text
	banner *Banner
	// bannerTimes are zero without a banner.
	bannerTimes times
}

// Banner is what a site says above its home page while a campaign runs.
type Banner struct {
	Text Text `json:"text"`
	// Link is a path of the shop without a language, or an absolute address.
	Link string `json:"link"`
	// From and Until are when it is shown, as dates and times by the clocks of the site, "2026-12-01T00:00"; "" for always.
	From  string `json:"from,omitempty"`
	Until string `json:"until,omitempty"`
}

// times are when a banner is shown, nil for always, and whether it is.
type times struct {
	StartsAt *time.Time `json:"starts_at"`
	EndsAt   *time.Time `json:"ends_at"`
	Shows    bool       `json:"shows"`
}

// BannerDue reports whether the site's banner is shown and should not be at a time, or the other way round.
func (t Tenant) BannerDue(now time.Time) bool {
	if t.banner == nil {
		return false
	}
	started := t.bannerTimes.StartsAt == nil || !now.Before(*t.bannerTimes.StartsAt)
	ended := t.bannerTimes.EndsAt != nil && !now.Before(*t.bannerTimes.EndsAt)
	return t.bannerTimes.Shows != (started && !ended)
}

// found reports whether the site has an address at which somebody finds it.
func (t Tenant) found() bool { return t.WebSite != "" || len(t.Hosts) > 0 }

// Settings are the switches of a site.
type Settings struct {
	Touch struct {
		// BlockMultiTouch turns off double tap and multi-touch.
		BlockMultiTouch bool `json:"blockMultiTouch"`
	} `json:"touch"`
	// WeChat is the dialog of the footer; nil when the site has none.
	WeChat *WeChat `json:"wechat"`
	// Support says when somebody answers, Legal who sells; empty texts when the site does not say.
	Support struct {
		// Hours are days, times and their time zone.
		Hours Text `json:"hours"`
	} `json:"support"`
	Legal Legal `json:"legal"`
	// SMSCountries are those to whose numbers codes go by text message, nil for the countries that the site sells and ships to.
	SMSCountries []string `json:"smsCountries"`
	// PhoneCountry (ISO 3166-1) is the one whose phone numbers shoppers type as they are written within it; "" on a site that is no
	// country's, where each number needs its country code.
	PhoneCountry string `json:"phoneCountry"`
}

// PhoneExample is a phone number to show shoppers of the site how one is typed: of the site's country, or of that of its hotline.
func (t Tenant) PhoneExample() string { return dial.Example(t.Settings.PhoneCountry, t.Hotline) }

// Legal is the company that sells on a site.
type Legal struct {
	// Name is as it is registered, in no language.
	Name    string `json:"name"`
	Address Text   `json:"address"`
}

// WeChat is what the dialog of the footer shows.
type WeChat struct {
	Title       Text   `json:"title"`
	Description Text   `json:"description"`
	QRImage     string `json:"qrImage"`
}

// Menu is an entry of the header.
type Menu struct {
	Name, Icon string
	// RedirectURL is a path of the shop with its language, or an absolute address.
	RedirectURL string
	// RedirectType 1 opens a new tab.
	RedirectType int
	// Version 1 asks for the language id as the query parameter langId.
	Version int
}

// Site is an entry of the list of regional sites.
type Site struct {
	TenantID            int64
	Name, Icon, WebSite string
}
