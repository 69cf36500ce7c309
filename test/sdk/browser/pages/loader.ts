// A page that has loadSvc at hand.
import { loadSvc } from "../../../../sdk/src/index.ts";

Object.assign(window, { loadSvc });
