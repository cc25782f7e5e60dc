// Package content holds the texts that editors write: service and legal pages, and frequently asked questions.
//
// Invariants:
//   - HTML of a document is made by Render alone: Markdown without raw HTML, then an allow-list. What is stored can be
//     put on a page as it is.
//   - A document of a site (tenant_id > 0) wins over the one that all sites share (tenant_id 0), and so does a category
//     of questions.
//   - A page exists in both languages or in none: ParseTree refuses a tree where one of them is missing.
//   - The same question has the same place (sort) in both languages; that is how a search in one finds the other.
package content
