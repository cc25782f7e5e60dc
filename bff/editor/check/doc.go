// Package check looks at a text while somebody writes it, and says what is wrong, each with its place.
//
// Invariants:
//   - A check reads nothing but what it is given and changes nothing; the same text gives the same findings.
//   - What the shop would refuse to publish is an error; all else is advice, which keeps nobody from publishing.
//   - A finding names its rule by a code. What people read is in the texts of the Studio, in both languages.
package check
