// Package pagestest is a shop for tests of pages: its pages show what the test says, with the tags and heads of the real ones.
package pagestest
