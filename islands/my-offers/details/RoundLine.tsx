import { clsx } from 'clsx';
import { useState } from 'react';
import { type Cents, dollars, formatUnits, lineTotal, type Units } from '../../../server/contract/money';
import type { OfferProduct } from '../../../server/offers/contract';
import { isAskingLowered, type Side } from '../../../server/offers/rules';
import { productAddress } from '../../../server/products/contract';
import { useLateComponent } from '../../browser/use-late-component';
import { CentsField } from '../../forms/cents-field';
import { Thumb } from '../../ui/thumb';
import { difference, type Typed } from '../counter';
import { percentText } from '../percent';
import type { Round } from './earlier-rounds';

export const SIDES = ['buyer', 'seller'] as const;

export interface RoundsProps {
  /** The viewer's. */
  side: Side;
  typed: Typed;
  errors: Readonly<Record<string, string>>;
  /** Earlier rounds, which are collapsed. */
  earlier: readonly Round[];
  names: Record<Side, string>;
  /** Whose prices stand. */
  latest: Side;
  /** The quantity before a reduction to stock, by line id. */
  previous: Readonly<Record<string, Units>>;
  /** Closed offers do not say what is in stock. */
  showsStock: boolean;
  /** What a seller who counters gets of each line. */
  nets: readonly Cents[] | null;
  /** Absent if it is not the viewer's turn. */
  onType?: ((lineId: string, price: Cents | null) => void) | undefined;
  /** The input stays visible but cannot be sent. */
  disabled?: boolean | undefined;
}

export const roundName = ({ number, side }: Round, names: RoundsProps['names']) =>
  `${number}. ${names[side]}`;

/** Product, quantity, asking price, a price of each side, the counter and the total. */
const BASE_COLUMNS = 7;

/** A product with the latest price of each side; once its field is used, with what similar products sold for. */
export function RoundLine({ line, net, ...props }: RoundsProps & { line: OfferProduct; net: Cents | null }) {
  const { id, attributes } = line;
  const { earlier, names, latest, typed, onType } = props;
  const { product, images, unit_price } = attributes;
  const asking = product.seller_price_cents;
  const prices = { buyer: attributes.buyer_offer_price, seller: attributes.seller_offer_price };
  const price = id in typed ? (typed[id] ?? null) : unit_price;
  const isEdited = price !== unit_price;
  const [guided, setGuided] = useState(false);
  const PriceGuide = useLateComponent({
    wanted: guided,
    load: () => import('../../guidance/PriceGuide').then((loaded) => loaded.PriceGuide),
    onFailure: () => undefined,
  });
  const row = (
    <tr className={isEdited ? 'edited' : undefined}>
      <td>
        <div className="product-cell">
          <Thumb src={images[0] ?? null} alt="" size={40} />
          <a href={productAddress(product)}>{product.name}</a>
        </div>
      </td>
      <td className="num" data-label="Quantity">
        <Quantity line={attributes} previous={props.previous[id]} showsStock={props.showsStock} />
      </td>
      <td className="num" data-label="Asking">
        {asking === null ? '–' : dollars(asking)}
        {props.showsStock && isAskingLowered(unit_price, asking) && (
          <div className="stock short">Lowered since this offer</div>
        )}
      </td>
      {earlier.map((round) => (
        <td key={round.number} className="num round" data-label={roundName(round, names)}>
          {priceCell(round.prices[Number(id)] ?? null, asking)}
        </td>
      ))}
      {SIDES.map((side) => (
        <td key={side} className={clsx('num round', side === latest && 'latest')} data-label={names[side]}>
          {priceCell(prices[side], asking)}
        </td>
      ))}
      {onType && (
        <td className="num your-input" data-label="Your counter" onFocus={() => setGuided(true)}>
          <CentsField
            small
            labelHidden
            label={`Your price for ${product.name}`}
            name="unit_price"
            cents={price}
            onCents={(value) => onType(id, value)}
            error={props.errors[id]}
            disabled={props.disabled}
          />
          {isEdited && <EditedMark price={id in props.errors ? null : price} was={unit_price} />}
        </td>
      )}
      <td className="num line-total" data-label="Line total">
        {lineTotalText(price, attributes.quantity)}
        {onType && lineFigures(price, product, isEdited ? net : undefined)}
      </td>
    </tr>
  );
  if (!PriceGuide) return row;
  return (
    <>
      {row}
      <tr className="guide-row">
        <td colSpan={BASE_COLUMNS + earlier.length}>
          <PriceGuide productId={product.id} side={props.side} />
        </td>
      </tr>
    </>
  );
}

function EditedMark({ price, was }: { price: Cents | null; was: Cents }) {
  const percent = price === null ? null : difference(price, was);
  return (
    <div className="edited-mark">
      Was {dollars(was)}
      {percent && ` · ${percent}`}
    </div>
  );
}

/** A price with its difference to the asking price; no component, because long offers have hundreds. */
function priceCell(price: Cents | null, asking: Cents | null) {
  if (price === null) return '–';
  const percent = difference(price, asking);
  return (
    <div>
      {dollars(price)}
      {percent && <div className="difference">{percent}</div>}
    </div>
  );
}

/** From the reader's own numbers alone: the counter in percent, and what the seller gets. */
function lineFigures(
  price: Cents | null,
  product: OfferProduct['attributes']['product'],
  /** undefined: the price is not edited, and the totals say enough. */
  net: Cents | null | undefined,
) {
  const ofAsking = percentText(price, product.seller_price_cents);
  const ofMsrp = net === undefined ? null : percentText(price, product.msrp_cents);
  return (
    <div className="line-figures">
      {ofAsking && <div>{ofAsking} of asking</div>}
      {ofMsrp && <div>{ofMsrp} of MSRP</div>}
      {net != null && <div>{dollars(net)} net</div>}
    </div>
  );
}

function lineTotalText(price: Cents | null, quantity: Units): string {
  try {
    return price === null ? '–' : dollars(lineTotal(price, quantity));
  } catch {
    // Above the largest amount.
    return '–';
  }
}

interface QuantityProps {
  line: OfferProduct['attributes'];
  previous: Units | undefined;
  showsStock: boolean;
}

function Quantity({ line: { quantity, product }, previous, showsStock }: QuantityProps) {
  const { units, listed } = product;
  const isShort = !listed || (units !== null && units < quantity);
  const stock = !listed
    ? 'Not available'
    : units === null
      ? null
      : units === 0n
        ? 'Sold out'
        : isShort
          ? `Only ${formatUnits(units)} left`
          : `${formatUnits(units)} in stock`;
  return (
    <div>
      {previous !== undefined && (
        <>
          <del>
            <span className="visually-hidden">before: </span>
            {formatUnits(previous)}
          </del>{' '}
        </>
      )}
      {formatUnits(quantity)}
      {showsStock && stock && <div className={isShort ? 'stock short' : 'stock'}>{stock}</div>}
    </div>
  );
}
