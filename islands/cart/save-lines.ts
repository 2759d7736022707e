import { changeLine, createOffer } from '../../server/offers/cart/contract';
import type { OfferDocument } from '../../server/offers/contract';
import { call } from '../browser/api';
import { changesEdited, currentOffer, isOutdated } from './outdated';
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
  /** Saves on where another tab changed nothing that is edited here. */
  goesOn?: ((current: OfferDocument) => boolean) | undefined;
}

/** Saves the changed lines one by one, keeping those that succeed, and returns the latest version. */
export async function saveLines(saving: Saving, version: number): Promise<number> {
  let latest = version;
  for (const line of saving.lines) {
    if (!line.state.changed) continue;
    latest = await saveLine(saving, line, latest);
    saving.drafts.saved(line.row.item.line, line.draft);
    saving.news.settle(line.row.key);
  }
  return latest;
}

async function saveLine(saving: Saving, line: OfferLine, version: number): Promise<number> {
  const { quantity, unit_price } = line.state;
  const address = { offer_id: saving.offerId, id: Number(line.row.key) };
  try {
    const saved = await call(changeLine, address, { quantity, unit_price, version });
    return saved.included[0]?.attributes.version ?? version;
  } catch (error) {
    const current = currentVersion(saving, error);
    if (current !== null && current > version) return saveLine(saving, line, current);
    throw isOutdated(error) ? error : new NotSaved();
  }
}

/** null where the buyer has to choose first. */
function currentVersion({ lines, drafts, goesOn }: Saving, error: unknown): number | null {
  const current = isOutdated(error) ? currentOffer(error) : undefined;
  if (!isOutdated(error) || !current || changesEdited(error, lines, drafts)) return null;
  return goesOn?.(current) ? current.data.attributes.version : null;
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
