// Limits on unauthenticated requests, as variables of the environment.
import { limit } from "./values.ts";

export const strangersLimits = {
  BODY_BYTES_IN_FLIGHT_MAX: limit(
    134_217_728,
    [1_048_576, 4_294_967_296],
    "Most bytes of bodies held at once, from their arrival to their answer; what comes then is answered 503.",
  ),
  BODY_BYTES_PER_ADDRESS_MAX: limit(
    8_388_608,
    [65_536, 4_294_967_296],
    "Most bytes of unfinished bodies from one address; what comes then is answered 503.",
  ),
  CONNECTIONS_MAX: limit(5_000, [10, 100_000], "Most connections open at once; further ones are closed."),
  REQUEST_HEADERS_TIMEOUT_SECONDS: limit(10, [1, 600], "Seconds a request may take to send its headers."),
  REQUEST_TIMEOUT_SECONDS: limit(30, [1, 600], "Seconds a request may take to send all of itself."),
};
