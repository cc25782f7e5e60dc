package provider

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// params are form parameters in Stripe's notation: a[b][c]=v, a[]=v, a[0]=v.
type params struct{ url.Values }

// has reports whether the parameter or anything inside it was sent.
func (p params) has(name string) bool {
	for k := range p.Values {
		if k == name || strings.HasPrefix(k, name+"[") {
			return true
		}
	}
	return false
}

// str returns the parameter's value, "" when it was not sent.
func (p params) str(name string) string { return p.Get(name) }

// ref returns the parameter's value, nil when it is empty or was not sent.
func (p params) ref(name string) *string { return ref(p.Get(name)) }

// integer returns the parameter as an integer. ok is false when it was not sent.
func (p params) integer(name string) (n int64, ok bool, err error) {
	if !p.Has(name) {
		return 0, false, nil
	}
	n, err = strconv.ParseInt(p.Get(name), 10, 64)
	if err != nil {
		return 0, true, invalid("parameter_invalid_integer", name, "Invalid integer: "+p.Get(name))
	}
	return n, true, nil
}

// flag returns the parameter as a boolean, false when it was not sent.
func (p params) flag(name string) (bool, error) {
	switch p.Get(name) {
	case "":
		return false, nil
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return false, invalid("", name, "Invalid boolean: "+p.Get(name))
}

// list returns the values of name[] or of name[0], name[1] and so on, in order.
func (p params) list(name string) []string {
	out := slices.Clone(p.Values[name+"[]"])
	for i := 0; ; i++ {
		v, ok := p.Values[name+"["+strconv.Itoa(i)+"]"]
		if !ok {
			return out
		}
		out = append(out, v...)
	}
}

// inside returns the parameters inside name: those of a[b] hold what was sent as a[b][...].
func (p params) inside(name string) params {
	out := url.Values{}
	for k, v := range p.Values {
		rest, ok := strings.CutPrefix(k, name+"[")
		if !ok {
			continue
		}
		first, more, ok := strings.Cut(rest, "]")
		if ok {
			out[first+more] = v
		}
	}
	return params{out}
}

// flat returns the single-valued parameters inside name, such as metadata.
func (p params) flat(name string) map[string]string {
	out := map[string]string{}
	for k, v := range p.inside(name).Values {
		if len(v) > 0 && !strings.Contains(k, "[") {
			out[k] = v[len(v)-1]
		}
	}
	return out
}

// top returns the names of the outermost parameters, sorted.
func (p params) top() []string {
	seen := map[string]bool{}
	for k := range p.Values {
		name, _, _ := strings.Cut(k, "[")
		seen[name] = true
	}
	out := make([]string, 0, len(seen))
	for k := range seen {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// ref returns a pointer to s, nil for "".
func ref(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// deref returns what s points to, "" for nil.
func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
