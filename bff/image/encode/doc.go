// Package encode makes the files of an image of what was uploaded: WebP in several widths, and a JPEG or PNG beside them.
//
// Invariants:
//   - What an upload is, its bytes say, never its name or its declared type. JPEG, PNG, GIF and WebP are taken.
//   - Pixels are counted before any are decoded: what would take more memory than MaxMemory is refused by its header.
//   - Nothing of an upload but its pixels is in a file, turned as its EXIF orientation says.
//   - No file is larger than its source, in pixels.
//   - One image is made at a time; whoever waits too long is refused.
package encode
