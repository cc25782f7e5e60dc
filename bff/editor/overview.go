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
	type key struct{ Kind, Name string }
	conn := s.db.Conn(ctx)
	rows, err := pg.List[struct {
		Of  key        `gorm:"embedded"`
		Row workingRow `gorm:"embedded"`
	}](conn, "list drafts", `select kind, name, locale, source, revision, base, dirty, author, updated_at from content_working where tenant_id = ?`, tenant)
	if err != nil {
		return nil, err
	}
	marks, err := pg.List[struct {
		Of    key `gorm:"embedded"`
		State ReviewState
		Open  int
	}](conn, "list reviews", `
		select kind, name, coalesce(state, 'draft') as state, coalesce(open, 0) as open
		from (select kind, name, state from content_review where tenant_id = ?) r full join
			(select kind, name, count(*) as open from content_comment where tenant_id = ? and resolved_at is null group by 1, 2) c using (kind, name)`,
		tenant, tenant)
	if err != nil {
		return nil, err
	}
	schedules, err := pg.List[struct {
		Of       key      `gorm:"embedded"`
		Schedule Schedule `gorm:"embedded"`
	}](conn, "list schedules", `
		select kind, name, `+scheduleColumns+` from content_schedule s where tenant_id = ? and id = (
			select max(id) from content_schedule o where (o.tenant_id, o.kind, o.name) = (s.tenant_id, s.kind, s.name)) and (state = 'waiting' or
			state = 'held' and not exists (select 1 from content_publication p
				where (p.tenant_id, p.kind, p.name) = (s.tenant_id, s.kind, s.name) and p.at > s.publish_at))`, tenant)
	if err != nil {
		return nil, err
	}
	out := make([]Overview, 0, len(all))
	for t, states := range all {
		o := Overview{Text: t, States: states, Working: map[string]Working{}, Review: Draft}
		of := key{t.Kind, t.Name}
		for _, locale := range content.Languages {
			var row workingRow
			for _, r := range rows {
				if r.Of == of && r.Row.Locale == locale {
					row = r.Row
				}
			}
			o.Working[locale] = row.working(locale, states[locale])
		}
		for _, m := range marks {
			if m.Of == of {
				o.Review, o.Open = m.State, m.Open
			}
		}
		for _, one := range schedules {
			if one.Of == of {
				o.Schedule = &one.Schedule
			}
		}
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b Overview) int {
		if a.Kind != b.Kind {
			return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out, nil
}
