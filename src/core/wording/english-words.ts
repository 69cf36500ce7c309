// English words, for readers whose language is not asked: the console, the command line and stories.
import { englishCatalogue } from "./catalogue/english.ts";
import { readerIn } from "./languages.ts";
import { openWords } from "./say.ts";

export const english = openWords(readerIn("en"), englishCatalogue);
