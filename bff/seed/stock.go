package seed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/crockford"
	"github.com/roamcart/roamcart/bff/platform/esim"
)

// stock creates the stock rows that are missing, and with a new eSIM row its pool of profiles; what a carrier makes when it is
// sold needs none.
func (l *loader) stock() error {
	carriers := l.files.carriers()
	for _, t := range l.files.Stock.Tenants {
		l.o.Progress(fmt.Sprintf("stock of site %d", t.Tenant))
		var rows []row
		for _, p := range l.files.Products {
			for _, sim := range p.SimTypes {
				n := t.Physical
				if sim == "esim" {
					n = t.ESIM
				}
				rows = append(rows, row{"tenant_id": t.Tenant, "sku": p.GoodsID + ":" + sim, "on_hand": n})
			}
		}
		created, err := l.newStock(rows)
		if err != nil {
			return err
		}
		made := func(p pool) bool { return carriers[strings.TrimSuffix(p.sku, ":esim")] != "" }
		if err := l.profiles(t.Tenant, t.Issuer, slices.DeleteFunc(created, made)); err != nil {
			return err
		}
	}
	return nil
}

type pool struct {
	sku    string
	onHand int
}

func (l *loader) newStock(rows []row) ([]pool, error) {
	b, err := marshal(rows)
	if err != nil {
		return nil, err
	}
	res, err := l.tx.QueryContext(l.ctx, `insert into stock (tenant_id, sku, on_hand)
		select tenant_id, sku, on_hand from jsonb_populate_recordset(null::stock, $1)
		on conflict (tenant_id, sku) do nothing returning sku, on_hand`, b)
	if err != nil {
		return nil, fmt.Errorf("write stock: %w", err)
	}
	defer func() { _ = res.Close() }()
	var out []pool
	for res.Next() {
		var p pool
		if err := res.Scan(&p.sku, &p.onHand); err != nil {
			return nil, fmt.Errorf("read stock: %w", err)
		}
		if strings.HasSuffix(p.sku, ":esim") {
			out = append(out, p)
		}
	}
	return out, res.Err()
}

// profiles fills the pools. The serial numbers of a site go on where the last seeding stopped.
func (l *loader) profiles(tenant int64, issuer string, pools []pool) error {
	if len(pools) == 0 {
		return nil
	}
	var serial int64
	head := iccidHead + issuer
	err := l.tx.QueryRowContext(l.ctx, `select coalesce(max(substr(iccid, $3, $4)::bigint), 0) from esim_profile
		where tenant_id = $1 and iccid like $2 || '%'`, tenant, head, len(head)+1, serialDigits).Scan(&serial)
	if err != nil {
		return fmt.Errorf("read last serial number: %w", err)
	}
	var skus, iccids []string
	var sealed [][]byte
	for _, p := range pools {
		for range p.onHand {
			serial++
			a, err := l.o.SealProfile([]byte("LPA:1$" + l.files.Stock.SMDP + "$" + matchingID()))
			if err != nil {
				return fmt.Errorf("seal a profile: %w", err)
			}
			skus, iccids, sealed = append(skus, p.sku), append(iccids, iccid(head, serial)), append(sealed, a)
		}
	}
	return l.exec("write profiles", `insert into esim_profile (tenant_id, sku, iccid, activation, apn)
		select $1, s, i, a, $5 from unnest($2::text[], $3::text[], $4::bytea[]) as p (s, i, a)`,
		tenant, skus, iccids, sealed, l.files.Stock.APN)
}

const (
	// iccidHead is telecom (89), Hong Kong (852) and a two-digit issuer of ours; a site's two digits follow.
	iccidHead    = "8985207"
	serialDigits = 9
)

// iccid returns 19 digits, the last of which is the Luhn digit of the others.
func iccid(head string, serial int64) string {
	body := head + fmt.Sprintf("%0*d", serialDigits, serial)
	return body + esim.CheckDigit(body)
}

// matchingID returns a fresh token such as 7K2QF-0M9XA-WZ4TB-5HJ6C: 100 random bits.
func matchingID() string {
	parts := make([]string, 4)
	for i := range parts {
		parts[i] = crockford.Random(5)
	}
	return strings.Join(parts, "-")
}
