package notify

import "time"

// Plan is a plan on a SIM, as its mails name it. Bytes are counted; a total of 0 is not shown.
type Plan struct {
	FirstName string `json:"firstName"`
	// OrderNo is empty for somebody who linked the SIM, whose page SIM names.
	OrderNo    string    `json:"orderNo"`
	SIM        string    `json:"sim"`
	Name       string    `json:"name"`
	ICCIDLast4 string    `json:"iccidLast4"`
	Left       int64     `json:"left"`
	Total      int64     `json:"total"`
	EndsAt     time.Time `json:"endsAt"`
}

// PlanLow says that little is left of a plan and nothing follows it.
type PlanLow struct {
	Plan Plan `json:"plan"`
}

// PlanUsedUp says that nothing is left of it.
type PlanUsedUp struct {
	Plan Plan `json:"plan"`
}

// PlanExpiring says that it ends soon.
type PlanExpiring struct {
	Plan Plan `json:"plan"`
}

// RegistrationRejected says that the real-name registration of a SIM does not stand: the operator did not approve it, or, when
// it Ended, has withdrawn it or its time is over. Reason is the code for why.
type RegistrationRejected struct {
	Plan   Plan   `json:"plan"`
	Reason string `json:"reason"`
	Ended  bool   `json:"ended,omitempty"`
}

// RegistrationApproved says that the operator has approved the real-name registration of a SIM.
type RegistrationApproved struct {
	Plan Plan `json:"plan"`
}

func (PlanLow) template() string              { return "plan_low" }
func (PlanUsedUp) template() string           { return "plan_used_up" }
func (PlanExpiring) template() string         { return "plan_expiring" }
func (RegistrationRejected) template() string { return "registration_rejected" }
func (RegistrationApproved) template() string { return "registration_approved" }

// ReviewAsked asks a buyer what a plan was like.
type ReviewAsked struct {
	FirstName string `json:"firstName"`
	OrderNo   string `json:"orderNo"`
	// Name is what the plan is called.
	Name string `json:"name"`
}

func (ReviewAsked) template() string { return "review_asked" }
