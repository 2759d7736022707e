import { type ReactNode, useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import { formatUnits } from '../../server/contract/money';
import type { allProducts } from '../../server/products/contract';
import { isNarrowed, type ListingState, listingAddress, readListing } from '../../server/search/rules';
import { stateOfPath } from '../products/state-of-path';
import { useListing } from '../products/use-listing';
import { RecentlyViewed } from '../sourcing/RecentlyViewed';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { CategoryRow } from './CategoryRow';
import { FilterPanel } from './FilterPanel';
import { resetFilters } from './filters';
import { ListingHead } from './ListingHead';
import { Results } from './Results';

const readListingState = (path: string): ListingState => {
  const { query, filter } = stateOfPath(path);
  return readListing(query, filter);
};

/** The category row and the filters stay in view far down the list: its new beginning comes into view. */
function returnToResults() {
  const results = document.querySelector('.results');
  if (results && results.getBoundingClientRect().top < 0) window.scrollTo({ top: 0, behavior: 'instant' });
}

export default function AllProducts(props: PropsOf<typeof allProducts>) {
  const initial = props.state && props.answer ? { state: props.state, answer: props.answer } : undefined;
  const loaded = useListing({
    initial,
    sellerId: undefined,
    addressOf: listingAddress,
    readState: readListingState,
  });
  const change = (part: Partial<ListingState>) => {
    loaded.change(part);
    returnToResults();
  };
  const listing = { ...loaded, change };
  const { state, pages, busy } = listing;
  const [choosing, setChoosing] = useState(false);

  const counts = pages?.answer.without_tags ?? undefined;
  const filterCounts = {
    categories: counts,
    conditions: pages?.answer.condition_counts,
    regions: pages?.answer.region_counts,
  };
  const panel = <FilterPanel state={state} counts={filterCounts} onChange={change} />;

  return (
    <div className="page listing-page">
      <ListingHead listing={listing} onFilters={() => setChoosing(true)} />
      <CategoryRow state={state} counts={counts} onChange={change} />
      <div className="listing">
        <aside className="filters" aria-label="Filters">
          {panel}
        </aside>
        <Results listing={listing} />
      </div>
      {!isNarrowed(state) && <RecentlyViewed />}
      <FilterDialog
        open={choosing}
        onClose={() => setChoosing(false)}
        onReset={() => change(resetFilters())}
        busy={busy}
        count={pages?.answer.count ?? null}
      >
        {panel}
      </FilterDialog>
    </div>
  );
}

interface FilterDialogProps {
  open: boolean;
  onClose: () => void;
  onReset: () => void;
  busy: boolean;
  count: number | null;
  children: ReactNode;
}

/** The filters on narrow screens. */
const FilterDialog = ({ open, onClose, onReset, busy, count, children }: FilterDialogProps) => (
  <Modal
    title="Filters"
    size="full"
    open={open}
    onClose={onClose}
    footer={
      <>
        <Button onClick={onReset}>Reset All</Button>
        <span className="spacer" />
        <Button tone="primary" busy={busy} onClick={onClose}>
          {count === null ? 'View Results' : `View Results (${formatUnits(count)})`}
        </Button>
      </>
    }
  >
    {children}
  </Modal>
);
