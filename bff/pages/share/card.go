package share

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Size of every picture, in pixels.
const (
	Width  = 1200
	Height = 630
)

// drawing changes when the same card is drawn in another way, so that nobody keeps the old picture.
const drawing = 2

// Card is what a picture says.
type Card struct {
	// Brand stands at the top, Title below it in large letters, in up to two lines.
	Brand, Title string
	// Amount is the allowance of a plan, "3 GB"; empty when the page is no plan's.
	Amount string
	// Lines are facts below, each beginning on a line of its own; three lines are drawn, fewer below a long title.
	Lines []string
	// Price stands out, "$15.90" or "from $4.50"; empty for none.
	Price string
	// Group is the group whose colours the picture has.
	Group string
}

// Version is a short name of the picture, of letters and digits; another card has another one.
func (c Card) Version() string {
	raw, err := json.Marshal(struct {
		Drawing int
		Card    Card
	}{drawing, c})
	if err != nil {
		panic(err) // strings can be written
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:6])
}
