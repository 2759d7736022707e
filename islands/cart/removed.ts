import { cents, dollars, formatUnits } from '../../server/contract/money';
import { withPeriod } from '../../server/contract/with-period';
import { createOffer, moveToCart, removeLine, saveForLater } from '../../server/offers/cart/contract';
import type { Offer, OfferProduct } from '../../server/offers/contract';
import { ApiError, call } from '../browser/api';
import type { CartItem } from './cart-rows';

/** Lines that left their place, and how to bring them back. */
export interface Removed {
  /** The first; the others left with it. */
  line: OfferProduct;
  how: 'removed' | 'saved for later';
  text: string;
  /** Returns why lines could not be brought back. */
  undo: () => Promise<string[]>;
}

const nameOf = ({ attributes }: OfferProduct) => attributes.product.name;

export async function remove({ offer, line }: CartItem): Promise<Removed> {
  const { id, version } = offer.attributes;
  await call(removeLine, { offer_id: id, id: Number(line.id) }, undefined, { version });
  const undo = () => restored(line, () => putBack(offer, line));
  return { line, how: 'removed', text: `Removed ${nameOf(line)}.`, undo };
}

/** Stops at the first failure; what was removed until then can be brought back. */
export async function removeAll(items: readonly CartItem[]): Promise<{ removed?: Removed; error?: unknown }> {
  const done: CartItem[] = [];
  let failed: { error?: unknown } = {};
  for (const item of items) {
    const { id, version } = item.offer.attributes;
    try {
      const line = { offer_id: id, id: Number(item.line.id) };
      await call(removeLine, line, undefined, { version: version + done.length });
    } catch (error) {
      failed = { error };
      break;
    }
    done.push(item);
  }
  const [first] = done;
  if (!first) return failed;
  const { seller_name } = first.offer.attributes;
  const count = done.length === 1 ? nameOf(first.line) : `${done.length} products`;
  return {
    ...failed,
    removed: {
      line: first.line,
      how: 'removed',
      text: `Removed ${count} from ${withPeriod(seller_name)}`,
      undo: () => restoredAll(done),
    },
  };
}

async function restoredAll(items: readonly CartItem[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { offer, line } of items) failures.push(...(await restored(line, () => putBack(offer, line))));
  return failures;
}

async function restored(line: OfferProduct, act: () => Promise<unknown>): Promise<string[]> {
  try {
    await act();
    return [];
  } catch (error) {
    return [`Couldn't restore ${nameOf(line)}: ${reasonOf(error)}`];
  }
}

const asUnits = (digits: string | number) => formatUnits(BigInt(digits));

function boundReason({ fieldCodes: { quantity, unit_price } }: ApiError): string | null {
  const [units] = quantity ?? [];
  if (units?.max !== undefined) return `only ${asUnits(units.max)} available`;
  if (units?.min !== undefined) return `the minimum is ${asUnits(units.min)}`;
  const [price] = unit_price ?? [];
  return price?.max === undefined ? null : `the asking price is ${dollars(cents(Number(price.max)))}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'check your connection and try again.';
  if (error.code === 'product_unavailable') return 'no longer available.';
  const text = boundReason(error) ?? error.message;
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

/** Fails if the product is no longer available. */
async function putBack({ attributes: { state, seller_user_id } }: Offer, { attributes }: OfferProduct) {
  const { product, quantity, unit_price } = attributes;
  const offer_products_attributes = [{ product_id: product.id, quantity, unit_price }];
  const { data, included } = await call(
    createOffer,
    {},
    { offer: { seller_user_id, offer_products_attributes } },
  );
  if (state !== 'saved_for_later') return;
  await call(saveForLater, { id: data.attributes.id }, { offer_product_id: lineIn(included, product.id) });
}

export async function setAside({ offer: { attributes }, line }: CartItem): Promise<Removed> {
  const { id, version } = attributes;
  const saved = await call(saveForLater, { id }, { offer_product_id: Number(line.id), version });
  const back = () => {
    const offer_product_id = lineIn(saved.included, line.attributes.product.id);
    return call(moveToCart, { id: saved.data.attributes.id }, { offer_product_id });
  };
  const text = `Saved ${nameOf(line)} for later.`;
  return { line, how: 'saved for later', text, undo: () => restored(line, back) };
}

const lineIn = (lines: readonly OfferProduct[], productId: number) =>
  Number(lines.find(({ attributes }) => attributes.product.id === productId)?.id);
