// What a field says of itself (`.meta({ description, examples, flag })`) is not mutated: it goes into the interface's description and the
// command line's help, and no rule reads it. Those have tests of their own, beside what is described.

/** What is read of Stryker's place in the code: a node of Babel's, and where it stands. */
type Place = {
  readonly listKey?: string | undefined;
  readonly parent?: {
    readonly type: string;
    readonly callee?: { readonly type: string; readonly property?: { readonly name?: string } };
  };
};

const descriptions = {
  shouldIgnore: ({ listKey, parent }: Place): string | undefined =>
    listKey === "arguments" && parent?.type === "CallExpression" && parent.callee?.property?.name === "meta"
      ? "It says what a field is: the tests of the interface and of the command line hold it."
      : undefined,
};

/** As Stryker looks for them in a module. */
export const strykerPlugins = [{ kind: "Ignore", name: "descriptions", value: descriptions }];
