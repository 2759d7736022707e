import { clsx } from 'clsx';
import { type MouseEvent, useEffect, useRef } from 'react';
import { type Category, categoryLabels, readCategory } from '../../server/contract/categories';
import { formatUnits } from '../../server/contract/money';
import type { SearchFigures } from '../../server/search/contract';
import type { ListingState } from '../../server/search/rules';
import { Count } from '../ui/badge';

export interface FilterLinks {
  state: ListingState;
  addressOf: (state: ListingState) => string;
  onFilter: (filter: string) => void;
}

interface CategoryLinksProps extends FilterLinks {
  categories: readonly Category[];
  counts: SearchFigures['without_tags'] | undefined;
}

/** The categories of a listing as links that filter in place; the selected one resets the filter. */
export const CategoryLinks = ({ categories, counts, ...links }: CategoryLinksProps) =>
  categories.map((category) => {
    const label = categoryLabels[category];
    const count = counts?.category_counts[label];
    const isCurrent = readCategory(links.state.filter) === category;
    return (
      <a
        key={category}
        className={clsx('category-link', count === 0 && 'zero')}
        {...filterLink(links, category, isCurrent)}
      >
        {label}
        {count !== undefined && <Count value={formatUnits(count)} />}
      </a>
    );
  });

export function filterLink({ state, addressOf, onFilter }: FilterLinks, name: string, isCurrent: boolean) {
  const filter = isCurrent ? '' : name;
  return {
    href: addressOf({ ...state, filter }),
    'aria-current': isCurrent ? ('true' as const) : undefined,
    onClick: (event: MouseEvent) => {
      // Leaves modified clicks to the browser.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      onFilter(filter);
    },
  };
}

/** A row that scrolls inside itself: the selected link comes into its view. */
export function useCategoryRow(filter: string) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const link = filter && row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!link || !row.current) return;
    const { left, right } = row.current.getBoundingClientRect();
    const place = link.getBoundingClientRect();
    if (place.left < left || place.right > right)
      row.current.scrollLeft += place.left - left - (row.current.clientWidth - place.width) / 2;
  }, [filter]);
  return row;
}
