package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/tenant"
)

// A phone is shown its own link and steps, a computer those of both; paper always has all.
func TestAPhoneIsShownItsOwnInstallSteps(t *testing.T) {
	t.Parallel()
	const (
		iphone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
		wechat  = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50"
		pixel   = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
		windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
		mac     = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15"
		ipad    = "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1"
		lumia   = "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0 Mobile Safari/537.36 Edge/15"
	)
	kit := gen.Install{
		LineId: "1", Lpa: "LPA:1$a$b", IosUrl: "https://ios.test", AndroidUrl: "https://android.test",
		Steps: gen.InstallSteps{Ios: installSteps("en", "ios"), Android: installSteps("en", "android")},
	}
	o := order.Order{OrderNo: "RC1", Lines: []order.Line{{ID: 1}}}
	for agent, want := range map[string]struct {
		device       string
		ios, android bool
	}{
		iphone: {"iphone", true, false}, wechat: {"iphone", true, false}, pixel: {"android", false, true},
		windows: {"any", true, true}, mac: {"any", true, true}, ipad: {"any", true, true}, lumia: {"any", true, true}, "": {"any", true, true},
	} {
		page := InstallPage([]gen.Install{kit}, o, map[string]catalog.Goods{}, tenant.Tenant{}, DeviceOf(agent), "en")
		require.Equal(t, want.device, string(page.Device), agent)
		got := page.Kits[0].Install
		require.Equal(t, want.ios, got.IosUrl != "" && len(got.Steps.Ios) == 5, agent)
		require.Equal(t, !want.ios, got.IosUrl == "" && len(got.Steps.Ios) == 0, agent)
		require.Equal(t, want.android, got.AndroidUrl != "" && len(got.Steps.Android) == 5, agent)
		require.Equal(t, !want.android, got.AndroidUrl == "" && len(got.Steps.Android) == 0, agent)
		for _, sheet := range page.Kits[0].Sheets {
			require.Len(t, sheet.Steps.Ios, 5)
			require.Len(t, sheet.Steps.Android, 5)
		}
	}
}
