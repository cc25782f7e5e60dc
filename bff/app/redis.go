package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
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

// openRedis returns a client of a single server, of a Redis Cluster where the address names further nodes (?addr=host:port&addr=...),
// or of whichever server Sentinel says is the master (?master_name=...&addr=...). Every command and script of the shop has one key.
func openRedis(address string) (redis.UniversalClient, error) {
	client, err := redisClient(address)
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL: %w", err)
	}
	return client, nil
}

// redisRetries is how often the client itself tries again: whoever needs Redis says soon that it is away, and the caller tries again.
const redisRetries = 1

// redisRedirects is how often a client follows a cluster to the node that has a key now, while one takes over from another.
const redisRedirects = 5

// redisNodes is how often a client asks a cluster which node has which keys: it has no other way to learn that a replica has taken over.
const redisNodes = time.Second

func redisClient(address string) (redis.UniversalClient, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("it is no address")
	}
	switch query := u.Query(); {
	case query.Has("master_name"):
		o, err := redis.ParseFailoverURL(address)
		if err != nil {
			return nil, err
		}
		o.DisableIdentity, o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, true, redisRetries, redisRetries
		return redis.NewFailoverClient(o), nil
	case query.Has("addr"):
		o, err := redis.ParseClusterURL(address)
		if err != nil {
			return nil, err
		}
		o.DisableIdentity, o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, true, redisRetries, redisRetries
		o.MaxRedirects, o.ClusterStateReloadInterval = redisRedirects, redisNodes
		return redis.NewClusterClient(o), nil
	default:
		o, err := redis.ParseURL(address)
		if err != nil {
			return nil, err
		}
		o.DisableIdentity, o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries = true, true, redisRetries, redisRetries
		return redis.NewClient(o), nil
	}
}

// redisPatience is how long a start waits for Redis, which may be exchanged at the same moment.
const redisPatience = 5 * time.Second

// pingRedis refuses to open a production shop whose Redis does not answer: an address that is wrong would leave everybody
// logged out, and nobody would see it. Once open, the shop goes on without Redis. Elsewhere it runs without it from the start.
func (r *modules) pingRedis(ctx context.Context) error {
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
	err := eachRedis(ctx, r.redis, func(ctx context.Context, node *redis.Client) error {
		info, err := node.Info(ctx).Result()
		if err != nil {
			r.log.DebugContext(ctx, "Redis configuration could not be read", "error", err)
			return nil
		}
		if _, cluster := r.redis.(*redis.ClusterClient); !cluster && strings.Contains(info, "cluster_enabled:1") {
			return errOneOfCluster
		}
		return checkRedisMemory(info)
	})
	if err != nil && !r.cfg.Production() && !errors.Is(err, errOneOfCluster) {
		r.log.WarnContext(ctx, "Redis is not set up for production", "error", err)
		return nil
	}
	return err
}

// errOneOfCluster is of an address that leads to a part of the keys.
var errOneOfCluster = errors.New(
	"REDIS_URL: this Redis is one node of a cluster: name further nodes, redis://host:port?addr=host:port&addr=host:port",
)

// eachRedis does something with every server that has keys.
func eachRedis(ctx context.Context, c redis.UniversalClient, do func(ctx context.Context, node *redis.Client) error) error {
	switch c := c.(type) {
	case *redis.ClusterClient:
		return c.ForEachMaster(ctx, do)
	case *redis.Client:
		return do(ctx, c)
	}
	return nil
}

// checkRedisMemory reads what Redis says of its memory.
func checkRedisMemory(info string) error {
	settings := map[string]string{}
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		settings[name] = value
	}
	limit, err := strconv.ParseInt(settings["maxmemory"], 10, 64)
	if err != nil || limit == 0 {
		return nil
	}
	if policy := settings["maxmemory_policy"]; policy != "noeviction" {
		return fmt.Errorf(
			"REDIS_URL: this Redis makes room by itself (maxmemory-policy %s) and would log people out: set maxmemory-policy noeviction",
			policy,
		)
	}
	if limit < redisMemory {
		return errors.New("REDIS_URL: this Redis may use less than 128 MB: set maxmemory to at least 128mb")
	}
	return nil
}
