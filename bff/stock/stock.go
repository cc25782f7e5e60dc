package stock

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Service takes deliveries in.
type Service struct {
	db     *pg.DB
	clock  clock.Clock
	sealer *secret.Box
	// purpose separates activation codes from everything else that is sealed.
	purpose string
	erased  Erased
}

// Erased returns what may stand where the number of a card or profile of a site stood before it was erased.
type Erased func(tenantID int64, iccid string) []string

// NewService returns a service; purpose is what activation codes are sealed for.
func NewService(db *pg.DB, c clock.Clock, sealer *secret.Box, purpose string, erased Erased) *Service {
	return &Service{db: db, clock: c, sealer: sealer, purpose: purpose, erased: erased}
}

// Delivery is who brings something to which site, and why.
type Delivery struct {
	TenantID int64
	Actor    string
	Reason   string
	Rows     io.Reader
}

// Taken is what a delivery brought.
type Taken struct {
	Kind string `json:"kind"`
	Rows int    `json:"rows"`
	// OnHand is what the site has of each product that was touched.
	OnHand map[string]int64 `json:"onHand,omitempty"`
}

type counted struct {
	SKU      string `json:"sku"`
	Quantity int64  `json:"quantity"`
}

// Cards counts SIM cards without numbers into stock. Columns: sku,quantity; a quantity below 0 takes cards away.
func (s *Service) Cards(ctx context.Context, d Delivery) (Taken, error) {
	sh, err := readSheet(d.Rows, 2, "sku", "quantity")
	if err != nil {
		return Taken{}, err
	}
	rows := make([]counted, len(sh.rows))
	for i, r := range sh.rows {
		n, err := strconv.ParseInt(r[1], 10, 64)
		if err != nil || n == 0 || n > 1_000_000 || n < -1_000_000 {
			return Taken{}, wrong(sh.lines[i], "the quantity %q is not a number of cards", r[1])
		}
		if !strings.HasSuffix(r[0], ":"+offer.Physical) {
			return Taken{}, wrong(sh.lines[i], "%q is not a SIM card; eSIMs come in with import-profiles", r[0])
		}
		rows[i] = counted{r[0], n}
	}
	return s.take(ctx, d, "stock", sh, rows, nil)
}

// NumberedCards counts SIM cards into stock by their numbers, so that a parcel can be packed without typing them.
// Columns: sku,iccid.
func (s *Service) NumberedCards(ctx context.Context, d Delivery) (Taken, error) {
	sh, err := readSheet(d.Rows, 2, "sku", "iccid")
	if err != nil {
		return Taken{}, err
	}
	type card struct {
		SKU    string   `json:"sku"`
		ICCID  string   `json:"iccid"`
		Erased []string `json:"erased"`
	}
	rows, cards := make([]counted, len(sh.rows)), make([]card, len(sh.rows))
	for i, r := range sh.rows {
		iccid, _, err := esim.ParseICCID(r[1], esim.Card)
		if err != nil || !strings.HasSuffix(r[0], ":"+offer.Physical) {
			return Taken{}, wrong(sh.lines[i], "%s,%s is not a SIM card and its number", r[0], r[1])
		}
		rows[i], cards[i] = counted{r[0], 1}, card{r[0], iccid, s.erased(d.TenantID, iccid)}
	}
	return s.take(ctx, d, "card", sh, rows, func(tx *pg.Tx) (int64, error) {
		res := tx.Exec(`
			insert into sim_card (tenant_id, sku, iccid)
			select @tenant, sku, iccid from jsonb_to_recordset(@rows) as c(sku text, iccid text, erased jsonb)
			where not exists (
			    select 1 from jsonb_array_elements_text(c.erased) as e(iccid) join sim_card o on o.tenant_id = @tenant and o.iccid = e.iccid)
			on conflict do nothing`, map[string]any{"tenant": d.TenantID, "rows": pg.AsJSON(cards)})
		return res.RowsAffected, res.Error
	})
}

// Profiles counts eSIM profiles into stock. Columns: sku,iccid,activation and, if it has to be typed, apn; activation is
// the LPA string.
func (s *Service) Profiles(ctx context.Context, d Delivery) (Taken, error) {
	sh, err := readSheet(d.Rows, 3, "sku", "iccid", "activation", "apn")
	if err != nil {
		return Taken{}, err
	}
	type profile struct {
		SKU        string   `json:"sku"`
		ICCID      string   `json:"iccid"`
		Activation string   `json:"activation"`
		APN        string   `json:"apn"`
		Erased     []string `json:"erased"`
	}
	rows, profiles := make([]counted, len(sh.rows)), make([]profile, len(sh.rows))
	for i, r := range sh.rows {
		iccid, _, err := esim.ParseICCID(r[1], esim.Profile)
		if err != nil || !strings.HasSuffix(r[0], ":"+offer.ESIM) {
			return Taken{}, wrong(sh.lines[i], "%s,%s is not an eSIM and its number", r[0], r[1])
		}
		lpa, err := esim.ParseLPA(r[2])
		if err != nil {
			return Taken{}, wrong(sh.lines[i], "the activation code of %s is none", iccid)
		}
		sealed, err := s.sealer.Seal(s.purpose, []byte(lpa.String()))
		if err != nil {
			return Taken{}, fmt.Errorf("seal activation code of %s: %w", iccid, err)
		}
		rows[i], profiles[i] = counted{r[0], 1}, profile{r[0], iccid, fmt.Sprintf("%x", sealed), r[3], s.erased(d.TenantID, iccid)}
	}
	return s.take(ctx, d, "profile", sh, rows, func(tx *pg.Tx) (int64, error) {
		res := tx.Exec(`
			insert into esim_profile (tenant_id, sku, iccid, activation, apn)
			select @tenant, sku, iccid, decode(activation, 'hex'), apn
			from jsonb_to_recordset(@rows) as p(sku text, iccid text, activation text, apn text, erased jsonb)
			where not exists (
			    select 1 from jsonb_array_elements_text(p.erased) as e(iccid) join esim_profile o on o.tenant_id = @tenant and o.iccid = e.iccid)
			on conflict do nothing`, map[string]any{"tenant": d.TenantID, "rows": pg.AsJSON(profiles)})
		return res.RowsAffected, res.Error
	})
}
