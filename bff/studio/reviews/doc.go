// Package reviews is the area of the Studio in which staff read what buyers wrote about plans and decide what the shop shows: the
// calls below /studio/api/reviews.
//
// Invariants:
//   - Each call names the act that the caller's role must allow: everybody on staff may read, support, publishers and admins decide.
//   - A review that is not to be shown is rejected with a reason, which stays in the audit log.
//   - Nothing goes out of who wrote a review but the name that they typed for it.
package reviews
