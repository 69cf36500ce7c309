// What PostgreSQL raises, by its SQLSTATE.

export class ServerError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
