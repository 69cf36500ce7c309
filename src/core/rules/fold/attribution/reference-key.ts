// Under which key a registered payment reference is found: providers' codes live apart.
export function referenceKey(provider: string, referenceHash: string): string {
  return `${provider}:${referenceHash}`;
}
