// Package blocks is the area of the Studio in which editors change the menu of a site, the words of its home page and its campaign
// banner.
package blocks
