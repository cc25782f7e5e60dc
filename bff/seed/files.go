package seed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"

	"github.com/roamcart/roamcart/bff/content"
)

// text is a string in both languages.
type text struct{ En, Zh string }

// money is an amount in minor units by currency.
type money map[string]int64

type tenantFile struct {
	ID             int64
	Code           string
	Hosts          []string
	Name           text
	Brand          string
	Icon           string
	WebSite        string
	Currency       string
	CurrencySymbol string
	DefaultLocale  string
	TimeZone       string
	SupportEmail   string
	Hotline        string
	CorporateURL   string
	PaymentMethods []string
	Settings       json.RawMessage
}

type menuFile struct {
	Name         text
	Icon         string
	RedirectURL  string
	RedirectType int
	Version      int
}

type destinationFile struct {
	Code    string
	Region  string
	Name    text
	Aliases []string
}

// nameFile is what a site does otherwise than all sites: the name of a destination, or the picture that it is shown by.
type nameFile struct {
	Tenant int64
	Lang   string
	Code   string
	Name   string
	Symbol string
}

type groupFile struct {
	Code  string
	Name  text
	Intro text
}

type productFile struct {
	GoodsID      string
	Group        string
	Name         text
	Destinations []string
	Data         struct {
		MB             int64
		Per            string
		SpeedAfterKbps int
	}
	Days  int
	Voice struct {
		Minutes   int
		Unlimited bool
	}
	Prices         money
	SimTypes       []string
	NetworkType    string
	Activation     string
	UseWithinDays  int
	DayRule        string
	DayZone        string
	Hotspot        string
	RealName       []string
	ContractPeriod string
	TransferNumber bool
	RefundPolicy   string
	Popularity     int
	PublishedAt    string
	NumberPool     string
	Deposit        money
	// Carrier delivers the eSIMs; empty means they are imported.
	Carrier string
}

type stockFile struct {
	SMDP    string
	APN     string
	Tenants []struct {
		Tenant   int64
		Physical int
		ESIM     int
		Issuer   string
	}
}

type numberFile struct {
	GoodsID string
	Prefix  string
	Digits  int
	First   int
	Step    int
	Count   int
	Special []struct {
		Tail string
		Fee  money
	}
}

type shippingFile struct {
	Tenant    int64
	Zone      string
	Countries []string
	Methods   []struct {
		Code    string
		Name    text
		Amount  int64
		DaysMin int
		DaysMax int
		// TrackingURL is where the carrier shows where a parcel is, with {number} in place of the parcel's; it may be left out.
		TrackingURL string
	}
}

type taxFile struct {
	Tenant  int64
	Country string
	State   string
	RatePpm int
}

type promoFile struct {
	Code           string
	Kind           string
	Value          money
	Group          string
	MinSubtotal    money
	StartsAt       string
	EndsAt         string
	MaxUses        int
	MaxPerCustomer int
	Used           int
	// GrantOn is empty for a code that everybody may use.
	GrantOn string
}

type rewardFile struct {
	ReferralDiscount    money
	ReferralMinSubtotal money
	ReferrerPoints      int64
	FriendPoints        int64
	PendingDays         int
	PointDays           int
}

type regimeFile struct {
	Regime    string
	Documents []string
	Quota     int
	MinAge    int
	Needed    string
	Who       string
	LocalName bool
	Text      text
}

type deviceFile struct {
	Brand      string
	BrandZh    string
	Platform   string
	Model      string
	ModelZh    string
	ESIM       string
	Active     int
	Note       text
	Exceptions []struct {
		SoldIn []string `json:"soldIn"`
		ESIM   bool     `json:"esim"`
		Varies bool     `json:"varies,omitempty"`
		Note   struct {
			En string `json:"en"`
			Zh string `json:"zh"`
		} `json:"note"`
	}
}

// files is the whole seed, read.
type files struct {
	Tenants      []tenantFile
	Menus        []menuFile
	Destinations []destinationFile
	Names        []nameFile
	Groups       []groupFile
	Products     []productFile
	Stock        stockFile
	Numbers      []numberFile
	Shipping     []shippingFile
	Taxes        []taxFile
	Promos       []promoFile
	Rewards      rewardFile
	Regimes      []regimeFile
	Devices      []deviceFile
	// Descriptions are by language, then by goods id.
	Descriptions map[string]map[string]string
	Content      content.Tree
}

func (f files) tenantIDs() []int64 {
	var ids []int64
	for _, t := range f.Tenants {
		ids = append(ids, t.ID)
	}
	return ids
}

// carriers returns who makes a product's eSIMs when they are sold, by goods id, for products whose eSIMs are not imported.
func (f files) carriers() map[string]string {
	out := map[string]string{}
	for _, p := range f.Products {
		if p.Carrier != "" {
			out[p.GoodsID] = p.Carrier
		}
	}
	return out
}

// read parses every file. An unknown field is an error, so that a misspelt one is not silently lost.
func read(from fs.FS) (files, error) {
	var f files
	en, zh := map[string]string{}, map[string]string{}
	f.Descriptions = map[string]map[string]string{"en": en, "zh": zh}
	for name, into := range map[string]any{
		"tenants.json": &f.Tenants, "menus.json": &f.Menus, "destinations.json": &f.Destinations, "names.json": &f.Names, "groups.json": &f.Groups,
		"products.json": &f.Products, "stock.json": &f.Stock, "numbers.json": &f.Numbers, "shipping.json": &f.Shipping,
		"taxes.json": &f.Taxes, "promos.json": &f.Promos, "rewards.json": &f.Rewards, "devices.json": &f.Devices,
		"regimes.json":         &f.Regimes,
		"descriptions.en.json": &en, "descriptions.zh.json": &zh,
	} {
		b, err := fs.ReadFile(from, name)
		if err != nil {
			return files{}, err
		}
		d := json.NewDecoder(bytes.NewReader(b))
		d.DisallowUnknownFields()
		if err := d.Decode(into); err != nil {
			return files{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	var err error
	f.Content, err = content.ParseTree(from, "content")
	return f, err
}
