package studio

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/qr"
)

// Link is a preview that was given to colleagues, as areas answer it.
type Link struct {
	ID        int64      `json:"id,string"`
	Author    string     `json:"author"`
	CreatedAt time.Time  `json:"createdAt"`
	Until     time.Time  `json:"until"`
	RevokedBy string     `json:"revokedBy"`
	RevokedAt *time.Time `json:"revokedAt"`
	// Address and QR, an SVG of it, are "" for a link that was taken back.
	Address string `json:"address"`
	QR      string `json:"qr"`
}

// RespondLinks answers with links; show describes one, with its address unless it leads nowhere. The pictures are added.
func RespondLinks[L any](c echo.Context, links []L, show func(L) (Link, error)) error {
	out := make([]Link, len(links))
	for i, l := range links {
		one, err := show(l)
		if err == nil && one.Address != "" {
			one.QR, err = qr.SVG(one.Address)
		}
		if err != nil {
			return err
		}
		out[i] = one
	}
	return c.JSON(http.StatusOK, map[string]any{"links": out})
}

// LinkDuration is how long a link is to be good for. Fault: texts_bad_expiry, for less than an hour or more than editor.LinkUpTo.
func LinkDuration(hours int) (time.Duration, error) {
	if hours < 1 || hours > int(editor.LinkUpTo/time.Hour) {
		return 0, fault.New("texts_bad_expiry")
	}
	return time.Duration(hours) * time.Hour, nil
}
