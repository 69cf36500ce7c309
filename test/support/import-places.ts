// As many imports at once as a test likes.
import { ImportPlaces } from "../../src/product/imports/import-places.ts";

export const importPlaces = new ImportPlaces({ atOnceMax: 100, perAccountMax: 100, faultyLinesMax: 10_000 });
