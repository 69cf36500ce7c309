// What a partner's code may look like. Addresses contain it unchanged, after `aff=`.
export const partnerCodePattern = /^[A-Za-z0-9][\w.~-]{0,63}$/;
/** What is unique in the installation. Codes are ASCII, so only the case of letters can differ between codes that look alike. */
export const foldedPartnerCode = (code: string): string => code.toLowerCase();
/** What it may hold behind the first character, next to letters and digits. */
export const partnerCodeMarks = ". _ ~ -";
export const partnerCodeRule = `must have 1 to 64 letters, digits, and ${partnerCodeMarks} behind the first`;
