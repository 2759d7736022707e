import { changeLine, createOffer } from '../../server/offers/contract';
import { call } from '../browser/api';
import { isOutdated } from './outdated';
import type { PriceChanges } from './price-changes';
import type { OfferLine } from './seller-offer';
import type { Drafts } from './use-drafts';

/** A line could not be saved; its message differs from that of the following action. */
export class NotSaved extends Error {}

interface Saving {
  offerId: number;
  lines: readonly OfferLine[];
  drafts: Drafts;
  news: PriceChanges;
}

/** Saves the changed lines one by one, keeping those that succeed, and returns the latest version. */
export async function saveLines({ offerId, lines, drafts, news }: Saving, version: number): Promise<number> {
  let latest = version;
  for (const { row, draft, state } of lines) {
    if (!state.changed) continue;
    const body = { quantity: state.quantity, unit_price: state.unit_price, version: latest };
    try {
      const saved = await call(changeLine, { offer_id: offerId, id: Number(row.key) }, body);
      latest = saved.included[0]?.attributes.version ?? latest;
    } catch (error) {
      throw isOutdated(error) ? error : new NotSaved();
    }
    drafts.saved(row.key, draft);
    news.settle(row.key);
  }
  return latest;
}

/** Adds lines again that another tab removed. */
export async function restoreLines(
  sellerUserId: number | null | undefined,
  lines: readonly OfferLine[],
  drafts: Drafts,
) {
  for (const { row, state } of lines) {
    const product_id = row.item.line.attributes.product.id;
    const { quantity, unit_price } = state;
    const offer_products_attributes = [{ product_id, quantity, unit_price }];
    await call(createOffer, {}, { offer: { seller_user_id: sellerUserId, offer_products_attributes } });
    drafts.drop(row.key);
  }
}
