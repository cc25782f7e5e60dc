// Package account knows the customers of the shop: who they are, how they prove it and where their sessions are.
//
// Invariants:
//   - An account belongs to one site. Its address is unique there in its normal form; whether an address has an account
//     is shown only to somebody who has proved the mailbox.
//   - A failed login takes its slot before anything is compared, under the fingerprint of the address, whether or not an
//     account has it. So parallel guesses never exceed five, and known and unknown addresses answer alike in words,
//     counts and time. A code opens what guesses have locked.
//   - Passwords are argon2id hashes in PHC form; only so many are made at once.
//   - A session is a random token that is kept hashed, in Redis. It is good while Redis has it and the customer's
//     generation is still that of the login: a change of password moves the generation on and so ends every session at
//     once, even while Redis is away. Nobody is logged out because Redis is away: calls that need to know who asks are
//     refused until it is back.
//   - A code is six random digits, kept only as a keyed hash, and good once, for one purpose and one target of one site.
//   - A try is counted before the code is compared, so parallel guesses cannot exceed the limit.
//   - One code per minute, target and purpose; asking answers the same for known and unknown targets.
//   - Text messages go to numbers of a site's countries alone, and so many of all sites within 24 hours.
//   - Nothing is written for a customer whose account is being deleted: Delete locks the row first and erases in every
//     module, and any module that writes about a customer locks the row (Lock) in the same transaction.
package account
