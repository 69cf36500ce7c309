// What a provider's API key may look like: without the blanks and line breaks that come along when one is pasted.
const keyCharactersMin = 8;
/** Polar's and Creem's are the longest seen, below 100; a token that is a JWT is longer. */
const keyCharactersMax = 2048;

export const apiKeyRule = `must have ${keyCharactersMin} to ${keyCharactersMax} characters, none of them a blank`;

export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length >= keyCharactersMin && text.length <= keyCharactersMax;
}
