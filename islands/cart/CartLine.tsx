import { clsx } from 'clsx';
import { useId, useState } from 'react';
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
import { captionOf } from './line-notes';

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
  const captionId = useId();
  const [isGuided, setGuided] = useState(false);
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
      <Thumb src={images[0] ?? null} alt="" size={56} />
      <div className="cart-line-text">
        <a className="cart-line-name" href={address}>
          {product.name}
        </a>
        {product.seller_price_cents !== null && (
          <p className="muted small">Asking price {dollars(product.seller_price_cents)}</p>
        )}
        <LineNews news={state.blocked ? [...news, state.blocked] : news} />
        <p className="muted small" role="status">
          {isFromOtherTab && 'Updated in another tab or by a colleague'}
        </p>
        {hasLeft && <p className="left-reason">{reasonOf(row)}</p>}
      </div>
      <LineFields
        line={line}
        draft={draft}
        errors={state.errors}
        captionId={captionId}
        onDraft={onDraft}
        onFocus={() => setGuided(true)}
        disabled={hasLeft}
      />
      <div className="cart-line-total">{state.total === null ? '–' : dollars(state.total)}</div>
      <div className="cart-line-foot">
        <div className="cart-line-caption">
          <p id={captionId} className="muted small">
            {captionOf(product, draft, line.attributes.unit_price)}
          </p>
          {isGuided && <LatePriceGuide productId={product.id} />}
        </div>
        <div className="cart-line-actions">
          {state.changed && !hasLeft && <p className="unsaved-note">Unsaved changes</p>}
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
      </div>
    </li>
  );
}

function LatePriceGuide({ productId }: { productId: number }) {
  const PriceGuide = useLateComponent({
    wanted: true,
    load: () => import('../guidance/PriceGuide').then((loaded) => loaded.PriceGuide),
    onFailure: () => undefined,
  });
  return PriceGuide && <PriceGuide productId={productId} side="buyer" />;
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
  /** Of the text that describes both fields. */
  captionId: string;
  onFocus: () => void;
  disabled: boolean;
}

function LineFields(props: LineFieldsProps) {
  const { line, draft, errors, captionId, onDraft, onFocus, disabled } = props;
  const { product } = line.attributes;
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is no part of its parent's grid.
    <div
      className="cart-line-fields"
      role="group"
      aria-label={product.name}
      aria-describedby={captionId}
      onFocus={onFocus}
    >
      <QuantityField
        label="Quantity"
        name="quantity"
        value={draft.quantity}
        onValue={(quantity) => onDraft({ ...draft, quantity })}
        disabled={disabled}
        {...stepsOf(product, draft.quantity)}
        error={errors.quantity}
      />
      <CentsField
        label="Unit price"
        name="unit_price"
        cents={draft.unit_price}
        onCents={(price) => onDraft({ ...draft, unit_price: price })}
        disabled={disabled}
        error={errors.unit_price}
      />
    </div>
  );
}
