import { fitToCases, type Pack } from '../../contract/case-packs';
import { type Cents, cents, lineTotal, sum, type Units } from '../../contract/money';
import { quantityDifferences, unavailability } from '../../offers/cart/buy-again-rows';
import { MAX_LINES } from '../../offers/rules';
import type { DraftedOffer, DraftResult, DraftRow } from '../contract';

/** A matched want with its listing as it is now. */
export interface MatchedWant extends Pack {
  readonly want_id: number;
  readonly line: number;
  readonly quantity: Units;
  readonly target_cents: Cents | null;
  readonly product_id: number;
  readonly name: string;
  readonly seller_id: number;
  readonly seller_name: string;
  readonly asking_price_cents: Cents | null;
  readonly listed: boolean;
  readonly in_draft: boolean;
  /** The number of an open offer with the product. */
  readonly open_offer: string | null;
}

export interface PlannedWant {
  readonly want: MatchedWant;
  readonly result: DraftResult;
  readonly reason: string | null;
  /** Null for what isn't added. */
  readonly quantity: Units | null;
  readonly unit_price_cents: Cents | null;
}

interface PlannedLine {
  readonly product_id: number;
  readonly quantity: Units;
  readonly unit_price_cents: Cents;
}

/** What becomes of a seller's wants, and the lines that their draft gets. */
export interface Plan {
  readonly wants: readonly PlannedWant[];
  readonly lines: readonly PlannedLine[];
}

const OFFER_FULL = `An offer has at most ${MAX_LINES} products. Add this one later.`;

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => number) => {
  const groups = new Map<number, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

/** By seller. */
export const bySeller = (wants: readonly MatchedWant[]): ReadonlyMap<number, MatchedWant[]> =>
  groupBy(wants, ({ seller_id }) => seller_id);

function refusal(product: MatchedWant, isFull: boolean): { result: DraftResult; reason: string } | null {
  const missing = unavailability(product);
  if (missing !== null) return { result: 'unavailable', reason: missing };
  if (product.open_offer !== null) return { result: 'in_offer', reason: `Already in ${product.open_offer}` };
  if (product.in_draft) return { result: 'in_cart', reason: 'Already in your cart' };
  return isFull ? { result: 'full', reason: OFFER_FULL } : null;
}

/** The lowest of the targets and the asking price. */
const priceOf = (wants: readonly MatchedWant[], asking: Cents): Cents =>
  cents(Math.min(asking, ...wants.flatMap(({ target_cents }) => target_cents ?? [])));

/** Shares what is drafted among the wants of one product, in their order. The last one takes what is above its own. */
function share(wants: readonly MatchedWant[], quantity: Units): Units[] {
  let left = quantity;
  return wants.map((want, at) => {
    const isLast = at === wants.length - 1;
    const part = isLast || left < want.quantity ? left : want.quantity;
    left -= part;
    return part;
  });
}

function planProduct(wants: readonly MatchedWant[], isFull: boolean): Plan {
  const [product] = wants;
  const asking = product?.asking_price_cents ?? null;
  if (!product) return { wants: [], lines: [] };
  const refused = refusal(product, isFull);
  if (refused || asking === null)
    return {
      wants: wants.map((want) => ({
        want,
        result: 'full',
        reason: null,
        ...refused,
        quantity: null,
        unit_price_cents: null,
      })),
      lines: [],
    };
  const total = wants.reduce((all, { quantity }) => all + quantity, 0n);
  const quantity = fitToCases(total, product);
  const unit_price_cents = priceOf(wants, asking);
  const reason = quantityDifferences(total, quantity, product).join('. ') || null;
  const shares = share(wants, quantity);
  return {
    wants: wants.map((want, at) => plannedShare(want, shares[at] ?? 0n, { reason, unit_price_cents })),
    lines: [{ product_id: product.product_id, quantity, unit_price_cents }],
  };
}

function plannedShare(
  want: MatchedWant,
  quantity: Units,
  { reason, unit_price_cents }: { reason: string | null; unit_price_cents: Cents },
): PlannedWant {
  if (quantity === 0n) return { want, result: 'unavailable', reason, quantity: null, unit_price_cents: null };
  const isSame = quantity === want.quantity;
  return {
    want,
    result: isSame ? 'added' : 'changed',
    reason: isSame ? null : reason,
    quantity,
    unit_price_cents,
  };
}

/** `inDraft`: how many lines the seller's draft has already. */
export function planSeller(wants: readonly MatchedWant[], inDraft: number): Plan {
  const planned: PlannedWant[] = [];
  const lines: PlannedLine[] = [];
  for (const ofProduct of groupBy(wants, ({ product_id }) => product_id).values()) {
    const plan = planProduct(ofProduct, inDraft + lines.length >= MAX_LINES);
    planned.push(...plan.wants);
    lines.push(...plan.lines);
  }
  return {
    wants: planned.sort((a, b) => a.want.line - b.want.line || a.want.want_id - b.want.want_id),
    lines,
  };
}

export const draftRow = ({ want, result, reason, quantity, unit_price_cents }: PlannedWant): DraftRow => ({
  want_id: want.want_id,
  product_id: want.product_id,
  name: want.name,
  seller_name: want.seller_name,
  result,
  reason,
  quantity: { old: want.quantity, new: quantity },
  unit_price: unit_price_cents,
});

/** Throws MoneyError (422) above 2^53 − 1 cents. */
export const draftedOffer = ({ wants, lines }: Plan, id: number | null): DraftedOffer[] =>
  lines.length === 0
    ? []
    : [
        {
          id,
          seller_name: wants[0]?.want.seller_name ?? '',
          lines: lines.length,
          total_cents: sum(
            lines.map(({ unit_price_cents, quantity }) => lineTotal(unit_price_cents, quantity)),
          ),
        },
      ];

/** What is left of a want that was drafted in part. */
export const restOf = ({ want, quantity }: PlannedWant): Units =>
  quantity === null || quantity >= want.quantity ? 0n : want.quantity - quantity;
