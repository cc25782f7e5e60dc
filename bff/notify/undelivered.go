package notify

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// UndeliveredNote is a note that will never arrive: the mailbox does not exist, or the relay or the SMS provider refused it.
type UndeliveredNote struct {
	// Key says what the note is about, "order:17:order_paid:".
	Key      string    `json:"about"`
	Channel  string    `json:"channel"`
	Template string    `json:"template"`
	Since    time.Time `json:"since"`
	// Why is the refusal, without the recipient's address.
	Why string `json:"why"`
}

// Undelivered lists the notes that will never arrive, the newest first.
func (s *Service) Undelivered(ctx context.Context, limit int) ([]UndeliveredNote, error) {
	return pg.List[UndeliveredNote](s.cfg.DB.Conn(ctx), "list lost notes", `
		select key, channel, template, created_at as since, last_error as why from notification
		where state = 'failed' order by id desc limit ?`, limit)
}
