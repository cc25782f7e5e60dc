package wording

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Service reads and changes what mails say. It is safe for concurrent use.
type Service struct {
	db    *pg.DB
	clock clock.Clock
}

// New returns a service on db; c dates changes.
func New(db *pg.DB, c clock.Clock) *Service { return &Service{db, c} }

// State is how a kind of mail stands.
type State struct {
	Kind string
	Body pg.JSON[Body]
	// Revision is to be named by the next change; it is 0 where staff have changed nothing yet.
	Revision int64
	Author   string
	At       time.Time
}

// Version is the wording of a kind of mail from a time on.
type Version struct {
	ID     int64
	Body   pg.JSON[Body]
	Author string
	At     time.Time
}

const stateSQL = `select kind, body, revision, author, at from mail_text`

// List returns the kinds that staff have changed. Never nil.
func (s *Service) List(ctx context.Context) ([]State, error) {
	return pg.List[State](s.db.Conn(ctx), "list mail texts", stateSQL+` order by kind`)
}

// Get returns how a kind of mail stands. Fault: not_found.
func (s *Service) Get(ctx context.Context, kind string) (State, error) {
	return state(s.db.Conn(ctx), kind)
}

func state(c pg.Conn, kind string) (State, error) {
	if !slices.Contains(notify.Groups(), kind) {
		return State{}, fault.New("not_found")
	}
	list, err := pg.List[State](c, "read mail texts", stateSQL+` where kind = ?`, kind)
	if err != nil || len(list) == 0 {
		return State{Kind: kind}, err
	}
	return list[0], nil
}

// History lists the wordings of a kind of mail, the newest first. Never nil. Fault: not_found.
func (s *Service) History(ctx context.Context, kind string) ([]Version, error) {
	if _, err := s.Get(ctx, kind); err != nil {
		return nil, err
	}
	return pg.List[Version](s.db.Conn(ctx), "list versions of mail texts",
		`select id, body, author, at from mail_text_version where kind = ? order by id desc limit 100`, kind)
}

// Tidy returns a body without what says the same as the built-in texts, each text on one line.
func Tidy(kind string, b Body) Body {
	out := Body{}
	for key, text := range b {
		one, same := map[string]string{}, true
		i := slices.IndexFunc(notify.TextsOf(kind), func(t notify.Text) bool { return t.Key == key })
		for _, locale := range notify.Locales {
			one[locale] = strings.Join(strings.Fields(input.Line(text[locale])), " ")
			same = same && i >= 0 && one[locale] == notify.TextsOf(kind)[i].Built[locale]
		}
		if !same {
			out[key] = one
		}
	}
	return out
}

// Set has a kind of mail say something else. Faults: not_found, mails_overtaken with who was first, details_same, mails_faulty.
func (s *Service) Set(ctx context.Context, by audit.By, kind string, revision int64, b Body) error {
	return s.change(ctx, by, kind, revision, "change", func(*pg.Tx) (Body, error) { return Tidy(kind, b), nil })
}

// Restore has a kind of mail say what it did at a version; 0 stands for the texts that the shop came with. Faults as of Set.
func (s *Service) Restore(ctx context.Context, by audit.By, kind string, revision, version int64) error {
	return s.change(ctx, by, kind, revision, "restore", func(tx *pg.Tx) (Body, error) {
		if version == 0 {
			return Body{}, nil
		}
		old, err := pg.List[Version](tx, "read version of mail texts",
			`select id, body, author, at from mail_text_version where id = ? and kind = ?`, version, kind)
		if err == nil && len(old) == 0 {
			err = fault.New("not_found")
		}
		if err != nil {
			return nil, err
		}
		return Tidy(kind, old[0].Body.V), nil
	})
}

func (s *Service) change(ctx context.Context, by audit.By, kind string, revision int64, action string, next func(*pg.Tx) (Body, error)) error {
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		was, err := state(tx, kind)
		if err != nil {
			return err
		}
		if was.Revision != revision {
			return overtaken(was)
		}
		body, err := next(tx)
		if err != nil {
			return err
		}
		if was.Body.V == nil {
			was.Body.V = Body{}
		}
		if reflect.DeepEqual(body, was.Body.V) {
			return fault.New("details_same")
		}
		if found := Check(kind, body); len(found) > 0 {
			return fault.New("mails_faulty").WithData(found)
		}
		return s.write(tx, by, was, body, action)
	})
}

func (s *Service) write(tx *pg.Tx, by audit.By, was State, body Body, action string) error {
	now := s.clock.Now()
	args := map[string]any{
		"kind": was.Kind, "body": pg.AsJSON(body), "revision": was.Revision + 1, "actor": by.Actor, "author": by.Author, "now": now,
		"detail": pg.AsJSON(map[string]any{"texts": differences(was.Body.V, body)}), "action": action, "request": by.RequestID,
	}
	written, err := pg.List[int64](tx, "write mail texts", `
		insert into mail_text (kind, body, revision, actor, author, at)
		values (@kind, cast(@body as jsonb), @revision, @actor, @author, @now)
		on conflict (kind) do update set body = excluded.body, revision = excluded.revision, actor = excluded.actor,
			author = excluded.author, at = excluded.at where mail_text.revision = @revision - 1 returning revision`, args)
	if err != nil {
		return err
	}
	if len(written) == 0 { // somebody else was first, a moment ago
		now, err := state(tx, was.Kind)
		if err == nil {
			err = overtaken(now)
		}
		return err
	}
	for _, step := range [][2]string{
		{"keep version of mail texts", `insert into mail_text_version (kind, body, author, at) values (@kind, cast(@body as jsonb), @author, @now)`},
		{"note in the audit log", `insert into audit_log (tenant_id, at, actor, entity, entity_id, action, detail, request_id)
			values (0, @now, @actor, 'mail', @kind, @action, cast(@detail as jsonb), @request)`},
	} {
		if err := pg.Exec(tx, step[0], step[1], args); err != nil {
			return err
		}
	}
	return nil
}

func overtaken(now State) error {
	return fault.New("mails_overtaken").WithParams(map[string]any{"author": now.Author})
}

// differences are the texts that change, with what they were and are; "" stands for the built-in text.
func differences(was, is Body) map[string]any {
	out := map[string]any{}
	for _, keys := range []Body{was, is} {
		for key := range keys {
			for _, locale := range notify.Locales {
				if was[key][locale] != is[key][locale] {
					out[key+"."+locale] = []string{was[key][locale], is[key][locale]}
				}
			}
		}
	}
	return out
}
