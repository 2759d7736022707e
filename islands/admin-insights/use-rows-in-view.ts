import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { useRows } from './use-rows';

const ROW_PX = 40;
/** Per column of an expanded row. */
export const EXTRA_ROW_PX = 32;
/** Padding and border of an expanded row. */
const EXTRA_FRAME_PX = 17;
/** Rows per block: browsers clip elements taller than about 17 million pixels. */
export const BLOCK = 100_000;

type Rows = Pick<ReturnType<typeof useRows>, 'total' | 'ensure'>;

interface Extra {
  expanded: ReadonlySet<number>;
  /** Height of the extra columns of an expanded row. */
  extraPx: number;
}

/** The block that is shown and its rows in view, which are fetched. */
export function useRowsInView(rows: Rows, frame: RefObject<HTMLElement | null>, extra: Extra) {
  const [block, setBlock] = useState(0);
  const first = Math.min(block * BLOCK, Math.max(0, rows.total - 1));
  const count = Math.min(BLOCK, rows.total - first);
  const { expanded, extraPx } = extra;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: (index) => ROW_PX + (expanded.has(index) ? extraPx + EXTRA_FRAME_PX : 0),
    overscan: 10,
    initialRect: { width: 800, height: 600 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: expanded rows have another height
  useLayoutEffect(() => virtual.measure(), [expanded]);
  const items = virtual.getVirtualItems();
  const start = items[0]?.index ?? 0;
  const end = items.at(-1)?.index ?? 0;
  const { ensure } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every answer, to fetch the rows in view
  useEffect(() => {
    if (count > 0) ensure(first + start, first + end);
  }, [first, start, end, count, rows]);
  return {
    block,
    setBlock,
    first,
    count,
    items,
    heightAbove: items[0]?.start ?? 0,
    heightBelow: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}
