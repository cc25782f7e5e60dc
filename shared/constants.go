package shared

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

//go:embed constants.json
var constantsJSON []byte

// Constants returns the numbers of constants.json. The value is the same on every call; callers do not change its
// slices and maps.
var Constants = sync.OnceValue(func() Numbers {
	var n Numbers
	decoder := json.NewDecoder(bytes.NewReader(constantsJSON))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&n); err != nil {
		// The file is part of the program: a test keeps it readable.
		panic("shared/constants.json: " + err.Error())
	}
	return n
})

// Numbers are the business constants and limits of the shop. A name ends in its unit. Those that tests need short
// have an environment variable, which the configuration reads.
type Numbers struct {
	// PaymentWindowSeconds is how long an order waits for its payment.
	PaymentWindowSeconds int `json:"paymentWindowSeconds"`
	PasswordMinLength    int `json:"passwordMinLength"`
	PasswordMaxLength    int `json:"passwordMaxLength"`
	// LoginMaxFailures is the failure that locks a login until the next day.
	LoginMaxFailures    int `json:"loginMaxFailures"`
	CodeDigits          int `json:"codeDigits"`
	CodeResendSeconds   int `json:"codeResendSeconds"`
	CodeValiditySeconds int `json:"codeValiditySeconds"`
	// CodeMaxTries is how often a code may be tried before it is void.
	CodeMaxTries int `json:"codeMaxTries"`
	// TrackSessionSeconds is how long a browser may read an order that it has looked up.
	TrackSessionSeconds int `json:"trackSessionSeconds"`
	// NumberHoldSeconds is how long a picked number is kept for a cart.
	NumberHoldSeconds int `json:"numberHoldSeconds"`
	// IdempotencyKeepSeconds is how long the first answer to an Idempotency-Key is kept.
	IdempotencyKeepSeconds int    `json:"idempotencyKeepSeconds"`
	EsimsPerPhone          int    `json:"esimsPerPhone"`
	EsimsActiveAtOnce      int    `json:"esimsActiveAtOnce"`
	EsimMinIosVersion      string `json:"esimMinIosVersion"`
	OrderPeriod30dDays     int    `json:"orderPeriod30dDays"`
	OrderPeriod6mMonths    int    `json:"orderPeriod6mMonths"`
	OrderPeriod1yMonths    int    `json:"orderPeriod1yMonths"`
	CartQuantityMax        int    `json:"cartQuantityMax"`
	// CartCountCap is the largest count the header shows; more is shown with a plus.
	CartCountCap int `json:"cartCountCap"`
	// CartCountDefault is the initial value of the client state key only.
	CartCountDefault       int `json:"cartCountDefault"`
	ContactMessageMaxChars int `json:"contactMessageMaxChars"`
	PageSizeDefault        int `json:"pageSizeDefault"`
	PageSizeMax            int `json:"pageSizeMax"`
	SortDefault            int `json:"sortDefault"`
	// PointsPerCurrencyUnit is how many points pay for one unit of currency.
	PointsPerCurrencyUnit   int `json:"pointsPerCurrencyUnit"`
	PointsEarnedPerUnitPaid int `json:"pointsEarnedPerUnitPaid"`
	// PointsNoticeDays are how long before points expire their owner is notified, the longest first.
	PointsNoticeDays []int `json:"pointsNoticeDays"`
	// MinimumCharge is the least that the payment provider takes, in minor units by currency.
	MinimumCharge map[string]int64 `json:"minimumCharge"`
	// CurrencySymbols are currency signs; CurrencySymbol knows what stands for a currency that has none.
	CurrencySymbols         map[string]string `json:"currencySymbols"`
	Locales                 []string          `json:"locales"`
	LangIDs                 map[string]int    `json:"langIds"`
	Langs                   map[string]string `json:"langs"`
	HTMLLangs               map[string]string `json:"htmlLangs"`
	DefaultLangID           int               `json:"defaultLangId"`
	DefaultTenantID         int               `json:"defaultTenantId"`
	ApplicationID           int               `json:"applicationId"`
	DefaultCurrencySymbol   string            `json:"defaultCurrencySymbol"`
	LocaleCookieDays        int               `json:"localeCookieDays"`
	BodyMaxBytes            int               `json:"bodyMaxBytes"`
	WebhookBodyMaxBytes     int               `json:"webhookBodyMaxBytes"`
	WebhookToleranceSeconds int               `json:"webhookToleranceSeconds"`
	// EnvelopeWindowSeconds is how far a sealed body's stamp may be from the server's clock.
	EnvelopeWindowSeconds int `json:"envelopeWindowSeconds"`
	EnvelopeKeyBytes      int `json:"envelopeKeyBytes"`
	RsaDefaultBits        int `json:"rsaDefaultBits"`
	RsaMinBits            int `json:"rsaMinBits"`
	RsaMaxBits            int `json:"rsaMaxBits"`
	// SandboxRateLimitFactor widens per-IP limits under the sandbox provider.
	SandboxRateLimitFactor int   `json:"sandboxRateLimitFactor"`
	RetryStatuses          []int `json:"retryStatuses"`
	RetryGetTimes          int   `json:"retryGetTimes"`
	RetryWriteTimes        int   `json:"retryWriteTimes"`
	PreloadMaxPending      int   `json:"preloadMaxPending"`
	// ReloadGuardMs is the time within which a path reloads at most once for a new build.
	ReloadGuardMs int `json:"reloadGuardMs"`
	// AssetsKeptDays is how long the files of a build that nobody serves any more are kept.
	AssetsKeptDays       int `json:"assetsKeptDays"`
	MobileMaxWidthPx     int `json:"mobileMaxWidthPx"`
	SmallPhoneMaxWidthPx int `json:"smallPhoneMaxWidthPx"`
	HeaderFixMinWidthPx  int `json:"headerFixMinWidthPx"`
	// HeaderFixScrollPx is the scroll after which a wide page's header is fixed.
	HeaderFixScrollPx  int `json:"headerFixScrollPx"`
	HeaderFixPaddingPx int `json:"headerFixPaddingPx"`
	// PlansErrorMarginMobilePx is the error page's bottom margin on the plans order page.
	PlansErrorMarginMobilePx  int `json:"plansErrorMarginMobilePx"`
	PlansErrorMarginDesktopPx int `json:"plansErrorMarginDesktopPx"`
	DialogWidthPx             int `json:"dialogWidthPx"`
	OverlayHideDelayMs        int `json:"overlayHideDelayMs"`
	ToastMs                   int `json:"toastMs"`
	NotificationMs            int `json:"notificationMs"`
	// LogoutMessageMs is how long the message after a logout is shown.
	LogoutMessageMs int `json:"logoutMessageMs"`
	DoubleTapMs     int `json:"doubleTapMs"`
}

// CurrencySymbol returns what the shop writes before an amount of a currency: its sign, or else its code and a no-break space.
func CurrencySymbol(currency string) string {
	currency = strings.ToUpper(currency)
	if sign, ok := Constants().CurrencySymbols[currency]; ok {
		return sign
	}
	return currency + "\u00a0"
}
