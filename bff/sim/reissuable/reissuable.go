// Package reissuable holds the rule for which SIMs can get a new profile. It reads nothing and writes nothing.
package reissuable

import (
	"slices"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
)

// MaxReissues is how many new profiles a SIM gets.
const MaxReissues = 2

// SIM is what the rule looks at.
type SIM struct {
	ESIM    bool
	Profile carrier.Profile
	// Used says that a phone has found a network with the profile.
	Used bool
	// Over says that the SIM was retired, revoked or erased.
	Over bool
	// Plans is how many plans it has, Left how many of them have not ended.
	Plans, Left int
	// Issued is how many new profiles it got.
	Issued int
	// Status is the order's, and Refunded says that the line's money went back.
	Status         order.Status
	Refunded       bool
	Held, Disputed bool
	// Refused says that its carrier refused a new profile since the profile has been as it is.
	Refused bool
}

// Keys of the errors that say why a SIM gets no new profile.
const (
	Card             = "reissue_card"
	Over             = "reissue_over"
	Order            = "reissue_order"
	OnPhone          = "reissue_on_phone"
	Unclear          = "reissue_unclear"
	TooOften         = "reissue_limit"
	RefusedByCarrier = "reissue_refused"
)

// settled are the states of an order whose SIMs are paid for, and of which no money is about to go back.
var settled = []order.Status{order.Processing, order.Shipped, order.Completed, order.PartiallyRefunded}

// Why says why a SIM gets no new profile: a key of the errors, "" when it can have one.
func (s SIM) Why() string {
	switch {
	case !s.ESIM:
		return Card
	case s.Refunded, s.Held, s.Disputed, !slices.Contains(settled, s.Status):
		return Order
	case s.Over, s.Plans > 0 && s.Left == 0:
		return Over
	}
	switch s.Profile {
	case carrier.ProfileDeleted:
	case carrier.ProfileAvailable, carrier.ProfileAllocated, carrier.ProfileLinked, carrier.ProfileConfirmed, carrier.ProfileReleased:
		if s.Used {
			return OnPhone
		}
	case carrier.ProfileDownloaded, carrier.ProfileInstalled, carrier.ProfileEnabled, carrier.ProfileDisabled:
		return OnPhone
	default:
		return Unclear
	}
	switch {
	case s.Issued >= MaxReissues:
		return TooOften
	case s.Refused:
		return RefusedByCarrier
	}
	return ""
}

// final are the refusals of a carrier that asking again does not change.
var final = []carrier.Class{
	carrier.ReissueNotAllowed, carrier.NotSupported, carrier.NotFound, carrier.Invalid, carrier.SIMRetired, carrier.OutOfStock,
	carrier.PlanRetired, carrier.TopupNotAllowed, carrier.KycRejectedError,
}

// Final reports whether a carrier's refusal is one that asking again does not change.
func Final(refusal carrier.Class) bool { return slices.Contains(final, refusal) }

// FinalRefusals returns all refusals that are Final.
func FinalRefusals() []carrier.Class { return slices.Clone(final) }
