import { useState } from 'react';
import { type Cents, dollars, formatUnits } from '../../server/contract/money';
import type { OfferProduct } from '../../server/offers/contract';
import { productAddress } from '../../server/products/address-contract';
import { MoneyField } from '../forms/money-field';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
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
export function Rounds({ earlier, ...props }: Props) {
  const [all, setAll] = useState(false);
  const table = <RoundsTable {...props} earlier={all ? earlier : []} />;
  if (earlier.length === 0) return table;
  return (
    <>
      {table}
      <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Show Last 2 Rounds' : `Show All ${earlier.length + 2} Rounds`}
      </Button>
    </>
  );
}

function RoundsTable(props: Props) {
  const { lines, earlier, onType } = props;
  return (
    <div className="table-scroll">
      <table className="table dense rounds cards">
        <thead>
          <tr>
            <th scope="col">Product</th>
            {['Quantity', 'Asking', ...earlier.map(nameOf), 'Buyer', 'Seller', priceHead(onType)].map(
              (head) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} {...props} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const priceHead = (onType: Props['onType']) => (onType ? 'Your price' : 'Unit price');

function LineRow({ line: { id, attributes }, earlier, ...input }: Props & { line: OfferProduct }) {
  const { product, images, quantity, unit_price } = attributes;
  const asking = product.seller_price_cents;
  const latest = [
    { side: 'Buyer', price: attributes.buyer_offer_price },
    { side: 'Seller', price: attributes.seller_offer_price },
  ];
  return (
    <tr>
      <td>
        <div className="product-cell">
          <Thumb src={images[0] ?? null} alt="" size={48} />
          <a href={productAddress(product)}>{product.name}</a>
        </div>
      </td>
      <td className="num" data-label="Quantity">
        {formatUnits(quantity)}
      </td>
      <td className="num" data-label="Asking">
        <Price price={asking} />
      </td>
      {earlier.map((round) => (
        <td key={round.number} className="num round" data-label={nameOf(round)}>
          <Price price={round.prices[Number(id)] ?? null} than={asking} />
        </td>
      ))}
      {latest.map(({ side, price }) => (
        <td key={side} className={classes('num round', unit_price === price && 'latest')} data-label={side}>
          <Price price={price} than={asking} />
        </td>
      ))}
      <td className="num your-input" data-label={priceHead(input.onType)}>
        <LinePrice {...input} line={{ id, attributes }} />
      </td>
    </tr>
  );
}

type LinePriceProps = Pick<Props, 'typed' | 'errors' | 'onType' | 'disabled'> & {
  line: Pick<OfferProduct, 'id' | 'attributes'>;
};

function LinePrice({ line: { id, attributes }, typed, errors, onType, disabled }: LinePriceProps) {
  const { product, unit_price } = attributes;
  if (!onType) return <strong>{dollars(unit_price)}</strong>;
  return (
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
  );
}
