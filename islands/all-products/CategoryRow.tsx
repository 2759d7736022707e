import { clsx } from 'clsx';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { type Category, categoryLabels, TOP_SELLERS } from '../../server/contract/categories';
import { formatUnits } from '../../server/contract/money';
import type { SearchFigures } from '../../server/search/contract';
import { EVERYTHING, type ListingState, listingAddress } from '../../server/search/rules';
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
      <div className="category-head">
        <h2 id="shop-categories" className="eyebrow">
          Shop Categories
        </h2>
        <TopSellersLink state={state} onChange={onChange} />
      </div>
      <div ref={row} className="category-row">
        {shopCategories.map((category) => (
          <CategoryTile
            key={category}
            category={category}
            state={state}
            count={counts?.category_counts[categoryLabels[category]]}
            onFilter={(filter) => onChange({ filter })}
          />
        ))}
      </div>
    </nav>
  );
}

function useScrollToSelected(row: RefObject<HTMLElement | null>, filter: string) {
  useEffect(() => {
    const tile = filter && row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!tile || !row.current) return;
    const { left, right } = row.current.getBoundingClientRect();
    const place = tile.getBoundingClientRect();
    if (place.left < left || place.right > right)
      row.current.scrollLeft += place.left - left - (row.current.clientWidth - place.width) / 2;
  }, [filter, row]);
}

interface CategoryTileProps {
  category: Category;
  state: ListingState;
  count: number | undefined;
  onFilter: (filter: string) => void;
}

function CategoryTile({ category, state, count, onFilter }: CategoryTileProps) {
  const link = filterLink(state, category, isCategory(state.filter, category), onFilter);
  return (
    <a className={clsx('category-tile', count === 0 && 'zero')} {...link}>
      <img src={`/images/categories/${category}.webp`} alt="" width={44} height={44} />
      <span>
        {categoryLabels[category]}
        {count !== undefined && <span className="count">{formatUnits(count)}</span>}
      </span>
    </a>
  );
}

/** Staff's selection: the only list that no category holds. */
function TopSellersLink({ state, onChange }: Pick<CategoryRowProps, 'state' | 'onChange'>) {
  const isCurrent = state.filter.toLowerCase() === TOP_SELLERS.toLowerCase();
  return (
    <span className="pills">
      <a {...filterLink(state, TOP_SELLERS, isCurrent, (filter) => onChange({ filter }))}>
        <Icon name="star" />
        {TOP_SELLERS}
      </a>
    </span>
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
