// The command line's name in the device login, which the service lets in and no other.
export const deviceClientId = "svc-cli";
/** Its User-Agent header, by which a session in the list is recognized as the command line's. */
export const commandLineAgent = "svc command line";
