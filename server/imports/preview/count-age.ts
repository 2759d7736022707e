import type { Db } from '../../../db/connection';
import type { Units } from '../../contract/money';
import type { ClassifiedRow } from '../row-outcome';
import type { PreviewState } from '../serializer';
import type { BeforeSales, CountAge, Preview } from './contract';

interface EarlierImport {
  import_id: number;
  at: Date;
  undone_at: Date | null;
  /** The earliest of its units' times. */
  counted_at: Date;
}

/** The newest import of the same company with the same bytes. */
export async function earlierImport(db: Db, previewId: number): Promise<EarlierImport | null> {
  const { rows } = await db.raw<{ rows: EarlierImport[] }>(
    `select earlier.id as import_id, earlier.created_at as at, earlier.undone_at,
            min(coalesce(earlier.units_counted_at, uploads.created_at, earlier.created_at)) over () as counted_at
       from import_previews preview
       join imported_csvs earlier
         on earlier.seller_id = preview.seller_id and earlier.digest = preview.digest and earlier.key <> preview.key
       left join uploads on uploads.key = earlier.key
      where preview.id = ? and earlier.status = 'imported'
      order by earlier.id desc limit 1`,
    [previewId],
  );
  return rows[0] ?? null;
}

/** A single product may be restocked by just what was sold. */
const MIN_PRODUCTS = 2;
const MAX_PRODUCTS = 200;

/** Finds products whose units go up to just those that they had before sales. */
export class UnitsBeforeSales {
  readonly #raised = new Map<number, Units>();

  add({ before, row }: ClassifiedRow) {
    const { units } = row.input;
    if (!before?.id || row.earlierLine || typeof units !== 'bigint' || typeof before.units !== 'bigint')
      return;
    if (units > before.units && this.#raised.size < MAX_PRODUCTS) this.#raised.set(before.id, units);
  }

  /** Null where others that were sold, too, go up to something else. */
  async result(db: Db): Promise<BeforeSales | null> {
    if (this.#raised.size < MIN_PRODUCTS) return null;
    const { rows } = await db.raw<{ rows: { products: number; others: number; set_at: Date | null }[] }>(
      `select (count(*) filter (where is_from_before))::int as products,
              (count(*) filter (where not is_from_before))::int as others,
              min(set_at) filter (where is_from_before) as set_at
         from (
           select file.units = products.units - sum(moved.units) as is_from_before,
                  coalesce(products.counted_at, products.created_at) as set_at
             from unnest(cast(:products as int[]), cast(:units as bigint[])) as file (product_id, units)
             join products on products.id = file.product_id
             join stock_movements moved
               on moved.product_id = products.id and moved.reason in ('sold', 'returned')
                  and moved.at > coalesce(products.counted_at, products.created_at)
            group by products.id, file.units
         ) as sold`,
      { products: [...this.#raised.keys()], units: [...this.#raised.values()].map(String) },
    );
    const { products = 0, others = 0, set_at = null } = rows[0] ?? {};
    const isOld = products >= MIN_PRODUCTS && products >= others;
    return set_at && isOld ? { products, set_at: set_at.toISOString() } : null;
  }
}

/** Systems that do not know when a file was saved name a time like 1970 or 1980. */
const FIRST_YEAR = 2000;

/** What shows that units were counted before the upload: the earliest. */
export function ageOfCounts(
  { saved_at, created_at }: PreviewState,
  earlier: EarlierImport | null,
  beforeSales: BeforeSales | null,
): Pick<Preview, 'imported_before' | 'counted_by'> {
  const isSavedBefore = saved_at && saved_at < created_at && saved_at.getUTCFullYear() >= FIRST_YEAR;
  const signs: [because: CountAge, at: Date | null | undefined | false, products: number][] = [
    ['imported', earlier?.counted_at, 0],
    ['sales', beforeSales && new Date(beforeSales.set_at), beforeSales?.products ?? 0],
    ['saved', isSavedBefore && saved_at, 0],
  ];
  const found = signs.flatMap(([because, at, products]) => (at ? [{ because, at, products }] : []));
  const [first] = found.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return {
    imported_before: earlier && {
      import_id: earlier.import_id,
      at: earlier.at.toISOString(),
      undone_at: earlier.undone_at?.toISOString() ?? null,
    },
    counted_by: first ? { ...first, at: first.at.toISOString() } : null,
  };
}
