import { useEffect, useState } from 'react';
import { counted, dollars } from '../../server/contract/money';
import { GUIDE_DAYS, type PriceGuide as Guide, showPriceGuide } from '../../server/guidance/contract';
import type { Side } from '../../server/offers/rules';
import { listWanted, type WantedFigure } from '../../server/wants/guides/contract';
import { call } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { useDates } from '../ui/dates';

export interface PriceGuideProps {
  productId: number;
  side: Side;
}

const rangeOf = ({ p25, p75 }: NonNullable<Guide['market']>) => (p25 === p75 ? `${p25}` : `${p25}–${p75}`);

/** What similar products sold for, and what the viewer paid or got. Without data, or on failure, nothing. */
export function PriceGuide({ productId, side }: PriceGuideProps) {
  const [guide, setGuide] = useState<Guide | null>(null);
  const wanted = useWantedFigure(productId, side);
  const { shortDay } = useDates();
  const begin = useLatest();
  useEffect(() => {
    const isLatest = begin();
    call(showPriceGuide, {}, undefined, { product_id: productId }).then(
      (found) => isLatest() && setGuide(found),
      () => undefined,
    );
  }, [begin, productId]);
  const { market = null, own = null } = guide ?? {};
  if (!market && !own?.last && !wanted) return null;
  return (
    <div className="price-guide muted small" role="status">
      {market && (
        <p>
          {`Similar products sold for ${rangeOf(market)}% of MSRP (median ${market.p50}%). ${market.label}. ${market.deals} deals in ${GUIDE_DAYS} days.`}
        </p>
      )}
      {wanted && <p>{`${wanted.buyers} buyers want this, about ${counted(wanted.units, 'unit')}.`}</p>}
      {own?.last && (
        <p>
          {`You last ${side === 'buyer' ? 'paid' : 'sold this for'} ${dollars(own.last.unit_cents)} for ${counted(own.last.quantity, 'unit')} on ${shortDay(own.last.at)}.`}
        </p>
      )}
    </div>
  );
}

/** What buyers want of a seller's own product; nothing for buyers. */
function useWantedFigure(productId: number, side: Side): WantedFigure | null {
  const [figure, setFigure] = useState<WantedFigure | null>(null);
  useEffect(() => {
    if (side !== 'seller') return;
    let isLatest = true;
    call(listWanted, {}, undefined, { product_ids: [productId] }).then(
      ({ products: [found = null] }) => isLatest && setFigure(found),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [productId, side]);
  return figure;
}
