package metrics

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

// JobPool adds the figures of the connections that the job queue itself uses.
func (m *Metrics) JobPool(stat func() *pgxpool.Stat) {
	for state, read := range map[string]func(*pgxpool.Stat) int32{
		"open": (*pgxpool.Stat).TotalConns, "busy": (*pgxpool.Stat).AcquiredConns, "most": (*pgxpool.Stat).MaxConns,
	} {
		m.Gauge("roamcart_job_pool_connections", "Database connections of the job queue itself: open, busy, and how many there may be.",
			func() float64 { return float64(read(stat())) }, "state", state)
	}
}

// RedisPool adds the figures of the connections to Redis.
func (m *Metrics) RedisPool(stat func() *redis.PoolStats) {
	for state, read := range map[string]func(*redis.PoolStats) uint32{
		"open": func(s *redis.PoolStats) uint32 { return s.TotalConns }, "idle": func(s *redis.PoolStats) uint32 { return s.IdleConns },
	} {
		m.Gauge("roamcart_redis_connections", "Connections to Redis.", func() float64 { return float64(read(stat())) }, "state", state)
	}
	m.Counter("roamcart_redis_pool_timeouts_total", "How often a connection to Redis was waited for in vain.",
		func() float64 { return float64(stat().Timeouts) })
}
