// Package pages defines the shop's pages: route table, data, metadata for search engines and link previews, cache tags.
//
// Invariants:
//   - Everything about a kind of page stands in one file: its row of the table, the function that gathers its data, its tags,
//     what its head says, and its entries in the sitemap. kinds.go lists the kinds; nothing else has to know a new one.
//   - The table is the only place that knows which pages exist. A path is resolved by it alone; React's route table has
//     the same kinds and paths.
//   - A page has one address per language: normal form, canonical parameters.
//   - A page's data are described by their type: data are an any only where the contract has them.
//   - The facts of head, pictures and documents are those of the page: each is made of the data that it shows.
//   - It knows no HTTP: package web serves pages.
package pages
