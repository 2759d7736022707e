import { useState } from 'react';

const toText = (value: unknown) =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item), 2);

/** The received data of a record or history entry, one click away. */
export function RawData({ value }: { value: object }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="raw-data" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Raw data</summary>
      {open && (
        <pre
          className="raw"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          {toText(value)}
        </pre>
      )}
    </details>
  );
}
