import type { InferType } from 'yup';
import { idsOf } from '../../db/rows';
import { statement } from '../../db/sql';
import type { WantRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Units } from '../contract/money';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { lockBuyer } from '../offers/offer';
import { LISTED } from '../products/visibility';
import { broadcastList } from './broadcast';
import { problemsOfCell, type WantProblem, wantProblems } from './cells/rules';
import type { WantLine } from './contract';
import { matchWants } from './matching/match';
import { wantedProducts, wantOf } from './queries';
import { identify, readItem } from './reading/item';
import type { wantBody } from './schema';
import { wantLines } from './serializer';
import { requireEndDate } from './want-list';

type WantChanges = InferType<typeof wantBody>;

type LockedWant = Pick<
  WantRow,
  | 'id'
  | 'want_list_id'
  | 'buyer_id'
  | 'line'
  | 'quantity'
  | 'target_cents'
  | 'ends_on'
  | 'status'
  | 'product_id'
  | 'problems'
>;

const IN_CART = 'This line is in your cart. Change it there.';

async function lockWant(tx: Tx, buyerId: number, id: number): Promise<LockedWant> {
  await lockBuyer(tx, buyerId);
  const want = await tx('wants')
    .where({ id, buyer_id: buyerId })
    .forUpdate()
    .first(
      ...(['id', 'want_list_id', 'buyer_id', 'line', 'quantity', 'target_cents', 'ends_on'] as const),
      ...(['status', 'product_id', 'problems'] as const),
    );
  if (!want) throw NotFound();
  return want;
}

/**
 * Throws 422 for what is not among the proposals, 409 for what is in the cart: of that, only more can be wanted, which
 * is a line of its own.
 */
export async function updateWant(
  tx: Tx,
  buyerId: number,
  id: number,
  changes: WantChanges,
): Promise<WantLine> {
  const want = await lockWant(tx, buyerId, id);
  if (changes.ends_on) requireEndDate(tx, changes.ends_on);
  const changed =
    want.status === 'drafted' ? await wantMore(tx, want, changes) : await change(tx, want, changes);
  broadcastList(tx, { id: want.want_list_id, buyer_id: buyerId });
  return lineOf(tx, changed);
}

async function lineOf(tx: Tx, id: number): Promise<WantLine> {
  const want = await wantOf(tx, id);
  const [line] = wantLines([want], await wantedProducts(tx, [id]));
  if (!line) throw NotFound();
  return line;
}

/** Beyond all lines that the line has become. */
async function wantMore(tx: Tx, want: LockedWant, { quantity }: WantChanges): Promise<number> {
  if (quantity === undefined) throw Conflict(IN_CART);
  const { want_list_id, line } = want;
  const wanted = await tx('wants')
    .where({ want_list_id, line })
    .whereNot({ status: 'closed' })
    .select('quantity');
  const total = wanted.reduce((sum, one) => sum + (one.quantity ?? 0n), 0n);
  if (quantity <= (want.quantity ?? 0n)) throw Conflict(IN_CART);
  if (quantity <= total) return want.id;
  const [rest = want.id] = await insertRests(tx, [{ id: want.id, quantity: quantity - total }]);
  await look(tx, { id: rest });
  return rest;
}

const insertWaiting = statement<{ id: number }>(
  'insert rests of wants',
  `insert into wants (want_list_id, buyer_id, line, upc, gtin, sku, name, words, key_word, quantity, target_cents,
     ends_on, unmatched)
   select want_list_id, buyer_id, line, upc, gtin, sku, name, words, key_word, rest.quantity, target_cents, ends_on,
          false
     from unnest($1::int[], $2::bigint[]) with ordinality as rest (want_id, quantity, place)
     join wants on wants.id = rest.want_id
    order by place
   returning id`,
);

/** Wants of the same lines, which wait. Returns their ids. */
export async function insertRests(
  tx: Tx,
  rests: readonly { readonly id: number; readonly quantity: Units }[],
): Promise<number[]> {
  const columns = [idsOf(rests), rests.map(({ quantity }) => quantity)];
  return idsOf(await insertWaiting(tx, columns));
}

/** The problems that a change settles. */
const fixedBy = ({ item, quantity, target_cents, ends_on }: WantChanges): ReadonlySet<WantProblem> =>
  new Set([
    ...(item ? problemsOfCell.item : []),
    ...(quantity === undefined ? [] : problemsOfCell.quantity),
    ...(target_cents === undefined ? [] : problemsOfCell.price),
    ...(ends_on ? problemsOfCell.date : []),
  ]);

const writeItem = statement<{ id: number }>(
  'write the item of a want',
  `update wants set upc = $2, gtin = lpad($2, 14, '0'), sku = $3, name = $4, words = nullif(named.words, '{}'),
          key_word = (select word from unnest(named.words) word order by length(word) desc, word limit 1)
     from (select case when $5::bool then want_words(listing_words($4::text)) end as words) named
    where wants.id = $1 and ($2::text is not null or $3::text is not null or named.words <> '{}')
   returning wants.id`,
);

/** Throws 422. */
async function enterItem(tx: Tx, { id }: LockedWant, text: string) {
  const [found] = await identify(tx, [readItem({ item: text })]);
  const written = found ? await writeItem(tx, [id, found.upc, found.sku, found.name, found.isNamed]) : [];
  if (written.length === 0) throw Invalid(wantProblems.item, { item: [wantProblems.item] });
}

async function change(tx: Tx, want: LockedWant, changes: WantChanges): Promise<number> {
  if (changes.item) await enterItem(tx, want, changes.item);
  const fixed = fixedBy(changes);
  const problems = want.problems.filter((problem) => !fixed.has(problem));
  const { quantity = want.quantity, target_cents = want.target_cents } = changes;
  const ends_on = changes.ends_on || want.ends_on;
  await tx('wants')
    .where({ id: want.id })
    .update({
      quantity,
      target_cents: target_cents as never,
      ends_on,
      problems,
      ...(problems.length === 0 && { typed: null }),
    });
  if (problems.length > 0) return want.id;
  const isMore = quantity !== null && want.quantity !== null && quantity > want.quantity;
  const isReopened = want.status === 'closed' && (want.problems.length > 0 || Boolean(changes.ends_on));
  const isOther = want.status !== 'closed' && Boolean(changes.item);
  if (isReopened || isOther || (isMore && (await isFoundAgain(tx, want)))) await look(tx, want);
  if (changes.product_id !== undefined) await choose(tx, want, changes.product_id);
  return want.id;
}

/** What the buyer chose among proposals stays. */
const isFoundAgain = async (tx: Tx, { id, status }: LockedWant) =>
  status !== 'closed' &&
  !(status === 'matched' && (await tx('want_proposals').where({ want_id: id }).first('want_id')));

async function look(tx: Tx, { id }: Pick<LockedWant, 'id'>) {
  await tx('wants').where({ id }).update({ status: 'waiting', product_id: null });
  await matchWants(tx, [id]);
}

async function choose(tx: Tx, { id, status }: LockedWant, productId: number | null) {
  if (status === 'closed') return;
  if (productId === null) {
    await tx('want_proposals').where({ want_id: id }).delete();
    await tx('wants').where({ id }).update({ status: 'waiting', product_id: null });
    return;
  }
  const proposed = await tx('want_proposals')
    .join('products', 'products.id', 'want_proposals.product_id')
    .join('sellers', 'sellers.id', 'products.seller_id')
    .where({ want_id: id, product_id: productId })
    .whereRaw(LISTED)
    .first('product_id');
  if (!proposed)
    throw Invalid('Choose one of the proposals', { product_id: ['Choose one of the proposals'] });
  await tx('wants').where({ id }).update({ status: 'matched', product_id: productId });
}

export async function deleteWant(tx: Tx, buyer_id: number, id: number): Promise<undefined> {
  const want = await lockWant(tx, buyer_id, id);
  await tx('wants').where({ id }).delete();
  broadcastList(tx, { id: want.want_list_id, buyer_id });
  return undefined;
}
