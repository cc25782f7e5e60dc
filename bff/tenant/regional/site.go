package regional

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Site is a site as staff see it.
type Site struct {
	ID                                         int64
	Code, NameEn, NameZh, Currency, Zone, Icon string
	// Host is where visitors find it, or will.
	Host string
	// Own says that staff have made it: others are those of the shop's files, and always open.
	Own bool
	// Hidden says that nobody finds it yet.
	Hidden   bool
	Revision int64
	// Source is the code of the site that it was made from; OpenedAt is nil for one that is hidden, or of the files.
	Source, Author, OpenedBy string
	MadeAt, OpenedAt         *time.Time
	Lacks                    []Missing `gorm:"-"`
}

const siteSQL = `select t.id, t.code, t.name_en, t.name_zh, t.currency, t.time_zone as zone, t.icon, coalesce(m.host, t.hosts[1], t.web_site, '') as host,
		m.tenant_id is not null as own, m.tenant_id is not null and m.opened_at is null as hidden, coalesce(m.revision, 0) as revision,
		coalesce(f.code, '') as source, coalesce(m.author, '') as author, coalesce(m.opened_by, '') as opened_by, m.made_at, m.opened_at
	from tenant t left join site_made m on m.tenant_id = t.id left join tenant f on f.id = m.source_id`

// List lists all sites in their order, with what they lack. Never nil.
func (s *Service) List(ctx context.Context) ([]Site, error) {
	c := s.DB.Conn(ctx)
	list, err := pg.List[Site](c, "list sites", siteSQL+` order by t.sort, t.id`)
	if err != nil {
		return nil, err
	}
	all, err := lacks(c, 0)
	for i := range list {
		list[i].Lacks = all[list[i].ID]
	}
	return list, err
}

// Get returns a site, and what staff can change of it. Fault: not_found.
func (s *Service) Get(ctx context.Context, id int64) (Site, Details, error) {
	return get(s.DB.Conn(ctx), id)
}

func get(c pg.Conn, id int64) (Site, Details, error) {
	list, err := pg.List[Site](c, "read site", siteSQL+` where t.id = ?`, id)
	if err == nil && len(list) == 0 {
		err = fault.New("not_found")
	}
	if err != nil {
		return Site{}, Details{}, err
	}
	all, err := lacks(c, id)
	if err != nil {
		return Site{}, Details{}, err
	}
	list[0].Lacks = all[id]
	rows, err := pg.List[struct {
		NameEn, NameZh, Brand, Locale, SupportEmail, Hotline, PhoneCountry, Company, AddressEn, AddressZh string
		Methods                                                                                           pg.JSON[[]string]
	}](c, "read site", `select name_en, name_zh, brand, default_locale as locale, support_email, hotline, to_jsonb(payment_methods) as methods,
			coalesce(settings ->> 'phoneCountry', '') as phone_country,
			coalesce(settings -> 'legal' ->> 'name', '') as company, coalesce(settings -> 'legal' -> 'address' ->> 'en', '') as address_en,
			coalesce(settings -> 'legal' -> 'address' ->> 'zh', '') as address_zh
		from tenant where id = ?`, id)
	if err != nil {
		return Site{}, Details{}, err
	}
	r := rows[0]
	return list[0], Details{
		NameEn: r.NameEn, NameZh: r.NameZh, Brand: r.Brand, Locale: r.Locale, SupportEmail: r.SupportEmail, Hotline: r.Hotline, PhoneCountry: r.PhoneCountry,
		Company: r.Company, AddressEn: r.AddressEn, AddressZh: r.AddressZh, Methods: append([]string{}, r.Methods.V...),
	}, nil
}
