// Package images is the area of the Studio in which staff upload images and say what they show: the calls below
// /studio/api/images.
//
// Invariants:
//   - Who may read sees images, who may edit uploads, describes and deletes them.
//   - What is shown here comes from below /studio, so that it is there on hosts of the Studio's own, too.
package images
