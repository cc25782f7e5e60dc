// Package markdown turns a page of the shop into Markdown: what stands in its <main>, without what only works in a browser
// (forms, buttons, pictures without words, the way back). It knows no page in particular.
package markdown
