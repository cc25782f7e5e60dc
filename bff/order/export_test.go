package order

import "fmt"

// RedeemSQL is the statement that redeems a promo code.
var RedeemSQL = fmt.Sprintf(redeemSQL, fmt.Sprintf(provedUses, "@promo"))
