package read

import (
	"log/slog"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/review"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Reader has the modules that calls and pages show. It is safe for concurrent use.
type Reader struct {
	Clock     clock.Clock
	Sites     *tenant.Registry
	Catalog   *catalog.Service
	Content   *content.Service
	Devices   *device.Service
	Carts     *cart.Service
	Orders    *order.Service
	Payments  *payment.Service
	SIMs      *sim.Service
	OwnedSIMs *owned.Service
	Points    *reward.Service
	Accounts  *account.Service
	Reviews   *review.Service
	Log       *slog.Logger
}
