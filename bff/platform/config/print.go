package config

import (
	"fmt"
	"io"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"
)

// secret are the settings whose value is not shown.
var secret = []string{"SECRET", "TOKEN", "KEY"}

// hidden stands where an address has a secret.
const hidden = "xxxxx"

// Print writes every setting in force as NAME=value, a line each; secrets are shown as set or not, and addresses
// without the secrets in them.
func (c Config) Print(w io.Writer) error {
	return printStruct(w, reflect.ValueOf(c))
}

func printStruct(w io.Writer, v reflect.Value) error {
	for i := range v.NumField() {
		name, field := v.Type().Field(i).Tag.Get("env"), v.Field(i)
		if name == "" && field.Kind() != reflect.Struct {
			continue
		}
		if name == "" {
			if err := printStruct(w, field); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintf(w, "%s=%s\n", name, shown(name, field)); err != nil {
			return err
		}
	}
	return nil
}

func shown(name string, v reflect.Value) string {
	if at, ok := v.Interface().(time.Time); ok {
		if at.IsZero() {
			return ""
		}
		return at.Format(time.RFC3339Nano)
	}
	text := fmt.Sprint(v.Interface())
	for _, s := range secret {
		if strings.Contains(name, s) && !strings.Contains(name, "PUBLISHABLE") {
			if v.IsZero() {
				return ""
			}
			return "(set)"
		}
	}
	if strings.Contains(text, "://") {
		return withoutSecrets(text)
	}
	return text
}

// withoutSecrets hides what of an address may let somebody in: its password, a user or a part of its path that is a token,
// and parameters that are called after a secret. What is no address may be one that was mistyped, and is not shown at all.
func withoutSecrets(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "(set)"
	}
	web := slices.Contains([]string{"http", "https"}, u.Scheme)
	if u.User != nil {
		name := u.User.Username()
		password, hasPassword := u.User.Password()
		// Where a user has no password, the name itself may be what lets it in; only databases and mail servers have such users.
		alone := password == "" && (hasPassword || web || strings.HasPrefix(u.Scheme, "redis"))
		if name != "" && (alone || looksLikeToken(name)) {
			name = hidden
		}
		if u.User = url.User(name); password != "" {
			u.User = url.UserPassword(name, hidden)
		}
	}
	if web {
		parts := strings.Split(u.Path, "/")
		for i, part := range parts {
			if looksLikeToken(part) {
				parts[i] = hidden
			}
		}
		u.Path, u.RawPath = strings.Join(parts, "/"), ""
	}
	u.RawQuery = hideParameters(u.RawQuery)
	if u.Fragment != "" {
		u.Fragment, u.RawFragment = hidden, ""
	}
	return u.String()
}

// hideParameters hides the values of a query that are called after a secret, such as password, sslpassword and access_token.
func hideParameters(query string) string {
	parameters := strings.Split(query, "&")
	for i, p := range parameters {
		written, value, _ := strings.Cut(p, "=")
		name, err := url.QueryUnescape(written)
		secret := err != nil || slices.ContainsFunc([]string{"pass", "pwd", "secret", "token", "key", "auth", "cred", "sig"}, func(part string) bool {
			return strings.Contains(strings.ToLower(name), part)
		})
		if value != "" && (secret || looksLikeToken(value)) {
			parameters[i] = written + "=" + hidden
		}
	}
	return strings.Join(parameters, "&")
}

// looksLikeToken reports whether a text is longer than names that people give, and has digits, as generated ones have.
func looksLikeToken(text string) bool {
	return len(text) >= 20 && strings.ContainsAny(text, "0123456789") && !strings.ContainsAny(text, " .,/@")
}
