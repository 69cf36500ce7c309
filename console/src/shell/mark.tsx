// The mark and the name.
import { serviceAddress } from "../api/client.ts";
import { say } from "../texts/shell.ts";

export function Mark() {
  return (
    <span className="mark">
      <img src={`${serviceAddress}/look/mark.svg`} alt="" width={24} height={24} />
      {say("whence")}
    </span>
  );
}
