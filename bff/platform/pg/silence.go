package pg

import (
	"context"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Attend makes connections end by themselves when the server says nothing for so long after something was sent to it. A
// server whose machine has lost its power breaks no connection; without this, whoever asked it waits as long as the
// system's own patience lasts, a quarter of an hour. Waiting for a notification is waiting for nothing that was sent.
func Attend(cfg *pgconn.Config, silence time.Duration) {
	dial := cfg.DialFunc
	cfg.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		alarm := time.AfterFunc(silence, func() { _ = conn.Close() })
		alarm.Stop()
		return &attended{Conn: conn, alarm: alarm, silence: silence}, nil
	}
}

type attended struct {
	net.Conn
	alarm   *time.Timer
	silence time.Duration
}

// Write sends and expects an answer.
func (c *attended) Write(p []byte) (int, error) {
	c.alarm.Reset(c.silence)
	return c.Conn.Write(p)
}

// Read expects nothing more once something has come.
func (c *attended) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.alarm.Stop()
	}
	return n, err
}

// Close ends the connection.
func (c *attended) Close() error {
	c.alarm.Stop()
	return c.Conn.Close()
}
