// Package regional makes regional sites out of data: a new site takes its plans, menu, home page and texts from another one, has a
// host, a currency, prices and a company of its own, and is opened when nothing is missing any more.
//
// Invariants:
//   - A site is made as a whole, in one transaction, or not at all. A dry run is the same transaction, taken back.
//   - A new site has no host: nobody finds it, and no site lists it, until somebody opens it. The host is kept for it meanwhile.
//   - A host belongs to one site. Whoever gives a host to a site holds all others from doing so.
//   - Prices are in the smallest unit of the site's currency and pass the rules of package merchandise. A plan without a price is not
//     shown.
//   - What there is once only is not copied: SIMs and cards in stock, phone numbers, promo codes, orders, reviews. Taxes are not
//     either: they depend on who sells.
//   - A site is opened only when it can sell: with a way to pay, plans with prices, its company, legal texts, and a shipping table
//     where it sells cards.
//   - Who may do what is the caller's to check. Everything is in audit_log, in its transaction.
package regional
