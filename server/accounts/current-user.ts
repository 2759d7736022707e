import type { Knex } from 'knex';
import type { Config } from '../config/config';
import type { CurrentUser } from './contract';
import type { Person } from './policy';

interface CurrentUserRow {
  image: string | null;
  buyer_category: string | null;
  seller_description: string | null;
  profile_complete: boolean | null;
  seller_has_products: boolean;
  shop: string | null;
  shop_name: string | null;
  release_notes: { id: number; created_at: string; body: string }[];
}

const PROFILE = `select sellers.logo as image, buyers.category as buyer_category, sellers.description as seller_description,
            sellers.profile_complete, shopify_sessions.shop, shopify_sessions.shop_name,
            exists (select from products where products.seller_id = users.seller_id and deleted_at is null) as seller_has_products,
            coalesce((
              select json_agg(json_build_object('id', notes.id, 'created_at', notes.created_at, 'body', notes.body)
                              order by notes.created_at desc, notes.id desc)
                from release_notes notes
               where ((notes.buyer and users.buyer_id is not null) or (notes.seller and users.seller_id is not null))
                 and not exists (select from release_note_dismissals dismissed
                                  where dismissed.release_note_id = notes.id and dismissed.user_id = users.id)
            ), '[]') as release_notes
       from users
       left join buyers on buyers.id = users.buyer_id
       left join sellers on sellers.id = users.seller_id
       left join shopify_sessions on shopify_sessions.seller_id = users.seller_id
      where users.id = ?`;

export async function currentUserOf(
  { db, config }: { readonly db: Knex; readonly config: Pick<Config, 'shopify'> },
  person: Person,
  imageUrl: (stored: string) => string,
): Promise<CurrentUser> {
  const { rows } = await db.raw<{ rows: CurrentUserRow[] }>(PROFILE, [person.id]);
  const [row] = rows;
  if (!row) throw new Error(`User ${person.id} is gone`);
  return {
    id: person.id,
    email: person.email,
    full_name: person.full_name,
    image_url: row.image === null ? null : imageUrl(row.image),
    status: person.status,
    admin: person.kind === 'staff',
    ...partiesOf(person, row),
    profile_complete: row.profile_complete ?? false,
    seller_has_products: row.seller_has_products,
    has_shopify_session: row.shop !== null,
    shopify_shop_name: row.shop_name,
    shopify_shop_url: row.shop && `https://${row.shop}`,
    features: {
      shopify: config.shopify !== null && person.features.includes('shopify'),
      alternate_routes: person.features.includes('alternate_routes'),
    },
    release_notes: row.release_notes.map(({ id, created_at, body }) => ({
      id,
      created_at: new Date(created_at).toISOString(),
      body,
    })),
    role: person.role,
    company: companyOf(person),
    capabilities: person.capabilities,
    limits: person.limits,
  };
}

function companyOf({ kind, buyer_id, seller_id, name }: Person): CurrentUser['company'] {
  const id = buyer_id ?? seller_id;
  return kind === 'staff' || id === null ? null : { id, kind, name };
}

const partiesOf = (
  { buyer_id, seller_id, name }: Person,
  { buyer_category, seller_description }: CurrentUserRow,
): Pick<CurrentUser, 'buyer' | 'seller'> => ({
  buyer: buyer_id === null ? null : { id: buyer_id, name, category: buyer_category ?? '' },
  seller: seller_id === null ? null : { id: seller_id, name, description: seller_description ?? '' },
});
