import { groupRows } from '../../db/rows';
import type { Units } from '../contract/money';
import { hasCheckDigit } from '../imports/parsing/upc-digits';
import { wantProblems } from './cells/rules';
import type { WantedProduct, WantLine, WantList } from './contract';
import type { WantedFigure } from './guides/contract';
import type { WantedFigureRow, WantedProductRow, WantListWithCounts, WantWithProduct } from './queries';
import type { TypedCells } from './reading/typed';

export const wantListDocument = (row: WantListWithCounts): WantList => ({
  id: row.id,
  name: row.name,
  state: row.state,
  error: row.error,
  progress: { done: row.done, of: row.of },
  counts: {
    matched: row.matched,
    proposed: row.proposed,
    waiting: row.waiting,
    drafted: row.drafted,
    problems: row.problems,
  },
  alert: row.alert,
  ends_on: row.ends_on,
  version: row.version,
  created_at: row.created_at.toISOString(),
});

const wantedProduct = (row: WantedProductRow): WantedProduct => ({
  product_id: row.product_id,
  seller_id: row.seller_id,
  name: row.name,
  seller_name: row.seller_name,
  asking_cents: row.asking_cents,
  units: row.units,
});

const BANDS = [100, 50, 25, 10] as const;

/** 483 → 480, 4,837 → 4,800. */
function roundDown(units: Units): Units {
  const step = 10n ** BigInt(Math.max(0, String(units).length - 2));
  return (units / step) * step;
}

export const wantedFigure = ({ product_id, buyers, units }: WantedFigureRow): WantedFigure => ({
  product_id,
  buyers: `${BANDS.find((least) => buyers >= least) ?? 5}+`,
  units: roundDown(units),
});

const typedCells = ({ item, quantity, price, date }: TypedCells): WantLine['typed'] => ({
  item: item ?? null,
  quantity: quantity ?? null,
  price: price ?? null,
  date: date ?? null,
});

export function wantLines(
  wants: readonly WantWithProduct[],
  products: readonly WantedProductRow[],
): WantLine[] {
  const productsOf = groupRows(products, ({ want_id }) => want_id);
  return wants.map((want) => {
    const found = productsOf(want.id);
    const taken = found.find(({ is_proposal }) => !is_proposal);
    const [problem] = want.problems;
    return {
      id: want.id,
      line: want.line,
      upc: want.upc,
      sku: want.sku,
      name: want.name,
      quantity: want.quantity,
      target_cents: want.target_cents,
      ends_on: want.ends_on,
      status: want.status,
      product: taken ? wantedProduct(taken) : null,
      proposals: found.filter(({ is_proposal }) => is_proposal).map(wantedProduct),
      offer_id: want.offer_id,
      problem: problem ? wantProblems[problem] : null,
      problems: want.problems,
      typed: want.typed && typedCells(want.typed),
      is_doubtful: want.upc !== null && !hasCheckDigit(want.upc),
      in_cart: taken?.in_cart ?? false,
      open_offer: taken?.open_offer ?? null,
    };
  });
}
