// The database cannot be used now and may be later: found out by us, where the driver or the server has no error of its own.

export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}
