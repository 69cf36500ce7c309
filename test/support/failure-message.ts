// What went wrong with a command whose answer is for a program: the message within the envelope on standard error.
import { z } from "zod";

const envelope = z.object({ error: z.object({ message: z.string() }) });

export function messageIn(stderr: string): string {
  return envelope.parse(JSON.parse(stderr)).error.message;
}
