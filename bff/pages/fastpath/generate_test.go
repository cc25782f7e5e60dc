package fastpath_test

import (
	"math/rand/v2"
	"strings"
)

// What requests of the differential test are made of. What the fast path answers comes first and is picked more often.
var (
	plainTargets = []string{
		"/en/home", "/zh/home", "/en/faq", "/en/home/_payload.json", "/en/travel-card/listing?countries=JP", "/zh/travel-card/listing",
	}
	oddTargets = []string{
		"/en/home?utm=1", "/en//home/", "/EN/home", "/en/home/", "/home", "/", "/en", "/en/", "/en/cart", "/en/none", "/zh/none", "/en/h%6Fme",
		"/en/home#top", "http://shop.example/en/home", "*", "//evil.example/en/home", "/en/home?", "/en/travel-card/listing?countries=JP&page=2",
		"/en/travel-card/listing?countries=JP&countries=CN", "/en/../en/home", "/en/%zz", "/en/home\\", "/en/a b", "/en/\x80", "en/home", "",
		"/_payload.json", "/en/my-account", "/fr/home", "/en/home;a=b", "/en/home?a=%00", "/gw/mall/cart", "/sandbox/outbox",
	}
	methods  = []string{"HEAD", "POST", "OPTIONS", "PUT", "DELETE", "get", "GETS", "G", "", "PRI", "CONNECT", "TRACE"}
	versions = []string{"HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1.1 ", "", "HTTP/1", "HTTP/01.1", "HTTP/9.9"}
	hosts    = []string{"Host: shop.example:80", "Host: SHOP.example", "Host: evil.example", "Host:", "Host: a b", "Host: a/b", "X: y",
		"Host: shop.example\r\nHost: shop.example", "Host: shop.example\r\nHost: evil.example", "Host : shop.example", "Host:\tshop.example\t"}
	// What the fast path understands.
	plainHeaders = []string{
		"Accept-Encoding: br", "Accept-Encoding: gzip", "Accept-Encoding: gzip, deflate, br, zstd", "Accept-Encoding: br;q=0, gzip",
		"Accept-Encoding: *", "Accept-Encoding: gzip;q=0.5,br;q=1.0", "Accept-Encoding:", "Accept-Encoding: identity", "Accept-Encoding: BR",
		"If-None-Match: *", `If-None-Match: "other"`, `If-None-Match: W/"a", "b"`, "If-None-Match: a", "If-None-Match:",
		"Cookie: locale=en", "Cookie: locale=zh; visitor=v", "Cookie: visitor=v", "Cookie: locale=en; locale=zh", "Cookie: locale=\"en\"",
		"Cookie: locale=%65n", "Cookie:locale=en;", "Cookie: Locale=en", "Referer: http://shop.example/en/faq", "Referer: http://shop.example/zh/faq",
		"Referer: https://search.example/zh/", "Referer: shop.example/zh/home", "Referer: http://shop.example", "Referer: ://",
		"Connection: keep-alive", "Connection: Keep-Alive", "User-Agent: Mozilla/5.0 (X11; Linux x86_64)", "Accept: text/html", "Save-Data: on",
		"X-Forwarded-Proto: https", "X-Forwarded-Proto: http", "X-Forwarded-For: 1.2.3.4", "Sec-Fetch-Site: none", "Accept-Language: zh",
		"Cache-Control: no-cache", "Pragma: no-cache", "DNT: 1",
	}
	oddHeaders = []string{
		"Connection: close", "Connection: close, keep-alive", "Connection: upgrade", "Connection:", "Content-Length: 0", "Content-Length: 3",
		"Content-Length: 3\r\nContent-Length: 3", "Content-Length: -1", "Content-Length: x", "Transfer-Encoding: chunked",
		"Transfer-Encoding: gzip", "Transfer-Encoding: chunked\r\nContent-Length: 3", "Expect: 100-continue", "Expect: 200-ok", "Range: bytes=0-9",
		"If-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT", "If-Match: *", "If-Range: \"a\"", "TE: trailers", "Trailer: A", "Upgrade: h2c",
		"HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA", "X-Request-Id: mine", "X-Roamcart-Internal: guess", "Authorization: Bearer x",
		"no colon", ": no name", "A\x01: b", "A: \x01", "A: \x7f", "A: b\r\n c", " folded: first", "A : b", "Accept-Encoding : br", "Ä: b", "A: ä", "A_b: c",
		"Accept-Encoding: gzip\r\nAccept-Encoding: br", "Cookie: a=b\r\nCookie: locale=zh", "X-Forwarded-Proto: https\r\nX-Forwarded-Proto: http",
		"If-None-Match: *\r\nIf-None-Match: \"a\"", "Referer: http://shop.example/zh/x\r\nReferer: a", "A: " + strings.Repeat("a", 5000),
		"A: " + strings.Repeat("a", 9000), strings.Repeat("N", 40) + ": b", "Content-Type: application/x-www-form-urlencoded", "A'b: c", "A!: b",
	}
	bodies = []string{"a=b", "", "3\r\na=b\r\n0\r\n\r\n", "3\r\na=b\r\n0\r\nA: b\r\n\r\n", "zz\r\n", "a=b\r\n"}
)

// generator makes requests; tags are entity tags that pages have.
type generator struct{ tags []string }

// request returns a request, most of them such that the fast path understands them but for one thing.
func (g generator) request(r *rand.Rand) string {
	method, target, version, host := "GET", pick(r, plainTargets...), "HTTP/1.1", "Host: shop.example"
	body, end := "", "\r\n"
	headers := g.headers(r)
	for chance(r, 18) {
		switch r.IntN(7) {
		case 0:
			method, body = pick(r, methods...), pick(r, bodies...)
		case 1, 2:
			target = pick(r, oddTargets...)
		case 3:
			version = pick(r, versions...)
		case 4:
			host = pick(r, hosts...)
		case 5:
			headers = append(headers, pick(r, oddHeaders...))
			if chance(r, 50) {
				body = pick(r, bodies...)
			}
		case 6:
			if chance(r, 20) {
				end = "\n"
			}
		}
	}
	lines := append([]string{method + " " + target + " " + version}, headers...)
	at := 1 + r.IntN(len(lines))
	lines = append(lines[:at:at], append([]string{spellHeader(r, host)}, lines[at:]...)...)
	return strings.Join(lines, end) + end + end + body
}

// headers returns headers that the fast path understands, none of them twice.
func (g generator) headers(r *rand.Rand) []string {
	var out []string
	if chance(r, 85) {
		out = append(out, spellHeader(r, pick(r, "Accept-Encoding: br", "Accept-Encoding: gzip", "Accept-Encoding: gzip, deflate, br, zstd")))
	}
	if chance(r, 25) {
		out = append(out, spellHeader(r, "If-None-Match: "+pick(r, pick(r, g.tags...), "W/"+pick(r, g.tags...), strings.Join(g.tags, " , "))))
	}
	for range r.IntN(3) {
		header := pick(r, plainHeaders...)
		name, _, _ := strings.Cut(header, ":")
		if !strings.Contains(strings.ToLower(strings.Join(out, "\n")), strings.ToLower(name)+":") {
			out = append(out, spellHeader(r, header))
		}
	}
	return out
}

// spellHeader writes the name of a header in one of the ways it may be written.
func spellHeader(r *rand.Rand, header string) string {
	name, value, ok := strings.Cut(header, ":")
	if !ok {
		return header
	}
	switch r.IntN(5) {
	case 0:
		name = strings.ToLower(name)
	case 1:
		name = strings.ToUpper(name)
	case 2:
		value = "\t " + strings.TrimSpace(value) + " "
	}
	return name + ":" + value
}
