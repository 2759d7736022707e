import { clsx } from 'clsx';
import { useState } from 'react';
import type { OfferProduct } from '../../../server/offers/contract';
import { Button } from '../../ui/button';
import { RoundLine, type RoundsProps, roundName, SIDES } from './RoundLine';

interface Props extends RoundsProps {
  lines: readonly OfferProduct[];
}

/** The latest prices of each side, product by product, and the viewer's price fields. */
export function Rounds({ earlier, ...props }: Props) {
  const [all, setAll] = useState(false);
  const table = <RoundsTable {...props} earlier={all ? earlier : []} />;
  if (earlier.length === 0) return table;
  return (
    <>
      {table}
      <Button
        tone="quiet"
        size="small"
        icon="chevron-right"
        className="rounds-more"
        aria-expanded={all}
        onClick={() => setAll(!all)}
      >
        {all ? 'Show Last 2 Rounds' : `Show All ${earlier.length + 2} Rounds`}
      </Button>
    </>
  );
}

function RoundsTable(props: Props) {
  const { lines, earlier, names, latest, onType } = props;
  return (
    <div className="table-scroll">
      <table className="table dense rounds cards" aria-label="Prices, round by round">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="num">
              Quantity
            </th>
            <th scope="col" className="num">
              Asking
            </th>
            {earlier.map((round) => (
              <th key={round.number} scope="col" className="num">
                <span className="round-name">{roundName(round, names)}</span>
              </th>
            ))}
            {SIDES.map((side) => (
              <th key={side} scope="col" className={clsx('num', side === latest && 'latest')}>
                <span className="round-name">{names[side]}</span>
                {side === latest && <span className="visually-hidden"> (latest)</span>}
              </th>
            ))}
            {onType && (
              <th scope="col" className="num">
                Your counter
              </th>
            )}
            <th scope="col" className="num">
              Line total
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <RoundLine key={line.id} {...props} line={line} net={props.nets?.[index] ?? null} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
