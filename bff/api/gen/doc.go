// Package gen is the gateway's contract as Go: the types and the strict server interface that oapi-codegen makes of
// shared/openapi.yaml, and the flags of each operation.
//
// Invariants:
//   - No *.gen.go file is edited by hand; `make generate` writes them, and a test fails when they are stale.
//   - The context headers (langId, lang, application, tenantId) are no parameters here: a middleware reads them once.
//   - Nothing here validates. A missing or empty value reaches the handler as the zero value, and the handler
//     answers 422 with a message beside the field; only what is no JSON, or no number, is refused before it.
//   - A slice that the contract requires must be set to an empty one, because a nil slice is sent as null.
//   - Cookies and cache headers are set on the echo response by middlewares, not declared per answer.
package gen
