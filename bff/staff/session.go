package staff

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// How long a session lives: unused, and at most.
const (
	SessionIdle = 8 * time.Hour
	SessionMax  = 7 * 24 * time.Hour
)

// RecentLogin is how young a login has to be that adds or removes passkeys.
const RecentLogin = 15 * time.Minute

const (
	// maxSessions is how many sessions a member has at most; the one not used for longest makes room.
	maxSessions = 20
	// seenEvery is how exactly the idle limit is kept.
	seenEvery = time.Minute
)

// The ways to log in, as a session's method.
const (
	ByPasskey    = "passkey"
	ByCode       = "code"
	ByInvitation = "invitation"
)

// Session is a login.
type Session struct {
	ID        int64
	Method    string
	Device    string
	Address   string
	CreatedAt time.Time
	SeenAt    time.Time
}

// Caller is a member who is logged in.
type Caller struct {
	Member  Member
	Session Session
}

// LoginResult is what a login gives.
type LoginResult struct {
	Caller
	// Token opens the session.
	Token string
}

// Authenticate returns the member behind a token, nil when it opens no session, and notes that it was used.
func (s *Service) Authenticate(ctx context.Context, token string) (*Caller, error) {
	if token == "" {
		return nil, nil
	}
	args := s.alive()
	args["hash"] = hashOf(token)
	type row struct {
		Session Session `gorm:"embedded;embeddedPrefix:s_"`
		Member  Member  `gorm:"embedded"`
	}
	found, err := pg.List[row](s.DB.Conn(ctx), "find a session", `
		select `+memberColumns+`, s.id as s_id, s.member_id as s_member_id, s.method as s_method, s.device as s_device,
		    s.address as s_address, s.created_at as s_created_at, s.seen_at as s_seen_at
		from staff_session s join staff_member m on m.id = s.member_id
		where s.token_hash = @hash and s.seen_at > @idle and s.created_at > @oldest and m.disabled_at is null`, args)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	c := &Caller{Member: found[0].Member, Session: found[0].Session}
	if now := s.Clock.Now(); now.Sub(c.Session.SeenAt) >= seenEvery {
		if err := pg.Exec(s.DB.Conn(ctx), "note the use of a session", `update staff_session set seen_at = ? where id = ?`, now, c.Session.ID); err != nil {
			return nil, err
		}
		c.Session.SeenAt = now
	}
	return c, nil
}

// RequireRecentLogin refuses what needs a login of the last minutes: whoever finds a browser open does not make themselves a passkey.
// Fault: staff_login_again.
func (s *Service) RequireRecentLogin(x Session) error {
	if s.Clock.Now().Sub(x.CreatedAt) > RecentLogin {
		return fault.New("staff_login_again")
	}
	return nil
}

// Sessions lists where a member is logged in, the session used last first.
func (s *Service) Sessions(ctx context.Context, memberID int64) ([]Session, error) {
	args := s.alive()
	args["member"] = memberID
	return pg.List[Session](s.DB.Conn(ctx), "list sessions", `
		select id, member_id, method, device, address, created_at, seen_at from staff_session
		where member_id = @member and seen_at > @idle and created_at > @oldest order by seen_at desc, id desc`, args)
}

// EndSession ends one session of a member. Fault: session_not_found.
func (s *Service) EndSession(ctx context.Context, by audit.By, memberID, id int64) error {
	n, err := s.endWhere(ctx, by, memberID, "end session", `id = ?`, id)
	if err == nil && n == 0 {
		return fault.New("session_not_found")
	}
	return err
}

// EndSessions ends all sessions of a member but one, 0 for none, and returns how many.
func (s *Service) EndSessions(ctx context.Context, by audit.By, memberID, but int64) (int, error) {
	return s.endWhere(ctx, by, memberID, "end sessions", `id <> ?`, but)
}

// Logout ends the session of a caller; one that has ended is no fault.
func (s *Service) Logout(ctx context.Context, by audit.By, c Caller) error {
	_, err := s.endWhere(ctx, by, c.Member.ID, "logout", `id = ?`, c.Session.ID)
	return err
}

func (s *Service) endWhere(ctx context.Context, by audit.By, memberID int64, action, where string, arg any) (ended int, err error) {
	err = s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		res := tx.Exec(`delete from staff_session where member_id = ? and `+where, memberID, arg)
		if res.Error != nil {
			return res.Error
		}
		if ended = int(res.RowsAffected); ended == 0 {
			return nil
		}
		return s.audit(tx, by, entry{Subject: memberID, Action: action, Detail: map[string]any{"sessions": ended}})
	})
	return ended, err
}

// beginSession begins a session in the transaction of the login.
func (s *Service) beginSession(tx *pg.Tx, req Request, m Member, method string) (LoginResult, error) {
	token, hash := newSecret()
	now := s.Clock.Now()
	session := Session{
		Method: method, Device: shortened(req.Device), Address: req.Address, CreatedAt: now, SeenAt: now,
	}
	err := pg.Exec(tx, "make room for a session", `
		delete from staff_session where id in (
		    select id from staff_session where member_id = ? order by seen_at desc, id desc offset ?)`, m.ID, maxSessions-1)
	if err != nil {
		return LoginResult{}, err
	}
	err = tx.Raw(`
		insert into staff_session (token_hash, member_id, method, device, address, created_at, seen_at)
		values (?, ?, ?, ?, ?, ?, ?) returning id`, hash, m.ID, method, session.Device, session.Address, now, now).Scan(&session.ID).Error
	if err != nil {
		return LoginResult{}, err
	}
	err = s.audit(tx, audit.By{Actor: m.Actor(), RequestID: req.RequestID}, entry{Subject: m.ID, Action: "login", To: method, Detail: map[string]any{"address": req.Address}})
	return LoginResult{Caller: Caller{Member: m, Session: session}, Token: token}, err
}

// alive are the arguments of queries for sessions that live.
func (s *Service) alive() map[string]any {
	now := s.Clock.Now()
	return map[string]any{"idle": now.Add(-SessionIdle), "oldest": now.Add(-SessionMax)}
}
