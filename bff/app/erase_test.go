package app_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/shared"
)

// An eSIM from the pool and one from a carrier, long after their plans have ended: nothing that installed them is in any table,
// and every page and call that showed it says in both languages that it was erased.
func TestAnESIMIsErasedAfterItsEnd(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	type sold struct{ orderNo, simID string }
	var all []sold
	var of []string
	for goods, price := range map[string]int64{"jp-3g-7": 650, "us-5g-7": 1190} {
		no := buyAndWait(t, p, apptest.Order(goods, "esim", price, nil)).OrderNo
		var kit gen.Install
		p.Get("/gw/sim/us/install", "orderNo", no).Into(t, &kit)
		all, of = append(all, sold{no, kit.SimId}), append(of, kit.MatchingId)
		waitForSIM(t, p, kit.SimId, "the carrier knows it", func(s gen.SimDetail) bool { return len(s.Plans) == 1 })
		controlSIM(t, shop, kit.SimId, "install", map[string]any{"device": "Zephyr Phone 9"})
		controlSIM(t, shop, kit.SimId, "attach", map[string]any{"country": "JP"})
		waitForState(t, p, kit.SimId, "active")
	}
	var numbers []string
	require.NoError(t, shop.DB.Gorm.Raw(`select iccid from sim_line union select carrier_ref from sim_line`).Scan(&numbers).Error)
	of = append(append(of, numbers...), "zephyr")
	if found := findTraces(t, shop, of...); len(found) < 4 {
		t.Fatalf("the search finds too little: %v", found)
	}
	exec(t, shop, `update sandbox.carrier_plan set started_at = started_at - interval '60 days', ends_at = ends_at - interval '60 days'`)
	for _, s := range all {
		waitForState(t, p, s.simID, "expired")
	}
	waittest.Eventually(t, "the SIMs are erased", func() bool {
		// The day of a SIM's erasure is noted behind the answer that says it has expired: a purge may come before that.
		exec(t, shop, `
			insert into river_job (kind, args, queue, max_attempts, state) select 'purge', '{}', 'default', 1, 'available'
			where not exists (select 1 from river_job where kind = 'purge' and state in ('available', 'running'))`)
		return count(t, shop, `select count(*) from sim_line where erased_at is not null`) == len(all)
	})

	if found := findTraces(t, shop, of...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
	if n := count(t, shop, `select count(*) from esim_profile where activation is not null and state <> 'available'`); n > 0 {
		t.Errorf("%d profiles that were sold have their codes", n)
	}
	for _, s := range all {
		var kit gen.Install
		p.Get("/gw/sim/us/install", "orderNo", s.orderNo).Into(t, &kit)
		if kit.ErasedAt == nil || kit.Lpa+kit.Smdp+kit.MatchingId+kit.QrSvg+kit.IosUrl+kit.AndroidUrl != "" || kit.Steps.Ios == nil || len(kit.IccidLast4) != 4 {
			t.Errorf("kit: %+v", kit)
		}
		var topUps gen.TopUps
		p.Get(simTopups, "simId", s.simID).Into(t, &topUps)
		if topUps.State != "not_allowed" || len(topUps.Items) > 0 {
			t.Errorf("top-ups: %+v", topUps)
		}
		body := apptest.Order("jp-3g-7", "esim", 650, nil)
		body.Item.SimId = s.simID
		p.Seal("/gw/cq-ordercharge/order/encryptSubmit", body, "Idempotency-Key", apptest.Key()).RequireCode(t, http.StatusConflict, "topup_not_allowed")
		for _, lang := range shared.Constants().Locales {
			erasedPages(t, p, lang, s.orderNo, s.simID)
		}
	}
}

// erasedPages looks at the pages of an order and its SIM in a language.
func erasedPages(t *testing.T, p *apptest.Shopper, lang, orderNo, simID string) {
	t.Helper()
	p.Header.Set("langId", strconv.Itoa(shared.Constants().LangIDs[lang]))
	show := func(path string, into any) {
		t.Helper()
		shown := readPageData(t, p, "/"+lang+path)
		if shown.Status != http.StatusOK {
			t.Fatalf("%s: %d", path, shown.Status)
		}
		require.NoError(t, json.Unmarshal(shown.Data, into))
	}
	var install gen.InstallPage
	show("/my-order/"+orderNo+"/install", &install)
	if len(install.Kits) != 1 || install.Kits[0].Install.ErasedAt == nil || install.Kits[0].Sheets == nil || len(install.Kits[0].Sheets) > 0 {
		t.Errorf("%s: install page: %+v", lang, install)
	}
	var detail gen.OrderDetailPage
	show("/my-order/"+orderNo, &detail)
	if len(detail.Install) != 1 || detail.Install[0].ErasedAt == nil || detail.Install[0].Ready {
		t.Errorf("%s: order page: %+v", lang, detail.Install)
	}
	var account gen.AccountSimsPage
	show("/my-account/sims-info?simId="+simID, &account)
	s := account.Selected
	if s == nil || s.ErasedAt == nil || s.State != "expired" || s.ValidUntil == nil || s.Installable || s.Device != "" || s.Hint == nil ||
		s.Hint.Text != shared.Text(lang, "server", "sim.hint.erased.text", nil) || s.Usage.Data.Used != 0 || len(s.Plans) != 1 {
		t.Errorf("%s: SIM page: %+v", lang, s)
	}
	if account.TopUps == nil || account.TopUps.Text == "" {
		t.Errorf("%s: top-ups: %+v", lang, account.TopUps)
	}
}
