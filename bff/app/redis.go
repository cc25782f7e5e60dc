package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	// redisMemory is the least that Redis has to be allowed: the pages of the sitemaps in two builds, and sessions and limits of
	// many shoppers.
	redisMemory = 128 << 20
	// redisCheck is how long the start waits for Redis to say how it is set up.
	redisCheck = 3 * time.Second
)

func openRedis(address string) (redis.UniversalClient, error) {
	o, err := redis.ParseURL(address)
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL: %w", err)
	}
	o.DisableIdentity = true
	o.ContextTimeoutEnabled = true
	// Whoever needs Redis says soon that it is away, and the caller tries again.
	o.MaxRetries, o.DialerRetries = 1, 1
	return redis.NewClient(o), nil
}

// redisPatience is how long a start waits for Redis, which may be exchanged at the same moment.
const redisPatience = 5 * time.Second

// reachRedis refuses to open a production shop whose Redis does not answer: an address that is wrong would leave everybody
// logged out, and nobody would see it. Once open, the shop goes on without Redis. Elsewhere it runs without it from the start.
func (r *modules) reachRedis(ctx context.Context) error {
	if !r.cfg.Production() {
		return nil
	}
	for began := time.Now(); ; {
		err := r.redis.Ping(ctx).Err()
		if err == nil {
			return nil
		}
		if time.Since(began) > redisPatience {
			return fmt.Errorf("REDIS_URL: Redis does not answer: %w", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(redisPatience / 20):
		}
	}
}

// checkRedis looks whether Redis keeps what it is given. Sessions and limits stand beside pages there: one that makes room by itself
// would log people out. Production refuses such a Redis; elsewhere the log says so. One that does not answer, or says nothing of its
// memory, is no reason.
func (r *modules) checkRedis(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, redisCheck)
	defer cancel()
	info, err := r.redis.Info(ctx, "memory").Result()
	if err != nil {
		r.log.DebugContext(ctx, "Redis does not say how it is set up", "error", err)
		return nil
	}
	err = redisFit(info)
	if err != nil && !r.cfg.Production() {
		r.log.WarnContext(ctx, "Redis is not set up for production", "error", err)
		return nil
	}
	return err
}

// redisFit reads what Redis says of its memory.
func redisFit(info string) error {
	said := map[string]string{}
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		said[name] = value
	}
	limit, err := strconv.ParseInt(said["maxmemory"], 10, 64)
	if err != nil || limit == 0 {
		return nil
	}
	if policy := said["maxmemory_policy"]; policy != "noeviction" {
		return fmt.Errorf("REDIS_URL: this Redis makes room by itself (maxmemory-policy %s) and would log people out: set maxmemory-policy noeviction", policy)
	}
	if limit < redisMemory {
		return errors.New("REDIS_URL: this Redis may use less than 128 MB: set maxmemory to at least 128mb")
	}
	return nil
}
