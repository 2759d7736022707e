import type { FormEvent } from 'react';
import { counted } from '../../server/contract/money';
import type { Sort } from '../../server/search/contract';
import { filterTitle, isNarrowed } from '../../server/search/rules';
import { SelectField } from '../forms/field';
import { SearchField } from '../forms/search-field';
import { headline } from '../products/listing';
import { sortOptions } from '../products/sort-options';
import type { Listing } from '../products/use-listing';
import { useSettled } from '../products/use-settled';
import { Count } from '../ui/badge';
import { Button } from '../ui/button';
import { appliedFilters } from './filters';
import { SaveSearch } from './SaveSearch';

interface ListingHeadProps {
  listing: Listing;
  /** Opens the filters on narrow screens. */
  onFilters: () => void;
}

export function ListingHead({ listing, onFilters }: ListingHeadProps) {
  const { state, pages, change } = listing;
  const count = pages?.answer.count ?? null;
  const narrowed = useSettled(listing, isNarrowed(state));
  const applied = appliedFilters(state).length;
  const submit = (event: FormEvent) => event.preventDefault();
  return (
    <header className="results-head">
      <h1>{filterTitle(state, Boolean(count))}</h1>
      <form className="listing-head" action="/all_products/search" method="get" onSubmit={submit}>
        <SearchField
          label="Search products"
          value={state.query}
          onSearch={(query) => change({ query: query.trim() })}
        />
        <Button className="filters-open" icon="filter" onClick={onFilters}>
          Filters{applied > 0 && <Count value={applied} />}
        </Button>
      </form>
      <div className="results-count">
        <h2 aria-live="polite">{pages ? headline(count, narrowed) : 'Loading products'}</h2>
        {!narrowed && count !== null && <span className="muted">{counted(count, 'product')}</span>}
        <SaveSearch state={state} />
      </div>
      <SelectField
        label="Sort"
        name="sort"
        value={state.sort}
        onChange={(sort) => change({ sort: sort as Sort })}
        options={sortOptions}
      />
    </header>
  );
}
