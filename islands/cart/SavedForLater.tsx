import { clsx } from 'clsx';
import { dollars, formatUnits } from '../../server/contract/money';
import { moveToCart } from '../../server/offers/cart/contract';
import { productAddress } from '../../server/products/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import type { Steady } from '../live/steady/list';
import { Button, IconButton } from '../ui/button';
import { Thumb } from '../ui/thumb';
import { LineNews } from './CartLine';
import { type CartItem, type CartRow, reasonOf } from './cart-rows';
import { CHANGED_ELSEWHERE, isGone, isOutdated } from './outdated';
import type { PriceChanges } from './price-changes';
import { RemovedLine } from './RemovedLine';
import { type Removed, remove } from './removed';
import { isRemoval, type Removal, withRemovals } from './use-removals';

interface Props {
  rows: readonly CartRow[];
  removals: readonly Removal[];
  list: Steady<CartItem>;
  busy: boolean;
  news: PriceChanges;
  onRemoved: (removed: Removed) => void;
  onForget: (removal: Removal) => void;
  run: (act: () => Promise<unknown>) => Promise<unknown>;
}

export function SavedForLater({ rows, removals, list, busy, news, onRemoved, onForget, run }: Props) {
  /** Uses the line as shown when its button was pressed. */
  function actOn(key: string, act: (item: CartItem) => Promise<unknown>) {
    const pressed = list.pressed(key);
    if (!pressed) return;
    void run(async () => {
      try {
        await act(pressed.item);
      } catch (error) {
        if (isGone(error)) notify('error', CHANGED_ELSEWHERE);
        else notify('error', isOutdated(error) ? error.message : 'Oops, something went wrong.');
      }
    });
  }

  const backToCart = ({ offer: { attributes }, line }: CartItem) =>
    call(
      moveToCart,
      { id: attributes.id },
      { offer_product_id: Number(line.id), version: attributes.version },
    );

  return (
    <section className="section saved-for-later" aria-label="Saved For Later">
      <div className="section-head">
        <h2>Saved For Later</h2>
      </div>
      {rows.length === 0 && removals.length === 0 && <p className="muted">No products saved for later.</p>}
      <ul className="cart-lines">
        {withRemovals(rows, removals).map((row) =>
          isRemoval(row) ? (
            <RemovedLine key={row.line.id} removal={row} run={run} onForget={onForget} />
          ) : (
            <SavedLine
              key={row.key}
              row={row}
              news={news.newsOf(row.item.line)}
              isLocked={busy || row.hasLeft}
              onMove={() => actOn(row.key, backToCart)}
              onDelete={() => actOn(row.key, async (item) => onRemoved(await remove(item)))}
            />
          ),
        )}
      </ul>
    </section>
  );
}

interface SavedLineProps {
  row: CartRow;
  news: readonly string[];
  isLocked: boolean;
  onMove: () => void;
  onDelete: () => void;
}

function SavedLine({ row, news, isLocked, onMove, onDelete }: SavedLineProps) {
  const { key, hasLeft, item } = row;
  const { product, images, quantity, unit_price } = item.line.attributes;
  return (
    <li data-row={key} tabIndex={-1} className={clsx('cart-line', hasLeft && 'left')}>
      <Thumb src={images[0] ?? null} alt="" size={56} />
      <div className="cart-line-text">
        <a className="cart-line-name" href={productAddress(product)}>
          {product.name}
        </a>
        <p className="muted small">
          {formatUnits(quantity)} × {dollars(unit_price)} · {item.offer.attributes.seller_name}
        </p>
        {hasLeft && <p className="left-reason">{reasonOf(row)}</p>}
        <LineNews news={news} />
      </div>
      <div className="cart-line-actions">
        <Button size="small" disabled={isLocked} onClick={onMove}>
          Move to Cart
        </Button>
        <IconButton
          icon="trash"
          label={`Delete ${product.name}`}
          size="small"
          disabled={isLocked}
          onClick={onDelete}
        />
      </div>
    </li>
  );
}
