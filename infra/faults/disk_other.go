//go:build !linux

package main

import "errors"

func mount(string, int) error { return errors.New("this system has no tmpfs") }

func unmount(string) error { return nil }
