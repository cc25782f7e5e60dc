// Package texts is the area of the Studio in which editors write the shop's texts: the calls below /studio/api/texts.
//
// Invariants:
//   - Each call names the act that the caller's role must allow; approving a review is an act of who may publish.
//   - What was refused because somebody else had saved is answered with what is there now, and where the words were kept.
//   - A publication that was made is answered with its receipt: the pages that show it, and after how long.
package texts
