import { useEffect, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { searchProductsCall } from '../../server/products/contract';
import { type ListingState, listingAddress, searchOf } from '../../server/search/rules';
import { call } from '../browser/api';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { appliedFilters, resetFilters } from './filters';

interface NoMatchesProps {
  state: ListingState;
  onChange: (part: Partial<ListingState>) => void;
}

interface WayOut {
  label: string;
  without: Partial<ListingState>;
  count: number;
}

/** Each filter with the number of results without it. */
async function waysOut(state: ListingState): Promise<WayOut[]> {
  const parts = appliedFilters(state).map(({ label, without }) => ({ label: `Remove ${label}`, without }));
  if (state.query !== '') parts.push({ label: 'Clear Search', without: { query: '' } });
  const found = await Promise.all(
    parts.map(async (part) => {
      const { count } = await call(searchProductsCall, {}, searchOf({ ...state, ...part.without }));
      return { ...part, count };
    }),
  );
  return found.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
}

/** The three filters whose removal brings the most results. */
function useWaysOut(state: ListingState) {
  const [ways, setWays] = useState<WayOut[]>([]);
  const address = listingAddress(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says the state
  useEffect(() => {
    let wanted = true;
    setWays([]);
    waysOut(state).then(
      (found) => wanted && setWays(found.slice(0, 3)),
      // Suggestions are optional: the filters can be removed anyway.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [address]);
  return ways;
}

export function NoMatches({ state, onChange }: NoMatchesProps) {
  const ways = useWaysOut(state);
  const showAll = (
    <Button onClick={() => onChange({ ...resetFilters(), query: '' })}>Show All Products</Button>
  );
  const buttons = ways.map(({ label, without, count }) => (
    <Button key={label} onClick={() => onChange(without)}>
      {`${label} (${formatUnits(count)})`}
    </Button>
  ));
  return (
    <Empty
      icon="search"
      title="No products match your search."
      action={buttons.length > 0 ? buttons : showAll}
    >
      Try fewer filters or different words.
    </Empty>
  );
}
