package editor

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// CreateText begins a text that is not there yet, with the words of the text that all sites share where there is one. It is there as long
// as something is written in it, and shown to nobody before it is published. The error is Refused for a text that is there, unless its
// author sends it again, because the answer was lost, and nothing was written since.
func (s *Service) CreateText(ctx context.Context, by Actor, t Text) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := lockWriting(tx, t); err != nil {
			return err
		}
		found, err := s.states(ctx, tx.SQL(), t)
		if err != nil {
			return err
		}
		rows, err := s.workingRows(tx, t)
		if err != nil {
			return err
		}
		shared := Text{Kind: t.Kind, Name: t.Name}
		all, err := s.states(ctx, tx.SQL(), shared)
		if err != nil {
			return err
		}
		sources, sent := map[string]string{}, true
		for _, locale := range content.Languages {
			sources[locale] = blank(t.Kind, s.clock.Now())
			if shown := all[shared][locale].Shown; shown != nil && t.Tenant != 0 {
				sources[locale] = shown.Source
			}
			row, state := rows[locale], found[t][locale]
			sent = sent && state.Newest() == nil && row.Dirty && row.Author == by.Name && row.Source == sources[locale]
		}
		switch {
		case found[t] != nil && sent:
			return nil
		case found[t] != nil:
			return refuse("there", nil, "%s is there already", t)
		}
		for _, locale := range content.Languages {
			row := workingRow{Source: sources[locale], Revision: rows[locale].Revision + 1, Dirty: true, Author: by.Name, UpdatedAt: s.clock.Now()}
			if err := s.writeWorking(tx, by, File{Text: t, Locale: locale}, row); err != nil {
				return err
			}
		}
		return s.audit(tx, t, by, "begin", "", "", nil)
	})
}

// blank is a text of a kind in which nothing is written.
func blank(kind string, now time.Time) string {
	if kind == "faq" {
		return "---\ntitle:\n---\n"
	}
	return fmt.Sprintf("---\ntitle:\nupdated: %s\nseoTitle:\nseoDescription:\n---\n", now.UTC().Format(time.DateOnly))
}

// begun adds the texts that are only being written to those that somebody has handed in.
func begun(ctx context.Context, from reader, of Text, out map[Text]map[string]State) error {
	rows, err := from.QueryContext(ctx, `select distinct kind, name from content_working
		where tenant_id = $1 and ($2 = '' or (kind, name) = ($2, $3)) and dirty and source <> ''`, of.Tenant, of.Kind, of.Name)
	if err != nil {
		return fmt.Errorf("list texts: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		t := Text{Tenant: of.Tenant}
		if err := rows.Scan(&t.Kind, &t.Name); err != nil {
			return fmt.Errorf("list texts: %w", err)
		}
		if out[t] == nil {
			out[t] = map[string]State{}
		}
	}
	return rows.Err()
}
