import { clsx } from 'clsx';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { type Category, categoryLabels, TOP_SELLERS } from '../../server/contract/categories';
import { formatUnits } from '../../server/contract/money';
import type { SearchFigures } from '../../server/search/contract';
import { EVERYTHING, type ListingState, listingAddress } from '../../server/search/rules';
import { Count } from '../ui/badge';
import { Icon } from '../ui/icon';
import { isCategory, shopCategories } from './filters';

interface CategoryRowProps {
  state: ListingState;
  counts: SearchFigures['without_tags'] | undefined;
  onChange: (part: Partial<ListingState>) => void;
}

/** "Shop Categories": links that filter in place; the selected one resets the filter. */
export function CategoryRow({ state, counts, onChange }: CategoryRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useScrollToSelected(row, state.filter);
  return (
    <nav className="categories" aria-labelledby="shop-categories">
      <div ref={row} className="pills category-row">
        <span id="shop-categories" className="eyebrow">
          Shop Categories
        </span>
        {shopCategories.map((category) => (
          <CategoryLink
            key={category}
            category={category}
            state={state}
            count={counts?.category_counts[categoryLabels[category]]}
            onFilter={(filter) => onChange({ filter })}
          />
        ))}
        <TopSellersLink state={state} onChange={onChange} />
      </div>
    </nav>
  );
}

function useScrollToSelected(row: RefObject<HTMLElement | null>, filter: string) {
  useEffect(() => {
    const link = filter && row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!link || !row.current) return;
    const { left, right } = row.current.getBoundingClientRect();
    const place = link.getBoundingClientRect();
    if (place.left < left || place.right > right)
      row.current.scrollLeft += place.left - left - (row.current.clientWidth - place.width) / 2;
  }, [filter, row]);
}

interface CategoryLinkProps {
  category: Category;
  state: ListingState;
  count: number | undefined;
  onFilter: (filter: string) => void;
}

function CategoryLink({ category, state, count, onFilter }: CategoryLinkProps) {
  const link = filterLink(state, category, isCategory(state.filter, category), onFilter);
  return (
    <a className={clsx('category-link', count === 0 && 'zero')} {...link}>
      {categoryLabels[category]}
      {count !== undefined && <Count value={formatUnits(count)} />}
    </a>
  );
}

/** Staff's selection: the only list that no category holds. */
function TopSellersLink({ state, onChange }: Pick<CategoryRowProps, 'state' | 'onChange'>) {
  const isCurrent = state.filter.toLowerCase() === TOP_SELLERS.toLowerCase();
  return (
    <a {...filterLink(state, TOP_SELLERS, isCurrent, (filter) => onChange({ filter }))}>
      <Icon name="star" />
      {TOP_SELLERS}
    </a>
  );
}

/** A link that filters in place; the current one resets the filter. */
function filterLink(
  state: ListingState,
  name: string,
  isCurrent: boolean,
  onFilter: (filter: string) => void,
) {
  const filter = isCurrent ? '' : name;
  return {
    href: listingAddress({ ...EVERYTHING, ...state, filter }),
    'aria-current': isCurrent ? ('true' as const) : undefined,
    onClick: (event: MouseEvent) => {
      // Leaves modified clicks to the browser.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      onFilter(filter);
    },
  };
}
