package staff

import (
	"context"
	"encoding/json"
	"net"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// CeremonyLife is how long the use or the making of a passkey may take.
const CeremonyLife = 5 * time.Minute

// The purposes of ceremonies. One of a purpose is of no use for another one.
const (
	purposeLogin   = "login"
	purposeInvited = "invited"
	purposeAdd     = "add"
)

// Ceremony is the use or the making of a passkey that has begun.
type Ceremony struct {
	// ID names it when it ends.
	ID string
	// Options are what the browser is asked, as WebAuthn writes them.
	Options any
}

// Answer is the response of an authenticator.
type Answer struct {
	Ceremony string `json:"ceremony"`
	// Credential is the browser's PublicKeyCredential as JSON.
	Credential json.RawMessage `json:"credential"`
}

var (
	errRefused = fault.New("staff_passkey_refused")
	errOver    = fault.New("staff_passkey_expired")
)

// relyingParty is the Studio as authenticators know it: the host of the request, and no other. Fault: staff_passkey_refused, where the
// host is no name, which passkeys need.
func relyingParty(req Request) (*webauthn.WebAuthn, error) {
	party, err := webauthn.New(&webauthn.Config{
		RPID: req.Host, RPDisplayName: "Roamcart Studio", RPOrigins: []string{req.Origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil || net.ParseIP(req.Host) != nil {
		return nil, errRefused
	}
	return party, nil
}

// begin keeps what a ceremony has to be finished with.
func (s *Service) begin(ctx context.Context, purpose string, subject int64, session *webauthn.SessionData, options any) (Ceremony, error) {
	id, hash := newSecret()
	err := pg.Exec(
		s.DB.Conn(ctx),
		"begin a ceremony",
		`insert into staff_ceremony (id_hash, purpose, subject, data, expires_at) values (?, ?, ?, ?, ?)`,
		hash,
		purpose,
		subject,
		pg.AsJSON(session),
		s.Clock.Now().Add(CeremonyLife),
	)
	return Ceremony{id, options}, err
}

// end returns what a ceremony began with and deletes it, so that no answer is taken twice, right or wrong. Fault:
// staff_passkey_expired.
func (s *Service) end(ctx context.Context, id, purpose string, subject int64) (webauthn.SessionData, error) {
	type row struct {
		Data      pg.JSON[webauthn.SessionData]
		ExpiresAt time.Time
	}
	found, err := pg.List[row](s.DB.Conn(ctx), "end a ceremony", `
		delete from staff_ceremony where id_hash = ? and purpose = ? and subject = ? returning data, expires_at`, hashOf(id), purpose, subject)
	if err != nil {
		return webauthn.SessionData{}, err
	}
	if len(found) == 0 || !s.Clock.Now().Before(found[0].ExpiresAt) {
		return webauthn.SessionData{}, errOver
	}
	return found[0].Data.V, nil
}

// keyHolder is a member as the library knows them.
type keyHolder struct {
	Member
	keys []webauthn.Credential
}

// WebAuthnID returns the member's handle.
func (k keyHolder) WebAuthnID() []byte { return k.Handle }

// WebAuthnName returns the address, by which a person recognises an account.
func (k keyHolder) WebAuthnName() string { return k.Email }

// WebAuthnDisplayName returns the member's name.
func (k keyHolder) WebAuthnDisplayName() string { return k.Name }

// WebAuthnCredentials returns the passkeys of the host.
func (k keyHolder) WebAuthnCredentials() []webauthn.Credential { return k.keys }
