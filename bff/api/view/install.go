package view

import (
	"fmt"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/shared"
)

// steps is how many steps each platform has in shared/locales/*/server.json.
const steps = 5

// Installs returns the install kits of an order, never nil. They hold secrets.
func Installs(kits []sim.Install, o order.Order, locale string) []gen.Install {
	names := map[int64]string{}
	for _, l := range o.Lines {
		names[l.ID] = l.Name(locale)
	}
	units := len(kits)
	return each(kits, func(k sim.Install) gen.Install {
		return gen.Install{
			LineId: id(k.LineID), Unit: k.Unit, Name: names[k.LineID], IccidLast4: k.ICCIDLast4, Lpa: k.LPA, Smdp: k.SMDP,
			MatchingId: k.MatchingID, QrSvg: k.QRSVG, IosUrl: k.IOSURL, AndroidUrl: k.AndroidURL, Apn: k.APN, State: k.State,
			Steps: gen.InstallSteps{Ios: installSteps(locale, "ios"), Android: installSteps(locale, "android")}, Units: &units,
		}
	})
}

func installSteps(locale, platform string) []string {
	list := make([]string, steps)
	for i := range list {
		list[i] = shared.Text(locale, "server", fmt.Sprintf("install.%s.%d", platform, i+1), nil)
	}
	return list
}
