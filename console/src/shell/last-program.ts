// The program that was looked at last in this browser: the one to open next time.
const name = "program";

export function lastProgramId(): number | null {
  try {
    return Number(localStorage.getItem(name)) || null;
  } catch {
    return null;
  }
}

export function keepLastProgram(programId: number): void {
  try {
    localStorage.setItem(name, String(programId));
  } catch {
    // A browser that keeps nothing for us opens the first one.
  }
}
