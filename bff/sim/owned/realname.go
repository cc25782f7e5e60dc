package owned

import (
	"slices"

	"github.com/roamcart/roamcart/bff/carrier"
)

// RealName is how a SIM's registration stands, in the contract's words.
type RealName string

// The states of a registration.
const (
	NotVerified RealName = "not_verified"
	UnderReview RealName = "under_review"
	Verified    RealName = "verified"
	Rejected    RealName = "rejected"
)

// RealName returns how the registration stands over all regimes that the SIM falls under: what was rejected comes first,
// then what is missing, then what is looked at.
func (sim SIM) RealName() RealName {
	var states []RealName
	for _, regime := range sim.Regimes {
		states = append(states, sim.Case(regime).RealName())
	}
	for _, s := range []RealName{Rejected, NotVerified, UnderReview} {
		if slices.Contains(states, s) {
			return s
		}
	}
	if len(states) == 0 {
		return NotVerified
	}
	return Verified
}

// RealName returns how a registration with one regime stands.
func (c Case) RealName() RealName {
	switch c.State {
	case carrier.KycApproved, carrier.KycNotRequired:
		return Verified
	case carrier.KycSubmitted, carrier.KycInReview:
		return UnderReview
	case carrier.KycRejected, carrier.KycRevoked, carrier.KycExpired:
		return Rejected
	}
	return NotVerified
}

// Open reports whether a form can be sent.
func (c Case) Open() bool { return c.RealName() == NotVerified || c.RealName() == Rejected }
