package seed

import (
	"fmt"
	"slices"
)

// content writes the documents and questions of the files, which all sites share. What an editor has published since stays.
func (l *loader) content() error {
	tree := l.files.Content
	theirs, err := l.published()
	if err != nil {
		return err
	}
	l.o.Progress(fmt.Sprintf("%d documents and %d questions", len(tree.Documents), len(tree.Questions)))
	var docs, questions []row
	for _, d := range tree.Documents {
		if slices.Contains(theirs, d.Kind+"/"+d.Name) {
			continue
		}
		docs = append(docs, row{
			"tenant_id": 0, "kind": d.Kind, "name": d.Name, "locale": d.Lang, "title": d.Title, "body_md": d.Markdown,
			"html": d.HTML, "seo_title": d.SEOTitle, "seo_description": d.SEODescription, "sort": d.Sort, "updated_at": d.Updated,
		})
	}
	asked, err := l.askedByEditors(theirs)
	if err != nil {
		return err
	}
	// A question that an editor's category asks, too, is left out in both languages.
	type place struct {
		name string
		sort int
	}
	left := map[place]bool{}
	for _, q := range tree.Questions {
		if asked[[3]string{q.Lang, q.Category, q.Question}] {
			left[place{q.Name, q.Sort}] = true
		}
	}
	for _, q := range tree.Questions {
		if slices.Contains(theirs, "faq/"+q.Name) || left[place{q.Name, q.Sort}] {
			continue
		}
		questions = append(questions, row{
			"tenant_id": 0, "name": q.Name, "locale": q.Lang, "category": q.Category, "question": q.Question, "answer_md": q.Markdown,
			"answer_html": q.HTML, "sort": q.Sort,
		})
	}
	if err := l.upsert(target{table: "content_document", keys: []string{"tenant_id", "kind", "name", "locale"}}, docs); err != nil {
		return err
	}
	return l.only(target{table: "faq_item", keys: []string{"tenant_id", "locale", "category", "question"}}, questions,
		`t.tenant_id = 0 and not 'faq/' || t.name = any($1)`, theirs)
}

// published lists the texts, as kind/name, of which an editor has published a version.
func (l *loader) published() ([]string, error) {
	rows, err := l.tx.QueryContext(l.ctx, `select distinct kind || '/' || name from content_published where tenant_id = 0`)
	if err != nil {
		return nil, fmt.Errorf("list published texts: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := []string{}
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("list published texts: %w", err)
		}
		out = append(out, text)
	}
	return out, rows.Err()
}

// askedByEditors returns the questions of texts that editors have published, by language, category and question.
func (l *loader) askedByEditors(theirs []string) (map[[3]string]bool, error) {
	rows, err := l.tx.QueryContext(l.ctx, `select locale, category, question from faq_item where tenant_id = 0 and 'faq/' || name = any($1)`, theirs)
	if err != nil {
		return nil, fmt.Errorf("list questions of editors: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := map[[3]string]bool{}
	for rows.Next() {
		var q [3]string
		if err := rows.Scan(&q[0], &q[1], &q[2]); err != nil {
			return nil, fmt.Errorf("list questions of editors: %w", err)
		}
		out[q] = true
	}
	return out, rows.Err()
}

func (l *loader) devices() error {
	l.o.Progress("devices")
	var rows []row
	for i, d := range l.files.Devices {
		rows = append(rows, row{
			"brand": d.Brand, "platform": d.Platform, "model": d.Model, "esim": d.ESIM, "sort": i,
			"facts": map[string]any{
				"active": d.Active, "brandZh": d.BrandZh, "modelZh": d.ModelZh, "note": map[string]string{"en": d.Note.En, "zh": d.Note.Zh}, "exceptions": d.Exceptions,
			},
		})
	}
	return l.only(target{table: "device", keys: []string{"brand", "model"}}, rows, `true`)
}
