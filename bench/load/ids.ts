// Ids for what is sent: of a fixed width, different in every run, and in no order, as those of real providers are, so that an
// index on them is written to all over and not at its end alone.

/** Of each id; the zeroed ids of the published payloads are never shorter. */
export const idCharacters = 14;
const runCharactersMax = 7;
const scrambledCharacters = idCharacters - runCharactersMax;
/** Odd, so that multiplying by it modulo 2^32 gives every index another number. */
const scrambler = 0x9e3779b1;

/** The same for the same run and index. `run` keeps the ids of one run apart from all others'. */
export function idOf(run: string, index: number): string {
  return scrambled(index) + padded(run);
}

function scrambled(index: number): string {
  return (Math.imul(index, scrambler) >>> 0).toString(36).padStart(scrambledCharacters, "0");
}

function padded(run: string): string {
  if (!/^[a-z0-9]{1,7}$/.test(run)) throw new Error(`a run is named by 1 to ${runCharactersMax} letters or digits`);
  return run.padStart(runCharactersMax, "0");
}
