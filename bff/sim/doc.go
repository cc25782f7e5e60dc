// Package sim hands out what the shopper really pays for: eSIM profiles, and what is needed to install them.
//
// Invariants:
//   - A profile belongs to at most one unit of one order line, and a unit has at most one profile; unique indexes hold
//     both.
//   - A profile that has been delivered never returns to the pool, because its code may have been seen.
//   - A card is in one parcel: its number stands on one unit of one order line.
//   - The activation code is sealed at rest. It is opened for somebody who may see the order, and for the mail's picture;
//     it is in no log, no list and no URL of ours.
package sim
