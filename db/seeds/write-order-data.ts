import type { Buyer } from '../../server/accounts/policy';
import { personById } from '../../server/accounts/queries';
import { DAY_MS, HOUR_MS } from '../../server/contract/durations';
import { submitInTransaction } from '../../server/offers/cart/submission';
import { ApprovalNeeded } from '../../server/offers/spending-limits';
import type { Services } from '../../server/services';
import { statement } from '../sql';
import type { Tx } from '../transaction';

const OWNER = 'buyer@example.com';
const PURCHASER = 'purchaser@example.com';
const AP_EMAIL = 'payables@example.com';
const FIRST_NUMBER = 4_500_012_300;
const ASKED_HOURS_AGO = 3;
const EXPIRES_AFTER_DAYS = 7;

/** Every other order, as where one of two buyers of a company uses the company's system. */
const nameOrders = statement(
  'name orders of the demo',
  `with named as (
     update purchase_orders set buyer_po_number = ($2::bigint + id)::text
      where buyer_id = $1 and id % 2 = 0 returning offer_id, buyer_po_number
   )
   update offers set buyer_po_number = named.buyer_po_number from named where offers.id = named.offer_id`,
);

/** The draft that is to be negotiated: the other one stays ready to be bought. */
const draftToAsk = statement<{ id: number }>(
  'draft above the limit',
  `select offers.id from offers
     join offer_totals on offer_totals.offer_id = offers.id
     join users purchaser on purchaser.id = $2
    where offers.buyer_id = $1 and state = 'draft' and total_cents > purchaser.order_limit_cents
    order by exists (select from offer_products lines join products on products.id = lines.product_id
                      where lines.offer_id = offers.id and lines.unit_price_cents < products.seller_price_cents) desc, offers.id
    limit 1`,
);

/** Of buyer@'s company, with its colleagues: PO numbers, where invoices go, and a purchaser's open request. */
export async function writeOrderData(tx: Tx, now: Date, config: Services['config']) {
  const owner = await tx('users').where({ email: OWNER }).first('buyer_id');
  const purchaser = await tx('users').where({ email: PURCHASER }).first('id');
  if (!owner?.buyer_id || !purchaser) throw new Error('The demo has no company to buy for');
  await nameOrders(tx, [owner.buyer_id, FIRST_NUMBER]);
  await tx('buyers').where({ id: owner.buyer_id }).update({ ap_email: AP_EMAIL });
  const viewer = (await personById(tx, purchaser.id, { sessionKey: 'demo', via: 'cookie' })) as Buyer;
  const [draft] = await draftToAsk(tx, [owner.buyer_id, purchaser.id]);
  if (!draft) throw new Error('The demo has no draft above the limit of its purchaser');
  const { needed } = await neededFor(tx, viewer, draft.id, config);
  const asked = now.getTime() - ASKED_HOURS_AGO * HOUR_MS;
  await tx('approval_requests').insert({
    offer_id: draft.id,
    buyer_id: owner.buyer_id,
    act: needed.act,
    version: needed.version,
    content: needed.content,
    total_cents: needed.total,
    limit_cents: needed.limit,
    exceeds: needed.exceeds,
    requested_by: viewer.id,
    created_at: new Date(asked),
    expires_at: new Date(asked + EXPIRES_AFTER_DAYS * DAY_MS),
  });
}

/** What the purchaser would send, which the limit refuses before anything is written. */
async function neededFor(tx: Tx, viewer: Buyer, offerId: number, config: Services['config']) {
  try {
    await submitInTransaction(tx, { offerId, viewer, options: {} }, config);
  } catch (error) {
    if (error instanceof ApprovalNeeded) return error;
    throw error;
  }
  throw new Error('The draft is within the limit of its purchaser');
}
