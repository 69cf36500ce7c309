// Parts of the log are gone. Its rows hold other names from then on, and so do the books: nothing else follows from it.
import { type Conclusion, recorded } from "../conclusion.ts";

export function foldErasure(): Conclusion {
  return recorded("Parts of the log are gone, as it says.");
}
