import { useState } from 'react';
import { type Cents, dollars, formatUnits } from '../../server/contract/money';
import type { OfferProduct } from '../../server/offers/contract';
import { MoneyField } from '../forms/money-field';
import { Button } from '../ui/button';
import { Thumb } from '../ui/thumb';
import { difference, type Typed } from './counter';
import type { Round } from './earlier-rounds';

interface Props {
  lines: readonly OfferProduct[];
  typed: Typed;
  errors: Readonly<Record<string, string>>;
  /** Earlier rounds, which are collapsed. */
  earlier: readonly Round[];
  /** Absent if it is not the viewer's turn. */
  onType?: ((lineId: string, price: Cents | null) => void) | undefined;
  /** The input stays visible but cannot be sent. */
  disabled?: boolean | undefined;
}

function Price({ price, than }: { price: Cents | null; than?: Cents | null }) {
  if (price === null) return <>–</>;
  const changed = difference(price, than ?? null);
  return (
    <div>
      {dollars(price)}
      {changed && <div className="difference">{changed}</div>}
    </div>
  );
}

const SIDES = { buyer: 'Buyer', seller: 'Seller' } as const;
const nameOf = ({ number, side }: Round) => `${number}. ${SIDES[side]}`;

/** The latest prices of each side, product by product, and the viewer's price fields. */
export function Rounds({ lines, typed, errors, earlier, onType, disabled }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? earlier : [];
  const table = (
    <div className="table-scroll">
      <table className="table dense rounds cards">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="num">
              Quantity
            </th>
            <th scope="col" className="num">
              Asking
            </th>
            {shown.map((round) => (
              <th key={round.number} scope="col" className="num">
                {nameOf(round)}
              </th>
            ))}
            <th scope="col" className="num">
              Buyer
            </th>
            <th scope="col" className="num">
              Seller
            </th>
            <th scope="col" className="num">
              {onType ? 'Your price' : 'Unit price'}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, attributes }) => {
            const { product, images, quantity, unit_price, buyer_offer_price, seller_offer_price } =
              attributes;
            const asking = product.seller_price_cents;
            return (
              <tr key={id}>
                <td>
                  <div className="product-cell">
                    <Thumb src={images[0] ?? null} alt="" size={48} />
                    <a href={`/all_products/${product.seller_id}/${product.id}`}>{product.name}</a>
                  </div>
                </td>
                <td className="num" data-label="Quantity">
                  {formatUnits(quantity)}
                </td>
                <td className="num" data-label="Asking">
                  <Price price={asking} />
                </td>
                {shown.map((round) => (
                  <td key={round.number} className="num round" data-label={nameOf(round)}>
                    <Price price={round.prices[Number(id)] ?? null} than={asking} />
                  </td>
                ))}
                <td
                  className={`num round${unit_price === buyer_offer_price ? ' latest' : ''}`}
                  data-label="Buyer"
                >
                  <Price price={buyer_offer_price} than={asking} />
                </td>
                <td
                  className={`num round${unit_price === seller_offer_price ? ' latest' : ''}`}
                  data-label="Seller"
                >
                  <Price price={seller_offer_price} than={asking} />
                </td>
                <td className="num your-input" data-label={onType ? 'Your price' : 'Unit price'}>
                  {onType ? (
                    <MoneyField
                      mode="digits"
                      small
                      labelHidden
                      label={`Your price for ${product.name}`}
                      name="unit_price"
                      cents={id in typed ? (typed[id] ?? null) : unit_price}
                      onCents={(price) => onType(id, price)}
                      error={errors[id]}
                      disabled={disabled}
                    />
                  ) : (
                    <strong>{dollars(unit_price)}</strong>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
  if (earlier.length === 0) return table;
  return (
    <>
      {table}
      <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Show the last two rounds' : `Show all ${earlier.length + 2} rounds`}
      </Button>
    </>
  );
}
