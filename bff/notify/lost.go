package notify

import (
	"context"
	"fmt"
	"time"
)

// Lost is a note that will never arrive: the mailbox does not exist, or the relay or the SMS provider refused it.
type Lost struct {
	// Key says what the note is about, "order:17:order_paid:".
	Key      string    `json:"about"`
	Channel  string    `json:"channel"`
	Template string    `json:"template"`
	Since    time.Time `json:"since"`
	// Why is the refusal, without the recipient's address.
	Why string `json:"why"`
}

// Undelivered lists the notes that were lost, the newest first.
func (s *Service) Undelivered(ctx context.Context, limit int) ([]Lost, error) {
	list := []Lost{}
	err := s.cfg.DB.Conn(ctx).Raw(`
		select key, channel, template, created_at as since, last_error as why from notification
		where state = 'failed' order by id desc limit ?`, limit).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("list lost notes: %w", err)
	}
	return list, nil
}
