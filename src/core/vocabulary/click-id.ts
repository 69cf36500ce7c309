// Click ids: unguessable, and carrying their program, so that a browser's lead finds it without a look-up over all programs.
const pattern = /^clk_([0-9a-z]{1,11})_[A-Za-z0-9_-]{22}$/;

/** 128 random bits give 22 characters of base64url. */
export const clickIdRandomBytes = 16;

export function makeClickId(programId: number, random: Buffer): string {
  return `clk_${programId.toString(36)}_${random.toString("base64url")}`;
}

/** The program a click id was made for; undefined when it is not ours. */
export function programOfClickId(clickId: string): number | undefined {
  const program = pattern.exec(clickId)?.[1];
  if (program === undefined) return undefined;
  const programId = Number.parseInt(program, 36);
  return Number.isSafeInteger(programId) && programId > 0 ? programId : undefined;
}
