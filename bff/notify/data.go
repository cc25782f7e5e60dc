package notify

import (
	"encoding/json"
	"time"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Data is what a template needs to know; the types of this package are all there are.
type Data interface {
	// template names the template.
	template() string
	compose(c *composer) mail
}

// sealedData carries something sealed; open returns the data with it open.
type sealedData interface {
	open(box *secret.Box) (Data, error)
}

// expiringData is not worth sending after a while.
type expiringData interface {
	expired(now time.Time) bool
}

// Templates returns the names of all templates.
func Templates() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

type kind struct {
	name   string
	decode func(raw []byte) (Data, error)
}

var kinds = []kind{
	of[OrderPlaced](), of[OrderReminder](), of[OrderPaid](), of[OrderDelayed](), of[ESIMDelivered](), of[ESIMReissued](), of[ESIMNotReissued](), of[OrderCancelled](), of[OrderRefunded](),
	of[OrderGivenBack](),
	of[RefundAsked](), of[RefundRefused](), of[OrderShipped](), of[OrderEmailChanged](),
	of[VerificationCode](), of[ContactReceived](), of[SupportContact](), of[AccountLocked](), of[EmailChanged](),
	of[PhoneChanged](), of[PasswordChanged](), of[PointsExpiring](), of[PlanLow](), of[PlanUsedUp](), of[PlanExpiring](),
	of[RegistrationRejected](), of[RegistrationApproved](), of[ReviewAsked](),
	of[StaffInvitation](), of[StaffNotice](),
}

func of[T Data]() kind {
	var zero T
	return kind{name: zero.template(), decode: func(raw []byte) (Data, error) {
		var d T
		if err := json.Unmarshal(raw, &d); err != nil {
			return nil, permanent("data of a %s note: %w", d.template(), err)
		}
		return d, nil
	}}
}

func decode(template string, raw []byte) (Data, error) {
	for _, k := range kinds {
		if k.name == template {
			return k.decode(raw)
		}
	}
	return nil, permanent("no template %q", template)
}
