// The keys events wait for and bring: a payment waits for the lead that binds its customer, a refund for its payment.
// Text with the kind before it, so that one table can hold them all.
export const waitFor = {
  click: (clickId: string): string => `click:${clickId}`,
  customer: (customerKey: string): string => `customer:${customerKey}`,
  identity: (identity: string): string => `identity:${identity}`,
  payment: (alias: string): string => `payment:${alias}`,
  subscription: (subscriptionId: string): string => `subscription:${subscriptionId}`,
};

export const subjectOf = {
  click: (clickId: string): string => `click:${clickId}`,
  customer: (customerKey: string): string => `customer:${customerKey}`,
};

export const identityOf = {
  email: (emailHash: string): string => `email:${emailHash}`,
  payer: (providerCustomerId: string): string => `payer:${providerCustomerId}`,
};
