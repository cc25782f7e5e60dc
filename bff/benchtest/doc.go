// Package benchtest puts the modules behind the gateway on a database, a clock and a carrier of a test's own, without workers and without a
// server. Whole shops are in package apptest, which costs each test program that links it twice as much.
package benchtest
