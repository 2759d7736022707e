import { useRef } from 'react';
import { formatUnits } from '../../server/contract/money';
import { MOST_ARRIVALS } from '../../server/products/search-contract';
import { Button } from '../kit/button';
import type { Listing } from '../products/use-listing';
import { useArrivals } from './use-arrivals';

interface ArrivalsProps {
  listing: Pick<Listing, 'state' | 'pages' | 'busy' | 'again'>;
}

/** What was listed while one was looking, said quietly; nothing moves until one asks for it. */
export function Arrivals({ listing: { state, pages, busy, again } }: ArrivalsProps) {
  const count = useArrivals(state, pages?.newest);
  const place = useRef<HTMLDivElement>(null);
  const show = () =>
    void again().then(() => {
      // The button has gone: reading goes on where the list begins.
      const results = place.current?.closest<HTMLElement>('.results');
      results?.focus({ preventScroll: true });
      results?.scrollIntoView({ block: 'start' });
    });
  return (
    <div ref={place} className="arrivals" role="status">
      {count > 0 && (
        <Button icon="refresh" busy={busy} onClick={show}>
          {`${formatUnits(count)}${count === MOST_ARRIVALS ? '+' : ''} new`}
        </Button>
      )}
    </div>
  );
}
