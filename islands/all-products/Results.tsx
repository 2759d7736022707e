import { clsx } from 'clsx';
import { formatUnits } from '../../server/contract/money';
import { isNarrowed, listingAddress } from '../../server/search/rules';
import { ListingFailed } from '../products/ListingFailed';
import { LoadMore } from '../products/LoadMore';
import { NewProducts } from '../products/new-products';
import { ResultsGrid } from '../products/ResultsGrid';
import type { Listing } from '../products/use-listing';
import { Empty } from '../ui/empty';
import { Skeleton } from '../ui/feedback';
import { AppliedFilters } from './AppliedFilters';
import { Arrivals } from './Arrivals';
import { NamedSellers } from './NamedSellers';
import { NoMatches } from './NoMatches';
import { useOpenedSearch } from './use-opened-search';

export function Results({ listing }: { listing: Listing }) {
  const { state, pages, busy, failed, change } = listing;
  const count = pages?.answer.count ?? null;
  const address = listingAddress(state);
  const opened = useOpenedSearch(address);
  const nextPage = `${address}${address.includes('?') ? '&' : '?'}page=${(pages?.pages ?? 1) + 1}`;
  return (
    <section
      className={clsx('results', failed === 'first' && 'outdated')}
      aria-label="Products"
      aria-busy={busy}
      tabIndex={-1}
    >
      <AppliedFilters state={state} onChange={change} />
      {pages?.answer.corrected !== undefined && (
        <p className="muted">
          No products match “{state.query}”. Showing results for “{pages.answer.corrected}”.
        </p>
      )}
      {pages?.answer.sellers && <NamedSellers sellers={pages.answer.sellers} />}
      {opened.ids.size > 0 && opened.address === address && (
        <p className="muted" role="status">
          {formatUnits(opened.ids.size)} new in “{opened.name}”.
        </p>
      )}
      <ListingFailed listing={listing} />
      <Arrivals listing={listing} />
      {!pages && !failed && <Skeleton shape="cards" count={8} label="Loading products" />}
      {pages && count !== 0 && (
        <NewProducts.Provider value={opened.ids}>
          <ResultsGrid products={pages.products} count={count ?? -1} label="Products" />
        </NewProducts.Provider>
      )}
      {pages && count === 0 && isNarrowed(state) && <NoMatches state={state} onChange={change} />}
      {pages && count === 0 && !isNarrowed(state) && (
        <Empty icon="box" title="No products yet">
          New products appear here as sellers publish them.
        </Empty>
      )}
      <LoadMore listing={listing} href={nextPage} />
    </section>
  );
}
