package envelope

// ReplicasAgree lets the tests of a store outside the package use the test of the ring.
var ReplicasAgree = testReplicasAgree
