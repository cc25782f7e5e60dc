// Package process starts programs beside this one, and reads from Linux's /proc what they cost. Elsewhere what it reads is an error.
package process
