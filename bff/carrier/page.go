package carrier

import "context"

type pageKey struct{}

// ForPage returns a context for the calls of a page that somebody waits for. They give way to those of jobs: a page can do without
// the answer, a delivery cannot.
func ForPage(ctx context.Context) context.Context { return context.WithValue(ctx, pageKey{}, true) }

// IsForPage reports whether ctx is one of ForPage.
func IsForPage(ctx context.Context) bool { return ctx.Value(pageKey{}) != nil }
