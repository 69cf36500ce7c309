// Exits with 0 while the container's service is alive. /readyz says whether it accepts traffic.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/healthz`).catch(() => null);
process.exit(answer?.ok === true ? 0 : 1);
