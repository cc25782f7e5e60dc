//go:build !linux

package child

import "syscall"

// SignalOnParentDeath does nothing here: the next start stops what is left.
func SignalOnParentDeath(*syscall.SysProcAttr, syscall.Signal) {}
