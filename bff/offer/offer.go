// Package offer says what can be bought right now and for how much. It is the price and stock authority of cart and
// checkout: it always reads the database, never a cache.
//
// Invariants:
//   - An offer exists only for a visible product of the tenant asked for.
//   - Free never promises more than on_hand - allocated at the time of reading; only a reservation makes it binding.
package offer

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// SIM types.
const (
	ESIM     = "esim"
	Physical = "physical"
)

// Offer is one product as it can be bought.
type Offer struct {
	GoodsID        string
	GroupCode      string
	NameEn         string
	NameZh         string
	Image          string
	Price          int64  // minor units
	ContractPeriod string // "" for prepaid, else "30d", "12m" ...
	Deposit        int64
	LocalNumber    bool
	TransferNumber bool // the shopper may bring a number along
	SimTypes       []string
	// Activation is what starts the plan: first_network, install, date or registration. A plan has to begin within
	// UseWithinDays of its purchase, 0 means whenever.
	Activation    string
	UseWithinDays int
	// Days is how long it lasts from then on.
	Days int
	// Site is the zone by whose calendar the site's customers choose dates.
	Site *time.Location
	free map[string]int64
	// numbers is how many numbers without a fee are left for who picks none; it counts where LocalNumber is true.
	numbers int64
}

// Name returns the product's name in the language.
func (o Offer) Name(locale string) string {
	return shared.In(locale, o.NameEn, o.NameZh)
}

// Sells reports whether the product comes as this SIM type.
func (o Offer) Sells(simType string) bool { return slices.Contains(o.SimTypes, simType) }

// Free returns how many can still be promised. Numbered says that the shopper has picked a number or brings one along; otherwise no
// more than there are numbers to choose from.
func (o Offer) Free(simType string, numbered bool) int64 {
	if o.LocalNumber && !numbered {
		return min(o.free[simType], o.numbers)
	}
	return o.free[simType]
}

// Monthly reports whether the product is a monthly plan, which makes checkout the plans order page.
func (o Offer) Monthly() bool { return o.ContractPeriod != "" }

// Zones returns the zone by whose calendar the customers of a site choose dates; nil for a site that it does not know.
type Zones func(tenantID int64) *time.Location

// SKU names the stock row of a product and SIM type.
func SKU(goodsID, simType string) string { return goodsID + ":" + simType }

type row struct {
	GoodsID, GroupCode, NameEn, NameZh, Image, ContractPeriod, SimTypes string
	Activation                                                          string
	Price, Deposit, FreeEsim, FreePhysical, FreeNumbers                 int64
	UseWithinDays, Days                                                 int
	LocalNumber, TransferNumber                                         bool
}

// Load reads the offers of goodsIDs in one statement; what is not offered is missing from the map.
func Load(ctx context.Context, db *gorm.DB, zones Zones, tenantID int64, goodsIDs []string) (map[string]Offer, error) {
	if len(goodsIDs) == 0 {
		return map[string]Offer{}, nil
	}
	if len(goodsIDs) == 1 {
		// A list is planned for its length each time, because the plan for any list is made for ten; this one is planned once.
		return LoadWhere(ctx, db, zones, tenantID, `p.goods_id = ?`, goodsIDs[0])
	}
	return LoadWhere(ctx, db, zones, tenantID, `p.goods_id = any(cast(? as text[]))`, pg.Array(goodsIDs))
}

//go:embed offers.sql
var offersSQL string

// LoadWhere reads the offers that meet a condition on the product p in one statement.
func LoadWhere(ctx context.Context, db *gorm.DB, zones Zones, tenantID int64, condition string, args ...any) (map[string]Offer, error) {
	site := zones(tenantID)
	if site == nil {
		return nil, fmt.Errorf("load offers: nobody knows the zone of site %d", tenantID)
	}
	rows, err := pg.List[row](db.WithContext(ctx), "load offers", offersSQL+" and ("+condition+")", append([]any{tenantID}, args...)...)
	if err != nil {
		return nil, err
	}
	offers := make(map[string]Offer, len(rows))
	for _, r := range rows {
		offers[r.GoodsID] = Offer{
			GoodsID: r.GoodsID, GroupCode: r.GroupCode, NameEn: r.NameEn, NameZh: r.NameZh, Image: r.Image, Price: r.Price,
			ContractPeriod: r.ContractPeriod, Deposit: r.Deposit, LocalNumber: r.LocalNumber, TransferNumber: r.TransferNumber,
			SimTypes: strings.Split(r.SimTypes, ","), Activation: r.Activation, UseWithinDays: r.UseWithinDays, Days: r.Days, Site: site,
			free: map[string]int64{ESIM: r.FreeEsim, Physical: r.FreePhysical}, numbers: r.FreeNumbers,
		}
	}
	return offers, nil
}
