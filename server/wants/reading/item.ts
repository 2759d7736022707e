import { statement } from '../../../db/sql';
import type { Tx } from '../../../db/transaction';
import { upcDigits, upcKey } from '../../imports/parsing/upc-digits';

/** `item` is a SKU where some listing has it, else a name. */
export interface ReadItem {
  readonly item: string | null;
  readonly upc: string | null;
  readonly sku: string | null;
  readonly name: string | null;
}

const isUpc = (text: string) => /^\d{8,14}$/.test(text);

/** The text of a cell like `="0123"`, which spreadsheets are given to keep digits. */
const plainCell = (text: string) => /^="([^"]{0,200})"$/.exec(text)?.[1] ?? text;

/** As in "UPC: 0360…". */
const CODE_LABEL = /^(?:(?:upc|ean|gtin)(?:-a|-12|-13|-14)?[:# ]{1,3}|#)(?=\d)/i;

/** What a spreadsheet makes of a UPC in a narrow column, as 8.12E+11. */
const SHORTENED = /^\d(?:[.,]\d{1,14})?E\+\d{1,2}$/i;

type Cells = Partial<Record<'item' | 'upc' | 'sku' | 'name', string>>;

export function readItem({ item, upc, sku, name }: Cells): ReadItem {
  const digits = upcDigits(plainCell(upc ?? item ?? '').replace(CODE_LABEL, ''));
  const isCode = isUpc(digits);
  return {
    item: item && !isCode && !SHORTENED.test(item) ? plainCell(item) : null,
    upc: isCode ? digits : null,
    sku: sku ? plainCell(sku) : null,
    name: name ?? null,
  };
}

/** Those that some complete product has. */
const knownSkus = statement<{ sku: string }>(
  'known SKUs',
  `select sku from unnest($1::text[]) as asked (sku)
    where exists (select from products where lower(products.sku) = lower(asked.sku)
                     and deleted_at is null and not provisional)`,
);

/** What a want is found by; `isNamed` where its name counts. */
export interface Identity extends Omit<ReadItem, 'item'> {
  readonly isNamed: boolean;
}

/** Of each item in the order given. */
export async function identify<Item extends ReadItem>(
  tx: Tx,
  items: readonly Item[],
): Promise<(Item & Identity)[]> {
  const asked = items.flatMap(({ item, upc, sku }) => (upc ? [] : (sku ?? item ?? [])));
  const skus = new Set((await knownSkus(tx, [[...new Set(asked)]])).map(({ sku }) => sku));
  return items.map((item) => ({ ...item, ...identityOf(item, skus) }));
}

/** A SKU that no listing has may be a UPC. */
function identityOf({ item, upc, ...read }: ReadItem, skus: ReadonlySet<string>): Identity {
  const isKnown = item !== null && skus.has(item);
  const name = read.name ?? (isKnown ? null : item);
  const sku = read.sku ?? (isKnown ? item : null);
  if (upc !== null || sku === null || skus.has(sku)) return { upc, sku, name, isNamed: !upc && !sku };
  const digits = upcDigits(sku);
  const isCode = isUpc(digits) && upcKey(digits).length === 14;
  return isCode ? { upc: digits, sku: null, name, isNamed: false } : { upc, sku, name, isNamed: true };
}
