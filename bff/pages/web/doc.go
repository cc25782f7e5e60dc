// Package web is the front door for pages: the handlers between a browser and the renderer, the client of the renderer, the static
// files, the documents that programs read, and the previews of editors.
//
// Invariants:
//   - A page has one address per language. Other spellings are sent there with 308, unprefixed addresses with 302; a prefixed
//     address never redirects on language.
//   - What a page shows is gathered here and handed to the renderer with the request for the page; a redirect does not reach the
//     renderer. After a form, the renderer asks for the page by GET /gw/page/query.
//   - A public page's GET is rendered without the browser's cookies and with its canonical parameters only, so that its
//     bytes depend on host, path and those parameters, and can be shared.
//   - An answer that sets a cookie is private, no-store. So is every answer of a private kind and of a POST.
//   - The cookie `locale` is written only when it differs from the page's language, and then only on a private page, for a
//     browser that already has cookies, or when the Referer shows that the shopper came from a page of the same site: by the
//     language switch, or going on in the language of the first page. A first visit to a public page sets nothing.
//   - What programs read (sitemaps, feeds, pictures, Markdown) is public and sets no cookie, and its facts are those of the
//     pages: documents and Markdown twins pass the page cache as pages do, and a twin is written from the data of its page.
//   - Whoever waits for storage that hangs waits for a few seconds, and few wait at once: an image is a 503 then.
//   - What the renderer cannot answer in time is a 503 page in the page's language; nothing of the failure is shown.
//   - A static file is found by its clean path below its folder or not at all: encoded separators are refused, and
//     neither ".." nor a symbolic link leads outside.
package web
