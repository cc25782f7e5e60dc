package pages

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// Normalize returns the normal form of an escaped path with its query, and whether that is another address: lower case,
// one slash between segments and none at the end, no dot segments, nothing escaped that need not be, nothing that nobody sees:
// a link that was copied may end with a line break. An order number is written in upper case, as it is printed. The query stays
// as it is. What has a segment that is no text is left alone.
func Normalize(rawPath, rawQuery string) (address string, redirect bool) {
	normal, ok := normalPath(rawPath)
	if !ok {
		normal = rawPath
	}
	address = normal
	if rawQuery != "" {
		address += "?" + rawQuery
	}
	return address, normal != rawPath
}

// CanonicalQuery returns the parameters that a page understands, in the table's order: trimmed, without empty values
// and without those that say the same as nothing. Lists are joined, sorted and in upper case. Only where the page has an
// answer to it is an empty value kept.
func (r Row) CanonicalQuery(given url.Values) url.Values {
	out := url.Values{}
	for _, p := range r.Query {
		value := p.value(given[p.Name], given[p.Before])
		switch {
		case p.Without != "" && strings.Trim(strings.Join(given[p.Without], ""), " ,") != "":
		case value != "" && value != p.Default, value == "" && p.Empty && given.Has(p.Name):
			out.Set(p.Name, value)
		}
	}
	return out
}

// EncodeQuery writes canonical parameters as they stand in an address, "?countries=JP,KR&data=lt5", or "" without any.
func (r Row) EncodeQuery(canonical url.Values) string {
	var b strings.Builder
	for _, p := range r.Query {
		value := canonical.Get(p.Name)
		if value == "" && (!p.Empty || !canonical.Has(p.Name)) {
			continue
		}
		if b.Len() == 0 {
			b.WriteByte('?')
		} else {
			b.WriteByte('&')
		}
		// Commas are legal in a query and far easier to read than %2C.
		b.WriteString(p.Name + "=" + strings.ReplaceAll(url.QueryEscape(value), "%2C", ","))
	}
	return b.String()
}

func (p Param) value(given, before []string) string {
	if !p.List {
		for _, v := range given {
			if v = input.Line(v); v != "" {
				return v
			}
		}
		return ""
	}
	if p.Lower {
		return strings.ToLower(strings.Join(codes(given), ","))
	}
	all := codes(given)
	if len(all) > 1 && slices.Contains(all, p.Default) {
		if was := codes(before); len(was) > 0 && !slices.Contains(was, p.Default) {
			return p.Default
		}
		all = slices.DeleteFunc(all, func(one string) bool { return one == p.Default })
	}
	return strings.Join(all, ",")
}

// codes are the values of a list, in upper case, sorted, each once.
func codes(given []string) []string {
	var all []string
	for _, v := range given {
		for one := range strings.SplitSeq(v, ",") {
			if one = strings.ToUpper(strings.TrimSpace(one)); one != "" {
				all = append(all, one)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func normalPath(raw string) (string, bool) {
	if !strings.HasPrefix(raw, "/") {
		return "", false
	}
	if plainlyNormal(raw) {
		return raw, true
	}
	return rewritten(raw)
}

// rewritten brings a path into normal form; ok is false when a segment is no text.
func rewritten(raw string) (address string, ok bool) {
	segments := strings.Split(raw, "/")
	for i, s := range segments {
		decoded, err := url.PathUnescape(s)
		if err != nil || !utf8.ValidString(decoded) {
			return "", false
		}
		segments[i] = encodeSegment(strings.ToLower(input.Line(decoded)))
	}
	// Dot segments and doubled slashes go while everything else is escaped: an escaped slash is no separator.
	segments = strings.Split(path.Clean(strings.Join(segments, "/"))[1:], "/")
	if n, ok := orderNoPlace(segments); ok {
		decoded, _ := decodeSegment(segments[n])
		segments[n] = encodeSegment(strings.ToUpper(decoded))
	}
	return "/" + strings.Join(segments, "/"), true
}

// plainlyNormal reports whether a path is in normal form at first sight, as nearly all are: segments of lower case letters,
// digits, dashes and underscores, none of them a place for an order number.
func plainlyNormal(raw string) bool {
	last := byte(0)
	for i := range len(raw) {
		c := raw[i]
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_', c == '/' && last != '/':
		default:
			return false
		}
		last = c
	}
	return last != '/' && !strings.Contains(raw, "/payment/") && !strings.Contains(raw, "/my-order/")
}

// orderNoPlace finds the segment that the table has an order number for: behind "payment" or "my-order".
func orderNoPlace(segments []string) (n int, ok bool) {
	if len(segments) > 0 && IsLocale(segments[0]) {
		n = 1
	}
	last := len(segments) - 1
	if last < n+1 || (segments[n] != "payment" && segments[n] != "my-order") {
		return 0, false
	}
	return n + 1, last == n+1 || (last == n+2 && (segments[last] == "install" || segments[last] == "sims"))
}

// decodeSegment unescapes a segment; ok is false when it is no printable text.
func decodeSegment(s string) (string, bool) {
	decoded, err := url.PathUnescape(s)
	if err != nil || !utf8.ValidString(decoded) || strings.ContainsFunc(decoded, unicode.IsControl) {
		return "", false
	}
	return decoded, true
}

func encodeSegment(s string) string { return url.PathEscape(s) }
