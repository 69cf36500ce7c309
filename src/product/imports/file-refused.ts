/** The file as a whole cannot be imported: nothing of it is, and nothing is kept of it. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}
