import type { Knex } from 'knex';
import { FIRST_PAGE, type Page } from '../../../db/page';
import { audit } from '../../accounts/audit';
import type { Staff } from '../../accounts/policy';
import { NotFound } from '../../http/errors';
import type { Services } from '../../services';
import { publicUrl } from '../../storage/keys';
import { LISTED } from '../visibility';
import type { TaggedProduct } from './contract';

interface TaggedRow extends Omit<TaggedProduct, 'photo_1_url'> {
  photo_1: string | null;
}

const PRODUCTS_OF_TAG = `select products.id, products.seller_id, products.name, products.photo_1, sellers.name as seller_name,
        not (${LISTED}) as hidden
   from product_tags join products on products.id = product_tags.product_id
   join sellers on sellers.id = products.seller_id
  where product_tags.tag = cast(? as citext) and products.deleted_at is null
  order by product_tags.position, product_tags.created_at, products.id
  limit ? offset ?`;

export async function productsOfTag(
  db: Knex,
  tag: string,
  { limit, offset }: Page = FIRST_PAGE,
): Promise<TaggedProduct[]> {
  const { rows } = await db.raw<{ rows: TaggedRow[] }>(PRODUCTS_OF_TAG, [tag, limit, offset]);
  return rows.map(taggedProduct);
}

const taggedProduct = (row: TaggedRow): TaggedProduct => ({
  id: row.id,
  seller_id: row.seller_id,
  name: row.name,
  seller_name: row.seller_name,
  photo_1_url: row.photo_1 === null ? null : publicUrl(row.photo_1, 400),
  hidden: row.hidden,
});

export async function countOfTag(db: Knex, tag: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `select count(*)::int as n from product_tags join products on products.id = product_tags.product_id
      where product_tags.tag = cast(? as citext) and products.deleted_at is null`,
    [tag],
  );
  return rows[0]?.n ?? 0;
}

const ADD_TAG = `insert into product_tags (tag, product_id, position)
    select cast(:tag as citext), :productId, coalesce(max(position) + 1, 0)
      from product_tags where tag = cast(:tag as citext)
  on conflict do nothing`;

/** Idempotent. */
export const tagProduct = (
  { transaction }: Pick<Services, 'transaction'>,
  productId: number,
  tag: string,
  by: Staff,
) =>
  transaction(async (tx) => {
    const product = await tx('products').where({ id: productId, deleted_at: null }).first('id');
    if (!product) throw NotFound("This product doesn't exist");
    const added = await tx.raw<{ rowCount: number }>(ADD_TAG, { tag, productId });
    if (added.rowCount > 0) await audit(tx, by, 'add_to_tag', 'product', productId, { after: { tag } });
  });

const ARRANGE_TAG = `update product_tags set position = coalesce(array_position(cast(:ids as int[]), product_id) - 1, :many + position)
  where tag = cast(:tag as citext) returning product_id`;

export const arrangeTag = (
  { transaction }: Pick<Services, 'transaction'>,
  tag: string,
  productIds: readonly number[],
  by: Staff,
) =>
  transaction(async (tx) => {
    const bindings = { tag, ids: productIds, many: productIds.length };
    const arranged = await tx.raw<{ rows: { product_id: number }[] }>(ARRANGE_TAG, bindings);
    if (arranged.rows.length > 0)
      await audit(tx, by, 'arrange_tag', 'tag', null, { after: { tag, product_ids: productIds } });
  });

export const untagProduct = (
  { transaction }: Pick<Services, 'transaction'>,
  productId: number,
  tag: string,
  by: Staff,
) =>
  transaction(async (tx) => {
    const removed = await tx('product_tags')
      .where({ product_id: productId })
      .whereRaw('tag = cast(? as citext)', [tag])
      .delete();
    if (removed > 0) await audit(tx, by, 'remove_from_tag', 'product', productId, { before: { tag } });
  });
