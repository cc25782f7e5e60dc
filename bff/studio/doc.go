// Package studio serves the Studio, where staff work in the browser: its application's files and the JSON that it asks for.
//
// Everything is below Prefix. An area of the Studio (texts, prices ...) is a value with a method Routes that names each of its
// calls together with the act that the caller's role must allow:
//
//	func (a *Area) Routes(r *studio.Router) {
//		r.Read("/texts", staff.ReadTexts, a.list)
//		r.Write(http.MethodPut, "/texts/:kind/:name", staff.EditTexts, a.save, studio.UpTo(1<<20))
//	}
//
// A handler learns who asks from Caller, reads the body with Decode, hands By(c) to what it changes, and answers with c.JSON or
// an error: a fault becomes a status, a code and a message in the caller's language.
//
// Invariants:
//   - Where the Studio is off, or the host is another one, Serve leaves the request to the shop, whose 404 it gets.
//   - A call is a member's, of a role that may do its act, unless it is registered with Open; a test asks each with each role.
//   - The session's cookie is sent to Prefix alone, by its own pages alone, and no script reads it. Nothing of the shop's cookies
//     counts here.
//   - A call ends after its time. An upload may arrive for longer, as long as it goes on and its sender is known and may upload.
//   - What may change something comes from a page of the same origin and says so (Origin or Sec-Fetch-Site), with a JSON body.
//   - No answer is kept by anybody but files that are named after their content.
package studio
