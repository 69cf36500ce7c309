// The command line's name in the device login, which the service lets in and no other.
export const deviceClientId = "svc-cli";
