import type { Knex } from 'knex';
import { sqlList, statement } from '../../db/sql';
import type { WantListRow, WantRow } from '../../db/tables';
import type { Cents, Units } from '../contract/money';
import { NotFound } from '../http/errors';
import { openStates } from '../offers/rules';
import { LISTED } from '../products/visibility';
import type { WantPart } from './rules';

/** SQL: the wants that sellers' figures and limits count. */
const OPEN = `status in ('waiting', 'proposed', 'matched')`;

/** SQL: whether the last day of `want` is over, in UTC. */
export const HAS_ENDED = `coalesce(want.ends_on, (select ends_on from want_lists where id = want.want_list_id))
    < (now() at time zone 'UTC')::date`;

const openWants = statement<{ count: number }>(
  'open wants of buyer',
  `select count(*)::int as count from wants where buyer_id = $1 and ${OPEN}`,
);

export const countOpen = async (db: Knex, buyerId: number): Promise<number> =>
  (await openWants(db, [buyerId]))[0]?.count ?? 0;

export type WantListWithCounts = Omit<WantListRow, 'buyer_id' | 'user_id' | 'stored_key'> &
  Record<WantPart, number> & { done: number; of: number };

const listsWhere = (name: string, condition: string) =>
  statement<WantListWithCounts>(
    name,
    `select id, name, state, error, alert, ends_on, version, created_at, counts.matched, counts.proposed,
          counts.waiting, counts.drafted, counts.problems, counts.done, counts.of
     from want_lists
    cross join lateral (
      select count(*)::int as of, (count(*) filter (where not unmatched))::int as done,
             (count(*) filter (where status = 'matched'))::int as matched,
             (count(*) filter (where status = 'proposed'))::int as proposed,
             (count(*) filter (where status = 'waiting'))::int as waiting,
             (count(*) filter (where status = 'drafted'))::int as drafted,
             (count(*) filter (where problems <> '{}'))::int as problems
        from wants where want_list_id = want_lists.id) counts
    where ${condition}
    order by id desc`,
  );

const ofBuyer = listsWhere('want lists of buyer', 'buyer_id = $1');
const byId = listsWhere('want list', 'id = $1');

export const wantListsOf = (db: Knex, buyerId: number): Promise<WantListWithCounts[]> =>
  ofBuyer(db, [buyerId]);

/** Throws 404. */
export async function wantListOf(db: Knex, id: number): Promise<WantListWithCounts> {
  const [list] = await byId(db, [id]);
  if (!list) throw NotFound();
  return list;
}

export type WantWithProduct = Omit<
  WantRow,
  'want_list_id' | 'buyer_id' | 'gtin' | 'words' | 'key_word' | 'unmatched' | 'ends_on'
> & { readonly ends_on: string };

const WANT = `wants.id, wants.line, wants.upc, wants.sku, wants.name, wants.quantity, wants.target_cents,
  coalesce(wants.ends_on, want_lists.ends_on) as ends_on, wants.status, wants.product_id, wants.offer_id,
  wants.problems, wants.typed`;

const PARTS: Readonly<Record<WantPart | 'all', string>> = {
  all: `(status <> 'closed' or problems <> '{}')`,
  matched: `status = 'matched'`,
  proposed: `status = 'proposed'`,
  waiting: `status = 'waiting'`,
  drafted: `status = 'drafted'`,
  problems: `problems <> '{}'`,
};

const linesOfPart = (part: keyof typeof PARTS) =>
  statement<WantWithProduct>(
    `wants of list: ${part}`,
    `select ${WANT} from wants join want_lists on want_lists.id = wants.want_list_id
      where want_list_id = $1 and ${PARTS[part]}
      order by line, wants.id limit $2 offset $3`,
  );

const linesByPart = {
  all: linesOfPart('all'),
  matched: linesOfPart('matched'),
  proposed: linesOfPart('proposed'),
  waiting: linesOfPart('waiting'),
  drafted: linesOfPart('drafted'),
  problems: linesOfPart('problems'),
} as const;

export const wantsOf = (
  db: Knex,
  listId: number,
  part: keyof typeof PARTS,
  { limit, offset }: { limit: number; offset: number },
): Promise<WantWithProduct[]> => linesByPart[part](db, [listId, limit, offset]);

const someWants = statement<WantWithProduct>(
  'some wants of list',
  `select ${WANT} from wants join want_lists on want_lists.id = wants.want_list_id
    where want_list_id = $1 and wants.id = any($2) order by line, wants.id`,
);

export const wantsOfIds = (db: Knex, listId: number, ids: readonly number[]): Promise<WantWithProduct[]> =>
  someWants(db, [listId, ids]);

export interface WantedFigureRow {
  readonly product_id: number;
  readonly buyers: number;
  readonly units: Units;
}

/** $1: the seller, $2: some of their products, or null. Those that most buyers want first. */
const figures = statement<WantedFigureRow>(
  'wanted products of seller',
  `select products.id as product_id, want_guides.buyers, want_guides.units
     from products join want_guides on want_guides.gtin = lpad(products.upc, 14, '0')
    where products.seller_id = $1 and products.deleted_at is null and ($2::int[] is null or products.id = any($2))
    order by want_guides.buyers desc, products.id
    limit $3 offset $4`,
);

export const wantedOf = (
  db: Knex,
  sellerId: number,
  { productIds, limit, offset }: { productIds: readonly number[] | undefined; limit: number; offset: number },
): Promise<WantedFigureRow[]> => figures(db, [sellerId, productIds ?? null, limit, offset]);

const oneWant = statement<WantWithProduct>(
  'want',
  `select ${WANT} from wants join want_lists on want_lists.id = wants.want_list_id where wants.id = $1`,
);

/** Throws 404. */
export async function wantOf(db: Knex, id: number): Promise<WantWithProduct> {
  const [want] = await oneWant(db, [id]);
  if (!want) throw NotFound();
  return want;
}

export interface WantedProductRow {
  readonly want_id: number;
  readonly is_proposal: boolean;
  readonly product_id: number;
  readonly seller_id: number;
  readonly name: string;
  readonly seller_name: string;
  readonly asking_cents: Cents | null;
  readonly units: Units | null;
  /** The buyer's cart has it. */
  readonly in_cart: boolean;
  /** The number of an open offer with it. */
  readonly open_offer: string | null;
}

/** SQL: whether the cart of the buyer of `wants` has `products`, and the number of an open offer with it. */
const lineIn = (what: string, states: string) =>
  `(select ${what} from offer_products line join offers on offers.id = line.offer_id
     where line.product_id = products.id and offers.buyer_id = wants.buyer_id and offers.state in ${states} limit 1)`;
export const IN_CART = `exists ${lineIn('', "('draft')")}`;
export const OPEN_OFFER = lineIn('offers.offer_number', sqlList(openStates));

const addable = statement<{ count: number }>(
  'addable wants of list',
  `select count(*)::int as count from wants join products on products.id = wants.product_id
    where want_list_id = $1 and status = 'matched' and not ${IN_CART} and ${OPEN_OFFER} is null`,
);

/** How many are matched, and neither in the cart nor in an open offer. */
export const countAddable = async (db: Knex, listId: number): Promise<number> =>
  (await addable(db, [listId]))[0]?.count ?? 0;

/** The listing of each want, and what is proposed for it. A drafted one is shown though it is no longer listed. */
const productsOfWants = statement<WantedProductRow>(
  'products of wants',
  `select want_id, is_proposal, products.id as product_id, products.seller_id, products.name,
          sellers.name as seller_name, products.seller_price_cents as asking_cents, products.units,
          ${IN_CART} as in_cart, ${OPEN_OFFER} as open_offer
     from (select id as want_id, product_id, false as is_proposal, 0 as rank, status
             from wants where id = any($1) and product_id is not null
           union all
           select want_id, want_proposals.product_id, true, rank, status
             from want_proposals join wants on wants.id = want_id
            where want_id = any($1) and status = 'proposed') found
     join wants on wants.id = found.want_id
     join products on products.id = found.product_id
     join sellers on sellers.id = products.seller_id
    where ${LISTED} or found.status = 'drafted'
    order by want_id, rank`,
);

export const wantedProducts = (db: Knex, wantIds: readonly number[]): Promise<WantedProductRow[]> =>
  productsOfWants(db, [wantIds]);
