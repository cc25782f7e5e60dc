package app

import (
	"os"
	"runtime/debug"
)

// garbagePercent is how much garbage may lie about before it is collected, in percent of what is in use. Go's 100 counts
// the pages in memory, which a collection does not even look into: with half of it the garbage is as much as it would be
// without them (docs/decisions/060).
const garbagePercent = 50

// setGCPercent sets it, unless somebody has set GOGC.
func setGCPercent() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}
