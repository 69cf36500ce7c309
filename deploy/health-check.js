// Ends with 0 while the service beside it is alive. Whether it may take traffic is another question, which /readyz answers.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/healthz`).catch(() => null);
process.exit(answer?.ok === true ? 0 : 1);
