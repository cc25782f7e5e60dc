package editor

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Receipt is what a publication did to the pages of the shop.
type Receipt struct {
	Pages []FreshPage
	// Unknown says that nobody could look at the pages.
	Unknown bool
}

// FreshPage is a page that says something else since a publication.
type FreshPage struct {
	Address string `json:"address"`
	// Milliseconds passed until the page was seen with the new text; nil when it was not.
	Milliseconds *int64 `json:"milliseconds"`
}

// KeepReceipt keeps the receipt of a publication. The first one stays.
func (s *Service) KeepReceipt(ctx context.Context, publication int64, r Receipt) error {
	fresh, late := 0, 0
	var slowest *int64
	for _, p := range r.Pages {
		if p.Milliseconds == nil {
			late++
			continue
		}
		fresh++
		if slowest == nil || *p.Milliseconds > *slowest {
			slowest = p.Milliseconds
		}
	}
	if r.Pages == nil {
		r.Pages = []FreshPage{}
	}
	raw, err := json.Marshal(r.Pages)
	if err != nil {
		return fmt.Errorf("keep receipt: %w", err)
	}
	return pg.Exec(s.db.Conn(ctx), "keep receipt", `
		insert into content_receipt (publication_id, pages, fresh, late, slowest, unknown) values (?, ?::jsonb, ?, ?, ?, ?)
		on conflict (publication_id) do nothing`, publication, string(raw), fresh, late, slowest, r.Unknown)
}

// Receipt returns the receipt of a publication of a text; nil when there is none.
func (s *Service) Receipt(ctx context.Context, t Text, publication int64) (*Receipt, error) {
	list, err := pg.List[struct {
		Pages   string
		Unknown bool
	}](s.db.Conn(ctx), "read receipt", `
		select r.pages::text as pages, r.unknown from content_receipt r join content_publication p on p.id = r.publication_id
		where p.id = ? and (p.tenant_id, p.kind, p.name) = (?, ?, ?)`, publication, t.Tenant, t.Kind, t.Name)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	out := &Receipt{Unknown: list[0].Unknown}
	if err := json.Unmarshal([]byte(list[0].Pages), &out.Pages); err != nil {
		return nil, fmt.Errorf("read receipt: %w", err)
	}
	return out, nil
}

// Last returns the number of the last publication of a text, 0 for none.
func (s *Service) Last(ctx context.Context, t Text) (int64, error) {
	return lastPublication(s.db.Conn(ctx), t)
}
