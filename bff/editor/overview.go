package editor

import (
	"context"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Overview is how a text stands, for a list.
type Overview struct {
	Text
	// States and Working are by language.
	States  map[string]State
	Working map[string]Working
	Review  ReviewState
	// Open is how many comments wait.
	Open int
	// Schedule is the one that waits, or was held last with nothing published since; nil for none.
	Schedule *Schedule
}

// Title is the title of a language, as it is being written.
func (o Overview) Title(locale string) string { return Field(o.Working[locale].Source, "title") }

// HasUnpublished reports whether something is written or handed in that visitors do not see.
func (o Overview) HasUnpublished() bool {
	return slices.ContainsFunc(content.Languages, func(locale string) bool {
		return o.Working[locale].Dirty || o.States[locale].Draft != nil
	})
}

// Has reports whether all words of a search are in the name or the words of a text, in any language.
func (o Overview) Has(search string) bool {
	all := strings.ToLower(o.String())
	for _, w := range o.Working {
		all += "\n" + strings.ToLower(w.Source)
	}
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(search)), func(word string) bool { return !strings.Contains(all, word) })
}

// Field returns a field of the front matter of a source, "" when there is none.
func Field(source, name string) string {
	head, _, _ := strings.Cut(strings.TrimPrefix(source, "---\n"), "\n---\n")
	for line := range strings.Lines(head) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && key == name {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

// Overview lists the texts that a site has for itself, or with 0 those that all share, by kind and name.
func (s *Service) Overview(ctx context.Context, tenant int64) ([]Overview, error) {
	all, err := s.List(ctx, tenant)
	if err != nil {
		return nil, err
	}
	unpublished, err := s.unpublished(ctx, tenant)
	if err != nil {
		return nil, err
	}
	out := make([]Overview, 0, len(all))
	for t, states := range all {
		out = append(out, unpublished.overview(t, states))
	}
	slices.SortFunc(out, func(a, b Overview) int {
		if a.Kind != b.Kind {
			return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out, nil
}

// textKey names a text of a site.
type textKey struct{ Kind, Name string }

type textDraft struct {
	Of  textKey    `gorm:"embedded"`
	Row workingRow `gorm:"embedded"`
}

type textReview struct {
	Of    textKey `gorm:"embedded"`
	State ReviewState
	Open  int
}

type textSchedule struct {
	Of       textKey  `gorm:"embedded"`
	Schedule Schedule `gorm:"embedded"`
}

// unpublished is what the texts of a site have beside what visitors read: what is being written, how its review stands, and when it is to
// be published.
type unpublished struct {
	drafts    []textDraft
	reviews   []textReview
	schedules []textSchedule
}

func (s *Service) unpublished(ctx context.Context, tenant int64) (u unpublished, err error) {
	conn := s.db.Conn(ctx)
	u.drafts, err = pg.List[textDraft](conn, "list drafts", `select kind, name, locale, source, revision, base, dirty, author, updated_at from content_working where tenant_id = ?`, tenant)
	if err != nil {
		return u, err
	}
	u.reviews, err = pg.List[textReview](conn, "list reviews", `
		select kind, name, coalesce(state, 'draft') as state, coalesce(open, 0) as open
		from (select kind, name, state from content_review where tenant_id = ?) r full join
			(select kind, name, count(*) as open from content_comment where tenant_id = ? and resolved_at is null group by 1, 2) c using (kind, name)`,
		tenant, tenant)
	if err != nil {
		return u, err
	}
	u.schedules, err = pg.List[textSchedule](conn, "list schedules", `
		select kind, name, `+scheduleColumns+` from content_schedule s where tenant_id = ? and id = (
			select max(id) from content_schedule o where (o.tenant_id, o.kind, o.name) = (s.tenant_id, s.kind, s.name)) and (state = 'waiting' or
			state = 'held' and not exists (select 1 from content_publication p
				where (p.tenant_id, p.kind, p.name) = (s.tenant_id, s.kind, s.name) and p.at > s.publish_at))`, tenant)
	return u, err
}

// overview returns how a text stands.
func (u unpublished) overview(t Text, states map[string]State) Overview {
	o := Overview{Text: t, States: states, Working: map[string]Working{}, Review: Draft}
	of := textKey{t.Kind, t.Name}
	for _, locale := range content.Languages {
		var row workingRow
		for _, d := range u.drafts {
			if d.Of == of && d.Row.Locale == locale {
				row = d.Row
			}
		}
		o.Working[locale] = row.working(locale, states[locale])
	}
	for _, r := range u.reviews {
		if r.Of == of {
			o.Review, o.Open = r.State, r.Open
		}
	}
	for _, one := range u.schedules {
		if one.Of == of {
			o.Schedule = &one.Schedule
		}
	}
	return o
}
