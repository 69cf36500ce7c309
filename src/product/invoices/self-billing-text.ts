// The version of what partners agree to: `selfBillingConsent` of the catalogue, in each language. Raise it with the text.
export const selfBillingTextVersion = 1;
