// Sends a file as the body of a call and reports upload progress, which fetch cannot do. The service reads only as fast as it processes.
import { ManagementError } from "@svc/sdk/management";
import { say } from "../texts/shell.ts";
import { CallFailed, serviceAddress } from "./client.ts";
import { setSignedOut } from "./signed-out.ts";

/** The answer as JSON; throws `CallFailed`. `onSent` receives the number of bytes sent. */
export function sendFile(path: string, file: File, onSent: (bytes: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", `${serviceAddress}${path}`);
    call.responseType = "json";
    call.setRequestHeader("content-type", "text/csv");
    call.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    call.addEventListener("error", () => reject(new CallFailed(say("theServiceCannotBeReached"), { status: 0 })));
    call.addEventListener("load", () => {
      const { status } = call;
      if (status === 200) return resolve(call.response);
      const { message, code, details } = new ManagementError(status, call.response);
      if (status === 401) setSignedOut(true);
      const requestId = call.getResponseHeader("x-request-id");
      reject(new CallFailed(message, { status, code, details, requestId }));
    });
    call.send(file);
  });
}
