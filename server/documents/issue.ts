import { statement, whenSent } from '../../db/sql';
import type { AdjustmentRow, PurchaseOrderRow, ShipmentRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import { enqueue } from '../jobs/job';
import type { OrderChange } from '../orders/events';
import type { Placed } from '../orders/order';
import { partiesOfOffer } from '../orders/parties';
import { lockOrder } from '../orders/transitions';
import { discardUpload } from '../uploads/jobs';
import { mailToAccountsPayable } from './ap-mail';
import { creditMemoContent, invoiceContent, packingSlipContent, purchaseOrderContent } from './contents';
import { ENQUEUE_RENDERING } from './jobs';
import { invoiceName } from './name';
import {
  type AnyContent,
  type CreditMemoContent,
  type InvoiceContent,
  TEMPLATE_VERSION,
} from './pdf/content';
import {
  claimNumberOf,
  invoiceNumbersOf,
  linesOfAdjustment,
  linesOfOrder,
  linesOfShipment,
  trackingOf,
} from './queries';

const insertDocument = statement<{ id: number }>(
  'issue document',
  `with issued as (
     insert into documents (kind, number, purchase_order_id, content, template_version, issued_at)
     values ($1, $2, $3, $4::jsonb, $5, $6)
         on conflict (kind, number) do nothing
     returning id
   )
   select id, (${ENQUEUE_RENDERING}).id as job_id from issued`,
);

/** A number is issued once: a second content changes nothing, and returns null. */
async function issue(
  tx: Tx,
  orderId: number,
  content: AnyContent,
  onSent?: () => void,
): Promise<number | null> {
  const { kind, number, issued_at } = content;
  const values = [kind, number, orderId, toJson(content), TEMPLATE_VERSION, issued_at];
  const [issued] = await insertDocument(tx, values, onSent);
  return issued?.id ?? null;
}

async function issueAndMail(tx: Tx, { order, parties }: Cause, content: InvoiceContent | CreditMemoContent) {
  const documentId = await issue(tx, order.id, content);
  if (documentId !== null) await mailToAccountsPayable(tx, order, { content, documentId, parties });
}

type Cause = Awaited<ReturnType<typeof causeOf>>;

async function causeOf(tx: Tx, order: PurchaseOrderRow, placed?: Placed) {
  const parties = placed ? placed.parties : (await partiesOfOffer(tx, [order.offer_id]))[0];
  if (!parties) throw new Error(`Order ${order.id} has no offer`);
  return { order, parties, issuer: tx.config };
}

const orderContents = { purchase_order: purchaseOrderContent, invoice: invoiceContent };

export async function issueOrderDocument(
  tx: Tx,
  order: PurchaseOrderRow,
  kind: keyof typeof orderContents,
): Promise<void> {
  const [cause, lines] = await Promise.all([causeOf(tx, order), linesOfOrder(tx, [order.id])]);
  await issue(tx, order.id, orderContents[kind](cause, lines));
}

/** Written with the commit, since others wait for the stock that the order took. */
export async function issuePurchaseOrder(
  tx: Tx,
  order: PurchaseOrderRow,
  _event: 'create',
  placed?: Placed,
): Promise<void> {
  const [cause, lines] = await Promise.all([
    causeOf(tx, order, placed),
    placed?.lines ?? linesOfOrder(tx, [order.id]),
  ]);
  const content = purchaseOrderContent(cause, lines);
  tx.beforeCommit(() => whenSent(async (onSent) => void (await issue(tx, order.id, content, onSent))));
}

export async function issueInvoice(tx: Tx, order: PurchaseOrderRow) {
  const [cause, lines] = await Promise.all([causeOf(tx, order), linesOfOrder(tx, [order.id])]);
  await issueAndMail(tx, cause, invoiceContent(cause, lines));
}

/** Follows a change of the buyer's number after payment, under the order's lock. */
export async function replaceInvoice(tx: Tx, order: PurchaseOrderRow, { event }: Pick<OrderChange, 'event'>) {
  if (event !== 'buyer_po_number_changed' || order.paid_at === null) return;
  const [cause, lines, numbers] = await Promise.all([
    causeOf(tx, order),
    linesOfOrder(tx, [order.id]),
    invoiceNumbersOf(tx, order.id),
  ]);
  // An order older than documents had no number either when its first invoice would have been issued.
  const first = { ...cause, order: { ...order, buyer_po_number: null } };
  if (numbers.length === 0) await issue(tx, order.id, invoiceContent(first, lines));
  await issueAndMail(tx, cause, invoiceContent(cause, lines, Math.max(1, numbers.length) + 1));
}

/** After any change: the ship-to of an order may change while its shipments are packed. */
export async function issuePackedSlips(tx: Tx, order: PurchaseOrderRow) {
  if (order.status !== 'awaiting_shipment') return;
  const packed = await tx('shipments')
    .where({ purchase_order_id: order.id, status: 'packed' })
    .orderBy('number');
  for (const shipment of packed) await issuePackingSlip(tx, order, shipment);
}

interface IssuedSlip {
  readonly id: number;
  readonly storage_key: string | null;
  /** Equal in content, or of a shipment that has left. */
  readonly stays: boolean;
}

const findSlip = statement<IssuedSlip>(
  'issued packing slip',
  `select id, storage_key, content = $2::jsonb or content->>'shipped_at' is not null as stays
     from documents where kind = 'packing_slip' and number = $1`,
);

async function withdraw(tx: Tx, { id, storage_key }: IssuedSlip) {
  await tx('documents').where({ id }).delete();
  if (storage_key) await enqueue(tx, discardUpload, { key: storage_key });
}

/** Issues the slip again while the shipment is packed and when it leaves; a shipped one's stays. */
export async function issuePackingSlip(tx: Tx, order: PurchaseOrderRow, shipment: ShipmentRow) {
  const [cause, lines, tracking] = await Promise.all([
    causeOf(tx, order),
    linesOfShipment(tx, [shipment.id]),
    trackingOf(tx, shipment.id),
  ]);
  const content = packingSlipContent(cause, shipment, { lines, tracking });
  const [issued] = await findSlip(tx, [content.number, toJson(content)]);
  const isCanceled = shipment.status === 'canceled';
  if (issued && (isCanceled || !issued.stays)) await withdraw(tx, issued);
  if (!isCanceled && !issued?.stays) await issue(tx, order.id, content);
}

/** Locks the order: a change of the shipment issues its slip too. */
export async function issueMissingSlip(tx: Tx, { id }: Pick<PurchaseOrderRow, 'id'>, number: number) {
  const order = await lockOrder(tx, id);
  const shipment = await tx('shipments').where({ purchase_order_id: id, number }).first();
  if (shipment) await issuePackingSlip(tx, order, shipment);
}

export async function issueCreditMemo(tx: Tx, order: PurchaseOrderRow, adjustment: AdjustmentRow) {
  const { id, claim_id } = adjustment;
  const [cause, lines, claimNumber, invoices] = await Promise.all([
    causeOf(tx, order),
    linesOfAdjustment(tx, [id]),
    claim_id === null ? null : claimNumberOf(tx, claim_id),
    invoiceNumbersOf(tx, order.id),
  ]);
  const invoiceNumber = invoices.at(-1) ?? invoiceName(order).number;
  const content = creditMemoContent(cause, adjustment, { lines, claimNumber, invoiceNumber });
  await issueAndMail(tx, cause, content);
}
