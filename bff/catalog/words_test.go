package catalog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	t.Parallel()
	esimOnly, card := Traits{SimType: "esim"}, Traits{SimType: "physical"}
	byMonth, endless := Traits{Monthly: true}, Traits{Unlimited: true}
	for text, want := range map[string]reading{
		"esim":                   {esimOnly, "esim", true, ""},
		"eSIM":                   {esimOnly, "eSIM", true, ""},
		"e-SIM":                  {esimOnly, "e-SIM", true, ""},
		"e sim card":             {esimOnly, "e sim card", true, ""},
		"eSIM卡":                  {esimOnly, "eSIM卡", true, ""},
		"电子卡":                    {esimOnly, "电子卡", true, ""},
		"SIM card":               {card, "SIM card", true, ""},
		"SIM  card":              {card, "SIM card", true, ""},
		"SIM卡":                   {card, "SIM卡", true, ""},
		"SIM 卡":                  {card, "SIM 卡", true, ""},
		"实体卡":                    {card, "实体卡", true, ""},
		"esim or sim card":       {Traits{}, "", true, ""},
		"monthly":                {byMonth, "monthly", true, ""},
		"Monthly plans":          {byMonth, "Monthly plans", true, ""},
		"montly":                 {byMonth, "montly", true, ""},
		"月租":                     {byMonth, "月租", true, ""},
		"包月套餐":                   {byMonth, "包月套餐", true, ""},
		"unlimited":              {endless, "unlimited", true, ""},
		"Unlimited Data":         {endless, "Unlimited Data", true, ""},
		"unlimted":               {endless, "unlimted", true, ""},
		"无限流量":                   {endless, "无限流量", true, ""},
		"不限量":                    {endless, "不限量", true, ""},
		"無限流量":                   {endless, "無限流量", true, ""},
		"japan esim unlimited":   {Traits{SimType: "esim", Unlimited: true}, "esim unlimited", true, "japan"},
		"日本无限流量的eSIM":            {Traits{SimType: "esim", Unlimited: true}, "无限流量 eSIM", true, "日本 的"},
		"日本 sim卡":                {card, "sim卡", true, "日本"},
		"UK sim":                 {Traits{}, "", true, "UK"},
		"sim in Japan":           {Traits{}, "", true, "Japan"},
		"data plans":             {Traits{}, "", true, ""},
		"global":                 {Traits{Worldwide: true}, "global", true, ""},
		"Worldwide eSIM":         {Traits{Worldwide: true, SimType: "esim"}, "Worldwide eSIM", true, ""},
		"全球":                     {Traits{Worldwide: true}, "全球", true, ""},
		"環球上網卡":                  {Traits{Worldwide: true}, "環球", true, ""},
		"韓國 無限":                  {endless, "無限", true, "韓國"},
		"international sim":      {Traits{}, "", true, ""},
		"上网卡":                    {Traits{}, "", true, ""},
		"Travel data plans":      {Traits{}, "", true, ""},
		"出境流量套餐":                 {Traits{}, "", true, ""},
		"日本出境流量":                 {Traits{}, "", true, "日本"},
		"无限流量的卡":                 {endless, "无限流量", true, ""},
		"the":                    {Traits{}, "", false, ""},
		"Cardiff":                {Traits{}, "", false, "Cardiff"},
		"Data\u00e9":             {Traits{}, "", false, "Data\u00e9"},
		"卡塔尔":                    {Traits{}, "", false, "卡塔尔"},
		"斯里兰卡 esim":              {esimOnly, "esim", true, "斯里兰卡"},
		"United Kingdom":         {Traits{}, "", false, "United Kingdom"},
		"Côte d'Ivoire, monthly": {byMonth, "monthly", true, "Côte d Ivoire"},
		"":                       {},
		"!!!":                    {},
		"\xff\xfe esim\xff":      {esimOnly, "esim", true, ""},
	} {
		require.Equal(t, want, read(text), "search for %q", text)
	}
}

// No destination is taken for a word about plans, whatever it is called.
func TestNoDestinationIsAWordForPlans(t *testing.T) {
	t.Parallel()
	for _, e := range seeded(t) {
		for _, name := range e.names {
			r := read(name)
			if r.rest == "" && !r.plans { // "in" is looked up as it is
				continue
			}
			if r.plans || strings.ReplaceAll(r.rest, " ", "") != strings.ReplaceAll(name, " ", "") {
				t.Errorf("%q of %v is read as %+v", name, e.codes, r)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"japan esim", "日本 sim卡", "\xff\xfe", "esim\xffesim", strings.Repeat("sim card ", 500), "İ esim", "e-sim"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := read(s)
		if again := read(r.rest); again.traits != (Traits{}) && !hasHan(s) {
			t.Fatalf("what is left of %q says %+v", s, again.traits)
		}
		if same := read(r.words); r.words != "" && !hasHan(s) && same.traits != r.traits {
			t.Fatalf("%q says %+v, its words %q say %+v", s, r.traits, r.words, same.traits)
		}
	})
}
