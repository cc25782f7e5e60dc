package editor

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// ReviewState is how far the review of a text is.
type ReviewState string

// The states. Writing on an approved text makes it a draft again.
const (
	Draft         ReviewState = "draft"
	InReview      ReviewState = "in_review"
	Approved      ReviewState = "approved"
	ChangesWanted ReviewState = "changes_wanted"
)

// ReviewStates are all states.
var ReviewStates = []ReviewState{Draft, InReview, Approved, ChangesWanted}

// Review is the state of a text, and who gave it that.
type Review struct {
	State  ReviewState
	Author string
	At     time.Time
}

// Review returns the state of a text; a text that nobody has sent to review is a draft.
func (s *Service) Review(ctx context.Context, t Text) (Review, error) {
	return review(s.db.Conn(ctx), t, "")
}

func review(c pg.Conn, t Text, lock string) (Review, error) {
	list, err := pg.List[Review](c, "read review", `select state, author, at from content_review
		where (tenant_id, kind, name) = (?, ?, ?) `+lock, t.Tenant, t.Kind, t.Name)
	if err != nil || len(list) == 0 {
		return Review{State: Draft}, err
	}
	return list[0], nil
}

// SetReview gives a text a state.
func (s *Service) SetReview(ctx context.Context, by Actor, t Text, state ReviewState) error {
	if !slices.Contains(ReviewStates, state) {
		return refuse("no_state", nil, "%q is no state of a review", state)
	}
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		before, err := review(tx, t, "for update")
		if err != nil || before.State == state {
			return err
		}
		if err := pg.Exec(tx, "review", `
			insert into content_review (tenant_id, kind, name, state, author, at) values (?, ?, ?, ?, ?, ?)
			on conflict (tenant_id, kind, name) do update set state = excluded.state, author = excluded.author, at = excluded.at`,
			t.Tenant, t.Kind, t.Name, state, by.Name, s.clock.Now()); err != nil {
			return err
		}
		return s.audit(tx, t, by, "review", string(before.State), string(state), nil)
	})
}

// Comment is what somebody says about a text.
type Comment struct {
	ID int64
	// Locale is the language that it is about, Quote the words; "" for the whole text.
	Locale, Quote string
	Body          string
	Author        string
	CreatedAt     time.Time
	ResolvedBy    string
	ResolvedAt    *time.Time
}

// Limits of a comment, in characters.
const (
	maxComment = 2000
	maxQuote   = 200
)

// Comments lists those of a text, the oldest first. Never nil.
func (s *Service) Comments(ctx context.Context, t Text) ([]Comment, error) {
	return pg.List[Comment](s.db.Conn(ctx), "list comments", `
		select id, locale, quote, body, author, created_at, resolved_by, resolved_at from content_comment
		where (tenant_id, kind, name) = (?, ?, ?) order by id`, t.Tenant, t.Kind, t.Name)
}

// Comment adds a comment. The error is Refused for one that is empty or too long.
func (s *Service) Comment(ctx context.Context, by Actor, t Text, c Comment) error {
	c.Body, c.Quote = strings.TrimSpace(c.Body), strings.TrimSpace(c.Quote)
	if n := utf8.RuneCountInString(c.Body); n == 0 || n > maxComment || !utf8.ValidString(c.Body) || strings.ContainsRune(c.Body+c.Quote, 0) {
		return refuse("comment_length", map[string]any{"max": maxComment}, "a comment has 1 to %d characters", maxComment)
	}
	if quote := []rune(c.Quote); len(quote) > maxQuote {
		c.Quote = string(quote[:maxQuote])
	}
	return pg.Exec(s.db.Conn(ctx), "comment", `
		insert into content_comment (tenant_id, kind, name, locale, quote, body, actor, author, created_at)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		t.Tenant, t.Kind, t.Name, c.Locale, c.Quote, c.Body, by.ID, by.Name, s.clock.Now())
}

// Resolve says that a comment of a text is dealt with, and reports whether there was one that was not.
func (s *Service) Resolve(ctx context.Context, by Actor, t Text, id int64) (bool, error) {
	return pg.Changed(s.db.Conn(ctx), "resolve comment", `update content_comment set resolved_by = ?, resolved_at = ?
		where id = ? and (tenant_id, kind, name) = (?, ?, ?) and resolved_at is null`, by.Name, s.clock.Now(), id, t.Tenant, t.Kind, t.Name)
}
