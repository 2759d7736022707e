import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { ApprovalRequestRow } from '../../db/tables';
import { keepsEvents } from '../accounts/company/events-since';
import { approversOf, hasLeft } from '../offers/queries';
import type { OfferState } from '../offers/rules';

export interface ApprovalRow extends ApprovalRequestRow {
  offer_number: string;
  offer_state: OfferState;
  seller_name: string;
  requester_name: string;
  decider_name: string | null;
  /** Whose change of the offer came last since the request; the name of a colleague alone. */
  changed_by: number | null;
  changer_name: string | null;
  approvers: string[];
  /** The buyer's are kept (server/events). */
  keeps_events: boolean;
}

/** SQL of the requests that lapsed without an act that said so. */
export const LAPSED = `(offers.version <> approval_requests.version or approval_requests.expires_at <= now()
  or ${hasLeft('requester', 'approval_requests')})`;

const CHANGER = 'case when offers.version <> approval_requests.version then offers.changed_by end';

const LAPSE_REASON = `case when offers.version <> approval_requests.version then 'changed'
  when approval_requests.expires_at <= now() then 'expired' else 'removed' end`;

const LAPSES = `(approval_requests.status = 'requested' and ${LAPSED})`;
const STATUS = `case when ${LAPSES} then 'lapsed' else approval_requests.status end`;

const select = (name: string, rest: string) =>
  statement<ApprovalRow>(
    name,
    `select approval_requests.id, approval_requests.offer_id, offers.offer_number,
            offers.state as offer_state, sellers.name as seller_name,
            approval_requests.buyer_id,
            approval_requests.act, approval_requests.version, approval_requests.content,
            approval_requests.total_cents, approval_requests.limit_cents, approval_requests.exceeds,
            ${STATUS} as status, case when ${LAPSES} then ${LAPSE_REASON} else approval_requests.reason end as reason,
            approval_requests.requested_by, requester.full_name as requester_name,
            approval_requests.decided_by, decider.full_name as decider_name, approval_requests.note,
            ${CHANGER} as changed_by, changer.full_name as changer_name,
            ${approversOf('approval_requests')} as approvers,
            ${keepsEvents('approval_requests.buyer_id', 'null')},
            approval_requests.created_at, approval_requests.decided_at, approval_requests.expires_at
       from approval_requests
       join offers on offers.id = approval_requests.offer_id
       join sellers on sellers.id = offers.seller_id
       join users requester on requester.id = approval_requests.requested_by
       left join users decider on decider.id = approval_requests.decided_by
       left join users changer on changer.id = ${CHANGER} and changer.buyer_id = approval_requests.buyer_id
      where ${rest}`,
  );

/** SQL: declined, and nothing has happened to the offer since. */
const REMAINS_DECLINED = `approval_requests.status = 'declined'
  and approval_requests.version = offers.version and offers.state in ('draft', 'seller_review', 'buyer_review')
  and not exists (select from approval_requests later
                   where later.offer_id = offers.id and later.id > approval_requests.id)`;

const ofBuyer = select(
  'approvals of buyer',
  `approval_requests.buyer_id = $1 and ($2::text is null or (${STATUS}) = $2
     or approval_requests.requested_by = $3 and ${REMAINS_DECLINED})
   order by approval_requests.id desc limit 200`,
);

const ofBuyerById = select('approval', 'approval_requests.buyer_id = $1 and approval_requests.id = $2');

const locked = select('lock approval', 'approval_requests.id = $1 for update of approval_requests');

const lockedOfOffer = select(
  'lock open approval of offer',
  `approval_requests.offer_id = $1 and approval_requests.status = 'requested' for update of approval_requests`,
);

export interface ApprovalFilter {
  readonly status?: string | undefined;
  /** Adds those of this member that a colleague declined, until the offer changes. */
  readonly declinedOf?: number | undefined;
}

export const approvalsOf = (db: Knex, buyerId: number, { status, declinedOf }: ApprovalFilter) =>
  ofBuyer(db, [buyerId, status ?? null, declinedOf ?? null]);

export const approvalById = async (db: Knex, buyerId: number, id: number) =>
  (await ofBuyerById(db, [buyerId, id]))[0];

/** After the offer's row, where an act locks both. */
export const lockApproval = async (db: Knex, id: number) => (await locked(db, [id]))[0];

/** The one that is stored as open: its status may read `lapsed`. */
export const lockApprovalOfOffer = async (db: Knex, offerId: number) =>
  (await lockedOfOffer(db, [offerId]))[0];
