package seed

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/tenant"
	data "github.com/roamcart/roamcart/db/seed"
)

func TestIccid(t *testing.T) {
	t.Parallel()
	require.Equal(t, "8985207200000000019", iccid("898520720", 1))
	require.Len(t, iccid("898520720", 999_999_999), 19)
}

func TestMatchingIDsAreFresh(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		seen[matchingID()] = true
	}
	require.Len(t, seen, 1000)
}

// Codes go by text message to the countries that a site sells and ships to, or lists: each has to have a dial code.
func TestCountriesHaveADialCode(t *testing.T) {
	t.Parallel()
	f, err := read(data.FS)
	require.NoError(t, err)
	var countries []string
	for _, d := range f.Destinations {
		countries = append(countries, d.Code)
	}
	for _, s := range f.Shipping {
		countries = append(countries, s.Countries...)
	}
	for _, site := range f.Tenants {
		var settings tenant.Settings
		require.NoError(t, json.Unmarshal(site.Settings, &settings))
		countries = append(countries, settings.SMSCountries...)
		if settings.PhoneCountry != "" {
			require.True(t, dial.National(settings.PhoneCountry), settings.PhoneCountry)
		}
	}
	require.Greater(t, len(countries), 70)
	for _, country := range countries {
		require.True(t, dial.Known(country), country)
	}
}

// What a description says in numbers is what the product's columns say.
func TestDescriptionsAgreeWithTheFacts(t *testing.T) {
	t.Parallel()
	f, err := read(data.FS)
	require.NoError(t, err)
	gigabytes, speed, minutes := regexp.MustCompile(`(\d+) ?GB`), regexp.MustCompile(`(\d+) ?(k|M)bps`), regexp.MustCompile(`([\d,]+) ?(?:local |minutes|分钟)+`)
	network := regexp.MustCompile(`\b([45]G)\b`)
	sentences := map[string]string{}
	for _, p := range f.Products {
		for lang, all := range f.Descriptions {
			text := all[p.GoodsID]
			require.NotEmpty(t, text, "%s in %s", p.GoodsID, lang)
			for _, m := range gigabytes.FindAllStringSubmatch(text, -1) {
				require.Equal(t, strconv.FormatInt(p.Data.MB/1024, 10), m[1], "%s: %s", p.GoodsID, text)
			}
			for _, m := range speed.FindAllStringSubmatch(text, -1) {
				kbps, _ := strconv.Atoi(m[1])
				if m[2] == "M" {
					kbps *= 1024
				}
				require.Equal(t, p.Data.SpeedAfterKbps, kbps, "%s: %s", p.GoodsID, text)
			}
			for _, m := range minutes.FindAllStringSubmatch(text, -1) {
				require.Equal(t, strconv.Itoa(p.Voice.Minutes), strings.ReplaceAll(m[1], ",", ""), "%s: %s", p.GoodsID, text)
			}
			for _, m := range network.FindAllStringSubmatch(text, -1) {
				require.Equal(t, p.NetworkType, m[1], "%s: %s", p.GoodsID, text)
			}
			require.Empty(t, sentences[text], "the same words for two products")
			sentences[text] = p.GoodsID
		}
	}
}

// Every site can price, deliver and register what it sells.
func TestTheSeedFitsTogether(t *testing.T) {
	t.Parallel()
	f, err := read(data.FS)
	require.NoError(t, err)
	currencies, groups, places := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range f.Tenants {
		currencies[s.Currency] = true
		_, err := time.LoadLocation(s.TimeZone)
		require.NoError(t, err)
	}
	for _, g := range f.Groups {
		groups[g.Code] = true
	}
	for _, d := range f.Destinations {
		places[d.Code] = true
		require.True(t, groups[d.Region], d.Code)
	}
	for _, p := range f.Products {
		require.True(t, groups[p.Group], p.GoodsID)
		require.Len(t, p.Prices, len(currencies), p.GoodsID)
		for c := range currencies {
			require.Positive(t, p.Prices[c], p.GoodsID)
		}
		for _, code := range p.Destinations {
			require.True(t, places[code], "%s covers %s", p.GoodsID, code)
		}
		_, err := time.LoadLocation(p.DayZone)
		require.NoError(t, err)
		_, err = time.Parse(time.RFC3339, p.PublishedAt)
		require.NoError(t, err)
	}
	for _, promo := range f.Promos {
		require.Len(t, promo.Value, len(currencies), promo.Code)
		require.True(t, promo.Group == "" || groups[promo.Group], promo.Code)
	}
	elsewhere := map[int64]int{}
	for _, z := range f.Shipping {
		if len(z.Countries) == 0 {
			elsewhere[z.Tenant]++
		}
	}
	for _, s := range f.Tenants {
		require.Equal(t, 1, elsewhere[s.ID], "one zone takes every other country")
	}
}
