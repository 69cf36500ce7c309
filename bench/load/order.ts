// In which order requests are sent when each is sent several times, as a provider does that does not trust an answer: the
// second copy right behind the first, so that both are under way at once, and every further one later, long after the first
// was answered.

/** Further copies follow this many requests behind. */
const laterBy = 500;

/** Positions of the requests, each `copies` times; the first copy of a request comes before its others. */
export function stormOrder(requests: number, copies: number): Uint32Array {
  const order = new Uint32Array(requests * copies);
  let length = 0;
  const put = (request: number): void => {
    if (request < 0 || request >= requests) return;
    order[length] = request;
    length += 1;
  };
  const last = requests + laterBy * Math.max(0, copies - 2);
  for (let at = 0; at < last; at += 1) {
    put(at);
    if (copies > 1) put(at);
    for (let copy = 2; copy < copies; copy += 1) put(at - laterBy * (copy - 1));
  }
  return order;
}
