import { formatUnits } from '../../server/contract/money';
import { MAX_ARRIVALS } from '../../server/search/contract';
import { SteadyBar } from '../live/steady/list';
import type { Listing } from '../products/use-listing';
import { useArrivals } from './use-arrivals';

interface ArrivalsProps {
  listing: Pick<Listing, 'state' | 'pages' | 'busy' | 'again'>;
}

/** Announces new listings; they are loaded only on request. */
export function Arrivals({ listing: { state, pages, busy, again } }: ArrivalsProps) {
  const count = useArrivals(state, pages?.newest);
  const show = () =>
    void again().then(() => {
      // The button has disappeared: moves the focus to the list.
      const results = document.querySelector<HTMLElement>('.results');
      results?.focus({ preventScroll: true });
      results?.scrollIntoView({ block: 'start' });
    });
  const number = `${formatUnits(count)}${count === MAX_ARRIVALS ? '+' : ''}`;
  const text = count === 0 ? null : `${number} new ${count === 1 ? 'product' : 'products'}`;
  return <SteadyBar text={text} busy={busy} onShow={show} />;
}
