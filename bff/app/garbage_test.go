package app_test

import "runtime/debug"

// With the usual setting the garbage collector takes a tenth of the processor of these tests; memory is not what they are short of.
func init() { debug.SetGCPercent(400) }
