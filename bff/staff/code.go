package staff

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// The rules of login codes.
const (
	// CodeLife is how long a code is good, CodeResend how long an address waits for the next one.
	CodeLife   = 10 * time.Minute
	CodeResend = time.Minute
	// MaxTries is how often a code may be tried before it is void.
	MaxTries = 5
	// CodesPerDay is how many codes an address gets within 24 hours.
	CodesPerDay = 10
)

const codePurpose = "staff.code"

// CodeArgs asks for the mail of a code, or for nothing where the address is nobody's.
type CodeArgs struct {
	CodeID int64 `json:"codeId"`
}

// Kind names the job.
func (CodeArgs) Kind() string { return "staff_code" }

// Ticket is what the browser that asked for a code enters it with.
type Ticket struct {
	Text string
	// ExpiresIn is how long the code is good, ResendAfter how long the address waits for the next one.
	ExpiresIn, ResendAfter time.Duration
}

// SendCode makes a code for an address. It does the same whether or not the address is a member's: only the job knows. Faults:
// validation_failed, code_too_soon and code_limit, which say when.
func (s *Service) SendCode(ctx context.Context, req Request, typed string) (Ticket, error) {
	bad := fault.Form{}
	email := checkEmail(bad, typed)
	if err := bad.Err(); err != nil {
		return Ticket{}, err
	}
	subjects := s.Prints.All("staff code", 0, email)
	ticket, hash := newSecret()
	code := newCode()
	sealed, err := s.Box.Seal(codePurpose, []byte(email+"\x00"+code))
	if err != nil {
		return Ticket{}, fmt.Errorf("seal a code: %w", err)
	}
	now := s.Clock.Now()
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := pg.Exec(tx, "wait for another code", `select pg_advisory_xact_lock(hashtextextended('staff code ' || ?, 0))`, subjects[0]); err != nil {
			return err
		}
		if err := s.spend(tx, subjects, now); err != nil {
			return err
		}
		var id int64
		err := tx.Raw(`insert into staff_code (ticket_hash, subject, sealed, code_hash, locale, sent_at, expires_at)
			values (?, ?, ?, ?, ?, ?, ?) returning id`,
			hash, subjects[0], pg.Bytes(sealed), codeHash(ticket, code), req.Locale, now, now.Add(CodeLife)).Scan(&id).Error
		if err != nil {
			return fmt.Errorf("keep a code: %w", err)
		}
		return s.Queue.Enqueue(ctx, tx, jobs.Job{Args: CodeArgs{id}, MaxAttempts: 5})
	})
	if err != nil {
		return Ticket{}, err
	}
	return Ticket{ticket, CodeLife, CodeResend}, nil
}

// spend refuses a code that comes too soon after another one of the address, or after too many.
func (s *Service) spend(tx *pg.Tx, subjects []string, now time.Time) error {
	const day = 24 * time.Hour
	sent, err := pg.List[time.Time](tx, "count codes", `
		select sent_at from staff_code where subject in ? and sent_at > ? and sent_at <= ? order by sent_at desc`, subjects, now.Add(-day), now)
	switch {
	case err != nil:
		return err
	case len(sent) > 0 && now.Sub(sent[0]) < CodeResend:
		return fault.New("code_too_soon").After(CodeResend - now.Sub(sent[0]))
	case len(sent) >= CodesPerDay:
		return fault.New("code_limit").After(day - now.Sub(sent[CodesPerDay-1]))
	}
	return nil
}

// Mail writes the mail of a code, when its address is that of a member who may log in. It may run any number of times.
func (s *Service) Mail(ctx context.Context, a CodeArgs) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		type row struct {
			Sealed          []byte
			Locale          string
			SentAt, Expires time.Time
		}
		found, err := pg.List[row](tx, "find a code", `
			select sealed, locale, sent_at, expires_at as expires from staff_code where id = ? and sealed is not null for update`, a.CodeID)
		if err != nil || len(found) == 0 {
			return err
		}
		plain, err := s.Box.Open(codePurpose, found[0].Sealed)
		if err != nil {
			return fmt.Errorf("open a code: %w", err)
		}
		email, code, _ := strings.Cut(string(plain), "\x00")
		m, err := memberWhere(tx, `m.email = ? and m.disabled_at is null`, email)
		switch {
		case fault.Code(err) == errNoMember.Code:
		case err != nil:
			return err
		default:
			data, err := notify.NewVerificationCode(s.Box, code, "staff", found[0].SentAt, found[0].Expires)
			if err != nil {
				return err
			}
			m.Locale = found[0].Locale
			if err := s.sendMail(ctx, tx, m, fmt.Sprintf("code:%d", a.CodeID), data); err != nil {
				return err
			}
		}
		return pg.Exec(tx, "clear a code", `update staff_code set sealed = null where id = ?`, a.CodeID)
	})
}

// LoginWithCode logs in whoever enters the code that the ticket stands for. A member who has a passkey is notified by mail. Faults:
// code_required, code_incorrect and code_expired.
func (s *Service) LoginWithCode(ctx context.Context, req Request, ticket, code string) (LoginResult, error) {
	code = input.Joined(code)
	if code == "" {
		return LoginResult{}, fault.Fields(map[string]string{"code": "code_required"})
	}
	type row struct {
		ID       int64
		Subject  string
		CodeHash []byte
	}
	now := s.Clock.Now()
	// The try is counted by itself, so that nothing that fails afterwards gives it back.
	found, err := pg.List[row](s.DB.Conn(ctx), "count a try", `
		update staff_code set tries = tries + 1
		where ticket_hash = ? and used_at is null and expires_at > ? and tries < ? returning id, subject, code_hash`,
		hashOf(ticket), now, MaxTries)
	if err != nil {
		return LoginResult{}, err
	}
	if len(found) == 0 {
		return LoginResult{}, fault.New("code_expired")
	}
	kept := found[0]
	if !hmac.Equal(kept.CodeHash, codeHash(ticket, code)) {
		return LoginResult{}, fault.New("code_incorrect")
	}
	var out LoginResult
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		used, err := pg.Changed(tx, "use a code", `update staff_code set used_at = ? where id = ? and used_at is null`, now, kept.ID)
		if err != nil {
			return err
		}
		m, found, err := s.memberOf(tx, kept.Subject)
		if err != nil {
			return err
		}
		if !used || !found {
			return fault.New("code_expired")
		}
		if err := s.warn(ctx, tx, req, m); err != nil {
			return err
		}
		out, err = s.beginSession(tx, req, m, ByCode)
		return err
	})
	return out, err
}

// memberOf finds the member whose address has a fingerprint.
func (s *Service) memberOf(tx *pg.Tx, subject string) (m Member, found bool, err error) {
	all, err := pg.List[Member](tx, "find a member", `select `+memberColumns+` from staff_member m where m.disabled_at is null`)
	for _, one := range all {
		if slices.Contains(s.Prints.All("staff code", 0, one.Email), subject) {
			return one, true, err
		}
	}
	return Member{}, false, err
}

// warn notifies a member who has a passkey that somebody logged in without.
func (s *Service) warn(ctx context.Context, tx *pg.Tx, req Request, m Member) error {
	var passkeys int
	if err := tx.Raw(`select count(*) from staff_passkey where member_id = ?`, m.ID).Scan(&passkeys).Error; err != nil || passkeys == 0 {
		return err
	}
	return s.notice(ctx, tx, req, m, notify.StaffLoginByCode)
}

// notice notifies a member of something that concerns the safety of the member's login; of a burst of the same, once a minute.
func (s *Service) notice(ctx context.Context, tx *pg.Tx, req Request, m Member, event string) error {
	now := s.Clock.Now()
	return s.sendMail(ctx, tx, m, event+":"+sameMinute(now), notify.StaffNotice{
		Event: event, At: now, Device: shortened(req.Device), Address: req.Address, Studio: s.Address + "/account",
	})
}

// codeHash is what is kept of a code: it is good with its ticket alone, which nobody but the browser has.
func codeHash(ticket, code string) pg.Bytes { return hashOf(ticket + "\x00" + code) }

func newCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic("staff: no randomness: " + err.Error())
	}
	return fmt.Sprintf("%06d", n)
}
