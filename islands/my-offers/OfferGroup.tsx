import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Offer } from '../../server/offers/contract';
import { Button } from '../kit/button';

interface Props {
  title: string;
  offers: readonly Offer[];
  /** How many are shown before one asks for the others. */
  most: number;
  children: (offer: Offer) => ReactNode;
}

/** Offers in the same need, with their number. */
export function OfferGroup({ title, offers, most, children }: Props) {
  const [all, setAll] = useState(false);
  const group = useRef<HTMLElement>(null);
  const shown = all ? offers : offers.slice(0, most);
  // The button is gone: the focus goes on where the list does.
  useEffect(() => {
    if (all) group.current?.querySelectorAll<HTMLElement>('h3')[most]?.focus();
  }, [all, most]);
  return (
    <section ref={group} className="section" aria-label={title}>
      <div className="section-head">
        <h2>
          {title} <span className="count">{offers.length}</span>
        </h2>
      </div>
      {offers.length === 0 && <p className="muted">Nothing waits for you.</p>}
      {shown.map(children)}
      {shown.length < offers.length && (
        <Button onClick={() => setAll(true)}>
          Show all {offers.length} {title.toLowerCase()} offers
        </Button>
      )}
    </section>
  );
}
