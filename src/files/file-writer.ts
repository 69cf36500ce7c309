// Where a file of an export is written: it takes the bytes as they come, and the file is there whole or not at all.

export type FileWriter = {
  /** Answers where the file is, without where the operator keeps such files. Rejects where it could not be written whole; then nothing of that name is new. */
  write(name: string, parts: AsyncIterable<Buffer>): Promise<string>;
};
