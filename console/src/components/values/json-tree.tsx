// A payload as a tree that opens; what the service hides of people and secrets is marked.
import { say } from "../../texts/components.ts";

type JsonTreeProps = { readonly value: unknown };

const openDepth = 3;

export function JsonTree({ value }: JsonTreeProps) {
  if (typeof value !== "object" || value === null) return <Leaf value={value} />;
  return (
    <div className="tree">
      <Branch value={value} depth={0} />
    </div>
  );
}

function Branch({ value, depth }: { readonly value: object; readonly depth: number }) {
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="quiet">{Array.isArray(value) ? "[ ]" : "{ }"}</span>;
  return (
    <ul>
      {entries.map(([key, item]: [string, unknown]) => (
        <li key={key}>
          {typeof item === "object" && item !== null && Object.keys(item).length > 0 ? (
            <details open={depth < openDepth}>
              <summary>
                <span className="tree-key">{key}</span>
              </summary>
              <Branch value={item} depth={depth + 1} />
            </details>
          ) : (
            <>
              <span className="tree-key">{key}</span> <Leaf value={item} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const hiddenText = /^\[hidden: (.*)\]$/;

function Leaf({ value }: { readonly value: unknown }) {
  if (typeof value === "object" && value !== null) return <span>{Array.isArray(value) ? "[ ]" : "{ }"}</span>;
  const [, hidden] = typeof value === "string" ? (hiddenText.exec(value) ?? []) : [];
  if (hidden !== undefined) return <span className="tree-hidden">{say("hidden", { hidden })}</span>;
  return <span>{typeof value === "string" ? value : JSON.stringify(value)}</span>;
}
