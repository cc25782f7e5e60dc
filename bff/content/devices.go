package content

import (
	"context"
	"encoding/json"
	"fmt"
)

// Device is a model and whether it can hold an eSIM.
type Device struct {
	Brand, Model string
	// Platform is ios or android.
	Platform string
	ESIM     bool
	// ActiveESIMs is how many eSIMs can be in use at once; 0 when that is not known.
	ActiveESIMs int
	Note        string
	// Exceptions is never nil.
	Exceptions []DeviceException
}

// DeviceException is where a model differs by the country or region it was sold in.
type DeviceException struct {
	SoldIn []string
	ESIM   bool
	Note   string
}

// Devices returns the table of devices in its order, with notes in lang. Never nil.
func (s *Service) Devices(ctx context.Context, lang string) ([]Device, error) {
	rows, err := s.db.SQL.QueryContext(ctx, `select brand, model, platform, esim, facts from device order by sort, brand, model`)
	if err != nil {
		return nil, fmt.Errorf("read devices: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := []Device{}
	for rows.Next() {
		d := Device{Exceptions: []DeviceException{}}
		var esim string
		var body []byte
		var facts struct {
			Active int `json:"active"`
			// ModelZh is the Chinese name where it is not the English one.
			ModelZh    string            `json:"modelZh"`
			Note       map[string]string `json:"note"`
			Exceptions []struct {
				SoldIn []string          `json:"soldIn"`
				ESIM   bool              `json:"esim"`
				Note   map[string]string `json:"note"`
			} `json:"exceptions"`
		}
		if err := rows.Scan(&d.Brand, &d.Model, &d.Platform, &esim, &body); err != nil {
			return nil, fmt.Errorf("read devices: %w", err)
		}
		if err := json.Unmarshal(body, &facts); err != nil {
			return nil, fmt.Errorf("read device %s %s: %w", d.Brand, d.Model, err)
		}
		d.ESIM, d.ActiveESIMs, d.Note = esim == "yes", facts.Active, facts.Note[lang]
		if lang == "zh" && facts.ModelZh != "" {
			d.Model = facts.ModelZh
		}
		for _, e := range facts.Exceptions {
			d.Exceptions = append(d.Exceptions, DeviceException{SoldIn: e.SoldIn, ESIM: e.ESIM, Note: e.Note[lang]})
		}
		out = append(out, d)
	}
	return out, rows.Err()
}
