package staff

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Deps are the dependencies of a Service.
type Deps struct {
	DB     *pg.DB
	Clock  clock.Clock
	Queue  *jobs.Queue
	Box    *secret.Box
	Prints *secret.Fingerprinter
	// Site is the shop that mails to staff speak for.
	Site int64
	// Address is where the Studio is found, for links in mails: https://shop.example.com/studio.
	Address string
}

// Service keeps members of staff. It is safe for concurrent use.
type Service struct{ Deps }

// New returns a service.
func New(d Deps) *Service { return &Service{d} }

// Request is what of a request the rules need.
type Request struct {
	// Host is the host without its port, which passkeys belong to; Origin is what the browser calls the Studio's origin, such as
	// https://shop.example.com.
	Host, Origin string
	// Device is what the browser calls itself, Address where it is.
	Device, Address string
	Locale          string
	RequestID       string
}

// Locales are the languages of the Studio.
var Locales = []string{"en", "zh"}

const (
	maxName   = 80
	maxDevice = 200
)

// entry is a line of the audit log.
type entry struct {
	Subject          int64
	Action, From, To string
	Detail           map[string]any
}

// audit writes what was done, in the transaction in which it was.
func (s *Service) audit(tx *pg.Tx, by audit.By, e entry) error {
	if e.Detail == nil {
		e.Detail = map[string]any{}
	}
	return pg.Exec(tx, "audit "+e.Action, `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
		values (0, ?, ?, 'staff', ?, ?, ?, ?, ?, ?)`,
		s.Clock.Now(), by.Actor, strconv.FormatInt(e.Subject, 10), e.Action, e.From, e.To, pg.AsJSON(e.Detail), by.RequestID)
}

// sendMail sends a mail to a member; key names the event.
func (s *Service) sendMail(ctx context.Context, tx *pg.Tx, m Member, key string, data notify.Data) error {
	return notify.Send(ctx, tx, s.Queue, notify.Note{
		TenantID: s.Site, Key: fmt.Sprintf("staff:%d:%s", m.ID, key), To: m.Email, Locale: m.Locale, Data: data, At: s.Clock.Now(),
	})
}

// newSecret returns 256 random bits as text, and what is kept of them.
func newSecret() (text string, hash pg.Bytes) {
	var raw [32]byte
	_, _ = rand.Read(raw[:])
	text = base64.RawURLEncoding.EncodeToString(raw[:])
	return text, hashOf(text)
}

func hashOf(text string) pg.Bytes {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// checkName returns a name without what is not seen, and notes what is wrong with it.
func checkName(bad fault.Form, name string) string {
	name = input.Line(name)
	bad.Required("name", name, "name_required", maxName)
	return name
}

func checkEmail(bad fault.Form, typed string) string {
	email, ok := account.NormalEmail(typed)
	bad.Correct("email", typed, "email", ok)
	return email
}

func checkChoices(bad fault.Form, role Role, locale string) {
	if !role.Known() {
		bad["role"] = "invalid_value"
	}
	if !slices.Contains(Locales, locale) {
		bad["locale"] = "invalid_value"
	}
}

// shortened is what is kept of what a browser calls itself.
func shortened(device string) string {
	device = input.Line(device)
	for utf8.RuneCountInString(device) > maxDevice {
		device = string([]rune(device)[:maxDevice])
	}
	return device
}

// sameMinute names the minute of an event in the key of a mail, so that a burst of them is one mail.
func sameMinute(t time.Time) string { return strconv.FormatInt(t.Unix()/60, 10) }
