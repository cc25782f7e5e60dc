package main

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// mount mounts a tmpfs of so many bytes at a folder.
func mount(dir string, size int) error {
	return unix.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=755", size))
}

func unmount(dir string) error { return unix.Unmount(dir, unix.MNT_DETACH) }
