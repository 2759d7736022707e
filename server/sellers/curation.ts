import type { Knex } from 'knex';
import { containsPattern } from '../../db/like';
import { pageOf } from '../../db/page';
import { countRows } from '../../db/rows';
import type { SellerRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import type { UserStatus } from '../accounts/contract';
import { ownerChanged } from '../accounts/owner-cache';
import type { Staff } from '../accounts/policy';
import { REQUIRED } from '../contract/fields';
import { Invalid, NotFound } from '../http/errors';
import type { CuratedSeller, CuratedSellerInput } from './contract';
import { type PictureServices, pictures, withPictures } from './profile';
import { sellerById } from './queries';
import { sellerProfile } from './serializer';

interface CuratedRow extends SellerRow {
  user_id: number | null;
  user_email: string | null;
  user_status: UserStatus | null;
  has_password: boolean;
  products_count: number;
}

const curatedSeller = (row: CuratedRow): CuratedSeller => ({
  ...sellerProfile(row),
  user_id: row.user_id,
  user_email: row.user_email,
  user_status: row.user_status,
  invited: row.user_status === 'approved' && !row.has_password,
  products_count: row.products_count,
  suspended: row.suspended_at !== null,
});

const owner = (join: Knex.JoinClause) =>
  void join.on('users.seller_id', 'sellers.id').andOnVal('users.is_primary', true);

const curated = (db: Knex) =>
  db('sellers')
    .leftJoin('users', owner)
    .select('sellers.*', 'users.id as user_id')
    .select(
      db.raw(
        'users.email::text as user_email, users.status as user_status, users.password_digest is not null as has_password',
      ),
      db.raw(`(select count(*)::int from products where products.seller_id = sellers.id
                and products.deleted_at is null) as products_count`),
    );

export async function curatedSellers(
  db: Knex,
  { query, page, per }: { query?: string | undefined; page: number; per: number },
) {
  const { limit, offset } = pageOf({ page, per });
  const sorted = matching(curated(db), query).orderByRaw('lower(sellers.name), sellers.id');
  const [rows, total] = await Promise.all([
    sorted.limit(limit).offset(offset) as unknown as Promise<CuratedRow[]>,
    countRows(matching(db('sellers').leftJoin('users', owner), query)),
  ]);
  return { sellers: rows.map(curatedSeller), total };
}

function matching<Query extends Knex.QueryBuilder>(sellers: Query, query: string | undefined): Query {
  if (!query) return sellers;
  const like = containsPattern(query);
  sellers.where((either) =>
    either.whereILike('sellers.name', like).orWhereRaw('users.email::text ilike ?', [like]),
  );
  return sellers;
}

export async function curatedSellerById(db: Knex, id: number): Promise<CuratedSeller | null> {
  const row = (await curated(db).where('sellers.id', id).first()) as CuratedRow | undefined;
  return row ? curatedSeller(row) : null;
}

const required = () => Invalid(REQUIRED, { name: [REQUIRED] });

export const makeSeller = (services: PictureServices, input: CuratedSellerInput, by: Staff) =>
  withPictures(services, by.id, input, async (tx, images) => {
    if (!input.name) throw required();
    const [made] = await tx('sellers').insert({ name: input.name }).returning('*');
    if (!made) throw new Error('The seller was not written');
    await write(tx, made, input, await pictures(tx, images, by.id, made, input));
    await audit(tx, by, 'create_seller', 'seller', made.id, { after: input });
    return made.id;
  });

export const editSeller = (services: PictureServices, id: number, input: CuratedSellerInput, by: Staff) =>
  withPictures(services, by.id, input, async (tx, images) => {
    const shown = await sellerById(tx, id);
    if (!shown) throw NotFound();
    if (input.name === null) throw required();
    const attached = await pictures(tx, images, by.id, shown, input);
    const seller = await tx('sellers').where({ id }).forNoKeyUpdate().first();
    if (!seller) throw NotFound();
    const saved = await write(tx, seller, input, attached);
    ownerChanged(tx, { sellerId: id });
    await audit(tx, by, 'update_seller', 'seller', id, changesIn(input, seller, saved));
    if (saved.profile_complete && !seller.profile_complete) await tx.events.profileCompleted(id);
  });

function changesIn(input: CuratedSellerInput, seller: SellerRow, saved: SellerRow) {
  const fields = Object.keys(input) as (keyof CuratedSellerInput)[];
  const of = (row: SellerRow) => Object.fromEntries(fields.map((field) => [field, row[field]]));
  return { before: of(seller), after: of(saved) };
}

async function write(tx: Tx, seller: SellerRow, input: CuratedSellerInput, attached: Partial<SellerRow>) {
  const { tiktok_handle, tiktok_count, insta_handle, instagram_count } = input;
  const [saved] = await tx('sellers')
    .where({ id: seller.id })
    .update({
      ...(input.name && { name: input.name }),
      ...(input.description !== undefined && { description: input.description ?? '' }),
      ...(tiktok_handle !== undefined && { tiktok_handle }),
      ...(tiktok_count !== undefined && { tiktok_count }),
      ...(insta_handle !== undefined && { insta_handle }),
      ...(instagram_count !== undefined && { instagram_count }),
      ...attached,
      version: seller.version + 1,
      updated_at: tx.fn.now(),
    })
    .returning('*');
  if (!saved) throw NotFound();
  return saved;
}
