import type { Knex } from 'knex';
import { orderMultiple, sqlList, statement } from '../../db/sql';
import type { OfferHistoryRow, OfferRow } from '../../db/tables';
import { AUTHOR, type AuthorColumns, joinAuthor } from '../accounts/author';
import { isRevokedKey } from '../accounts/keys/queries';
import type { Cents, Units } from '../contract/money';
import type { ShippedLine } from '../contract/shipping-estimate';
import { SELLABLE } from '../products/visibility';
import type { OfferApproval, OfferHold } from './contract';
import { cartStates } from './rules';

export interface OfferWithNames extends OfferRow {
  buyer_name: string;
  seller_name: string;
  seller_user_id: number | null;
  purchase_order_id: number | null;
  /** What a member of the buyer waits for. Only for their company; read with the offer, so judge its `version`. */
  approval: (Omit<OfferApproval, 'can_approve' | 'can_cancel'> & { version: number }) | null;
}

export interface Line extends ShippedLine {
  id: number;
  offer_id: number;
  product_id: number;
  quantity: Units;
  unit_price_cents: Cents;
  buyer_price_cents: Cents;
  seller_price_cents: Cents | null;
  product_seller_id: number;
  name: string;
  upc: string;
  sku: string | null;
  photo_1: string | null;
  units: Units | null;
  min_order_units: Units | null;
  asking_price_cents: Cents | null;
  msrp_cents: Cents | null;
  order_multiple: Units;
  /** Can be had: to a cart as listed, to an offer that was sent also while paused. */
  listed: boolean;
  paused: boolean;
}

export const OFFER = `offers.id, offers.offer_number, offers.buyer_id, offers.seller_id, offers.state, offers.version,
  offers.submitted_at, offers.expires_at, offers.ship_to_address_id, offers.ship_to, offers.shipping_terms,
  offers.freight_cents, offers.agreed_freight_cents, offers.carrier_instructions, offers.buyer_po_number,
  offers.committed_by, offers.committed_cents, offers.created_at, offers.updated_at`;

/** The names of the members who decide on a request, without its requester. */
export const approversOf = (request: string) => `(
     select coalesce(jsonb_agg(approver.full_name order by approver.id), '[]')
       from users approver
      where approver.buyer_id = ${request}.buyer_id and approver.id <> ${request}.requested_by
        and (approver.role is null or approver.role in ('owner', 'approver'))
        and approver.status in ('password_created', 'onboarded'))`;

/** SQL: the requester can't have it any more, as one who left the company, also for another. */
export const hasLeft = (requester: string, request: string) =>
  `(${requester}.status in ('removed', 'denied') or ${requester}.buyer_id is distinct from ${request}.buyer_id
    or ${isRevokedKey(requester)})`;

const APPROVAL = `(
     select jsonb_build_object('id', asked.id, 'act', asked.act, 'total_cents', asked.total_cents,
              'limit_cents', asked.limit_cents, 'exceeds', asked.exceeds, 'status', asked.status,
              'requested_by', jsonb_build_object('id', users.id, 'name', users.full_name),
              'expires_at', to_char(asked.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'version', asked.version, 'approvers', ${approversOf('asked')})
       from approval_requests asked
       join users on users.id = asked.requested_by
      where asked.offer_id = offers.id and asked.status = 'requested' and asked.version = offers.version
        and asked.expires_at > now() and not ${hasLeft('users', 'asked')})`;

/** A prepared statement that selects offers with the names of both parties. `rest` follows `where`. */
export const selectOffers = (name: string, rest: string) =>
  statement<OfferWithNames>(
    name,
    `select ${OFFER}, buyers.name as buyer_name, sellers.name as seller_name, seller_users.id as seller_user_id,
            purchase_orders.id as purchase_order_id, ${APPROVAL} as approval
       from offers
       join buyers on buyers.id = offers.buyer_id
       join sellers on sellers.id = offers.seller_id
       left join users as seller_users on seller_users.seller_id = offers.seller_id and seller_users.is_primary
       left join purchase_orders on purchase_orders.offer_id = offers.id
      where ${rest}`,
  );

export const NEWEST_FIRST = 'order by offers.created_at desc, offers.id desc';

export const LINE = `offer_products.id, offer_products.offer_id, offer_products.product_id, offer_products.quantity,
          offer_products.unit_price_cents, offer_products.buyer_price_cents, offer_products.seller_price_cents,
          products.seller_id as product_seller_id, products.name, products.upc, products.sku, products.photo_1,
          products.units, products.min_order_units, products.seller_price_cents as asking_price_cents,
          products.msrp_cents, products.outer_quantity, products.weight, products.weight_unit, ${orderMultiple('products')},
          (${SELLABLE} and not (products.paused and offers.state in ${sqlList(cartStates)})) as listed, products.paused`;

/** `source` has the columns of `offer_products`. */
export const lineTables = (source: string) => `${source} offer_products
     join offers on offers.id = offer_products.offer_id
     join products on products.id = offer_products.product_id
     join sellers on sellers.id = products.seller_id`;

const lines = statement<Line>(
  'lines of offers',
  `select ${LINE}
     from ${lineTables('offer_products')}
    where offer_products.offer_id = any($1)
    order by offer_products.id`,
);

export const linesOf = (db: Knex, offerIds: readonly number[]) => lines(db, [offerIds]);

export type HistoryRow = Omit<OfferHistoryRow, 'lines' | 'requested_by'> &
  AuthorColumns & {
    lines_json: string;
    /** The seller's rule that answered, never disclosed to buyers. */
    rule_label: string | null;
    /** The colleague whose request the actor approved. */
    requested_by: { readonly id: number; readonly name: string } | null;
  };

const history = statement<HistoryRow>(
  'history of offers',
  `select offer_history.id, offer_history.offer_id, offer_history.at, actor, user_id, event, from_state, to_state, note,
          lines::text as lines_json, freight_cents, rule_answers.label as rule_label, ${AUTHOR},
          case when requester.id is not null then jsonb_build_object('id', requester.id,
            'name', coalesce(nullif(requester.full_name, ''), requester.former_email, requester.email)) end as requested_by
     from offer_history
     left join users requester on requester.id = offer_history.requested_by
     ${joinAuthor('offer_history.user_id')}
     left join rule_answers on rule_answers.history_id = offer_history.id
    where offer_history.offer_id = any($1)
    order by offer_history.id`,
);

/** Oldest first. Lines are text: JSON.parse would round large quantities. */
export const historyOf = (db: Knex, offerIds: readonly number[]) => history(db, [offerIds]);

export interface HeldOffer {
  offer_id: number;
  held: OfferHold;
}

const held = statement<HeldOffer>(
  'held offers',
  `select planned_answers.offer_id, coalesce(planned_answers.held, 'planned') as held
     from planned_answers
     join offers on offers.id = planned_answers.offer_id and offers.version = planned_answers.version
    where planned_answers.offer_id = any($1)`,
);

/** Offers that rules will look at, or would accept and leave to their seller after all. Not for buyers. */
export const heldOffers = (db: Knex, offerIds: readonly number[]) => held(db, [offerIds]);

const maskedNote = statement<{ note: string }>(
  'masked note of act',
  'select coalesce(masked_body, body) as note from messages where history_id = $1',
);

/** The note of an act as the counterparty may read it before payment. */
export async function noteForMail(
  db: Knex,
  { note, historyId }: { note?: string | null | undefined; historyId?: bigint | undefined },
) {
  if (!note || historyId === undefined) return note;
  const [masked] = await maskedNote(db, [historyId]);
  return masked ? masked.note : note;
}
