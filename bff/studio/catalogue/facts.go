package catalogue

import (
	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/studio"
)

// setFacts changes those facts of a plan that staff may change.
func (a *Area) setFacts(c echo.Context) error {
	in, err := studio.Decode[struct {
		Site           string `json:"site"`
		Revision       int64  `json:"revision,string"`
		Unlimited      bool   `json:"unlimited"`
		SpeedAfterKbps int    `json:"speedAfterKbps"`
		NetworkType    string `json:"networkType"`
		Hotspot        string `json:"hotspot"`
		RefundDays     int    `json:"refundDays"`
	}](c)
	if err != nil {
		return err
	}
	of, err := studio.SiteOf(a.Sites(), in.Site)
	if err != nil {
		return err
	}
	err = a.Products.SetFacts(c.Request().Context(), studio.By(c), of.ID, c.Param("goods"), in.Revision, merchandise.Facts{
		Unlimited: in.Unlimited, SpeedAfterKbps: in.SpeedAfterKbps, NetworkType: in.NetworkType, Hotspot: in.Hotspot, RefundDays: in.RefundDays,
	})
	return studio.Respond(c, err)
}
