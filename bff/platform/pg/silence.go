package pg

import (
	"context"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// LimitSilence closes a connection of cfg when the server sends nothing for longer than silence after the client has sent something.
// A server whose machine has lost its power closes no connection: without this limit its clients wait for the time-out of the operating
// system, about 15 minutes. A connection that waits for a notification has no limit, because its last statement was answered.
func LimitSilence(cfg *pgconn.Config, silence time.Duration) {
	dial := cfg.DialFunc
	cfg.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		alarm := time.AfterFunc(silence, func() { _ = conn.Close() })
		alarm.Stop()
		return &silenceLimited{Conn: conn, timer: alarm, silence: silence}, nil
	}
}

type silenceLimited struct {
	net.Conn
	timer   *time.Timer
	silence time.Duration
}

// Write sends p and starts the timer.
func (c *silenceLimited) Write(p []byte) (int, error) {
	c.timer.Reset(c.silence)
	return c.Conn.Write(p)
}

// Read stops the timer when the server has sent something.
func (c *silenceLimited) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.timer.Stop()
	}
	return n, err
}

// Close stops the timer and closes the connection.
func (c *silenceLimited) Close() error {
	c.timer.Stop()
	return c.Conn.Close()
}
