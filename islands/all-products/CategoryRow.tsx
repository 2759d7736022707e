import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { type Category, categoryLabels } from '../../server/contract/categories';
import { formatUnits } from '../../server/contract/money';
import { EVERYTHING, type ListingState, listingAddress } from '../../server/search/address-contract';
import type { SearchFigures } from '../../server/search/contract';
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
    <nav aria-labelledby="shop-categories">
      <h2 id="shop-categories" className="eyebrow">
        Shop Categories
      </h2>
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
  const current = isCategory(state.filter, category);
  const filter = current ? '' : category;
  const choose = (event: MouseEvent) => {
    // Leaves modified clicks to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFilter(filter);
  };
  return (
    <a
      className="category-tile"
      href={listingAddress({ ...EVERYTHING, ...state, filter })}
      aria-current={current ? 'true' : undefined}
      onClick={choose}
    >
      <img src={`/images/categories/${category}.webp`} alt="" width={44} height={44} />
      <span>
        {categoryLabels[category]}
        {count !== undefined && <span className="count">{formatUnits(count)}</span>}
      </span>
    </a>
  );
}
