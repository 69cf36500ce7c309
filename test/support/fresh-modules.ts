// Before each test file: our own modules start afresh, as if the file ran alone; packages stay loaded, which is most of what loading
// takes.
import { vi } from "vitest";

vi.resetModules();
