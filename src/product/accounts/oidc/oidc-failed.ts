// Why a sign-in through the OIDC issuer failed there. Its message is for the log: it never holds a token or what one says.
export type IssuerFault = "unreachable" | "refused" | "unverified";

/** `refused`: the issuer, or the person there, said no. `unverified`: its answer was not proven, so it counts for nothing. */
export class IssuerFailed extends Error {
  override readonly name = "IssuerFailed";
  readonly kind: IssuerFault;

  constructor(kind: IssuerFault, message: string) {
    super(message);
    this.kind = kind;
  }
}
