package catalog

import (
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/catalog/naming"
)

// Goods is something the shop sells, in one language.
type Goods struct {
	// ID is the slug in the product's path, such as jp-3g-7.
	ID          string
	Group       string
	Name        string
	Description string
	Image       string
	// Price of one unit, in minor units of Currency.
	Price    int64
	Currency string
	// SimTypes are esim, physical or both.
	SimTypes     []string
	Destinations []Place
	Data         Data
	// Days of validity.
	Days  int
	Voice Voice
	// NetworkType is 4G or 5G.
	NetworkType string
	// ContractPeriod is 30d (one month, nothing follows), 6m, 12m or 24m; empty for a prepaid plan.
	ContractPeriod string
	// Deposit is due with the first month of a contract, in minor units.
	Deposit        int64
	TransferNumber bool
	// LocalNumber says that the shopper picks a number (see Service.Numbers).
	LocalNumber bool
	// Activation is what starts the validity: first_network, install, date or registration.
	Activation string
	// UseWithinDays is how many days after the purchase it has to be activated.
	UseWithinDays int
	// DayRule is rolling_24h or calendar_day; DayZone is the zone whose midnight ends a calendar day.
	DayRule, DayZone string
	// Hotspot is yes, no, or the GB that may be shared.
	Hotspot      string
	RefundPolicy string
	// RealName are the codes of the regimes under which it has to be registered.
	RealName []string
	// RealNamePlaces is what the site calls the places of these regimes, in their order; nil where it calls all of them as all sites do.
	RealNamePlaces []string
	// Available says that at least one SIM type can be bought.
	Available   bool
	Popularity  int
	PublishedAt time.Time
	UpdatedAt   time.Time
}

// Covers reports whether the goods work in the destination.
func (g *Goods) Covers(code string) bool {
	for _, d := range g.Destinations {
		if d.Code == code {
			return true
		}
	}
	return false
}

// Data is the allowance.
type Data struct {
	// MB at full speed per Per; 1 GB is 1024 MB.
	MB int64
	// Per is total or day.
	Per       string
	Unlimited bool
	// SpeedAfterKbps is the speed once MB are used; 0 means that data stops.
	SpeedAfterKbps int
}

// Voice is the calls that are included.
type Voice struct {
	Minutes   int
	Unlimited bool
}

// Any reports whether calls are included at all.
func (v Voice) Any() bool { return v.Unlimited || v.Minutes > 0 }

// Place is a destination by name.
type Place struct{ Code, Name string }

// Destination is a country or region with how many goods cover it.
type Destination struct {
	Code, Name, Region string
	// Flag is the path of its picture, an SVG: a flag or a neutral tile.
	Flag  string
	Goods int
}

// Group is a group of plans, such as a region.
type Group struct {
	Code, Name, Intro, Image string
	Goods                    int
}

// Tile is a destination with the price of its cheapest plan.
type Tile struct {
	Code, Name, Flag string
	// FromPrice is in minor units of Currency.
	FromPrice int64
	Currency  string
	// Path is the page of the destination, without a language.
	Path string
}

// Option is a SIM type in which goods can be bought.
type Option struct {
	SimType     string
	Available   bool
	MaxQuantity int
}

// Detail is what a product's page shows.
type Detail struct {
	Goods    Goods
	Options  []Option
	Coverage []Destination
	Related  []Goods
}

// Number is a phone number a shopper may pick.
type Number struct {
	ID int64
	// Number is in E.164.
	Number string
	// Fee is the selection fee, in minor units of Currency; 0 for an ordinary number.
	Fee      int64
	Currency string
}

// flag is the path of the picture that stands for a destination: its flag, or the tile that is the same for all.
func (v *view) flag(code string) string {
	name := strings.ToLower(code)
	if slices.Contains(v.tiles, code) {
		name = naming.Tile
	}
	return "/assets/flags/" + name + ".svg"
}
