package builds

import "regexp"

var hashed = regexp.MustCompile(`-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$`)

// Hashed reports whether a file's name changes with its content, as the build writes it: boot-B3xk9_aQ.js.
func Hashed(name string) bool { return hashed.MatchString(name) }
