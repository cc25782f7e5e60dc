// Package cache keeps the pages that are the same for everybody, ready to be sent: memory in front of Redis, in front of
// the renderer.
//
// Invariants:
//
//   - Only an answer to a shared request (no cookie went in) that is 200, sets no cookie and does not forbid it is kept. A
//     404 is kept for a short while in a small store of its own.
//   - One render at a time per page, however many ask; it goes on when the first who asked has gone.
//   - A page carries the tags of what it shows and the mark up to which it knows the changes (package changes). A change of
//     one of its tags expires it in the memory of every replica, and makes the copy in Redis unreadable, before a newer
//     page is asked for: nobody is given the old page afterwards, except when a new one cannot be had.
//   - When renderer or database fail, the last page is served, however old. When Redis fails, it is not asked for a second.
//   - What visitors ask for often is packed again in the background, as small as it gets. The content is the same; the brotli
//     form has another entity tag, and who holds the former form is still answered 304.
//   - A page is compressed with brotli when it is made, with gzip when the first one asks who reads nothing else.
//   - Memory is bounded in bytes. Pages with a query (filters) live in a quarter of it, so that nobody who tries filters can
//     drive the pages of the sitemap out. Redis holds only pages without a query, so that it is bounded by the sitemaps.
package cache
