import { dollars, formatUnits } from '../../server/contract/money';
import { moveToCart, type Offer, type OfferProduct } from '../../server/offers/contract';
import { notify } from '../kit/alerts';
import { call } from '../kit/api';
import { Button, IconButton } from '../kit/button';
import { Thumb } from '../kit/thumb';
import { type Removed, remove } from './removed';
import type { News } from './seen';

interface Props {
  saved: readonly { offer: Offer; line: OfferProduct }[];
  news: News;
  onRemoved: (removed: Removed) => void;
  onChange: () => Promise<unknown>;
}

export function SavedForLater({ saved, news, onRemoved, onChange }: Props) {
  async function work(act: () => Promise<unknown>) {
    try {
      await act();
    } catch {
      notify('error', 'Oops, something went wrong.');
    }
    await onChange();
  }
  return (
    <section className="section saved-for-later" aria-label="Saved For Later">
      <div className="section-head">
        <h2>Saved For Later</h2>
      </div>
      {saved.length === 0 && <p className="muted">Nothing is saved for later.</p>}
      <ul className="cart-lines">
        {saved.map(({ offer, line }) => {
          const { id } = line;
          const { product, images, quantity, unit_price } = line.attributes;
          return (
            <li key={id} className="cart-line">
              <Thumb src={images[0] ?? null} alt="" size={64} />
              <div className="cart-line-text">
                <a className="cart-line-name" href={`/all_products/${product.seller_id}/${product.id}`}>
                  {product.name}
                </a>
                <p className="muted small">
                  {formatUnits(quantity)} × {dollars(unit_price)} · {offer.attributes.seller_name}
                </p>
                <div aria-live="polite">
                  {news.newsOf(line).map((one) => (
                    <p key={one} className="small cart-line-news">
                      {one}
                    </p>
                  ))}
                </div>
              </div>
              <div className="cart-line-actions">
                <Button
                  size="small"
                  onClick={() =>
                    work(() =>
                      call(moveToCart, { id: offer.attributes.id }, { offer_product_id: Number(id) }),
                    )
                  }
                >
                  Move to Cart
                </Button>
                <IconButton
                  icon="trash"
                  label={`Delete ${product.name}`}
                  size="small"
                  onClick={() => work(async () => onRemoved(await remove(offer, line)))}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
