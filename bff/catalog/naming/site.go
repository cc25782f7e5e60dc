package naming

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// site is everything that a site says in a language.
type site struct {
	id    int64
	lang  string
	all   []Override
	names map[string]string
}

// open reads what a site says. Until the transaction ends nobody else changes it.
func open(tx *pg.Tx, tenantID int64, lang string) (site, error) {
	found, err := pg.List[int64](tx, "read site", `select id from tenant where id = ? for no key update`, tenantID)
	if err != nil {
		return site{}, err
	}
	if len(found) == 0 {
		return site{}, fmt.Errorf("there is no site %d", tenantID)
	}
	t := site{id: tenantID, lang: lang, names: map[string]string{}}
	t.all, err = pg.List[Override](tx, "read names of destinations", `
		select cast(@tenant as bigint) as tenant_id, cast(@lang as text) as lang, d.code, coalesce(s.name, d.usual) as name, d.usual,
			coalesce(s.symbol, 'flag') as symbol, coalesce(s.staff, false) as staff
		from (select code, case @lang when 'zh' then name_zh else name_en end as usual from destination) d
		left join destination_site s on s.code = d.code and s.tenant_id = @tenant and s.lang = @lang`,
		map[string]any{"tenant": tenantID, "lang": lang})
	if err != nil {
		return site{}, err
	}
	for _, o := range t.all {
		t.names[o.Code] = o.Name
	}
	return t, nil
}

func (t site) own(code string) (Override, bool) {
	i := slices.IndexFunc(t.all, func(o Override) bool { return o.Code == code })
	if i < 0 {
		return Override{}, false
	}
	return t.all[i], true
}

// text is what a plan or group says in one language.
type text struct{ ID, Name, Body string }

// reword writes a destination's new name into the plans that cover it and into the groups, and returns how many those are.
func (t site) reword(tx *pg.Tx, was Override, name string, now time.Time) (plans, groups int, err error) {
	to := map[string]string{was.Name: name}
	all := append(slices.Collect(maps.Values(t.names)), name)
	args := map[string]any{"tenant": t.id, "code": was.Code, "now": now}
	plans, err = rewordRows(tx, to, all, args, `select goods_id as id, name_`+t.lang+` as name, description_`+t.lang+` as body from product p
		where tenant_id = @tenant and exists (select 1 from product_destination d where d.tenant_id = p.tenant_id and d.goods_id = p.goods_id and d.code = @code)
		order by goods_id for no key update`,
		`update product set name_`+t.lang+` = @name, description_`+t.lang+` = @body, updated_at = @now where tenant_id = @tenant and goods_id = @id`)
	if err != nil {
		return 0, 0, err
	}
	groups, err = rewordRows(tx, to, all, args, `select code as id, name_`+t.lang+` as name, intro_`+t.lang+` as body from product_group
		where tenant_id = @tenant order by code for no key update`,
		`update product_group set name_`+t.lang+` = @name, intro_`+t.lang+` = @body where tenant_id = @tenant and code = @id`)
	return plans, groups, err
}

func rewordRows(tx *pg.Tx, to map[string]string, names []string, args map[string]any, read, write string) (n int, err error) {
	rows, err := pg.List[text](tx, "read what names a destination", read, args)
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		next := text{r.ID, Reword(r.Name, to, names), Reword(r.Body, to, names)}
		if next == r {
			continue
		}
		n++
		set := maps.Clone(args)
		set["id"], set["name"], set["body"] = next.ID, next.Name, next.Body
		if err := pg.Exec(tx, "reword "+r.ID, write, set); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// Words is how a site rewords the texts of the files in a language: Reword's arguments.
type Words struct {
	To    map[string]string
	Names []string
}

// In returns a text as the site says it.
func (w Words) In(text string) string {
	if len(w.To) == 0 {
		return text
	}
	return Reword(text, w.To, w.Names)
}

// WordsOf returns how each site rewords in each language, by site, then by language.
func WordsOf(ctx context.Context, tx *sql.Tx) (map[int64]map[string]Words, error) {
	rows, err := tx.QueryContext(ctx, `select t.id, l.lang, coalesce(s.name, ''), case l.lang when 'zh' then d.name_zh else d.name_en end
		from tenant t cross join (values ('en'), ('zh')) l (lang) cross join destination d
		left join destination_site s on s.tenant_id = t.id and s.lang = l.lang and s.code = d.code`)
	if err != nil {
		return nil, fmt.Errorf("read names of destinations: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := map[int64]map[string]Words{}
	for rows.Next() {
		var id int64
		var lang, own, usual string
		if err := rows.Scan(&id, &lang, &own, &usual); err != nil {
			return nil, fmt.Errorf("read names of destinations: %w", err)
		}
		if out[id] == nil {
			out[id] = map[string]Words{}
		}
		w := out[id][lang]
		w.Names = append(w.Names, usual)
		if own != "" {
			if w.To == nil {
				w.To = map[string]string{}
			}
			w.To[usual], w.Names = own, append(w.Names, own)
		}
		out[id][lang] = w
	}
	return out, rows.Err()
}
