import type { Tx } from '../../db/transaction';
import { membersWith } from '../accounts/trade-contacts';
import { isActive } from '../contract/account-status';
import type { Cents } from '../contract/money';
import { subjectWith } from '../mail/lines';
import { deliverAll } from '../mail/mailer';
import { productAddress } from '../products/contract';
import { publicUrl } from '../storage/keys';

export interface WatchedProduct {
  readonly product_id: number;
  readonly seller_id: number;
  readonly name: string;
  readonly photo_1: string | null;
  readonly seller_price_cents: Cents | null;
  readonly notified_price_cents: Cents | null;
  readonly in_stock: boolean;
  readonly notified_in_stock: boolean;
}

export interface FavoriteChange {
  readonly product: WatchedProduct;
  readonly kind: 'price' | 'stock';
  /** `$5.00 → $4.20`, or the price. */
  readonly text: string;
}

const MAX_SHOWN = 20;

const labels = { price: 'Price drop', stock: 'Back in stock' } as const;

function subjectOf([first, ...others]: readonly FavoriteChange[]) {
  if (!first) throw new Error('A mail about favorites needs a change');
  return others.length === 0
    ? subjectWith(first.product.name, (name) => `${labels[first.kind]}: ${name}`)
    : `${others.length + 1} of your favorites changed`;
}

const lineOf = ({ product, kind, text }: FavoriteChange) => ({
  name: product.name,
  path: productAddress({ id: product.product_id, seller_id: product.seller_id }),
  photo: product.photo_1 === null ? null : publicUrl(product.photo_1, 400),
  note: labels[kind],
  text,
  below: '',
});

/** To every active person of the buyer. The key names the last change, so that no change is mailed twice. */
export async function sendFavoriteMail(
  tx: Tx,
  buyerId: number,
  changes: readonly FavoriteChange[],
): Promise<void> {
  const people = await membersWith(tx, { kind: 'buyer', id: buyerId }, 'offers:read');
  const at = tx.databaseClock.now().getTime();
  await deliverAll(
    tx,
    people.filter(isActive).map((person) => ({
      kind: 'favorites' as const,
      userId: person.id,
      to: person.email,
      subject: subjectOf(changes),
      view: 'favorites_changed',
      eventKey: `favorites:${person.id}:${at}`,
      locals: {
        name: person.full_name,
        products: changes.slice(0, MAX_SHOWN).map(lineOf),
        more: Math.max(0, changes.length - MAX_SHOWN),
        preview: 'These offers may not last.',
        path: '/favorites',
        why: 'you saved these products as favorites',
      },
    })),
  );
}
