import { type FormEvent, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { ListingProps } from '../../server/products/contract';
import {
  isNarrowed,
  type ListingState,
  listingAddress,
  readListing,
} from '../../server/search/address-contract';
import type { Sort } from '../../server/search/contract';
import { SearchField } from '../forms/search-field';
import { SelectField } from '../forms/text-field';
import { ListingFailed } from '../products/ListingFailed';
import { LoadMore } from '../products/LoadMore';
import { headline } from '../products/listing';
import { ResultsGrid } from '../products/ResultsGrid';
import { sortOptions } from '../products/sort-options';
import { stateOfPath } from '../products/state-of-path';
import { useListing } from '../products/use-listing';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Modal } from '../ui/modal';
import { Skeleton } from '../ui/skeleton';
import { AppliedFilters } from './AppliedFilters';
import { Arrivals } from './Arrivals';
import { CategoryRow } from './CategoryRow';
import { FilterPanel } from './FilterPanel';
import { resetFilters } from './filters';
import { NoMatches } from './NoMatches';
import { useSlashFocusesSearch } from './slash';

const readListingState = (path: string): ListingState => {
  const { query, filter } = stateOfPath(path);
  return readListing(query, filter);
};

export default function AllProducts(props: Partial<ListingProps>) {
  const initial = props.state && props.answer ? { state: props.state, answer: props.answer } : undefined;
  const listing = useListing({
    initial,
    sellerId: undefined,
    addressOf: listingAddress,
    readState: readListingState,
  });
  const { state, pages, busy, failed, change } = listing;
  const [choosing, setChoosing] = useState(false);
  useSlashFocusesSearch();

  const count = pages?.answer.count ?? null;
  const counts = pages?.answer.without_tags ?? undefined;
  const panel = <FilterPanel state={state} counts={counts} onChange={change} />;
  const submit = (event: FormEvent) => event.preventDefault();
  const search = (query: string) => change({ query: query.trim() });
  const address = listingAddress(state);
  const nextPage = `${address}${address.includes('?') ? '&' : '?'}page=${(pages?.pages ?? 1) + 1}`;

  return (
    <div className="page">
      <header className="page-head">
        <h1>All Products</h1>
      </header>
      <CategoryRow state={state} counts={counts} onChange={change} />
      <form className="listing-head" action="/all_products/search" method="get" onSubmit={submit}>
        <SearchField label="Search products" value={state.query} onSearch={search} />
        <Button className="filters-open" icon="filter" onClick={() => setChoosing(true)}>
          Filters
        </Button>
      </form>
      <div className="listing">
        <aside className="filters" aria-label="Filters">
          {panel}
        </aside>
        <section className="results" aria-label="Products" aria-busy={busy} tabIndex={-1}>
          <div className="results-head">
            <h2 aria-live="polite">{pages ? headline(count, isNarrowed(state)) : 'Loading products'}</h2>
            <SelectField
              label="Sort"
              name="sort"
              value={state.sort}
              onChange={(sort) => change({ sort: sort as Sort })}
              options={sortOptions}
            />
          </div>
          <AppliedFilters state={state} onChange={change} />
          {pages?.answer.corrected !== undefined && (
            <p className="muted">
              Nothing matches “{state.query}”. Showing what matches “{pages.answer.corrected}”.
            </p>
          )}
          <ListingFailed listing={listing} />
          <Arrivals listing={listing} />
          {!pages && !failed && <Skeleton shape="cards" count={8} label="Loading products" />}
          {pages && count !== 0 && (
            <ResultsGrid products={pages.products} count={count ?? -1} label="Products" />
          )}
          {pages && count === 0 && isNarrowed(state) && <NoMatches state={state} onChange={change} />}
          {pages && count === 0 && !isNarrowed(state) && (
            <Empty icon="box" title="No products are listed yet.">
              New lots appear here as soon as sellers publish them.
            </Empty>
          )}
          <LoadMore listing={listing} href={nextPage} />
        </section>
      </div>
      <Modal
        title="Filters"
        size="full"
        open={choosing}
        onClose={() => setChoosing(false)}
        footer={
          <>
            <Button onClick={() => change(resetFilters())}>Reset All</Button>
            <span className="spacer" />
            <Button tone="primary" busy={busy} onClick={() => setChoosing(false)}>
              {count === null ? 'View Results' : `View Results (${formatUnits(count)})`}
            </Button>
          </>
        }
      >
        {panel}
      </Modal>
    </div>
  );
}
