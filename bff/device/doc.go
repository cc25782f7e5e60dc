// Package device knows which devices take an eSIM, and keeps the results of shoppers' device checks.
//
// Invariants:
//   - A verdict comes from the table of devices, its exceptions by country or region of sale, and the device's own EID;
//     never from what a caller says the verdict is.
//   - An EID is looked at and let go: its last four digits are all that is kept.
//   - A check belongs to one owner of one tenant, and is forgotten after KeepFor.
package device
