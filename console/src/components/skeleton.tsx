// The layout that is to come, drawn only when it takes longer than 300 ms: what is there at once never flickers.
import { say } from "../texts/components.ts";
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{say("loading")}</span>
      {Array.from({ length: lines }, (_, index) => `line-${index}`).map((key) => (
        <div key={key} className="skeleton-line" />
      ))}
    </div>
  );
}
