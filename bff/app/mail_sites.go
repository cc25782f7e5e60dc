package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// mailSites gives mails the names and addresses of their site.
type mailSites struct {
	registry *tenant.Registry
	// proto and host are where a site without an address of its own is found.
	proto, host string
}

// Site returns the shop of a mail.
func (m mailSites) Site(_ context.Context, tenantID int64, locale string) (notify.Site, error) {
	t, ok := m.registry.ByID(tenantID)
	if !ok {
		return notify.Site{}, fmt.Errorf("no site %d", tenantID)
	}
	out := notify.Site{Brand: t.Brand, SupportEmail: t.SupportEmail, Hotline: t.Hotline, Zone: t.Location}
	for _, s := range m.registry.Sites(locale, m.proto, m.host) {
		if s.TenantID == tenantID {
			out.URL = strings.TrimSuffix(s.WebSite, "/")
		}
	}
	return out, nil
}

// mailSecrets draws the codes of a delivery mail at the moment it is sent.
type mailSecrets struct{ sims *sim.Service }

// Attachments returns one picture per eSIM that the note is about: all of its order, or the one that was issued again. A code that
// is about to be replaced is in none.
func (m mailSecrets) Attachments(ctx context.Context, n notify.Note) ([]notify.Attachment, error) {
	one, again := n.Data.(notify.ESIMReissued)
	_, first := n.Data.(notify.ESIMDelivered)
	if !first && !again {
		return nil, nil
	}
	var id int64
	if _, err := fmt.Sscanf(n.Key, "order:%d:", &id); err != nil {
		return nil, fmt.Errorf("note %s names no order: %w", n.Key, err)
	}
	kits, err := m.sims.Installs(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []notify.Attachment
	for _, k := range kits {
		if k.ErasedAt != nil || k.Reissuing || (again && (k.LineID != one.LineID || k.Unit != one.Unit)) {
			continue
		}
		picture, err := notify.QRAttachment(len(out)+1, shared.In(n.Locale, k.NameEn, k.NameZh), k.ICCIDLast4, k.LPA)
		if err != nil {
			return nil, err
		}
		picture.AtInstall = k.AtInstall
		out = append(out, picture)
	}
	return out, nil
}
