// How a key looks where it may only be recognised: its prefix and its last four characters.
export const programKeyPrefix = "aff_";
export const agentKeyPrefix = "agt_";
export const workspaceTokenPrefix = "tok_";

export function maskKey(lastFour: string, prefix = programKeyPrefix): string {
  return `${prefix}••••${lastFour}`;
}
