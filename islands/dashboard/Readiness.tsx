import { stepAddress } from '../../server/products/manage/dashboard-contract';
import type { Readiness as Figures } from '../../server/products/readiness-contract';
import { Chip } from '../ui/badge';

interface Props {
  productId: number;
  readiness: Figures;
  /** How many of the missing parts are named; all by default. */
  most?: number;
}

/** "Ready 75/100", and chips that lead to what is missing. */
export function Readiness({ productId, readiness: { score, missing }, most = missing.length }: Props) {
  return (
    <div className="readiness">
      <span className="readiness-score">
        <progress max={100} value={score} aria-hidden="true" />
        <span className="small">Ready {score}/100</span>
      </span>
      {missing.slice(0, most).map(({ key, points, label, step }) => (
        <Chip key={key} href={stepAddress(productId, step)}>
          {`Add ${label} (+${points})`}
        </Chip>
      ))}
    </div>
  );
}
