package child

import "syscall"

// SignalOnParentDeath asks the kernel to send sig to the child when the thread
// that started it ends: the caller keeps that thread for as long as the child.
func SignalOnParentDeath(attr *syscall.SysProcAttr, sig syscall.Signal) { attr.Pdeathsig = sig }
