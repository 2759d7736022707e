import { statement } from '../../db/sql';
import { type Place, zoneOf } from '../contract/time/zones';
import type { UserStatus } from './contract';

export interface TradeContact {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly status: UserStatus;
  readonly side: 'buyer' | 'seller';
  readonly buyer_name: string;
  readonly seller_name: string;
  /** Of the company's default address, in which its mails name times. */
  readonly zone: string;
}

type ContactRow = Omit<TradeContact, 'zone'> & { readonly place: Place | null };

const PLACE_OF_USER = `(select jsonb_build_object('country', country, 'region', region, 'postal_code', postal_code)
    from addresses
   where (addresses.buyer_id = users.buyer_id or addresses.seller_id = users.seller_id)
     and is_default and deleted_at is null limit 1) as place`;

const select = statement<ContactRow>(
  'people of a trade',
  `select users.id, users.email, users.full_name, users.status,
          case when users.buyer_id is null then 'seller' else 'buyer' end as side,
          buyers.name as buyer_name, sellers.name as seller_name, ${PLACE_OF_USER}
     from buyers, sellers, users
    where buyers.id = $1 and sellers.id = $2 and (users.buyer_id = $1 or users.seller_id = $2)`,
);

type Db = Parameters<typeof select>[0];

export const tradeContacts = async (
  db: Db,
  { buyer_id, seller_id }: { buyer_id: number; seller_id: number },
): Promise<TradeContact[]> =>
  (await select(db, [buyer_id, seller_id])).map(({ place, ...person }) => ({
    ...person,
    zone: zoneOf(place),
  }));

const placeOfUser = statement<{ place: Place | null }>(
  "place of a user's company",
  `select ${PLACE_OF_USER} from users where id = $1`,
);

export const zoneOfUser = async (db: Db, userId: number): Promise<string> =>
  zoneOf((await placeOfUser(db, [userId]))[0]?.place);
