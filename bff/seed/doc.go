// Package seed opens the shop: it writes what db/seed describes into a migrated database.
//
// Invariants:
//   - Run changes nothing, and asks one question, when the database holds this version of the seed already. The
//     version is a hash of every seed file and of Format.
//   - All of it is one transaction. Two programs that start together do the work once.
//   - What customers changed is never touched again: stock, profiles, picked numbers and the use count of a promotion
//     are written when their row is new. Plans, texts, menus, delivery and tax rows follow the files, except texts that
//     an editor has taken over by publishing a version of them, and names of destinations on which staff has decided. Plans and
//     groups are written with the names of their site.
//   - The files are the first import of a product. What staff have decided since (product_edit) stays, field by field; a price
//     only while the site sells in the currency that it was given in.
//   - A promo code that staff have made, changed or deleted (promo_edit) is theirs as a whole,
//     and so is a site's shipping table (shipping_edit), while the site sells in the currency that its amounts are in.
//   - A stock row of an eSIM is created together with exactly as many profiles as it counts, each with an ICCID that no
//     other site has, and with its activation string sealed.
package seed
