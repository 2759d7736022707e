import { statement } from '../../db/sql';
import type { FrozenAddress } from '../../db/tables';
import { FROZEN_ADDRESS } from '../addresses/queries';

export interface OrderParties {
  readonly buyer: string;
  readonly seller: string;
  readonly offer_number: string;
  /** The buyer's default address, as it is now. */
  readonly billing: FrozenAddress | null;
  readonly ordering: Ordering | null;
  /** The buyer's, for accounts payable. */
  readonly ap_email: string | null;
  readonly primary_user_id: number | null;
}

/** Who agreed for the buyer last. What a colleague approved was ordered by its requester. */
interface Ordering {
  readonly ordered_by: string | null;
  readonly ordered_via: string | null;
  readonly approved_by: string | null;
}

const ORDERING = `(select jsonb_build_object(
            'ordered_by', case when orderer.status <> 'key' then nullif(orderer.full_name, '') end,
            'ordered_via', case when orderer.status = 'key' then orderer.full_name end,
            'approved_by', case when history.requested_by is not null then nullif(actor.full_name, '') end)
     from offer_history history
     join users actor on actor.id = history.user_id
     join users orderer on orderer.id = coalesce(history.requested_by, history.user_id)
    where history.offer_id = offers.id and history.actor = 'buyer' and history.event in ('submit', 'counter', 'accept')
    order by history.id desc limit 1) as ordering`;

export const partiesOfOffer = statement<OrderParties>(
  'parties of an order',
  `select buyers.name as buyer, sellers.name as seller, offers.offer_number,
          (select ${FROZEN_ADDRESS} from addresses
            where addresses.buyer_id = offers.buyer_id and is_default and deleted_at is null) as billing,
          ${ORDERING}, buyers.ap_email::text,
          (select users.id from users where users.buyer_id = buyers.id and users.is_primary) as primary_user_id
     from offers
     join buyers on buyers.id = offers.buyer_id
     join sellers on sellers.id = offers.seller_id
    where offers.id = $1`,
);
