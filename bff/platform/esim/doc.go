// Package esim reads and checks the identifiers of SIMs and eSIMs: activation codes, ICCIDs, EIDs and phone
// numbers.
//
// Invariants:
//   - The matching id (token) of an activation code keeps its case; the server's host is lower case.
//   - No error, log value or debug format of this package holds an activation code, a token or a full identifier: each is
//     a secret or identifies a person. LPA.String is the one way to get the code.
//   - The confirmation code is never part of an activation code. Field 4 is the server's object id, field 5 the flag
//     that a confirmation code will be asked for (SGP.22, section 4.1).
package esim
