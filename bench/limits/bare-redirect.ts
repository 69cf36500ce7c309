// Express that sends everybody on and keeps nothing: as fast as a redirect gets behind it.
import { createServer } from "node:http";
import express from "express";

const app = express();
app.get("/r/:code", (request, response) => {
  response.redirect(302, `https://shop.example/?aff=${request.params.code}`);
});
const server = createServer(app).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});
process.once("disconnect", () => process.exit());
