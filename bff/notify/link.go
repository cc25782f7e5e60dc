package notify

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

// The pages of an order that a link leads to, as values of the parameter "to" of the order look-up. The order's own page is "".
const (
	ToOrder   = ""
	ToPayment = "payment"
	ToInstall = "install"
	ToSIMs    = "sims"
)

const mailboxPurpose = "mailbox of a link"

// order returns the address that leads to a page of an order: to the page itself in a browser that may see the order, and to the
// order look-up in any other, with number and mailbox filled in.
func (c *composer) order(orderNo, to string) string {
	address := c.page("/my-order?orderNo=" + url.QueryEscape(orderNo))
	if to != ToOrder {
		address += "&to=" + to
	}
	if c.box == nil {
		return address
	}
	token, err := SealMailbox(c.box, orderNo, c.to)
	if err != nil && c.err == nil {
		c.err = err
	}
	return address + "&mail=" + token
}

// SealMailbox returns the mailbox of an order as a link carries it: unreadable for logs and histories. It only fills in a form, and
// opens nothing.
func SealMailbox(box *secret.Box, orderNo, mailbox string) (string, error) {
	sealed, err := box.Seal(mailboxPurpose, []byte(orderNo+"\x00"+mailbox))
	if err != nil {
		return "", fmt.Errorf("seal the mailbox of a link: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

// OpenMailbox returns the mailbox that SealMailbox sealed for the order, "" for anything else.
func OpenMailbox(box *secret.Box, orderNo, token string) string {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return ""
	}
	plain, err := box.Open(mailboxPurpose, sealed)
	if err != nil {
		return ""
	}
	of, mailbox, _ := strings.Cut(string(plain), "\x00")
	if of != orderNo {
		return ""
	}
	return mailbox
}
