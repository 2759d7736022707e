import type { Units } from '../../../server/contract/money';
import type { OfferHistoryEntry } from '../../../server/offers/contract';
import { isReduced } from '../../../server/offers/rules';

export interface Reduction {
  at: string;
  /** The quantity before, by line id, of lines that became smaller. */
  previous: Readonly<Record<string, Units>>;
  /** Names of products that sold out. */
  removed: readonly string[];
}

/** The reduction to stock that the latest prices have not answered yet. */
export function reductionOf(history: readonly OfferHistoryEntry[]): Reduction | null {
  if (!isReduced(history)) return null;
  const index = history.findLastIndex(({ event }) => event === 'cut');
  const [before, after] = [history[index - 1], history[index]];
  if (!before || !after) return null;
  const remaining = new Map(after.lines.map((line) => [line.offer_product_id, line.quantity]));
  const reduced = before.lines.filter((line) => {
    const quantity = remaining.get(line.offer_product_id);
    return quantity !== undefined && quantity < line.quantity;
  });
  return {
    at: after.at,
    previous: Object.fromEntries(reduced.map((line) => [line.offer_product_id, line.quantity])),
    removed: before.lines.filter((line) => !remaining.has(line.offer_product_id)).map(({ name }) => name),
  };
}
