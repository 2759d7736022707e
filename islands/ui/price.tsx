import { clsx } from 'clsx';
import { type Cents, dollars } from '../../server/contract/money';

interface PriceProps {
  cents: Cents;
  msrp?: Cents | null | undefined;
  percentOff?: number | null | undefined;
  size?: 'large' | undefined;
  unit?: string | undefined;
}

export function Price({ cents, msrp, percentOff, size, unit = '/ unit' }: PriceProps) {
  return (
    <div className={clsx('price', size)}>
      <span className="price-now">{dollars(cents)}</span>
      <span className="price-unit">{unit}</span>
      {typeof msrp === 'number' && msrp > cents && (
        <s className="price-msrp">
          <span className="visually-hidden">MSRP </span>
          {dollars(msrp)}
        </s>
      )}
      {typeof percentOff === 'number' && percentOff > 0 && (
        <span className="price-off">{percentOff}% off MSRP</span>
      )}
    </div>
  );
}
