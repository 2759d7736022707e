import { statement } from '../../db/sql';
import type { UserRow } from '../../db/tables';
import { type Capability, capabilitiesOf, type Role } from '../contract/capabilities';
import { type Place, zoneOf } from '../contract/time/zones';
import { idsByKind } from './company/company';
import type { UserStatus } from './contract';

export interface TradeContact {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly status: UserStatus;
  /** null: an owner. */
  readonly role: Role | null;
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

/** Whom a company's mails reach: purchasers what they did or asked for, warehouses what is paid. Viewers turn mails on. */
const isConcerned = (offer: string, withWarehouse: string) => `
    users.status not in ('removed', 'key') and case users.role
    when 'purchaser' then exists (select from offer_history
                                   where offer_id = ${offer} and users.id in (user_id, requested_by))
      or exists (select from messages where offer_id = ${offer} and user_id = users.id)
    when 'warehouse' then ${withWarehouse} and exists (select from purchase_orders
                                                        where offer_id = ${offer} and paid_at is not null)
    else true end`;

interface ContactParameters {
  readonly buyer: string;
  readonly seller: string;
  readonly offer: string;
  readonly withWarehouse: string;
}

const contacts = (name: string, { buyer, seller, offer, withWarehouse }: ContactParameters) =>
  statement<ContactRow>(
    name,
    `select users.id, users.email, users.full_name, users.status, users.role,
            case when users.buyer_id is null then 'seller' else 'buyer' end as side,
            buyers.name as buyer_name, sellers.name as seller_name, ${PLACE_OF_USER}
       from buyers, sellers, users
      where buyers.id = ${buyer} and sellers.id = ${seller} and (users.buyer_id = ${buyer} or users.seller_id = ${seller})
        and ${isConcerned(offer, withWarehouse)}
      order by users.id`,
  );

const ofTrade = contacts('people of a trade', {
  buyer: '$1',
  seller: '$2',
  offer: '$3',
  withWarehouse: '$4',
});

const ofOffer = contacts('people of an offer', {
  buyer: '(select buyer_id from offers where id = $1)',
  seller: '(select seller_id from offers where id = $1)',
  offer: '$1',
  withWarehouse: 'false',
});

type Db = Parameters<typeof ofTrade>[0];

interface Trade {
  readonly buyer_id: number;
  readonly seller_id: number;
  readonly offer_id: number;
}

const toContact = ({ place, ...person }: ContactRow): TradeContact => ({ ...person, zone: zoneOf(place) });

const contactsOf = async (db: Db, { buyer_id, seller_id, offer_id }: Trade, withWarehouse: boolean) =>
  (await ofTrade(db, [buyer_id, seller_id, offer_id, withWarehouse])).map(toContact);

/** Those of both companies who may read the offer's amounts, for who does not know its companies yet. */
export const offerContacts = async (db: Db, offerId: number): Promise<TradeContact[]> =>
  (await ofOffer(db, [offerId])).map(toContact);

/** Those of both companies who may read its amounts. */
export const tradeContacts = (db: Db, trade: Trade) => contactsOf(db, trade, false);

/** Warehouses included, once the order is paid: their mails name no amounts (`readsAmounts`). */
export const orderContacts = (db: Db, trade: Trade) => contactsOf(db, trade, true);

export const readsAmounts = ({ role }: Pick<TradeContact, 'role'>) => role !== 'warehouse';

const membersOfCompany = statement<Pick<UserRow, 'id' | 'email' | 'full_name' | 'status' | 'role'>>(
  'members to mail',
  `select id, email, full_name, status, role from users
    where (buyer_id = $1 or seller_id = $2) and status not in ('removed', 'key') order by id`,
);

/** Members of one company whose role holds the capability, as a mail that concerns only those who act on it. */
export const membersWith = async (
  db: Db,
  company: { readonly kind: 'buyer' | 'seller'; readonly id: number },
  capability: Capability,
) =>
  (await membersOfCompany(db, idsByKind(company))).filter(({ role }) =>
    capabilitiesOf(company.kind, role ?? 'owner').includes(capability),
  );

const placeOfUser = statement<{ place: Place | null }>(
  "place of a user's company",
  `select ${PLACE_OF_USER} from users where id = $1`,
);

export const zoneOfUser = async (db: Db, userId: number): Promise<string> =>
  zoneOf((await placeOfUser(db, [userId]))[0]?.place);
