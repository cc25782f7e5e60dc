package config

import (
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strings"
)

// secret are the settings whose value is not shown.
var secret = []string{"SECRET", "TOKEN", "KEY"}

// Print writes every setting in force as NAME=value, a line each; secrets are shown as set or not, and addresses
// without their passwords.
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
	text := fmt.Sprint(v.Interface())
	for _, s := range secret {
		if strings.Contains(name, s) && !strings.Contains(name, "PUBLISHABLE") {
			if v.IsZero() {
				return ""
			}
			return "(set)"
		}
	}
	if u, err := url.Parse(text); err == nil && u.User != nil {
		return u.Redacted()
	}
	return text
}
