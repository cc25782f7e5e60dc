package pages

// Kind is what a page is. The contract's PageKind and the renderer's route table have the same ids.
type Kind string

// The kinds of pages.
const (
	Home           Kind = "home"
	Listing        Kind = "listing"
	Group          Kind = "group"
	Detail         Kind = "detail"
	Destination    Kind = "destination"
	Compare        Kind = "compare"
	Which          Kind = "which"
	ESIM           Kind = "esim"
	ESIMModule     Kind = "esim_module"
	Cart           Kind = "cart"
	Order          Kind = "order"
	Payment        Kind = "payment"
	Track          Kind = "track"
	OrderDetail    Kind = "order_detail"
	Install        Kind = "install"
	OrderSims      Kind = "order_sims"
	Reissue        Kind = "reissue"
	Review         Kind = "review"
	Login          Kind = "login"
	Signup         Kind = "signup"
	ForgotPassword Kind = "forgot_password"
	Account        Kind = "account"
	AccountOrders  Kind = "account_orders"
	AccountSims    Kind = "account_sims"
	AccountRewards Kind = "account_rewards"
	AccountDelete  Kind = "account_delete"
	Service        Kind = "service"
	Terms          Kind = "terms"
	FAQ            Kind = "faq"
	Contact        Kind = "contact"
	WhyUs          Kind = "why_us"
	TestPayment    Kind = "test_payment"
	TestStripe     Kind = "test_stripe"
	NotFound       Kind = "not_found"
)

// Names of the parameters in paths.
const (
	ParamGroup = "group"
	// ParamCountry is an ISO code in lower case.
	ParamCountry = "country"
	ParamGoods   = "goodsId"
	ParamOrderNo = "orderNo"
	ParamSim     = "simId"
	ParamService = "serviceName"
	ParamTerms   = "termsName"
)

// Names of the parameters that the payment provider adds to the address a shopper comes back to.
const (
	// ParamRedirectStatus says what a bank or wallet answered: succeeded, failed.
	ParamRedirectStatus = "redirect_status"
	// ParamSessionID names the provider's own page that took the payment.
	ParamSessionID = "session_id"
)

// ParamAgain is the parameter of the checkout that names an order that is placed again.
const ParamAgain = "again"

// ParamPlans is the parameter of a query that lists goods.
const ParamPlans = "plans"

// Parameters of a query with the answers of somebody who asks which plan to take.
const (
	ParamCountries = "countries"
	ParamDays      = "days"
	ParamHabits    = "habits"
)

// ParamDevice is the parameter of the install page that asks for the steps of every device, whatever asks.
const ParamDevice = "device"

// ParamPreview is the parameter of a query that holds the token of a preview.
const ParamPreview = "preview"

// Tier is how long a page's HTML may be shared.
type Tier string

// The tiers of the page cache.
const (
	// TierNone is never shared: the page is about one visitor.
	TierNone Tier = "none"
	// TierShop follows the catalogue: prices and stock.
	TierShop Tier = "shop"
	// TierContent follows what editors publish.
	TierContent Tier = "content"
)
