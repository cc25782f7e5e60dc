// Package fastpath answers, on the connection itself, what has been answered before: pages that lie in the page cache.
// net/http takes some 15 µs of processor time for a page from memory, most of it for what such a page does not need.
//
// Invariants:
//   - The fast path makes up nothing. An answer was given by the whole chain of middlewares to the same request (protocol,
//     host, target, content coding, validator); only the date and the request id are new.
//   - Only headers of an allow-list are repeated (pages.Headers). A response with any other header, which may be meant for one
//     visitor, is not repeated at all.
//   - A header block has one deadline from its first byte on, also when it is handed to net/http, and a client that does not
//     take a chunk of a response in time is cut off.
//   - A page is repeated only as long as the page cache calls it fresh.
//   - What the fast path does not understand to the last byte is not refused but taken, with every byte unread, to
//     net/http; the connection stays there.
package fastpath
