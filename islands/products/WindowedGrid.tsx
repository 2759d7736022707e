import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Grid } from '../ui/grid';
import type { ResultsGridProps } from './grid-props';
import { ProductCard } from './ProductCard';

interface Layout {
  columns: number;
  gap: number;
  rowHeight: number;
  top: number;
}

export function WindowedGrid({ products, count, label, withoutSeller }: ResultsGridProps) {
  const grid = useRef<HTMLUListElement>(null);
  const { columns, gap, rowHeight, top } = useLayout(grid);
  const windowed = columns > 0;
  const rows = columns > 0 ? Math.ceil(products.length / columns) : 0;
  const virtualizer = useWindowVirtualizer({
    count: windowed ? rows : 0,
    estimateSize: () => rowHeight,
    overscan: 4,
    gap,
    scrollMargin: top,
    enabled: windowed,
  });

  // Rendered once before it is measured and painted.
  if (!windowed) {
    return (
      <Grid ref={grid} label={label}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} withoutSeller={withoutSeller} />
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
            // All cards of a row have the same height.
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

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <li aria-hidden="true" className="grid-spacer" style={{ height, gridColumn: '1 / -1' }} />
  ) : null;

const NO_LAYOUT: Layout = { columns: 0, gap: 0, rowHeight: 0, top: 0 };
const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

function useLayout(grid: RefObject<HTMLUListElement | null>): Layout {
  const [layout, setLayout] = useState(NO_LAYOUT);
  useIsomorphicLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => {
      const { gridTemplateColumns, rowGap } = getComputedStyle(element);
      const columns = gridTemplateColumns.split(' ').length;
      const gap = Number.parseFloat(rowGap) || 0;
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      const rowHeight = element.querySelector('.product-card')?.getBoundingClientRect().height ?? 0;
      setLayout((known) =>
        known.columns === columns && known.gap === gap && known.top === top
          ? known
          : { columns, gap, rowHeight, top },
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
