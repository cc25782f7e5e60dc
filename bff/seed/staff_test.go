package seed_test

import (
	"bytes"
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/catalog/promo"
	"github.com/roamcart/roamcart/bff/catalog/shipping"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/seed"
)

// editedFiles returns the files of the seed with parts of one replaced; replaced are pairs of old and new.
func editedFiles(t *testing.T, file string, replaced ...string) fs.FS {
	t.Helper()
	out := fstest.MapFS{}
	require.NoError(t, fs.WalkDir(data.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(data.FS, name)
		if name == file {
			for i := 0; i+1 < len(replaced); i += 2 {
				require.Contains(t, string(b), replaced[i])
				b = bytes.ReplaceAll(b, []byte(replaced[i]), []byte(replaced[i+1]))
			}
		}
		out[name] = &fstest.MapFile{Data: b}
		return err
	}))
	return out
}

// Staff change a price; a start with other files leaves it alone, and everything else follows the files.
func TestANewStartLeavesWhatStaffHaveDecided(t *testing.T) {
	t.Parallel()
	db := newShop(t)
	clk := clock.NewFake(options().Clock.Now())
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	staff := merchandise.New(db, clk, queue)
	_, err = staff.SetPrice(context.Background(), audit.By{Actor: "staff:mei", Author: "Mei"}, merchandise.NewPrice{
		TenantID: 21, GoodsID: "jp-3g-7", Typed: "45", Currency: "HKD", Was: 5100,
	})
	require.NoError(t, err)
	o := options()
	o.Files = editedFiles(t, "products.json",
		`"prices": {"USD": 650, "HKD": 5100, "GBP": 490}`, `"prices": {"USD": 660, "HKD": 5200, "GBP": 500}`,
		`"prices": {"USD": 1590, "HKD": 12400, "GBP": 1250}`, `"prices": {"USD": 1590, "HKD": 12500, "GBP": 1250}`,
		`"Japan 3GB 7 days"`, `"Japan 3GB for 7 days"`)
	require.NoError(t, seed.Run(context.Background(), db, o))
	price := func(site int64, goods string) int64 {
		return queryNumber(t, db, `select price from product where tenant_id = $1 and goods_id = $2`, site, goods)
	}
	require.EqualValues(t, 4500, price(21, "jp-3g-7"), "staff have decided")
	require.Equal(t, []int64{660, 500, 12500}, []int64{price(20, "jp-3g-7"), price(22, "jp-3g-7"), price(21, "jp-10g-15")}, "the files have")
	require.EqualValues(t, 3, queryNumber(t, db, `select count(*) from product where name_en = 'Japan 3GB for 7 days'`))

	// Staff's places and other columns stay, too.
	_, err = db.SQL.Exec(`update product_edit set fields = '{price,visible,name_en,destinations}';
		update product set visible = false, name_en = 'Japan, a week' where tenant_id = 21 and goods_id = 'jp-3g-7';
		insert into product_destination (tenant_id, goods_id, code, sort) values (21, 'jp-3g-7', 'KR', 1)`)
	require.NoError(t, err)
	o.Files = nil
	require.NoError(t, seed.Run(context.Background(), db, o))
	require.EqualValues(t, 1, queryNumber(t, db, `select count(*) from product
		where tenant_id = 21 and goods_id = 'jp-3g-7' and not visible and name_en = 'Japan, a week' and name_zh = '日本 3GB 7天' and price = 4500`))
	require.EqualValues(t, 2, queryNumber(t, db, `select count(*) from product_destination where tenant_id = 21 and goods_id = 'jp-3g-7'`))
	require.EqualValues(t, 650, price(20, "jp-3g-7"))

	// A site that sells in another currency has no use for the price.
	o.Files = editedFiles(t, "tenants.json", `"currency": "HKD"`, `"currency": "USD"`)
	require.NoError(t, seed.Run(context.Background(), db, o))
	require.EqualValues(t, 650, price(21, "jp-3g-7"))
}

// Staff change, end and delete codes; a start with other files leaves these alone, and the others follow the files.
func TestANewStartLeavesCodesOfStaff(t *testing.T) {
	t.Parallel()
	db, ctx, mei := newShop(t), context.Background(), audit.By{Actor: "staff:mei", Author: "Mei"}
	staff := promo.New(db, options().Clock)
	require.NoError(t, staff.Change(ctx, mei, 21, "WELCOME10", 0, promo.CodeInput{Kind: promo.Percent, Value: "12"}))
	require.NoError(t, staff.Delete(ctx, mei, 21, "EU15", 0))
	require.NoError(t, staff.Create(ctx, mei, "MINE", []promo.AtSite{{TenantID: 21, Value: "9"}}, promo.CodeInput{Kind: promo.Percent}))
	o := options()
	o.Files = editedFiles(t, "promos.json", `{ "USD": 10, "HKD": 10, "GBP": 10 }`, `{ "USD": 11, "HKD": 11, "GBP": 11 }`,
		`{ "USD": 15, "HKD": 15, "GBP": 15 }`, `{ "USD": 16, "HKD": 16, "GBP": 16 }`)
	require.NoError(t, seed.Run(ctx, db, o))
	value := func(site int64, code string) int64 {
		return queryNumber(t, db, `select coalesce(max(value), 0) from promo_code where tenant_id = $1 and code = $2`, site, code)
	}
	require.Equal(t, []int64{12, 0, 9}, []int64{value(21, "WELCOME10"), value(21, "EU15"), value(21, "MINE")}, "staff have decided")
	require.Equal(t, []int64{11, 16}, []int64{value(20, "WELCOME10"), value(22, "EU15")}, "the files have")
	require.EqualValues(t, 1, queryNumber(t, db, `select count(*) from promo_code where tenant_id = 21 and code = 'WELCOME10' and max_per_customer is null`))
}

// Staff change the shipping table of a site; a start with other files leaves it alone until the site sells in another currency.
func TestANewStartLeavesAShippingTableOfStaff(t *testing.T) {
	t.Parallel()
	db, ctx := newShop(t), context.Background()
	err := shipping.New(db, options().Clock).Set(ctx, audit.By{Actor: "staff:mei", Author: "Mei"}, 21, 0, []shipping.ZoneInput{
		{Code: "world", Methods: []shipping.MethodInput{{Code: "standard", NameEn: "Post", NameZh: "邮寄", Amount: "55", DaysMin: "7", DaysMax: "15"}}},
	})
	require.NoError(t, err)
	o := options()
	o.Files = editedFiles(t, "shipping.json", `"amount": 6000`, `"amount": 6100`, `"amount": 750`, `"amount": 760`)
	require.NoError(t, seed.Run(ctx, db, o))
	at := func(site int64) int64 {
		return queryNumber(t, db, `select sum(amount) from shipping_method where tenant_id = $1 and zone = 'world' and code = 'standard'`, site)
	}
	require.Equal(t, []int64{5500, 760}, []int64{at(21), at(22)})
	require.EqualValues(t, 1, queryNumber(t, db, `select count(*) from shipping_method where tenant_id = 21`))
	o.Files = editedFiles(t, "tenants.json", `"currency": "HKD"`, `"currency": "USD"`)
	require.NoError(t, seed.Run(ctx, db, o))
	require.EqualValues(t, 6, queryNumber(t, db, `select count(*) from shipping_method where tenant_id = 21`))
}

// An editor has added a category of questions; the files of a new version bring categories of their own, one with the same slug, one
// with the place, the title and a question of the editor's.
func TestANewStartLeavesQuestionsOfEditors(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := newShop(t)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	signer, err := secret.NewSigner([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	texts := editor.New(db, clock.NewFake(options().Clock.Now()), signer, data.FS, queue)
	publish := func(name, en, zh string) {
		category := editor.Text{Kind: "faq", Name: name}
		_, err := texts.Save(ctx, []editor.File{{Text: category, Locale: "en", Source: en}, {Text: category, Locale: "zh", Source: zh}},
			editor.SaveOptions{Author: "mei"})
		require.NoError(t, err)
		_, err = texts.Publish(ctx, category, editor.Actor{ID: "staff:mei", Name: "mei"}, editor.Order{Mode: editor.Both})
		require.NoError(t, err)
	}
	publish("07-visa", "---\ntitle: Visas\n---\n## Do I need one?\n\nAsk Mei.\n\n## Where?\n\nThere.\n", "---\ntitle: 签证\n---\n## 需要吗？\n\n问梅。\n\n## 在哪里？\n\n那里。\n")
	publish("09-taxes", "---\ntitle: Taxes\n---\n## How much?\n\nNone.\n", "---\ntitle: 税费\n---\n## 多少？\n\n没有。\n")

	o := options()
	files := editedFiles(t, "").(fstest.MapFS)
	for name, source := range map[string]string{
		"content/en/faq/07-visas.md": "---\ntitle: Visas\n---\n## Do I need one?\n\nThe files say so.\n\n## How long?\n\nA week.\n",
		"content/zh/faq/07-visas.md": "---\ntitle: 签证说明\n---\n## 是否需要？\n\n文件如此说。\n\n## 多久？\n\n一周。\n",
		"content/en/faq/09-taxes.md": "---\ntitle: Taxes\n---\n## Who pays?\n\nYou.\n",
		"content/zh/faq/09-taxes.md": "---\ntitle: 税费\n---\n## 谁付？\n\n您。\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(source)}
	}
	o.Files = files
	for range 2 {
		require.NoError(t, seed.Run(ctx, db, o))
		_, err = db.SQL.Exec(`update seed_version set version = 'older'`)
		require.NoError(t, err)
		for lang, want := range map[string][]string{
			"en": {"Visas: Do I need one? Ask Mei.", "Visas: Where? There.", "Visas: How long? A week.", "Taxes: How much? None."},
			"zh": {"签证: 需要吗？ 问梅。", "签证: 在哪里？ 那里。", "签证说明: 多久？ 一周。", "税费: 多少？ 没有。"},
		} {
			list, err := content.New(db).FAQ(ctx, 20, lang)
			require.NoError(t, err)
			var got []string
			for _, a := range list {
				if a.Name > "07" {
					got = append(got, a.Category+": "+a.Question+" "+a.Markdown)
				}
			}
			require.Equal(t, want, got)
		}
	}
}
