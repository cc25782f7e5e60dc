package account

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"slices"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Purposes a code can be asked for.
var Purposes = []string{"signup", "login", "reset", "track", "change_email", "change_phone", "delete", LinkSIM}

// CustomersPurposes are those of them that only a customer has who is logged in.
var CustomersPurposes = []string{"change_email", "change_phone", "delete", LinkSIM}

// LinkSIM is the purpose of a code that proves the phone of a SIM; it is good only in the session that asked for it.
const LinkSIM = "link"

// MaxTries is how often a code may be tried before it is void. Only MaxTriesElsewhere of them are for networks other than the one where
// it was asked for: whoever tries codes of an address that is not theirs leaves its owner some.
const (
	MaxTries          = 5
	MaxTriesElsewhere = 3
)

// Codes sends and checks verification codes.
type Codes struct {
	db      *pg.DB
	clock   clock.Clock
	queue   *jobs.Queue
	box     *secret.Box
	secrets [][]byte
	rules   CodeRules
}

// NewCodes returns a service; the first of the secrets keys the hashes, and what former ones keyed is still known.
func NewCodes(db *pg.DB, c clock.Clock, queue *jobs.Queue, box *secret.Box, secrets [][]byte, rules CodeRules) *Codes {
	return &Codes{db: db, clock: c, queue: queue, box: box, secrets: secrets, rules: rules}
}

// CodeRequest says who asks for a code, and for what.
type CodeRequest struct {
	TenantID int64
	Channel  string // notify.Email or notify.SMS
	Target   string
	Purpose  string
	Locale   string
	// Session is the login that the code is for; a code that was asked for in one is good in no other. It may be empty.
	Session string
	// Network is where the caller is, an address or a network.
	Network string
}

// CodeTimes says when the next code can be requested and how long this one is valid.
type CodeTimes struct {
	ResendAfter time.Duration
	ExpiresIn   time.Duration
}

// Send makes a code and queues the message. One that seems to be sent later than in a pause from now is from before the clock
// was set back, and keeps nobody waiting. Faults: validation_failed, code_too_soon and code_limit, which say when.
func (s *Codes) Send(ctx context.Context, a CodeRequest) (CodeTimes, error) {
	target, err := Target(a.Channel, a.Target)
	if err != nil {
		return CodeTimes{}, err
	}
	if !slices.Contains(Purposes, a.Purpose) {
		return CodeTimes{}, fault.Fields(map[string]string{"purpose": "invalid_value"})
	}
	if !slices.Contains(s.rules.Channels, a.Channel) {
		return CodeTimes{}, fault.Fields(map[string]string{"channel": "channel_invalid"})
	}
	if err := s.requireServedCountry(ctx, a, target); err != nil {
		return CodeTimes{}, err
	}
	if err := s.rehash(ctx, a, target); err != nil {
		return CodeTimes{}, err
	}
	code := newCode()
	now := s.clock.Now()
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		id, err := s.store(tx, a, target, code, now)
		if err != nil {
			return err
		}
		if err := s.countSend(tx, a, target, now); err != nil {
			return err
		}
		data, err := notify.NewVerificationCode(s.box, code, a.Purpose, now, now.Add(s.rules.TTL))
		if err != nil {
			return fmt.Errorf("seal code: %w", err)
		}
		if data.NoUse, err = cannotSucceed(tx, a, target); err != nil {
			return err
		}
		note, _, err := notify.Enqueue(ctx, tx, notify.Note{
			TenantID: a.TenantID, Key: fmt.Sprintf("code:%d:%d", id, now.UnixMicro()), Channel: a.Channel, To: target, Locale: a.Locale,
			Data: data, At: now,
		})
		if err != nil {
			return err
		}
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: notify.Job{NotificationID: note}, MaxAttempts: 5})
	})
	return CodeTimes{ResendAfter: s.rules.Resend, ExpiresIn: s.rules.TTL}, err
}

// store puts a code in the place of the one before and returns the row's id. Fault: code_too_soon, which says when.
func (s *Codes) store(tx *pg.Tx, a CodeRequest, target, code string, now time.Time) (id int64, err error) {
	err = tx.Raw(`
		insert into verification_code (tenant_id, channel, target, purpose, network, code_hash, sent_at, expires_at)
		values (@tenant, @channel, @target, @purpose, @network, @hash, @now, @expires)
		on conflict (tenant_id, channel, target, purpose) do update
		set network = excluded.network, code_hash = excluded.code_hash, attempts = 0, attempts_elsewhere = 0,
		    sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = null
		where verification_code.sent_at <= @earliest or verification_code.sent_at > @latest
		returning id`,
		map[string]any{"tenant": a.TenantID, "channel": a.Channel, "target": s.hashTarget(a, target), "purpose": a.Purpose,
			"network": s.askedIn(a),
			"hash":    pg.Bytes(s.hash(a, target, code)), "now": now, "expires": now.Add(s.rules.TTL), "earliest": now.Add(-s.rules.Resend),
			"latest": now.Add(s.rules.Resend)}).Scan(&id).Error
	if err != nil {
		return 0, fmt.Errorf("keep code: %w", err)
	}
	if id == 0 {
		return 0, s.tooSoon(tx, a, target, now)
	}
	return id, nil
}

// cannotSucceed reports whether a code to a mailbox cannot do what it is asked for: the account is there already, or there is none.
// Only the mail says so; the question is asked of every address, so that its answer takes the caller the same time.
func cannotSucceed(tx *pg.Tx, a CodeRequest, target string) (bool, error) {
	if a.Channel != notify.Email || !slices.Contains([]string{"signup", "login", "reset"}, a.Purpose) {
		return false, nil
	}
	var known bool
	err := tx.Raw(`select exists (select 1 from customer where tenant_id = ? and email_normal = ?)`, a.TenantID, target).Scan(&known).Error
	if err != nil {
		return false, fmt.Errorf("look for an account: %w", err)
	}
	return known == (a.Purpose == "signup"), nil
}

// tooSoon says after how many seconds the next code can be asked for.
func (s *Codes) tooSoon(tx *pg.Tx, a CodeRequest, target string, now time.Time) error {
	sent, err := pg.List[time.Time](tx, "read code",
		`select sent_at from verification_code where tenant_id = ? and channel = ? and target = ? and purpose = ?`,
		a.TenantID, a.Channel, s.hashTarget(a, target), a.Purpose)
	if err != nil {
		return err
	}
	wait := s.rules.Resend
	if len(sent) > 0 {
		wait = sent[0].Add(s.rules.Resend).Sub(now)
	}
	return fault.New("code_too_soon").After(wait)
}

// Check uses a code up. Faults: code_required (as a field), code_incorrect, code_expired, code_tries_exceeded.
func (s *Codes) Check(ctx context.Context, a CodeRequest, code string) error {
	return s.CheckFor(ctx, a, code, func() error { return nil })
}

// CheckFor is Check for looking something up: the code is used up when find has found it, and stays good for another try
// when it has not. Faults: those of Check and of find.
func (s *Codes) CheckFor(ctx context.Context, a CodeRequest, code string, find func() error) error {
	p, err := s.try(ctx, a, code)
	if err != nil {
		return err
	}
	if err := find(); err != nil {
		return err
	}
	return s.use(s.db.Conn(ctx), p)
}

// CheckWith tries a code and runs do in the transaction in which it is used up; when do fails the code stays good for another
// try. Faults: those of Check and of do.
func (s *Codes) CheckWith(ctx context.Context, a CodeRequest, code string, do func(ctx context.Context, tx *pg.Tx) error) error {
	p, err := s.try(ctx, a, code)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.use(tx.DB, p); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// proof is a right code that was not used yet.
type proof struct {
	id   int64
	hash []byte
}

// try counts a try and compares. The code stays good until use, so that what it was asked for may still fail and be
// tried again with it. Faults: those of Check.
func (s *Codes) try(ctx context.Context, a CodeRequest, code string) (proof, error) {
	target, err := Target(a.Channel, a.Target)
	if err != nil {
		return proof{}, err
	}
	code = input.Joined(code)
	if code == "" {
		return proof{}, fault.Fields(map[string]string{"code": "code_required"})
	}
	if err := s.rehash(ctx, a, target); err != nil {
		return proof{}, err
	}
	var rows []struct {
		ID        int64
		CodeHash  []byte
		ExpiresAt time.Time
	}
	err = s.db.Conn(ctx).Raw(`
		update verification_code
		set attempts = attempts + cast(network = @network as int), attempts_elsewhere = attempts_elsewhere + cast(network <> @network as int)
		where tenant_id = @tenant and channel = @channel and target = @target and purpose = @purpose and used_at is null
		  and `+mayTry+`
		returning id, code_hash, expires_at`, s.tried(a, target)).Scan(&rows).Error
	if err != nil {
		return proof{}, fmt.Errorf("try code: %w", err)
	}
	switch {
	case len(rows) == 0:
		return proof{}, s.noTryFault(ctx, a, target)
	case !s.clock.Now().Before(rows[0].ExpiresAt):
		return proof{}, fault.New("code_expired")
	case !s.matches(rows[0].CodeHash, a, target, code):
		return proof{}, fault.New("code_incorrect")
	}
	return proof{rows[0].ID, rows[0].CodeHash}, nil
}

// mayTry holds while a code may be tried from where @network is.
const mayTry = `attempts + attempts_elsewhere < @most and (network = @network or attempts_elsewhere < @most_elsewhere)`

func (s *Codes) tried(a CodeRequest, target string) map[string]any {
	return map[string]any{
		"tenant": a.TenantID, "channel": a.Channel, "target": s.hashTarget(a, target), "purpose": a.Purpose,
		"network": s.askedIn(a), "most": MaxTries, "most_elsewhere": MaxTriesElsewhere,
	}
}

// askedIn is what is kept of where a code is asked for.
func (s *Codes) askedIn(a CodeRequest) string { return s.hashTarget(a, a.Network) }

// use uses a code up, in the transaction that does what it was for if there is one. Fault: code_incorrect, when it was used or replaced meanwhile.
func (s *Codes) use(db *gorm.DB, p proof) error {
	changed, err := pg.Changed(db, "use code",
		`update verification_code set used_at = ? where id = ? and code_hash = ? and used_at is null`,
		s.clock.Now(), p.id, pg.Bytes(p.hash))
	if err == nil && !changed {
		err = fault.New("code_incorrect")
	}
	return err
}

// erase deletes the codes of a target.
func (s *Codes) erase(tx *pg.Tx, tenantID int64, channel, target string) error {
	return pg.Exec(tx, "delete codes", `delete from verification_code where tenant_id = ? and target in ?`,
		tenantID, s.hashesOfTarget(CodeRequest{TenantID: tenantID, Channel: channel}, target))
}

// noTryFault says why there was no code left to try: it was used up by wrong tries, or there is none.
func (s *Codes) noTryFault(ctx context.Context, a CodeRequest, target string) error {
	var void bool
	err := s.db.Conn(ctx).Raw(`
		select exists (select 1 from verification_code
		               where tenant_id = @tenant and channel = @channel and target = @target and purpose = @purpose and used_at is null
		                 and not (`+mayTry+`))`, s.tried(a, target)).Scan(&void).Error
	switch {
	case err != nil:
		return fmt.Errorf("read code: %w", err)
	case void:
		return fault.New("code_tries_exceeded")
	}
	return fault.New("code_incorrect")
}

func newCode() string {
	n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000))
	return fmt.Sprintf("%06d", n)
}
