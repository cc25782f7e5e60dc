package studio

import "time"

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
