// A caller may not do what it asks for, or may not know that it exists. The HTTP status and the public code follow from the kind.
export class AccessRefused extends Error {
  override readonly name = "AccessRefused";
  readonly kind: "not_found" | "forbidden" | "unauthorized" | "second_factor_required" | "insufficient_scope";
  readonly details: { readonly [name: string]: unknown };

  constructor(kind: AccessRefused["kind"], message: string, details: AccessRefused["details"] = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}
