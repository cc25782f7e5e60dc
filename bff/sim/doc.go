// Package sim delivers eSIM profiles and cards, from the pool or from a carrier, with what is needed to install them, and keeps
// their state up to date afterwards.
//
// Invariants:
//   - A profile belongs to at most one unit of one order line, and a unit has at most one profile; unique indexes hold
//     both.
//   - A profile that has been delivered never returns to the pool, because its code may have been seen.
//   - A card is in one parcel: its number stands on one unit of one order line.
//   - What comes after the shop has given it up, or its money went back, is taken back at its carrier, and shown to nobody.
//   - Whatever was handed over is a row of sim_line, a SIM; one whose money went back is shown to nobody.
//   - A carrier is asked for a unit after the request has been committed, and asked again only after it has answered that it
//     knows of none. What may have been taken is not refunded before it could be looked up; an order has one refund for
//     everything that carriers did not deliver.
//   - A SIM that is issued again stays the same row, and its profile is replaced in one statement: a unit that was paid for has
//     one usable profile. As long as a new one is asked for, the code of the old one is shown to nobody. A new profile of a
//     SIM whose money went back meanwhile is taken back, and shown to nobody either.
//   - A carrier's message is only a reason to read the SIM. An older report never replaces a newer one.
//   - A SIM that its carrier does not find is over, and may be erased, after a day without any other answer.
//   - What installs a SIM, its numbers and its usage are erased some time after its last plan, once nothing about it is open.
//     Nothing of it is stored again, whatever the carrier reports later.
//   - The activation code is sealed at rest. It is opened for somebody who may see the order, and for the mail's picture;
//     it is in no log, no list and no URL of ours.
package sim
