// A mutant is killed by the first history that fails: to make that short for somebody to read takes many times longer.
import fc from "fast-check";

fc.configureGlobal({ endOnFailure: true });
