package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// realnameForm is a complete registration form with texts that a test can search for.
func realnameForm(simID, number string) gen.RealnameBody {
	return gen.RealnameBody{
		SimId: simID, Regime: "TH", DocumentType: "passport", DocumentNumber: number, FirstName: "Zephyrine", LastName: "Quillfeather",
		LocalName: "西风羽", BirthDate: "1987-06-05", DocumentExpiry: "2034-05-06",
	}
}

func waitForVerdict(t *testing.T, p *apptest.Shopper, ref, want string) gen.SimDetail {
	t.Helper()
	return waitForSIM(t, p, ref, "the registration is "+want, func(s gen.SimDetail) bool { return s.RealName == want })
}

// A registration is refused with a reason, sent again and accepted; of the documents nothing stays but four characters.
func TestARegistrationIsRefusedAndThenAccepted(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	placed := buyAndWait(t, p, apptest.Order("th-15g-8v", "esim", 790, nil))
	id := listSIMs(t, p)[0].SimId
	requireRegistration := func(when, item, state string) {
		t.Helper()
		var list gen.OrderList
		p.Get("/gw/cq-ordercharge/order/list").Into(t, &list)
		for what, got := range map[string]*gen.ToRegister{"order": p.Detail(placed.OrderNo).Registration, "list": list.Items[0].Registration} {
			if (state == "") != (got == nil) || (got != nil && (got.State != state || got.SimId != id)) {
				t.Errorf("%s, the %s: %+v", when, what, got)
			}
		}
		for what, got := range map[string]string{"order": p.Detail(placed.OrderNo).Items[0].State, "list": list.Items[0].Items[0].State} {
			if got != item {
				t.Errorf("%s, the item in the %s: %s", when, what, got)
			}
		}
	}
	requireRegistration("before", "needs_action", "not_verified")
	mailed := slices.ContainsFunc(shop.Mails("ada@example.com"), func(m apptest.Mail) bool {
		return contains(m.Key, "esim_delivered") && contains(m.Text, "Please register it before you use it") && contains(m.Text, "/en/my-order?orderNo="+placed.OrderNo)
	})
	if !mailed {
		t.Error("the mail does not say that it is registered first")
	}
	before := readSIM(t, p, id)
	if d := before.RealNameDesk; before.State != "real_name_needed" || before.RealName != "not_verified" || !*before.RealNameNeeded || !d.CanSubmit ||
		len(d.Regimes) != 1 || d.Regimes[0].Name != "Thailand" || d.Regimes[0].Documents[0].Type != "passport" || *d.Regimes[0].Quota != 3 || d.Regimes[0].Text == "" {
		t.Fatalf("before: %s %+v", before.State, before.RealNameDesk)
	}
	for field, change := range map[string]func(*gen.RealnameBody){
		"documentType": func(b *gen.RealnameBody) { b.DocumentType = "hkid" }, "documentNumber": func(b *gen.RealnameBody) { b.DocumentNumber = "K" },
		"firstName": func(b *gen.RealnameBody) { b.FirstName = " " }, "birthDate": func(b *gen.RealnameBody) { b.BirthDate = "2087-06-05" },
		"documentExpiry": func(b *gen.RealnameBody) { b.DocumentExpiry = "2020-01-01" },
	} {
		form := realnameForm(id, "K77310000")
		change(&form)
		a := p.Seal(realname, form)
		if a.RequireCode(t, http.StatusUnprocessableEntity, "validation_failed"); !contains(string(a.Data), field) {
			t.Errorf("%s is not named: %s", field, a.Data)
		}
	}
	elsewhere := realnameForm(id, "K77310000")
	elsewhere.Regime = "HK"
	p.Seal(realname, elsewhere).RequireCode(t, http.StatusUnprocessableEntity, "real_name_not_needed")
	p.Post(realname, realnameForm(id, "K77310000")).RequireCode(t, http.StatusBadRequest, "envelope_invalid")

	var sent gen.RealnameStatus
	p.Seal(realname, realnameForm(id, "K77310000")).Into(t, &sent)
	if sent.State != "under_review" || sent.DocumentLast4 != "0000" {
		t.Fatalf("sent: %+v", sent)
	}
	requireRegistration("while it is looked at", "ready_to_install", "")
	p.Seal(realname, realnameForm(id, "K77315555")).RequireCode(t, http.StatusConflict, "real_name_under_review")
	refused := waitForVerdict(t, p, id, "rejected")
	if d := refused.RealNameDesk; !d.CanSubmit || d.ReasonCode != "document_unreadable" || !contains(d.Reason, "could not read the document") || refused.Hint.Code != "real_name" {
		t.Fatalf("refused: %+v", d)
	}
	requireRegistration("refused", "needs_action", "rejected")
	waittest.Eventually(t, "the refusal is mailed", func() bool {
		return slices.ContainsFunc(shop.Mails("ada@example.com"), func(m apptest.Mail) bool {
			return contains(m.Key, "registration:") && contains(m.Text, "could not read the document") && contains(m.Text, "/en/my-account/sims-info?simId="+id)
		})
	})
	p.Seal(realname, realnameForm(id, "K77315555")).Into(t, &sent)
	accepted := waitForVerdict(t, p, id, "verified")
	if d := accepted.RealNameDesk; d.CanSubmit || d.Reason != "" || d.DocumentLast4 != "5555" || d.DocumentType != "passport" || accepted.State != "ready_to_install" {
		t.Fatalf("accepted: %s %+v", accepted.State, d)
	}
	requireRegistration("accepted", "ready_to_install", "")
	p.Seal(realname, realnameForm(id, "K77315555")).RequireCode(t, http.StatusConflict, "real_name_verified")

	secrets := []string{"K77310000", "K77315555", "Zephyrine", "Quillfeather", "西风羽", "1987-06-05", "2034-05-06"}
	if found := findTraces(t, shop, secrets...); len(found) > 0 {
		t.Fatalf("what should have passed through stayed:\n  %s", strings.Join(found, "\n  "))
	}
	if found := findTraces(t, shop, "5555"); len(found) == 0 {
		t.Fatal("the search finds nothing at all")
	}
}

// A guest registers the SIM of an order: this browser's own, or one that was tracked by number, mailbox and code. Nobody else
// sees it or sends a form for it, and once it is in an account it is registered there alone.
func TestAGuestRegistersASIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest := shop.Shopper(t)
	placed := buyAndWait(t, guest, apptest.Order("th-15g-8v", "esim", 790, nil))
	path := "/en/my-order/" + strings.ToLower(placed.OrderNo) + "/sims"
	readSIMs := func(p *apptest.Shopper) gen.OrderSimsPage {
		t.Helper()
		var page gen.OrderSimsPage
		require.NoError(t, json.Unmarshal(readPageData(t, p, path).Data, &page))
		return page
	}
	todo := guest.Detail(placed.OrderNo).Registration
	first := readSIMs(guest)
	if todo == nil || first.Selected == nil || first.Selected.SimId != todo.SimId || !first.Selected.RealNameDesk.CanSubmit || len(first.Items) != 1 {
		t.Fatalf("to register: %+v, page: %+v", todo, first)
	}
	id := todo.SimId

	stranger, customer := shop.Shopper(t), shop.Customer(t, "bea@example.com")
	for who, p := range map[string]*apptest.Shopper{"a stranger": stranger, "a customer": customer} {
		if page := readPageData(t, p, path); page.Status != http.StatusNotFound {
			t.Errorf("%s sees the SIM: %d", who, page.Status)
		}
	}
	stranger.Seal(realname, realnameForm(id, "K77310000")).RequireCode(t, http.StatusUnauthorized, "login_required")
	stranger.Seal(realname, realnameForm("nothing", "K77310000")).RequireCode(t, http.StatusUnauthorized, "login_required")
	customer.Seal(realname, realnameForm(id, "K77310000")).RequireCode(t, http.StatusNotFound, "sim_not_found")

	waitForRealName := func(p *apptest.Shopper, state string) gen.SimDetail {
		t.Helper()
		var sim gen.SimDetail
		waittest.Eventually(t, "the registration is "+state, func() bool {
			sim = *readSIMs(p).Selected
			return sim.RealName == state
		})
		return sim
	}
	var sent gen.RealnameStatus
	guest.Seal(realname, realnameForm(id, "K77310000")).Into(t, &sent)
	if sent.State != "under_review" {
		t.Fatalf("sent: %+v", sent)
	}
	if d := waitForRealName(guest, "rejected").RealNameDesk; !d.CanSubmit || !contains(d.Reason, "could not read the document") {
		t.Fatalf("refused: %+v", d)
	}
	waittest.Eventually(t, "the refusal is mailed, with the way to the form", func() bool {
		return slices.ContainsFunc(shop.Mails("ada@example.com"), func(m apptest.Mail) bool {
			return contains(m.Key, "registration:") && contains(m.Text, "The form is with your order") && contains(m.Text, "/en/my-order?orderNo="+placed.OrderNo)
		})
	})

	elsewhere := shop.Shopper(t)
	code := elsewhere.Code("ada@example.com", "track")
	elsewhere.Post(track, map[string]string{"orderNo": placed.OrderNo, "email": "ada@example.com", "code": code}).Into(t, &gen.Order{})
	elsewhere.Seal(realname, realnameForm(id, "K77315555")).Into(t, &sent)
	waitForRealName(guest, "verified")
	if guest.Detail(placed.OrderNo).Registration != nil {
		t.Error("a registered SIM is to be registered")
	}

	exec(t, shop, `update sim_line set user_id = 1, linked_at = now()`)
	if page := readSIMs(guest); len(page.Items) != 0 || page.Selected != nil {
		t.Errorf("shown though it is in an account: %+v", page)
	}
	guest.Seal(realname, realnameForm(id, "K77315555")).RequireCode(t, http.StatusUnauthorized, "login_required")
}

// Before anybody pays, the product, the cart and the checkout say which documents a plan needs and how its registration goes on; a
// plan that needs none says nothing of it.
func TestTheCheckoutAnnouncesARegistration(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	item := func(goods string) gen.CartAddBody {
		return gen.CartAddBody{GoodsId: goods, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}
	}
	p.Post("/gw/mall/cart/add", item("th-15g-8v")).Into(t, &gen.Cart{})
	p.Post("/gw/mall/cart/add", item("jp-3g-7")).Into(t, &gen.Cart{})
	for locale, words := range map[string][2]string{
		"en": {"Have ready: passport (Thailand).", "from your order page after paying"}, "zh": {"请备好：护照（泰国）。", "付款后在订单页提交登记"},
	} {
		p.Header.Set("langId", map[string]string{"en": "2", "zh": "1"}[locale])
		var detail gen.DetailPage
		var cart gen.CartPage
		var checkout gen.OrderPage
		for path, page := range map[string]any{"travel-card/asia/th-15g-8v": &detail, "cart": &cart, "order": &checkout} {
			require.NoError(t, json.Unmarshal(readPageData(t, p, "/"+locale+"/"+path).Data, page))
		}
		noted := map[string]string{"product": detail.Registration}
		for _, i := range cart.Cart.Items {
			noted["cart "+i.GoodsId] = i.Registration
		}
		for _, l := range checkout.Budget.Lines {
			noted["checkout "+l.GoodsId] = l.Registration
		}
		for _, where := range []string{"product", "cart th-15g-8v", "checkout th-15g-8v"} {
			for _, word := range words {
				if !contains(noted[where], word) {
					t.Errorf("%s, %s: %q lacks %q", locale, where, noted[where], word)
				}
			}
		}
		if len(noted) != 5 || noted["cart jp-3g-7"] != "" || noted["checkout jp-3g-7"] != "" {
			t.Errorf("%s: %q", locale, noted)
		}
	}
	if b := p.Budget(gen.DoBudgetBody{Source: "buyNow", Item: &gen.BuyNowItem{GoodsId: "th-15g-8v", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}}); b.Lines[0].Registration == "" {
		t.Error("a budget that is asked for again says nothing of the registration")
	}
}
