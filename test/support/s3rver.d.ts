// What the tests use of a package that brings no types.
declare module "s3rver" {
  type Options = {
    readonly port: number;
    readonly address: string;
    readonly silent: boolean;
    readonly directory: string;
    readonly configureBuckets: readonly { readonly name: string }[];
  };

  class S3rver {
    constructor(options: Options);
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }

  // biome-ignore lint/style/noDefaultExport: it is the package's own.
  export default S3rver;
}
