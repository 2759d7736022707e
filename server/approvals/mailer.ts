import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { membersWith, zoneOfUser } from '../accounts/trade-contacts';
import { isActive } from '../contract/account-status';
import { dollars } from '../contract/money';
import { linesForMail, mailTime } from '../mail/lines';
import { deliver, deliverAll } from '../mail/mailer';
import type { OfferState } from '../offers/rules';
import type { PurchaseContent } from '../offers/spending-limits';
import type { ApprovalRow } from './queries';

interface ApprovalOfferRow {
  buyer_name: string;
  seller_name: string;
  state: OfferState;
  order_id: number | null;
  is_empty: boolean;
}

const offerOfApproval = statement<ApprovalOfferRow>(
  'offer of approval',
  `select buyers.name as buyer_name, sellers.name as seller_name, offers.state, purchase_orders.id as order_id,
          not exists (select from offer_products where offer_id = offers.id) as is_empty
     from offers
     left join purchase_orders on purchase_orders.offer_id = offers.id
     join buyers on buyers.id = offers.buyer_id
     join sellers on sellers.id = offers.seller_id
    where offers.id = $1`,
);

async function offerOf(tx: Tx, { offer_id }: ApprovalRow) {
  const [offer] = await offerOfApproval(tx, [offer_id]);
  if (!offer) throw new Error(`Offer ${offer_id} has no companies`);
  const { buyer_name: buyer, seller_name: seller, state, order_id: orderId, is_empty: isEmpty } = offer;
  return { buyer, seller, isDraft: state === 'draft', isSent: state === 'seller_review', isEmpty, orderId };
}

type RequestedOffer = Awaited<ReturnType<typeof offerOf>>;

function amountsOf({ content, total_cents }: ApprovalRow) {
  const { lines, freight_cents, buyer_po_number: buyerPoNumber = null } = content as PurchaseContent;
  return {
    side: 'buyer',
    buyerPoNumber,
    lines: linesForMail(
      lines.map(({ name, quantity, unit_price }) => ({
        name,
        quantity: BigInt(quantity),
        unit_price_cents: unit_price,
      })),
    ),
    freight: freight_cents === null ? null : dollars(freight_cents),
    total: dollars(total_cents),
    net: null,
  };
}

interface Letter {
  readonly to: { readonly id: number; readonly email: string; readonly full_name: string };
  readonly event: string;
  readonly subject: string;
  readonly sentence: string;
  readonly preview: string;
  readonly actor: string;
  readonly note: string | null;
  readonly button: string;
  readonly path: string;
  readonly why: string;
}

const mailOf = (request: ApprovalRow, { to, event, subject, ...text }: Letter) => ({
  kind: 'approvals' as const,
  userId: to.id,
  to: to.email,
  subject,
  view: 'offer_move',
  eventKey: `approval:${request.id}:${event}:${to.id}`,
  locals: { ...text, ...amountsOf(request), name: to.full_name },
});

const wants: Readonly<Record<ApprovalRow['act'], (number: string, seller: string) => string>> = {
  submit: (number, seller) => `send offer ${number} to ${seller}`,
  accept: (number, seller) => `buy ${number} from ${seller}`,
  counter: (number, seller) => `send ${seller} a counteroffer on ${number}`,
};

const period = { order: 'per order', month: 'per 30 days' } as const;

/** To the members who decide; again as a reminder. */
async function askApprovers(tx: Tx, request: ApprovalRow, event: 'needed' | 'reminder') {
  const { act, offer_number, requester_name, limit_cents, exceeds, expires_at } = request;
  const [approvers, offer, zone] = await Promise.all([
    membersWith(tx, { kind: 'buyer', id: request.buyer_id }, 'offers:approve'),
    offerOf(tx, request),
    zoneOfUser(tx, request.requested_by),
  ]);
  const total = dollars(request.total_cents);
  const limit = `${dollars(limit_cents)} ${period[exceeds]}`;
  const until = mailTime(expires_at, zone);
  const mails = approvers
    .filter((one) => isActive(one) && one.id !== request.requested_by)
    .map((to) =>
      mailOf(request, {
        to,
        event,
        subject: `Approval needed: ${offer_number}, ${total}`,
        sentence: `${requester_name} wants to ${wants[act](offer_number, offer.seller)} for ${total}, above the limit of ${limit}.`,
        preview: `${event === 'reminder' ? 'The request is a day old. ' : ''}Approve or decline it by ${until}.`,
        actor: requester_name,
        note: (request.content as PurchaseContent).note,
        button: 'Review Request',
        // A draft is shown with its request alone.
        path: offer.isDraft ? '/my_offers' : `/my_offers?offer=${request.offer_id}`,
        why: `you approve purchases for ${offer.buyer}`,
      }),
    );
  await deliverAll(tx, mails);
}

export const approvalNeeded = (tx: Tx, request: ApprovalRow) => askApprovers(tx, request, 'needed');
export const approvalReminder = (tx: Tx, request: ApprovalRow) => askApprovers(tx, request, 'reminder');

const sent: Readonly<Record<ApprovalRow['act'], (seller: string) => string>> = {
  submit: (seller) => `The offer was sent to ${seller}.`,
  accept: (seller) => `The order with ${seller} was placed.`,
  counter: (seller) => `The counteroffer was sent to ${seller}.`,
};

const subjectOf = ({ isDraft }: Pick<RequestedOffer, 'isDraft'>) => (isDraft ? 'cart' : 'offer');

function changedBy({ changer_name, offer_number }: ApprovalRow, offer: RequestedOffer) {
  if (changer_name === null) return 'The offer changed before the request was decided.';
  const change = offer.isEmpty
    ? `removed the products of ${offer_number} from the cart`
    : `changed the ${subjectOf(offer)}`;
  return `${changer_name} ${change} before the request was decided.`;
}

const lapsedBecause: Readonly<Record<Exclude<ApprovalRow['reason'], 'changed' | null>, string>> = {
  expired: 'No one decided on the request within 7 days.',
  removed: 'The member who made the request left the company.',
  replaced: 'A colleague made another request for this offer.',
};

const NOTHING_DONE = 'Nothing was sent or ordered.';

/** A colleague may have done meanwhile what was asked for. */
function afterLapse(offer: RequestedOffer) {
  if (offer.orderId !== null) return 'The offer is an order now.';
  if (offer.isSent) return `The offer is with ${offer.seller} now.`;
  return `${NOTHING_DONE} Review the ${subjectOf(offer)} and ask again.`;
}

function decisionText(request: ApprovalRow, offer: RequestedOffer) {
  const { act, offer_number, status, decider_name, reason } = request;
  const decider = decider_name ?? 'A colleague';
  const what = `your request for ${offer_number}, ${dollars(request.total_cents)}`;
  if (status === 'approved')
    return {
      subject: `Approved: ${offer_number}`,
      sentence: `${decider} approved ${what}.`,
      preview: sent[act](offer.seller),
    };
  if (status === 'declined')
    return {
      subject: `Declined: ${offer_number}`,
      sentence: `${decider} declined ${what}.`,
      preview: NOTHING_DONE,
    };
  return {
    subject: `Lapsed: ${offer_number}`,
    sentence: reason === 'changed' || reason === null ? changedBy(request, offer) : lapsedBecause[reason],
    preview: afterLapse(offer),
  };
}

function nextStep({ offer_id }: ApprovalRow, { isDraft, orderId }: RequestedOffer) {
  if (orderId !== null) return { button: 'View Order', path: `/my_orders?order=${orderId}` };
  if (isDraft) return { button: 'View Cart', path: '/cart' };
  return { button: 'View Offer', path: `/my_offers?offer=${offer_id}` };
}

/** To the requester, unless they caused the end of the request, can't sign in by now, or moved to another company. */
export async function requestEnded(tx: Tx, request: ApprovalRow) {
  const { requested_by: id, buyer_id, decided_by, decider_name, status, note } = request;
  if (decided_by === id) return;
  const [to, offer] = await Promise.all([
    tx('users').where({ id, buyer_id }).first('id', 'email', 'full_name', 'status'),
    offerOf(tx, request),
  ]);
  if (!to || !isActive(to)) return;
  const mail = mailOf(request, {
    to,
    event: status,
    ...decisionText(request, offer),
    actor: decider_name ?? '',
    note,
    ...nextStep(request, offer),
    why: `you asked for approval at ${offer.buyer}`,
  });
  await deliver(tx, mail);
}
