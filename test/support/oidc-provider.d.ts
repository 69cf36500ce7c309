// What the tests use of oidc-provider, which comes without types.
declare module "oidc-provider" {
  import type { JsonWebKey } from "node:crypto";
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  export type Context = {
    readonly path: string;
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    respond?: boolean;
    body: unknown;
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
    };
  };
  export type Configuration = {
    readonly clients: readonly object[];
    readonly jwks: { readonly keys: readonly JsonWebKey[] };
    readonly cookies: { readonly keys: readonly string[] };
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly conformIdTokenClaims: boolean;
    readonly features: Readonly<Record<string, { readonly enabled: boolean }>>;
    readonly ttl: Readonly<Record<string, number>>;
    readonly interactions: { url(context: unknown, interaction: { readonly uid: string }): string };
    findAccount(context: unknown, id: string): object;
    loadExistingGrant(context: Context): Promise<Grant>;
  };
  // biome-ignore lint/style/noDefaultExport: it is the package's own.
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (of: {
      readonly clientId: string;
      readonly accountId: string;
    }) => Grant;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
