import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ProductCard as Card } from '../../server/products/contract';
import { Grid } from '../kit/grid';
import { ProductCard } from './ProductCard';

/** With fewer than that, all of them are there at once. */
const WINDOWED_FROM = 60;
const FIRST_ROW = 4;
const ROW_ESTIMATE = 380;

interface Layout {
  columns: number;
  gap: number;
  /** Where the grid begins on the page. */
  top: number;
}

interface ResultsGridProps {
  products: readonly Card[];
  /** How many there are in all, loaded or not. */
  count: number;
  label: string;
  withoutSeller?: boolean | undefined;
}

/** Products in rows, of which only those near the screen are in the document. */
export function ResultsGrid({ products, count, label, withoutSeller }: ResultsGridProps) {
  const grid = useRef<HTMLUListElement>(null);
  const { columns, gap, top } = useLayout(grid);
  const windowed = columns > 0 && products.length > WINDOWED_FROM;
  const rows = columns > 0 ? Math.ceil(products.length / columns) : 0;
  const virtualizer = useWindowVirtualizer({
    count: windowed ? rows : 0,
    estimateSize: () => ROW_ESTIMATE,
    overscan: 4,
    gap,
    scrollMargin: top,
    enabled: windowed,
  });

  if (!windowed) {
    return (
      <Grid ref={grid} label={label}>
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} eager={index < FIRST_ROW} withoutSeller={withoutSeller} />
          </li>
        ))}
      </Grid>
    );
  }
  const shown = virtualizer.getVirtualItems();
  const before = (shown[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);
  return (
    <Grid ref={grid} label={label}>
      <Spacer height={before - gap} />
      {shown.flatMap(({ index: row }) =>
        products.slice(row * columns, (row + 1) * columns).map((product, column) => (
          <li
            key={product.id}
            // Cards of a row are as high as the row: the first one's height is the row's.
            ref={column === 0 ? virtualizer.measureElement : undefined}
            data-index={row}
            aria-posinset={row * columns + column + 1}
            aria-setsize={count}
          >
            <ProductCard product={product} withoutSeller={withoutSeller} />
          </li>
        )),
      )}
      <Spacer height={after - gap} />
    </Grid>
  );
}

/** Stands for the rows that are not there. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <li aria-hidden="true" className="grid-spacer" style={{ height, gridColumn: '1 / -1' }} />
  ) : null;

const NO_LAYOUT: Layout = { columns: 0, gap: 0, top: 0 };
const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Measured by what the style sheet made of the grid. */
function useLayout(grid: RefObject<HTMLUListElement | null>): Layout {
  const [layout, setLayout] = useState(NO_LAYOUT);
  useIsomorphicLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => {
      const { gridTemplateColumns, rowGap } = getComputedStyle(element);
      const next: Layout = {
        columns: gridTemplateColumns.split(' ').length,
        gap: Number.parseFloat(rowGap) || 0,
        top: Math.round(element.getBoundingClientRect().top + window.scrollY),
      };
      setLayout((known) =>
        known.columns === next.columns && known.gap === next.gap && known.top === next.top ? known : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [grid]);
  return layout;
}
