//go:build !linux

package embedded

import "syscall"

// signalOnParentDeath does nothing here: the next start stops what is left.
func signalOnParentDeath(*syscall.SysProcAttr, syscall.Signal) {}
