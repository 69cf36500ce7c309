// How a program key looks where it may only be recognised: its prefix and its last four characters.
export const programKeyPrefix = "aff_";

export function maskKey(lastFour: string): string {
  return `${programKeyPrefix}••••${lastFour}`;
}
