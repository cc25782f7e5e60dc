package owned

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Registration is a filled-in real-name form. It holds a person's document and prints as nothing.
type Registration struct {
	// Regime is the place's code, empty for the first that the SIM needs.
	Regime         string
	DocumentType   string
	DocumentNumber string
	FirstName      string
	LastName       string
	LocalName      string
	// BirthDate and DocumentExpiry are YYYY-MM-DD; a document need not expire.
	BirthDate      string
	DocumentExpiry string
}

// String keeps the form out of logs.
func (Registration) String() string { return "owned.Registration{[secret]}" }

// GoString keeps the form out of %#v.
func (Registration) GoString() string { return "owned.Registration{[secret]}" }

// Register hands a form over to the SIM's carrier and returns where the registration stands. What is written here is that a
// form was sent, before it is: so a form whose answer was lost is looked up, and one that the carrier never got can be sent
// again under the same reference. Faults: validation_failed, sim_not_found, real_name_not_needed, real_name_under_review,
// real_name_verified, real_name_unavailable, carrier_unavailable.
func (s *Service) Register(ctx context.Context, who Owner, ref string, form Registration) (Case, error) {
	ctx = carrier.ForPage(ctx)
	sim, err := s.find(ctx, who, ref)
	if err != nil {
		return Case{}, err
	}
	regimes, err := s.Regimes(ctx, sim)
	if err != nil {
		return Case{}, err
	}
	at := slices.IndexFunc(regimes, func(r Regime) bool { return form.Regime == "" || r.Code == form.Regime })
	if at < 0 {
		return Case{}, fault.New("real_name_not_needed")
	}
	regime := regimes[at]
	if err := form.check(regime, s.Clock.Now()); err != nil {
		return Case{}, err
	}
	c, name, err := s.Profiles.Reach(ctx, sim.ID)
	if err != nil {
		return Case{}, s.carrierFault(ctx, sim, "reach carrier", err)
	}
	sent, err := s.recordForm(ctx, sim, regime.Code, form)
	if err != nil {
		return Case{}, err
	}
	answer, err := c.SubmitKyc(ctx, form.submission(name, regime.Code, sent))
	if err != nil {
		answer, err = s.refusalVerdict(ctx, c, name, sent, err)
	}
	if err != nil {
		return Case{}, s.carrierFault(ctx, sim, "submit registration", err)
	}
	if err := s.Profiles.NoteKyc(ctx, sent.ID, sent.Attempt, answer); err != nil {
		return Case{}, err
	}
	return s.caseOf(ctx, sim, regime.Code)
}

// maxName is the longest name in a form, in characters.
const maxName = 60

var documentNumber = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9()/ -]{3,29}$`)

// check trims the form and names every field that is wrong.
func (r *Registration) check(regime Regime, now time.Time) error {
	for _, text := range []*string{&r.FirstName, &r.LastName, &r.LocalName} {
		*text = input.Line(*text)
	}
	for _, text := range []*string{&r.DocumentNumber, &r.BirthDate, &r.DocumentExpiry} {
		*text = input.Plain(*text)
	}
	bad := map[string]string{}
	if !slices.Contains(regime.Documents, r.DocumentType) {
		bad["documentType"] = "document_type_invalid"
	}
	if !documentNumber.MatchString(r.DocumentNumber) {
		bad["documentNumber"] = "document_number_invalid"
	}
	for field, name := range map[string]string{"firstName": r.FirstName, "lastName": r.LastName, "localName": r.LocalName} {
		switch {
		case utf8.RuneCountInString(name) > maxName:
			bad[field] = "too_long"
		case name == "" && field == "firstName":
			bad[field] = "first_name_required"
		case name == "" && field == "lastName":
			bad[field] = "last_name_required"
		}
	}
	switch birth, err := time.Parse(time.DateOnly, r.BirthDate); {
	case err != nil || birth.After(now) || now.Year()-birth.Year() > 130:
		bad["birthDate"] = "birth_date_invalid"
	case !regime.oldEnough(birth, now):
		bad["birthDate"] = "too_young"
	}
	switch expiry, err := time.Parse(time.DateOnly, r.DocumentExpiry); {
	case r.DocumentExpiry == "":
	case err != nil:
		bad["documentExpiry"] = "date_invalid"
	case expiry.AddDate(0, 0, 1).Before(now):
		bad["documentExpiry"] = "document_expired"
	}
	if len(bad) > 0 {
		return fault.Fields(bad).WithParams(map[string]any{"age": regime.MinAge})
	}
	return nil
}

func (r Registration) submission(simRef, regime string, c Case) carrier.KycSubmission {
	return carrier.KycSubmission{
		SIMRef: simRef, Regime: regime, ClientRef: fmt.Sprintf("kyc-%d-%d", c.ID, c.Attempt), DocType: r.DocumentType,
		Fields: map[string]string{
			"documentNumber": r.DocumentNumber, "firstName": r.FirstName, "lastName": r.LastName, "localName": r.LocalName,
			"birthDate": r.BirthDate, "documentExpiry": r.DocumentExpiry,
		},
	}
}

// recordForm notes that a form is on its way, if none is and none was accepted. A form after one that was rejected is a new
// attempt; one after a form that may have been lost is the same.
func (s *Service) recordForm(ctx context.Context, sim SIM, regime string, form Registration) (Case, error) {
	var rows []Case
	err := s.DB.Conn(ctx).Raw(`
		insert into kyc_case as k (line_id, regime, state, doc_type, doc_last4, attempt, submitted_at, updated_at)
		select id, @regime, 'submitted', @type, @last4, 1, @now, @now from sim_line where id = @sim and erased_at is null for key share
		on conflict (line_id, regime) do update
		set attempt = case k.state when 'unknown' then k.attempt else k.attempt + 1 end, state = 'submitted', reason_code = '',
		    doc_type = excluded.doc_type, doc_last4 = excluded.doc_last4, submitted_at = excluded.submitted_at, updated_at = excluded.updated_at
		where k.state in ('required', 'rejected', 'expired', 'revoked', 'unknown')
		returning id, line_id, regime, state, attempt`,
		map[string]any{"sim": sim.ID, "regime": regime, "type": form.DocumentType, "last4": esim.Last4(form.DocumentNumber), "now": s.Clock.Now()}).
		Scan(&rows).Error
	if err != nil {
		return Case{}, fmt.Errorf("note registration: %w", err)
	}
	if len(rows) > 0 {
		return rows[0], nil
	}
	now, err := s.caseOf(ctx, sim, regime)
	if err == nil && now.ID == 0 { // the SIM was erased meanwhile
		err = fault.New("real_name_not_needed")
	}
	if err == nil {
		err = fault.New(map[bool]string{true: "real_name_verified", false: "real_name_under_review"}[now.RealName() == Verified])
	}
	return Case{}, err
}

// refusalVerdict returns what a carrier's refusal means: a verdict, a form that was never taken, or a question that stays open, which is
// looked up before the shopper is asked to try again.
func (s *Service) refusalVerdict(ctx context.Context, c carrier.Registrations, simRef string, sent Case, no error) (carrier.Kyc, error) {
	verdict := carrier.Kyc{State: carrier.KycRejected}
	switch carrier.ClassOf(no) {
	case carrier.KycQuota:
		verdict.ReasonCode = "quota"
		return verdict, nil
	case carrier.KycDuplicate:
		verdict.ReasonCode = "duplicate"
		return verdict, nil
	case carrier.KycRejectedError:
		verdict.ReasonCode = "other"
		return verdict, nil
	}
	if carrier.ClassOf(no) == carrier.Upstream {
		found, err := lookFormUp(ctx, c, simRef, sent.Regime)
		if err == nil && found.State != carrier.KycRequired && found.State != carrier.KycRejected {
			return found, nil
		}
	}
	verdict.State = carrier.KycUnknown
	ctx, cancel := pg.Detached(ctx)
	defer cancel()
	return carrier.Kyc{}, errors.Join(no, s.Profiles.NoteKyc(ctx, sent.ID, sent.Attempt, verdict))
}

// lookFormUp asks a carrier what became of a form, also when whoever sent it has left meanwhile: for no longer than pg.Detached gives, and
// than the call that sent the form may take, because its shopper may still wait.
func lookFormUp(ctx context.Context, c carrier.Registrations, simRef, regime string) (carrier.Kyc, error) {
	limited, cancel := pg.Detached(ctx)
	defer cancel()
	if end, ok := ctx.Deadline(); ok {
		limited, cancel = context.WithDeadline(limited, end)
		defer cancel()
	}
	return c.Kyc(limited, simRef, regime)
}

func (s *Service) caseOf(ctx context.Context, sim SIM, regime string) (Case, error) {
	one := []SIM{{ID: sim.ID}}
	err := s.addPlansAndCases(ctx, one)
	return one[0].Case(regime), err
}

// carrierFault turns a carrier's failure into the fault that a shopper receives. The error names a call and a class and nothing else.
func (s *Service) carrierFault(ctx context.Context, sim SIM, what string, err error) error {
	var no *carrier.Error
	if !errors.As(err, &no) {
		return err
	}
	s.Log.WarnContext(ctx, "carrier refused", "what", what, "line", sim.ID, "error", err)
	if no.Class == carrier.NotSupported {
		return fault.New("real_name_unavailable")
	}
	return fault.New("carrier_unavailable")
}

// verdictAfter is how old what is known of a form under review may be before the carrier is asked again.
const verdictAfter = 10 * time.Second

// refreshRegistrations asks the carrier about forms that it looks at, and reports whether something was written.
func (s *Service) refreshRegistrations(ctx context.Context, sim SIM) bool {
	for _, c := range sim.Cases {
		if c.RealName() != UnderReview || s.Clock.Now().Sub(c.UpdatedAt) < verdictAfter {
			continue
		}
		if err := s.refreshKyc(ctx, sim.ID); err != nil {
			s.Log.WarnContext(ctx, "registration not read again", "line", sim.ID, "error", err)
			return false
		}
		return true
	}
	return false
}

// refreshKyc reads the registrations of a SIM at its carrier, within detailPatience.
func (s *Service) refreshKyc(ctx context.Context, simID int64) error {
	ctx, cancel := forPage(ctx, detailPatience)
	defer cancel()
	return s.Profiles.RefreshKyc(ctx, simID)
}
