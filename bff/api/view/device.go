package view

import (
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/shared"
)

// Devices returns the device table, never nil.
func Devices(list []device.Model) []gen.Device {
	return each(list, func(d device.Model) gen.Device {
		return gen.Device{
			Brand: d.Brand, BrandName: d.BrandName, Model: d.Name, Platform: d.Platform, Esim: d.ESIM, ActiveEsims: d.ActiveESIMs,
			Note: d.Note,
			Exceptions: each(d.Exceptions, func(e device.Exception) gen.DeviceException {
				return gen.DeviceException{SoldIn: nonNil(e.SoldIn), Esim: e.ESIM, Note: e.Note}
			}),
		}
	})
}

// Places returns the countries and regions where some of the models differ, each once. names is what the site calls places, by code.
func Places(list []device.Model, locale string, names map[string]string) []gen.PlaceOfSale {
	out, seen := []gen.PlaceOfSale{}, map[string]bool{}
	for _, d := range list {
		for _, e := range d.Exceptions {
			for _, code := range e.SoldIn {
				if !seen[code] {
					seen[code] = true
					out = append(out, gen.PlaceOfSale{Code: code, Name: placeOfSale(locale, code, names)})
				}
			}
		}
	}
	return out
}

// DeviceCheck returns the result of the check of a device, nil when none was made. names is what the site calls places, by code.
func DeviceCheck(c *device.Check, locale string, names map[string]string) *gen.DeviceCheck {
	if c == nil {
		return nil
	}
	return &gen.DeviceCheck{
		Model: c.Name(locale), SoldIn: c.SoldIn, Verdict: c.Verdict, Reason: c.Reason, EidLast4: c.EIDLast4,
		Message: shared.Text(locale, "server", sentence(*c), map[string]any{"model": c.Name(locale), "place": placeOfSale(locale, c.SoldIn, names)}),
	}
}

func sentence(c device.Check) string {
	if c.Reason == device.ByEID {
		return "device.eid"
	}
	return "device." + c.Verdict + "." + c.Reason
}

func placeOfSale(locale, code string, names map[string]string) string {
	if code == "" {
		return ""
	}
	if name := names[code]; name != "" {
		return name
	}
	return shared.Text(locale, "server", "device.places."+code, nil)
}
