// Package titles is the area of the Studio in which staff write titles and descriptions of the catalogue's pages for search engines:
// the calls below /studio/api/titles.
//
// Invariants:
//   - Each call names the act that the caller's role must allow: everybody on staff may look, merchandisers and admins change.
//   - What a form shows as the search result is made by the code that makes the page.
//   - A title that another page of the site has in the language is refused, and so is what package catalog/titles refuses.
//   - A change answers with the pages that show it, and after how many milliseconds they did.
package titles
