// Package documents makes what programs read of a site: sitemaps, feeds of what is sold, the guide llms.txt, and the pictures of
// shared links. The Markdown twin of a page is written by the renderer, from the page's data.
//
// Invariants:
//   - A document depends on its address, the site and what the shop knows, and on no visitor.
//   - Its facts are those of the pages, made by the same functions of package pages.
//   - It names with its tags what it shows, so that it expires as pages do.
//   - It knows no HTTP: package web serves documents.
package documents
