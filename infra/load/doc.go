// Program load measures the shop and prints one table; `make bench` runs it. Every row is one file, row_*.go.
//
// What always holds: the shop that is measured is a fresh one with data of its own, on a free port of this machine, and is
// gone afterwards. What is compared runs in the same run, in turns. A row whose tool is missing says "not measured", and
// no row fails for being slow: the table says what was meant to be reached and whether it was.
package main
