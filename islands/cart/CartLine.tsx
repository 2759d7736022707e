import { clsx } from 'clsx';
import { useState } from 'react';
import { stepByCase } from '../../server/contract/case-packs';
import { dollars } from '../../server/contract/money';
import type { LineProduct } from '../../server/offers/cart/rules';
import type { OfferProduct } from '../../server/offers/contract';
import { productAddress } from '../../server/products/contract';
import { useLateComponent } from '../browser/use-late-component';
import { CentsField } from '../forms/cents-field';
import { QuantityField, unitsOrZero } from '../forms/number-fields';
import { useChangeMark } from '../live/steady/list';
import { type Draft, isInError, type LineState } from '../offers/cart-line';
import { Button, IconButton } from '../ui/button';
import { Thumb } from '../ui/thumb';
import { type CartRow, reasonOf } from './cart-rows';
import { priceNote, quantityNote } from './line-notes';

interface Props {
  row: CartRow;
  draft: Draft;
  state: LineState;
  /** Changes of the product since it was shown. */
  news: readonly string[];
  isFromOtherTab: boolean;
  busy: boolean;
  onDraft: (draft: Draft) => void;
  onSaveForLater: () => void;
  onDelete: () => void;
}

/** The target of the link in the seller's head. */
export const idOfLine = (lineId: string) => `line-${lineId}`;

export function CartLine(props: Props) {
  const { row, draft, state, news, isFromOtherTab, busy, onDraft, onSaveForLater, onDelete } = props;
  const { hasLeft } = row;
  const { line } = row.item;
  const isMarked = useChangeMark(row.changedAt);
  const { product, images } = line.attributes;
  const address = productAddress(product);
  const marks = [
    state.changed && 'unsaved',
    isInError(state) && 'invalid',
    news.length > 0 && 'changed',
    isMarked && 'flash',
    hasLeft && 'left',
  ];
  return (
    <li id={idOfLine(line.id)} data-row={row.key} tabIndex={-1} className={clsx('cart-line', ...marks)}>
      <Thumb src={images[0] ?? null} alt="" size={96} />
      <div className="cart-line-text">
        <a className="cart-line-name" href={address}>
          {product.name}
        </a>
        {product.seller_price_cents !== null && (
          <p className="muted small">Asking price {dollars(product.seller_price_cents)} per unit</p>
        )}
        <LineNews news={state.blocked ? [...news, state.blocked] : news} />
        <p className="muted small" role="status">
          {isFromOtherTab && 'Updated in another tab'}
        </p>
        {hasLeft ? (
          <p className="left-reason">{reasonOf(row)}</p>
        ) : (
          state.changed && <p className="unsaved-note">Unsaved changes</p>
        )}
      </div>
      <LineFields line={line} draft={draft} errors={state.errors} onDraft={onDraft} disabled={hasLeft} />
      <div className="cart-line-total">{state.total === null ? '–' : dollars(state.total)}</div>
      <div className="cart-line-actions">
        <Button tone="link" size="small" disabled={busy || hasLeft} onClick={onSaveForLater}>
          Save for Later
        </Button>
        <IconButton
          icon="trash"
          label={`Delete ${product.name}`}
          size="small"
          disabled={busy || hasLeft}
          onClick={onDelete}
        />
      </div>
    </li>
  );
}

/** Each text once. */
export const LineNews = ({ news }: { news: readonly string[] }) => (
  <div aria-live="polite">
    {[...new Set(news)].map((one) => (
      <p key={one} className="small cart-line-news">
        {one}
      </p>
    ))}
  </div>
);

/** + and − go by full cases where the seller sells by the case. */
function stepsOf(product: LineProduct, quantity: string) {
  const { order_multiple = 1n } = product;
  if (order_multiple === 1n) return {};
  const stepTo = (direction: 1n | -1n) => String(stepByCase(unitsOrZero(quantity), product, direction));
  return { steps: true, step: String(order_multiple), stepTo };
}

interface LineFieldsProps extends Pick<Props, 'draft' | 'onDraft'> {
  line: OfferProduct;
  errors: LineState['errors'];
  disabled: boolean;
}

function LineFields({ line: { attributes }, draft, errors, onDraft, disabled }: LineFieldsProps) {
  const { product, unit_price } = attributes;
  const [guided, setGuided] = useState(false);
  const PriceGuide = useLateComponent({
    wanted: guided,
    load: () => import('../guidance/PriceGuide').then((loaded) => loaded.PriceGuide),
    onFailure: () => undefined,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: It is the fields in it that take the focus.
    <div className="cart-line-fields" onFocus={() => setGuided(true)}>
      <QuantityField
        label="Quantity"
        name="quantity"
        value={draft.quantity}
        onValue={(quantity) => onDraft({ ...draft, quantity })}
        disabled={disabled}
        {...stepsOf(product, draft.quantity)}
        note={quantityNote(product, draft.quantity)}
        error={errors.quantity}
      />
      <CentsField
        label="Unit price"
        name="unit_price"
        cents={draft.unit_price}
        onCents={(price) => onDraft({ ...draft, unit_price: price })}
        disabled={disabled}
        note={priceNote(draft.unit_price, product.seller_price_cents, unit_price)}
        error={errors.unit_price}
      />
      {PriceGuide && <PriceGuide productId={product.id} side="buyer" />}
    </div>
  );
}
