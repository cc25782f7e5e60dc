package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

const (
	// maxSessions is how many sessions a customer has at most; the one not seen for longest makes room.
	maxSessions = 20
	// seenEvery is how exactly the idle limit is kept.
	seenEvery = time.Minute
	// redisPatience bounds what Redis may cost a call.
	redisPatience = 2 * time.Second
	// sessionIDLength is how much of a session's name in Redis is its public id.
	sessionIDLength = 16
)

// Session is a login.
type Session struct {
	// ID names the session to its owner; it opens nothing.
	ID         string
	CustomerID int64
	// Generation is the customer's of the time of the login; sessions of an older one have ended.
	Generation int64
	CreatedAt  time.Time
	SeenAt     time.Time
	// Device is what the browser called itself.
	Device string
}

// Sessions keeps logins in Redis, those of one customer in one hash: the field is a hash of the token, so that nobody
// who reads Redis can log in.
type Sessions struct {
	redis redis.UniversalClient
	clock clock.Clock
	idle  time.Duration
	max   time.Duration
}

// NewSessions returns a store whose sessions end when they were not used for idle, and in any case after max.
func NewSessions(rdb redis.UniversalClient, c clock.Clock, idle, max time.Duration) *Sessions {
	return &Sessions{redis: rdb, clock: c, idle: idle, max: max}
}

// storedSession is a session as Redis has it; times are Unix seconds.
type storedSession struct {
	Generation int64  `json:"g"`
	Created    int64  `json:"c"`
	Seen       int64  `json:"s"`
	Device     string `json:"d"`
}

// Begin starts a session and returns its token, 256 random bits behind the customer's id. Fault: unavailable.
func (s *Sessions) Begin(ctx context.Context, tenantID, customerID, generation int64, device string) (token string, err error) {
	var secret [32]byte
	_, _ = rand.Read(secret[:])
	token = strconv.FormatInt(customerID, 10) + "." + base64.RawURLEncoding.EncodeToString(secret[:])
	now := s.clock.Now()
	k := storedSession{Generation: generation, Created: now.Unix(), Seen: now.Unix(), Device: device}
	key, field := sessionsKey(tenantID, customerID), fieldOf(token)
	ctx, cancel := context.WithTimeout(ctx, redisPatience)
	defer cancel()
	if err := s.removeExcess(ctx, tenantID, customerID); err != nil {
		return "", err
	}
	_, err = s.redis.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, key, field, k.text())
		p.Expire(ctx, key, s.max)
		return nil
	})
	return token, redisFault("begin session", err)
}

// removeExcess removes sessions that have ended, and the least used of too many.
func (s *Sessions) removeExcess(ctx context.Context, tenantID, customerID int64) error {
	live, ended, err := s.all(ctx, tenantID, customerID)
	if err != nil {
		return err
	}
	for i := maxSessions - 1; i < len(live); i++ {
		ended = append(ended, live[i].field)
	}
	return s.remove(ctx, tenantID, customerID, ended)
}

// Find returns the session of a token and notes that it was used; false when there is none. A Redis that reads but does not
// write (a replica in a failover, a full disk) ends no login: what it does not note now is noted the next time. Fault:
// unavailable.
func (s *Sessions) Find(ctx context.Context, tenantID int64, token string) (Session, bool, error) {
	customerID, ok := customerOf(token)
	if !ok {
		return Session{}, false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, redisPatience)
	defer cancel()
	key, field := sessionsKey(tenantID, customerID), fieldOf(token)
	raw, err := s.redis.HGet(ctx, key, field).Result()
	if errors.Is(err, redis.Nil) {
		return Session{}, false, nil
	}
	var k storedSession
	if err == nil {
		err = json.Unmarshal([]byte(raw), &k)
	}
	if err != nil {
		return Session{}, false, redisFault("read session", err)
	}
	now := s.clock.Now()
	if s.expired(k, now) {
		_ = s.remove(ctx, tenantID, customerID, []string{field})
		return Session{}, false, nil
	}
	if now.Unix()-k.Seen >= int64(seenEvery/time.Second) {
		k.Seen = now.Unix()
		_ = seen.Run(ctx, s.redis, []string{key}, field, k.text()).Err()
	}
	return k.session(customerID, field), true, nil
}

// seen writes a session only where it still is, so that a use does not bring back what was ended meanwhile.
var seen = redis.NewScript(`
	if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
	return 1`)

// List returns a customer's sessions of a generation, the one used last first. Fault: unavailable.
func (s *Sessions) List(ctx context.Context, tenantID, customerID, generation int64) ([]Session, error) {
	live, _, err := s.all(ctx, tenantID, customerID)
	var out []Session
	for _, l := range live {
		if l.Generation == generation {
			out = append(out, l.Session)
		}
	}
	return out, err
}

// End ends the session of a token; one that has ended is no fault. Fault: unavailable.
func (s *Sessions) End(ctx context.Context, tenantID int64, token string) error {
	customerID, ok := customerOf(token)
	if !ok {
		return nil
	}
	return s.remove(ctx, tenantID, customerID, []string{fieldOf(token)})
}

// EndWhere ends a customer's sessions that match. Fault: unavailable.
func (s *Sessions) EndWhere(ctx context.Context, tenantID, customerID int64, match func(Session) bool) error {
	live, ended, err := s.all(ctx, tenantID, customerID)
	if err != nil {
		return err
	}
	for _, l := range live {
		if match(l.Session) {
			ended = append(ended, l.field)
		}
	}
	return s.remove(ctx, tenantID, customerID, ended)
}

type located struct {
	Session
	field string
}

// all returns the sessions that live, the one used last first, and the names of those that have ended.
func (s *Sessions) all(ctx context.Context, tenantID, customerID int64) (live []located, ended []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, redisPatience)
	defer cancel()
	fields, err := s.redis.HGetAll(ctx, sessionsKey(tenantID, customerID)).Result()
	if err != nil {
		return nil, nil, redisFault("read sessions", err)
	}
	now := s.clock.Now()
	for field, raw := range fields {
		var k storedSession
		if json.Unmarshal([]byte(raw), &k) != nil || s.expired(k, now) {
			ended = append(ended, field)
			continue
		}
		live = append(live, located{k.session(customerID, field), field})
	}
	slices.SortFunc(live, func(a, b located) int {
		if c := b.SeenAt.Compare(a.SeenAt); c != 0 {
			return c
		}
		return strings.Compare(a.field, b.field)
	})
	return live, ended, nil
}

func (s *Sessions) remove(ctx context.Context, tenantID, customerID int64, fields []string) error {
	if len(fields) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, redisPatience)
	defer cancel()
	return redisFault("end session", s.redis.HDel(ctx, sessionsKey(tenantID, customerID), fields...).Err())
}

func (s *Sessions) expired(k storedSession, now time.Time) bool {
	return !now.Before(time.Unix(k.Seen, 0).Add(s.idle)) || !now.Before(time.Unix(k.Created, 0).Add(s.max))
}

// Max is how long a session can last.
func (s *Sessions) Max() time.Duration { return s.max }

func (k storedSession) text() string {
	raw, _ := json.Marshal(k) // numbers and a text always have a form in JSON
	return string(raw)
}

func (k storedSession) session(customerID int64, field string) Session {
	return Session{
		ID: field[:sessionIDLength], CustomerID: customerID, Generation: k.Generation,
		CreatedAt: time.Unix(k.Created, 0).UTC(), SeenAt: time.Unix(k.Seen, 0).UTC(), Device: k.Device,
	}
}

// sessionsKey is one key per customer; its hash tag keeps it whole in a Redis Cluster.
func sessionsKey(tenantID, customerID int64) string {
	return fmt.Sprintf("sessions:{%d:%d}", tenantID, customerID)
}

func fieldOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// customerOf reads whose token it claims to be, which only says where to look.
func customerOf(token string) (int64, bool) {
	id, secret, found := strings.Cut(token, ".")
	n, err := strconv.ParseInt(id, 10, 64)
	return n, found && err == nil && n > 0 && len(secret) == base64.RawURLEncoding.EncodedLen(32)
}

// redisFault turns what Redis refused into the fault that the caller gets; nobody is logged out for it.
func redisFault(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w: %w", what, fault.New("unavailable"), err)
}
