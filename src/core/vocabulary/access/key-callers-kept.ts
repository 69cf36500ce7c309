/** Of one program key, the latest. */
export const callersKeptMax = 20;
