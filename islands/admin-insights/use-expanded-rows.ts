import { useState } from 'react';

const NONE: ReadonlySet<number> = new Set();

/** The rows that show their extra columns on phones, by index. None after the list changed. */
export function useExpandedRows(listKey: string) {
  const [state, setState] = useState({ listKey, rows: NONE });
  const rows = state.listKey === listKey ? state.rows : NONE;
  return {
    rows,
    toggle(index: number) {
      const next = new Set(rows);
      if (!next.delete(index)) next.add(index);
      setState({ listKey, rows: next });
    },
  };
}
