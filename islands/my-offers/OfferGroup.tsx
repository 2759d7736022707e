import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SteadyRow } from '../live/steady-list';
import { Button } from '../ui/button';
import type { OfferItem } from './offer-rows';

interface Props {
  title: string;
  rows: readonly SteadyRow<OfferItem>[];
  /** Shown before Show All. */
  most: number;
  children: (row: SteadyRow<OfferItem>) => ReactNode;
}

export function OfferGroup({ title, rows, most, children }: Props) {
  const [all, setAll] = useState(false);
  const group = useRef<HTMLElement>(null);
  const shown = all ? rows : rows.slice(0, most);
  const count = rows.filter(({ hasLeft }) => !hasLeft).length;
  // The button has disappeared: the focus moves to the next card.
  useEffect(() => {
    if (all) group.current?.querySelectorAll<HTMLElement>('h3')[most]?.focus();
  }, [all, most]);
  return (
    <section ref={group} className="section" aria-label={title}>
      <div className="section-head">
        <h2>
          {title} <span className="count">{count}</span>
        </h2>
      </div>
      {rows.length === 0 && <p className="muted">You're all caught up.</p>}
      {shown.map(children)}
      {shown.length < rows.length && (
        <Button onClick={() => setAll(true)}>
          Show All {rows.length} {title} Offers
        </Button>
      )}
    </section>
  );
}
