// The mark and the name.
import { serviceAddress } from "../api/client.ts";

export function Mark() {
  return (
    <span className="mark">
      <img src={`${serviceAddress}/look/mark.svg`} alt="" width={24} height={24} />
      Whence
    </span>
  );
}
