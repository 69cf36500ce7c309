// A partner who is signed in: the reader of a mailbox, by the keyed hash of its address. What that person may see or change is
// asked of the partners' addresses, where it is read or done.
export type PartnerPerson = { readonly emailHash: string };
