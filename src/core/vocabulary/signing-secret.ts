// What a provider's signing secret may look like: long enough to prove something, and without the blanks and line breaks that
// come along when one is pasted.
const secretCharactersMin = 8;
const secretCharactersMax = 512;
/** Two, while one replaces the other. */
export const secretsPerConnectionMax = 2;

export const signingSecretRule = `must have ${secretCharactersMin} to ${secretCharactersMax} characters, none of them a blank`;

export function isSigningSecret(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length >= secretCharactersMin && text.length <= secretCharactersMax;
}
