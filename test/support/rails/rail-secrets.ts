// The secrets that credentials and recipients of payouts are sealed with in tests.
import { openSecrets } from "../../../src/access/secrets/secrets.ts";

export const railSecrets = openSecrets(["a secret of thirty-two characters!"]);
