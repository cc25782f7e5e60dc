package gen

// sealed are the paths of the calls that take a Sealed body.
var sealed = func() map[string]bool {
	set := map[string]bool{}
	for _, op := range Operations {
		if op.Enc {
			set[op.Path] = true
		}
	}
	return set
}()

// IsSealed reports whether the call at a path takes a Sealed body.
func IsSealed(path string) bool { return sealed[path] }
