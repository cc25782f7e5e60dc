package editor

import (
	"context"
	"errors"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// The states of a schedule.
const (
	ScheduleWaiting   = "waiting"
	SchedulePublished = "published"
	// ScheduleHeld was not published: Why says the reason.
	ScheduleHeld      = "held"
	ScheduleCancelled = "cancelled"
	// ScheduleEnded has expired.
	ScheduleEnded = "ended"
)

// Schedule is a publication that is to be made at a time.
type Schedule struct {
	ID        int64
	En, Zh    *int64
	Mode      Mode
	Base      int64
	PublishAt time.Time
	// ExpireAt is when what was shown before comes back; nil for never.
	ExpireAt *time.Time
	State    string
	// Why is the code of the reason why it is held, or of what its expiry found.
	Why           string
	Author        string
	CreatedAt     time.Time
	PublicationID *int64
}

const scheduleColumns = `id, en, zh, mode, base, publish_at, expire_at, state, why, author, created_at, publication_id`

// PublishArgs is the job that makes a scheduled publication.
type PublishArgs struct {
	ScheduleID int64 `json:"schedule_id"`
}

// Kind names the worker.
func (PublishArgs) Kind() string { return "publish_text" }

// ExpireArgs is the job that takes a scheduled publication back.
type ExpireArgs struct {
	ScheduleID int64 `json:"schedule_id"`
}

// Kind names the worker.
func (ExpireArgs) Kind() string { return "expire_text" }

// scheduledWithin is how far ahead a publication may be scheduled.
const scheduledWithin = 366 * 24 * time.Hour

// Schedule has the drafts that wait published at a time, and with until taken back at another. The errors are Refused: as those
// of Publish, a time that is over or too far away, and another schedule of the text that waits.
func (s *Service) Schedule(ctx context.Context, t Text, by Actor, o Order, at time.Time, until *time.Time) (int64, error) {
	now := s.clock.Now()
	if !at.After(now) || at.After(now.Add(scheduledWithin)) {
		return 0, refuse("bad_time", nil, "the time to publish is over, or more than a year away")
	}
	if until != nil && (!until.After(at) || until.After(now.Add(2*scheduledWithin))) {
		return 0, refuse("bad_expiry", nil, "a text expires after it was published")
	}
	var id int64
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := lockPublishing(ctx, tx, t); err != nil {
			return err
		}
		next, _, err := s.waiting(ctx, tx, t, o)
		if err != nil {
			return err
		}
		version := func(locale string) any {
			if v, there := next[locale]; there {
				return v.ID
			}
			return nil
		}
		base, err := lastPublication(tx, t)
		if err != nil {
			return err
		}
		list, err := pg.List[int64](tx, "schedule", `
			insert into content_schedule (tenant_id, kind, name, en, zh, mode, base, publish_at, expire_at, state, actor, author, created_at)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?)
			on conflict (tenant_id, kind, name) where state = 'waiting' do nothing returning id`,
			t.Tenant, t.Kind, t.Name, version("en"), version("zh"), o.Mode, base, at, until, by.ID, by.Name, now)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return refuse("scheduled", nil, "%s is scheduled already: cancel that first", t)
		}
		id = list[0]
		if err := s.audit(tx, t, by, "schedule", "", ScheduleWaiting, map[string]any{"schedule": id, "at": at, "until": until}); err != nil {
			return err
		}
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: PublishArgs{id}, At: at})
	})
	return id, err
}

// CancelSchedule keeps a scheduled publication from being made. The error is Refused when it does not wait any more.
func (s *Service) CancelSchedule(ctx context.Context, t Text, by Actor, id int64) error {
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		changed, err := pg.Changed(tx, "cancel schedule", `update content_schedule set state = 'cancelled'
			where id = ? and (tenant_id, kind, name) = (?, ?, ?) and state = 'waiting'`, id, t.Tenant, t.Kind, t.Name)
		if err != nil {
			return err
		}
		if !changed {
			return refuse("not_scheduled", nil, "%s is not scheduled any more", t)
		}
		return s.audit(tx, t, by, "cancel_schedule", ScheduleWaiting, ScheduleCancelled, map[string]any{"schedule": id})
	})
}

// Schedules lists those of a text, the newest first. Never nil.
func (s *Service) Schedules(ctx context.Context, t Text) ([]Schedule, error) {
	return pg.List[Schedule](s.db.Conn(ctx), "list schedules", `select `+scheduleColumns+` from content_schedule
		where (tenant_id, kind, name) = (?, ?, ?) order by id desc limit 20`, t.Tenant, t.Kind, t.Name)
}

// scheduleRow is a schedule with its text and who made it.
type scheduleRow struct {
	Schedule
	TenantID   int64
	Kind, Name string
	Actor      string
}

func (r scheduleRow) text() Text { return Text{r.TenantID, r.Kind, r.Name} }

func (r scheduleRow) by() Actor { return Actor{ID: r.Actor, Name: r.Author} }

// PublishScheduled makes a scheduled publication whose time has come, once. A text that was published in between is not
// published over: the schedule is held, as it is when the publication is refused.
func (s *Service) PublishScheduled(ctx context.Context, id int64) error {
	return s.onSchedule(ctx, id, ScheduleWaiting, func(ctx context.Context, tx *pg.Tx, r scheduleRow) error {
		if wait := r.PublishAt.Sub(s.clock.Now()); wait > 0 {
			return jobs.Snooze(wait)
		}
		t := r.text()
		last, err := lastPublication(tx, t)
		if err != nil {
			return err
		}
		if last != r.Base {
			return s.stop(tx, r, ScheduleHeld, "overtaken")
		}
		var out Publication
		failure, err := tx.InSavepoint(func() (err error) {
			out, err = s.moveIn(ctx, tx, t, r.by(), "publish_scheduled", func(ctx context.Context, tx *pg.Tx) (map[string]Version, string, error) {
				return s.scheduled(ctx, tx, r)
			})
			return err
		})
		if err != nil {
			return err
		}
		if refused, ok := errors.AsType[*Refused](failure); ok {
			return s.stop(tx, r, ScheduleHeld, refused.Code)
		}
		if failure != nil {
			return failure
		}
		if err := pg.Exec(tx, "note publication", `update content_schedule set state = 'published', publication_id = ? where id = ?`, out.ID, id); err != nil {
			return err
		}
		if r.ExpireAt == nil {
			return nil
		}
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: ExpireArgs{id}, At: *r.ExpireAt})
	})
}

// scheduled returns the versions that a schedule is about, beside what the other language shows.
func (s *Service) scheduled(ctx context.Context, tx *pg.Tx, r scheduleRow) (map[string]Version, string, error) {
	next, stale := map[string]Version{}, ""
	for locale, id := range map[string]*int64{"en": r.En, "zh": r.Zh} {
		if id == nil {
			continue
		}
		v, err := s.version(ctx, tx.SQL(), r.text(), locale, *id)
		if err != nil {
			return nil, "", err
		}
		if v == nil {
			return nil, "", refuse("no_version", nil, "version %d is missing", *id)
		}
		next[locale] = *v
	}
	if len(next) < len(content.Languages) {
		states, err := s.one(ctx, tx.SQL(), r.text())
		if err != nil {
			return nil, "", err
		}
		for _, locale := range content.Languages {
			if _, there := next[locale]; !there && (r.Mode == Alone || states[locale].Stale) {
				stale = locale
			}
		}
	}
	return s.withOtherLanguage(ctx, tx, r.text(), next, stale)
}

// ExpireScheduled restores the version before a scheduled publication, once. Where somebody has published since, that
// stays; so does the scheduled text where the version before it is refused, as it is when an image of it is gone.
func (s *Service) ExpireScheduled(ctx context.Context, id int64) error {
	return s.onSchedule(ctx, id, SchedulePublished, func(ctx context.Context, tx *pg.Tx, r scheduleRow) error {
		if r.ExpireAt == nil {
			return nil
		}
		if wait := r.ExpireAt.Sub(s.clock.Now()); wait > 0 {
			return jobs.Snooze(wait)
		}
		last, err := lastPublication(tx, r.text())
		if err != nil {
			return err
		}
		if r.PublicationID == nil || last != *r.PublicationID {
			return s.stop(tx, r, ScheduleEnded, "overtaken")
		}
		failure, err := tx.InSavepoint(func() error {
			_, err := s.moveIn(ctx, tx, r.text(), r.by(), "expire_scheduled", func(ctx context.Context, tx *pg.Tx) (map[string]Version, string, error) {
				next, stale, err := s.before(ctx, tx, r.text())
				if _, ok := errors.AsType[*Refused](err); ok { // the text was not there before
					return map[string]Version{}, "", nil
				}
				return next, stale, err
			})
			return err
		})
		if err != nil {
			return err
		}
		var refused *Refused
		switch {
		case errors.As(failure, &refused):
			return s.stop(tx, r, ScheduleEnded, refused.Code)
		case failure != nil:
			return failure
		}
		return pg.Exec(tx, "end schedule", `update content_schedule set state = 'ended' where id = ?`, id)
	})
}

// Scheduled returns the text of a schedule whose time to be published or to expire has come; ok is false for any other.
func (s *Service) Scheduled(ctx context.Context, id int64) (t Text, ok bool, err error) {
	now := s.clock.Now()
	list, err := pg.List[scheduleRow](s.db.Conn(ctx), "read schedule", `select tenant_id, kind, name from content_schedule
		where id = ? and (state = 'waiting' and publish_at <= ? or state = 'published' and expire_at <= ?)`, id, now, now)
	if err != nil || len(list) == 0 {
		return Text{}, false, err
	}
	return list[0].text(), true, nil
}

// onSchedule does something to a schedule that is in a state, while nobody else publishes its text.
func (s *Service) onSchedule(ctx context.Context, id int64, state string, do func(ctx context.Context, tx *pg.Tx, r scheduleRow) error) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		const query = `select ` + scheduleColumns + `, tenant_id, kind, name, actor from content_schedule where id = ?`
		list, err := pg.List[scheduleRow](tx, "read schedule", query, id)
		if err != nil || len(list) == 0 {
			return err
		}
		if err := lockPublishing(ctx, tx, list[0].text()); err != nil {
			return err
		}
		if list, err = pg.List[scheduleRow](tx, "lock schedule", query+` for update`, id); err != nil || list[0].State != state {
			return err
		}
		return do(ctx, tx, list[0])
	})
}

// stop ends a schedule without what it was about to do.
func (s *Service) stop(tx *pg.Tx, r scheduleRow, state, why string) error {
	if err := pg.Exec(tx, "stop schedule", `update content_schedule set state = ?, why = ? where id = ?`, state, why, r.ID); err != nil {
		return err
	}
	return s.audit(tx, r.text(), r.by(), "hold_schedule", r.State, state, map[string]any{"schedule": r.ID, "why": why})
}

// lastPublication returns the number of the last publication of a text, 0 for none.
func lastPublication(c pg.Conn, t Text) (int64, error) {
	list, err := pg.List[int64](c, "read publications", `select coalesce(max(id), 0) from content_publication
		where (tenant_id, kind, name) = (?, ?, ?)`, t.Tenant, t.Kind, t.Name)
	if err != nil {
		return 0, err
	}
	return list[0], nil
}
