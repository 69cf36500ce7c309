declare module "pg/lib/utils.js" {
  /** A parameter as it is sent: text, or a Buffer for what is binary. Throws where an object refers to itself. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
