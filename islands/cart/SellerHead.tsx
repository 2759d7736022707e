import type { MouseEvent } from 'react';
import { counted } from '../../server/contract/money';
import type { Offer, OfferProduct } from '../../server/offers/contract';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { idOfLine } from './CartLine';

interface Props {
  offer: Offer;
  count: number;
  faulty: readonly OfferProduct[];
  isBusy: boolean;
  onRemoveAll: () => void;
}

/** Goes to the field in error, else to the line. */
function jump(event: MouseEvent, lineId: string) {
  const line = document.getElementById(idOfLine(lineId));
  if (!line) return;
  event.preventDefault();
  (line.querySelector<HTMLElement>('[aria-invalid]') ?? line).focus();
}

export function SellerHead({ offer: { attributes }, count, faulty, isBusy, onRemoveAll }: Props) {
  const [first] = faulty;
  return (
    <header className="cart-seller-head">
      <h2>
        <a href={`/seller/${attributes.seller_id}`}>{attributes.seller_name}</a>
      </h2>
      <span className="cart-seller-facts">
        {first ? (
          <a
            className="cart-seller-faults"
            href={`#${idOfLine(first.id)}`}
            onClick={(event) => jump(event, first.id)}
          >
            <Icon name="warning" />
            <span>
              {counted(faulty.length, 'product')} to fix: {first.attributes.product.name}
            </span>
          </a>
        ) : (
          <span className="muted small">{counted(count, 'product')} · one offer</span>
        )}
        {count > 1 && (
          <Button tone="link" size="small" disabled={isBusy} onClick={onRemoveAll}>
            Remove All<span className="visually-hidden"> from {attributes.seller_name}</span>
          </Button>
        )}
      </span>
    </header>
  );
}
