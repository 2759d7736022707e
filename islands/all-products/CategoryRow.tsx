import { TOP_SELLERS } from '../../server/contract/categories';
import type { SearchFigures } from '../../server/search/contract';
import { type ListingState, listingAddress } from '../../server/search/rules';
import { CategoryLinks, filterLink, useCategoryRow } from '../products/CategoryLinks';
import { Icon } from '../ui/icon';
import { shopCategories } from './filters';

interface CategoryRowProps {
  state: ListingState;
  counts: SearchFigures['without_tags'] | undefined;
  onChange: (part: Partial<ListingState>) => void;
}

export function CategoryRow({ state, counts, onChange }: CategoryRowProps) {
  const row = useCategoryRow(state.filter);
  const links = { state, addressOf: listingAddress, onFilter: (filter: string) => onChange({ filter }) };
  const isTopSellers = state.filter.toLowerCase() === TOP_SELLERS.toLowerCase();
  return (
    <nav className="categories" aria-labelledby="shop-categories">
      <div ref={row} className="pills category-row">
        <span id="shop-categories" className="eyebrow">
          Shop Categories
        </span>
        <CategoryLinks categories={shopCategories} counts={counts} {...links} />
        {/* Staff's selection: the only list that no category holds. */}
        <a {...filterLink(links, TOP_SELLERS, isTopSellers)}>
          <Icon name="star" />
          {TOP_SELLERS}
        </a>
      </div>
    </nav>
  );
}
