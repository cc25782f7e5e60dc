package embedded

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// startMemory serves the Redis protocol from this process on a free loopback
// port. The library never lets keys expire by itself, so a ticker moves its
// clock by the time that has really passed.
func startMemory(ctx context.Context, lock *dirLock) (*Redis, error) {
	server := miniredis.NewMiniRedis()
	if err := server.StartAddr("127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("embedded: redis in memory: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer lock.release()
		defer server.Close()
		followClock(ctx, server)
	}()
	return &Redis{
		URL:    "redis://" + server.Addr(),
		Memory: true,
		stop:   sync.OnceFunc(func() { cancel(); <-done }),
	}, nil
}

// memoryTick is how late a key may expire. Every tick looks at every key.
const memoryTick = 500 * time.Millisecond

func followClock(ctx context.Context, server *miniredis.Miniredis) {
	tick := time.NewTicker(memoryTick)
	defer tick.Stop()
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			now := time.Now()
			server.FastForward(now.Sub(last))
			last = now
		}
	}
}
