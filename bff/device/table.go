package device

import (
	"context"
	"encoding/json"
	"fmt"
)

// Model is a kind of device and whether it can hold an eSIM.
type Model struct {
	// Brand is the brand in English, BrandZh in Chinese: some write their name alike. BrandName is in the language asked for.
	Brand, BrandZh, BrandName string
	Name                      string
	// NameEn and NameZh are its name in each language, Name the one that was asked for.
	NameEn, NameZh string
	// Platform is ios or android.
	Platform string
	ESIM     bool
	// ActiveESIMs is how many eSIMs can be in use at once; 0 when that is not known.
	ActiveESIMs int
	Note        string
	// Exceptions is never nil.
	Exceptions []Exception
}

// Exception is where a model differs by the country or region it was sold in.
type Exception struct {
	SoldIn []string
	ESIM   bool
	// Varies says that some of the units sold there differ from others.
	Varies bool
	Note   string
}

// Models returns the table of devices in its order, with notes in lang. Never nil.
func (s *Service) Models(ctx context.Context, lang string) ([]Model, error) {
	rows, err := s.db.SQL.QueryContext(ctx, `select brand, model, platform, esim, facts from device order by sort, brand, model`)
	if err != nil {
		return nil, fmt.Errorf("read devices: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := []Model{}
	for rows.Next() {
		d := Model{Exceptions: []Exception{}}
		var esim string
		var body []byte
		var facts struct {
			Active int `json:"active"`
			// BrandZh and ModelZh are the Chinese names where they are not the English ones.
			BrandZh    string            `json:"brandZh"`
			ModelZh    string            `json:"modelZh"`
			Note       map[string]string `json:"note"`
			Exceptions []struct {
				SoldIn []string          `json:"soldIn"`
				ESIM   bool              `json:"esim"`
				Varies bool              `json:"varies"`
				Note   map[string]string `json:"note"`
			} `json:"exceptions"`
		}
		if err := rows.Scan(&d.Brand, &d.Name, &d.Platform, &esim, &body); err != nil {
			return nil, fmt.Errorf("read devices: %w", err)
		}
		if err := json.Unmarshal(body, &facts); err != nil {
			return nil, fmt.Errorf("read device %s %s: %w", d.Brand, d.Name, err)
		}
		d.BrandZh, d.NameEn, d.NameZh, d.ESIM, d.ActiveESIMs, d.Note = d.Brand, d.Name, d.Name, esim == "yes", facts.Active, facts.Note[lang]
		if facts.BrandZh != "" {
			d.BrandZh = facts.BrandZh
		}
		if facts.ModelZh != "" {
			d.NameZh = facts.ModelZh
		}
		d.BrandName = d.Brand
		if lang == "zh" {
			d.BrandName, d.Name = d.BrandZh, d.NameZh
		}
		for _, e := range facts.Exceptions {
			d.Exceptions = append(d.Exceptions, Exception{SoldIn: e.SoldIn, ESIM: e.ESIM, Varies: e.Varies, Note: e.Note[lang]})
		}
		out = append(out, d)
	}
	return out, rows.Err()
}
