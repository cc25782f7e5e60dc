// Package moduletest has the fixture for tests of the modules behind the gateway: a database, a clock and a carrier of their own, without
// workers and without a server. Whole shops are in package apptest, which costs each test program that links it twice as much.
package moduletest
