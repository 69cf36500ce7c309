/** Another import of the program is being recorded, or the account has as many running as it may. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}

/** The process is reading as many files as it may. */
export class ImportDelayed extends Error {
  override readonly name = "ImportDelayed";
}
