package seed

import "fmt"

// content writes the editors' documents and questions, which all sites share.
func (l *loader) content() error {
	tree := l.files.Content
	l.o.Progress(fmt.Sprintf("%d documents and %d questions", len(tree.Documents), len(tree.Questions)))
	var docs, questions []row
	for _, d := range tree.Documents {
		docs = append(docs, row{
			"tenant_id": 0, "kind": d.Kind, "name": d.Name, "locale": d.Lang, "title": d.Title, "body_md": d.Markdown,
			"html": d.HTML, "seo_title": d.SEOTitle, "seo_description": d.SEODescription, "sort": d.Sort, "updated_at": d.Updated,
		})
	}
	for _, q := range tree.Questions {
		questions = append(questions, row{
			"tenant_id": 0, "locale": q.Lang, "category": q.Category, "question": q.Question, "answer_md": q.Markdown,
			"answer_html": q.HTML, "sort": q.Sort,
		})
	}
	if err := l.upsert(target{table: "content_document", keys: []string{"tenant_id", "kind", "name", "locale"}}, docs); err != nil {
		return err
	}
	if err := l.exec("clear faq_item", `delete from faq_item where tenant_id = 0`); err != nil {
		return err
	}
	return l.upsert(target{table: "faq_item", keys: []string{"tenant_id", "locale", "category", "question"}}, questions)
}

func (l *loader) devices() error {
	l.o.Progress("devices")
	var rows []row
	for i, d := range l.files.Devices {
		rows = append(rows, row{
			"brand": d.Brand, "platform": d.Platform, "model": d.Model, "esim": d.ESIM, "sort": i,
			"facts": map[string]any{
				"active": d.Active, "modelZh": d.ModelZh, "note": map[string]string{"en": d.Note.En, "zh": d.Note.Zh}, "exceptions": d.Exceptions,
			},
		})
	}
	if err := l.exec("clear device", `delete from device`); err != nil {
		return err
	}
	return l.upsert(target{table: "device", keys: []string{"brand", "model"}}, rows)
}
