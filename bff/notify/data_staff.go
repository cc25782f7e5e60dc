package notify

import (
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

// StaffInvitation invites somebody to the Studio. It is made by NewStaffInvitation, so that the link waits sealed.
type StaffInvitation struct {
	// Role is what the person is invited as: admin, publisher, editor, merchandiser or support.
	Role      string    `json:"role"`
	Sealed    []byte    `json:"sealed"`
	ExpiresAt time.Time `json:"expiresAt"`

	link string
}

const invitationPurpose = "notify.staff_invitation"

// NewStaffInvitation seals the link that accepts an invitation until expiresAt.
func NewStaffInvitation(box *secret.Box, link, role string, expiresAt time.Time) (StaffInvitation, error) {
	sealed, err := box.Seal(invitationPurpose, []byte(link))
	if err != nil {
		return StaffInvitation{}, fmt.Errorf("seal an invitation: %w", err)
	}
	return StaffInvitation{Role: role, Sealed: sealed, ExpiresAt: expiresAt}, nil
}

// open returns a copy that knows its link.
func (d StaffInvitation) open(box *secret.Box) (Data, error) {
	link, err := box.Open(invitationPurpose, d.Sealed)
	if err != nil {
		return nil, permanent("open an invitation: %w", err)
	}
	d.link = string(link)
	return d, nil
}

// expired reports whether the invitation is of no use any more.
func (d StaffInvitation) expired(now time.Time) bool { return !now.Before(d.ExpiresAt) }

// The events of a StaffNotice.
const (
	StaffLoginByCode    = "login_by_code"
	StaffPasskeyAdded   = "passkey_added"
	StaffPasskeyRemoved = "passkey_removed"
)

// StaffNotice notifies a member of staff of something that concerns the safety of the login to the Studio.
type StaffNotice struct {
	Event string    `json:"event"`
	At    time.Time `json:"at"`
	// Device is what the browser called itself, Address where it was.
	Device  string `json:"device,omitempty"`
	Address string `json:"address,omitempty"`
	// Studio is the page where the member sees passkeys and sessions.
	Studio string `json:"studio"`
}

func (StaffInvitation) template() string { return "staff_invitation" }
func (StaffNotice) template() string     { return "staff_notice" }
